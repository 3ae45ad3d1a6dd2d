import { maxFileBytes, uploadRefused } from './document.ts';
import { typeOfMime } from './file-type.ts';

/** The content of a file as a call carries it: bytes from a form, base64 text from JSON. */
export type FileContent = Uint8Array | string;

const prefix = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[\w-]+)*;base64,/;
const alphabet = /^[A-Za-z0-9+/]+={0,2}$/;
const urlAlphabet = /^[A-Za-z0-9_-]+={0,2}$/;

/**
 * Returns the bytes of a file. Text is measured and looked through before a byte of it is decoded. Throws INVALID_UPLOAD with
 * SIZE above 10 MiB, with CORRUPT for what is empty or not base64, with MIME for a data URL of another type than declared.
 */
export function readFileContent(content: FileContent, mime: string): Uint8Array {
  const bytes = typeof content === 'string' ? decode(content, mime) : content;
  if (bytes.length === 0) throw uploadRefused('CORRUPT', 'The file is empty.');
  if (bytes.length > maxFileBytes) throw tooLarge();
  return bytes;
}

const tooLarge = () => uploadRefused('SIZE', 'The file is larger than 10 MiB. Send a smaller photo or scan.');

function decode(content: string, mime: string): Uint8Array {
  // Line breaks are allowed every 76 characters (RFC 2045); anything longer than that allows cannot be a file in bounds.
  if (content.length > (maxFileBytes * 4 * 1.04) / 3 + 200) throw tooLarge();
  const dataUrl = prefix.exec(content.slice(0, 200));
  if (dataUrl?.[1] !== undefined && typeOfMime(dataUrl[1]) !== typeOfMime(mime)) {
    throw uploadRefused('MIME', 'The data URL names another type than the field mime.');
  }
  let text = dataUrl ? content.slice(dataUrl[0].length) : content;
  if (/[\r\n]/.test(text)) text = text.replace(/[\r\n]+/g, '');
  if (text === '') throw uploadRefused('CORRUPT', 'The file is empty.');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (Math.floor(((text.length - padding) * 3) / 4) > maxFileBytes) throw tooLarge();
  if ((text.length - padding) % 4 === 1 || !(alphabet.test(text) || urlAlphabet.test(text))) {
    throw uploadRefused('CORRUPT', 'The field base64 does not hold base64 text.');
  }
  return Buffer.from(text, 'base64');
}
