import { Failure } from '../../kernel/failure.ts';

const maxBytes = 10 * 1024 * 1024;
const dataUrl = /^data:(?:image\/[\w.+-]+)?(?:;[\w-]+=[\w-]+)*;base64,/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const base64Url = /^[A-Za-z0-9_-]+={0,2}$/;

/** Makes the failure that refuses an image. */
export function imageRefused(
  code: 'MISSING' | 'ENCODING' | 'SIZE' | 'UNDECODABLE' | 'PIXELS',
  message: string,
): Failure {
  return new Failure('INVALID_IMAGE', {
    message,
    argument: 'input.image',
    details: { imageBase64: { code, message } },
  });
}

const tooLarge = (): Failure => imageRefused('SIZE', 'The image is larger than 10 MiB. Send a smaller photo or scan.');

/** Returns the bytes of an image in base64 or a data URL; the text is measured and looked through before it is decoded. Throws INVALID_IMAGE. */
export function readImageContent(content: string): Uint8Array {
  // Line breaks are allowed every 76 characters (RFC 2045).
  if (content.length > (maxBytes * 4 * 1.04) / 3 + 200) throw tooLarge();
  const head = content.slice(0, 200).trimStart();
  const opening = dataUrl.exec(head);
  if (opening === null && /^data:/i.test(head)) {
    throw imageRefused('ENCODING', 'The data URL does not hold an image in base64.');
  }
  const text = content
    .trimStart()
    .slice(opening?.[0].length ?? 0)
    .replace(/\s+/g, '');
  if (text === '') throw imageRefused('MISSING', 'The image is empty.');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (Math.floor(((text.length - padding) * 3) / 4) > maxBytes) throw tooLarge();
  if ((text.length - padding) % 4 === 1 || !(base64.test(text) || base64Url.test(text))) {
    throw imageRefused('ENCODING', 'imageBase64 does not hold base64 text.');
  }
  return Buffer.from(text, 'base64');
}
