import { randomBytes, randomFillSync } from 'node:crypto';

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
const randomLetters = 13;
/** Random bytes are drawn many at once: one by one they would cost more than everything else about an identifier. */
const pool = Buffer.alloc(randomLetters * 256);
let drawn = pool.length;
let lastTime = 0;
let lastCount = 0;
let lastPrefix = '';

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
      lastPrefix = lettersOf(lastTime);
    }
  } else {
    lastTime = now;
    lastCount = 0;
    lastPrefix = lettersOf(now);
  }
  let id = lastPrefix;
  id += alphabet[(lastCount >> 10) & 31]! + alphabet[(lastCount >> 5) & 31]! + alphabet[lastCount & 31]!;
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  for (const end = drawn + randomLetters; drawn < end; drawn += 1) id += alphabet[pool[drawn]! & 31];
  return `${prefix}_${id}`;
}

function lettersOf(time: number): string {
  let letters = '';
  let rest = time;
  for (let place = 0; place < 10; place += 1) {
    letters = alphabet[rest % 32] + letters;
    rest = Math.floor(rest / 32);
  }
  return letters;
}

/** Makes a secret of 32 random bytes in base64url behind a prefix, e.g. `gst_…`. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}
