import { randomBytes } from 'node:crypto';

/** The prefixes of identifiers: what kind of thing an id names can be read off it. */
export type IdPrefix =
  | 'ord'
  | 'app'
  | 'doc'
  | 'prf'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'key'
  | 'acc'
  | 'ptr'
  | 'req'
  | 'gss'
  | 'idm'
  | 'ldg'
  | 'pay'
  | 'aud'
  | 'upl'
  | 'ref'
  | 'out'
  | 'cnf';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
let lastTime = 0;
let lastCount = 0;

/**
 * Makes a new identifier: the prefix, 10 characters of time in milliseconds, then 16 of which 3 count up within
 * a millisecond of one process and 13 are random (65 bits). Ids of one process sort in the order of their making.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  if (now <= lastTime) {
    lastCount += 1;
    if (lastCount === 32_768) {
      lastCount = 0;
      lastTime += 1;
    }
  } else {
    lastTime = now;
    lastCount = 0;
  }
  let id = '';
  let time = lastTime;
  for (let place = 0; place < 10; place += 1) {
    id = alphabet[time % 32] + id;
    time = Math.floor(time / 32);
  }
  id += alphabet[(lastCount >> 10) & 31]! + alphabet[(lastCount >> 5) & 31]! + alphabet[lastCount & 31]!;
  for (const byte of randomBytes(13)) id += alphabet[byte & 31];
  return `${prefix}_${id}`;
}

/** Makes a secret of 32 random bytes in base64url behind a prefix, e.g. `gst_…`. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}
