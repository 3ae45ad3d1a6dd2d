import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts what is personal before it reaches the database or the disk. */
export interface Vault {
  /** Encrypts with the current key. `place` (table, column and row id) is authenticated: a value cannot be moved to another row. */
  seal(plain: Uint8Array, place: string): Buffer;
  /** Decrypts with whichever known key sealed it; throws when the value was tampered with, moved, or its key is gone. */
  open(sealed: Uint8Array, place: string): Buffer;
  /** `seal` of a value as JSON. */
  sealJson(value: unknown, place: string): Buffer;
  /** `open` of what `sealJson` made. */
  openJson<Value>(sealed: Uint8Array, place: string): Value;
  /** Tells whether a value was sealed with an old key and should be sealed again. */
  isOutdated(sealed: Uint8Array): boolean;
  /** Returns the HMAC-SHA256 of a message under a key that is derived from the current key for this purpose alone. */
  sign(message: string | Uint8Array, purpose: string): Buffer;
  /** Tells, in constant time, whether `sign` made this signature for this purpose, with the current key or an old one. */
  verify(message: string | Uint8Array, signature: Uint8Array, purpose: string): boolean;
}

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES;

/**
 * Makes a vault of AES-256-GCM (NIST SP 800-38D, random 96-bit IV). A sealed value is: format, key id, IV, ciphertext, tag.
 * The first key seals; all of them open, which is what makes rotation possible.
 */
export function createVault(keys: readonly [Buffer, ...Buffer[]]): Vault {
  const identified = keys.map((key) => ({
    key,
    id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES),
  }));
  const current = identified[0]!;

  const seal: Vault['seal'] = (plain, place) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place));
    const body = cipher.update(plain);
    const rest = cipher.final();
    return Buffer.concat([Buffer.of(FORMAT), current.id, iv, body, rest, cipher.getAuthTag()]);
  };

  const open: Vault['open'] = (sealed, place) => {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== FORMAT) throw new Error('not a sealed value');
    const id = bytes.subarray(1, 1 + KEY_ID_BYTES);
    const found = identified.find((candidate) => candidate.id.equals(id));
    if (!found) throw new Error('sealed with a key that is not configured');
    const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(1 + KEY_ID_BYTES, HEADER_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]);
  };

  const signingKeys = new Map<string, KeyObject[]>();
  const signingKeysFor = (purpose: string): KeyObject[] => {
    let derived = signingKeys.get(purpose);
    if (derived === undefined) {
      derived = keys.map((key) => createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `sign:${purpose}`, 32))));
      signingKeys.set(purpose, derived);
    }
    return derived;
  };
  const hmac = (key: KeyObject, message: string | Uint8Array): Buffer =>
    createHmac('sha256', key).update(message).digest();

  return {
    seal,
    open,
    sign: (message, purpose) => hmac(signingKeysFor(purpose)[0]!, message),
    verify: (message, signature, purpose) =>
      signingKeysFor(purpose)
        .map((key) => hmac(key, message))
        .some((expected) => expected.length === signature.length && timingSafeEqual(expected, signature)),
    sealJson: (value, place) => seal(Buffer.from(JSON.stringify(value)), place),
    openJson: (sealed, place) => JSON.parse(open(sealed, place).toString('utf8')),
    isOutdated: (sealed) => !Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES)).equals(current.id),
  };
}
