import { type Html, html, page } from './html.ts';

const names: Record<string, { title: string; advice: string }> = {
  passport_bio_page: {
    title: 'your passport page',
    advice:
      'Photograph the whole page with your photo, flat, in even light, without glare. The lines at the bottom must be sharp.',
  },
  applicant_photo: {
    title: 'your photo',
    advice: 'Head and shoulders, looking into the camera, before a plain light wall, without glasses or hat.',
  },
  selfie: {
    title: 'your selfie',
    advice: 'Head and shoulders, looking into the camera, before a plain light wall.',
  },
  supporting: { title: 'your document', advice: 'A sharp photo, or a PDF without a password.' },
};

const nameOf = (kind: string) => names[kind] ?? names.supporting!;

const accepted = '.jpg,.jpeg,.png,.webp,.heic,.heif,.pdf,image/jpeg,image/png,image/webp,image/heic,application/pdf';

/** The page that asks for the file; with what was wrong about the last one. */
export function uploadForm(link: { kind: string; expiresAt: Date }, problem?: string): Html {
  const { title, advice } = nameOf(link.kind);
  const until = link.expiresAt.toISOString();
  return page(
    `Upload ${title}`,
    html`<div class="card"><h1>Upload ${title}</h1>
${problem !== undefined && html`<div role="alert" class="notice"><p><strong class="bad">The file was not accepted.</strong> ${problem}</p></div>`}
<form method="post" enctype="multipart/form-data">
<p id="advice">${advice} JPEG, PNG, WebP, HEIC or PDF, at most 10 MiB.</p>
<label for="file">File</label>
<input id="file" name="file" type="file" required aria-describedby="advice" accept="${accepted}">
<div class="row"><button type="submit">Upload</button></div>
</form>
<p class="soft">This page works once, until <time datetime="${until}">${until.slice(11, 16)} UTC</time>. The file is encrypted and used for your application only.</p></div>`,
  );
}

/** The page after the upload: what was received, and what may have to be done again. */
export function uploadDone(document: { kind: string; checks: { ok: boolean; message: string }[] }): Html {
  const failed = document.checks.filter(({ ok }) => !ok);
  return page(
    'Thank you',
    html`<div class="card"><h1>Thank you</h1>
<p role="status">We received ${nameOf(document.kind).title}. You can close this page.</p>
${
  failed.length > 0 &&
  html`<p>It may be refused. Whoever sent you here can give you a new link to send a better one:</p><ul>${failed.map(({ message }) => html`<li>${message}</li>`)}</ul>`
}</div>`,
  );
}

const sentences = {
  used: 'A file was uploaded with this link already. It works only once.',
  expired: 'This link has run out. Links work for 15 minutes.',
  unknown: 'This link is not complete, or it never existed.',
};

/** The page behind a link that cannot be used. */
export function uploadOver(state: keyof typeof sentences): Html {
  return page(
    'This link cannot be used',
    html`<div class="card"><h1>This link cannot be used</h1>
<p>${sentences[state]} Ask whoever sent it to you for a new one.</p></div>`,
  );
}
