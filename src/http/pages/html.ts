import type { ServerResponse } from 'node:http';
import { baseHeaders, type Exchange } from '../answer.ts';

/** A piece of HTML that is safe to put into another. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** Makes HTML from a template; everything put into it is escaped unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

const style = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5a6675; --paper: #fff; --wash: #f4f6f9; --line: #d9dfe7; --edge: #737f8c; --act: #0b5fd7; --good: #12714a; --bad: #a4262c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #a3b0bf; --paper: #161c24; --wash: #0f141a; --line: #313c49; --edge: #76848f; --act: #6ea8ff; --good: #6fd3a6; --bad: #ff9d9f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--wash); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif }
header.site { padding: .9rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--paper) }
header.site a { color: inherit; text-decoration: none; font-weight: 600 }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1.25rem }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; margin-bottom: 1.25rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem }
p { margin: .5rem 0 }
.soft { color: var(--soft) } .good { color: var(--good) } .bad { color: var(--bad) }
a { color: var(--act) }
table { width: 100%; border-collapse: collapse } td, th { padding: .45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top } td + td, th + th { padding-left: .75rem } td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums } tr.total td { font-weight: 700; border-bottom: 0 }
label { display: block; font-weight: 600; margin: .9rem 0 .3rem } input, select, textarea { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .45rem }
button, .button { display: inline-block; padding: .65rem 1.1rem; font: inherit; font-weight: 600; border: 1px solid var(--act); border-radius: .5rem; background: var(--act); color: #fff; cursor: pointer; text-decoration: none }
@media (prefers-color-scheme: dark) { button, .button { color: #0f141a } }
button.quiet, .button.quiet { background: transparent; color: var(--act) }
h2:first-child { margin-top: 0 } h3 { font-size: 1rem; margin: 1rem 0 .35rem } ul, ol { margin: .5rem 0; padding-left: 1.25rem } li { margin: .3rem 0 } dt { color: var(--soft) } dd { margin: 0 0 .6rem; font-weight: 600 } summary { cursor: pointer; color: var(--act) } summary, main li, main p, main td, main dd { overflow-wrap: anywhere }
input[type=hidden] + label, form > label:first-child { margin-top: 0 } fieldset { border: 0; margin: 1rem 0 0; padding: 0; min-width: 0 } legend { font-weight: 600; padding: 0 } label + .hint, legend + .hint { margin: 0 0 .35rem } .hint { color: var(--soft); font-size: .925rem }
input[type=checkbox], input[type=radio] { width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; flex: none; accent-color: var(--act) } .choice { display: flex; gap: .6rem; padding: .35rem 0 } .choice label { flex: 1; margin: 0; font-weight: 400 } .confirm { margin-top: .9rem } .choice .price { white-space: nowrap; color: var(--soft) }
.error { color: var(--bad); font-weight: 600; margin: .2rem 0 } [aria-invalid=true] { border: 2px solid var(--bad) } .notice.bad-news { border-color: var(--bad); color: inherit }
ol.steps { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; list-style: none; padding: 0; margin: 0 0 1.25rem; color: var(--soft) } ol.steps li { margin: 0 } ol.steps [aria-current] { color: inherit; font-weight: 700 } [aria-busy=true] { opacity: .55 }
.row { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem }
.notice { border-left: 4px solid var(--act); padding: .4rem .9rem; background: var(--wash) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
footer { max-width: 46rem; margin: 0 auto 2rem; padding: 0 1.25rem; color: var(--soft); font-size: .875rem }
`;

/** Lays a page out: title, body, and the disclaimer that every page carries. */
export function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header class="site"><a href="/">Visa Agent Service</a></header>
<main>${body}</main>
<footer>An independent private service, not a government website. Government fees are stated apart from our service fee.</footer>
</body>
</html>
`;
}

/** Writes a page: nothing from elsewhere may load, nobody may frame it, nobody keeps it. */
export function writePage(
  response: ServerResponse,
  exchange: Exchange,
  status: number,
  content: Html,
  more: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response
    .writeHead(status, {
      ...baseHeaders(exchange),
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(content.text),
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...more,
    })
    .end(content.text);
}
