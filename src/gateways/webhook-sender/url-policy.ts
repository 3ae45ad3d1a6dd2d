import { isIP } from 'node:net';
import type { UrlProblem } from '../../domain/webhooks/webhook-sender.port.ts';
import { isLoopback, isPublic } from './address-policy.ts';

const longestUrl = 2_048;

/** Ports of other protocols that a request could be mistaken for: the bad ports of the Fetch Standard (fetch.spec.whatwg.org). */
const unsafePorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A callback URL that may be called as far as its text says, and the address in it when it names one. */
export interface JudgedUrl {
  url: URL;
  /** The host without the brackets of IPv6. */
  hostname: string;
  isAddress: boolean;
}

/** Tells whether a receiver may have an address: public, or of this machine where that is allowed. Plain http is for this machine only. */
export function mayConnect(address: string, protocol: string, allowsLoopback: boolean): boolean {
  if (allowsLoopback && isLoopback(address)) return true;
  return protocol === 'https:' && isPublic(address);
}

/** Judges the text of a callback URL, and the address in it when its host is one. */
export function judgeUrl(text: string, allowsLoopback: boolean): JudgedUrl | UrlProblem {
  // What parsers read differently: white space and control characters, which WHATWG removes, and backslashes, which it turns.
  if (text.length > longestUrl || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return 'INVALID_URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowsLoopback && url.protocol === 'http:')) return 'SCHEME';
  if (url.username !== '' || url.password !== '') return 'CREDENTIALS';
  if (url.port !== '' && unsafePorts.has(Number(url.port))) return 'PORT';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(hostname) !== 0;
  if (isAddress && !mayConnect(hostname, url.protocol, allowsLoopback)) return 'ADDRESS';
  return { url, hostname, isAddress };
}
