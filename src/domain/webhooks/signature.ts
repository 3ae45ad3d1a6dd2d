import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** Makes a signing secret as Standard Webhooks 1.0 writes them: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Returns the key of a signing secret, ready to sign with. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'));
}

/** The headers that let a receiver trust a body. */
export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs a body as Standard Webhooks 1.0 says (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`, one signature for
 * each key. The body must be sent as exactly these bytes.
 */
export function sign(keys: readonly KeyObject[], id: string, at: Date, body: string | Uint8Array): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
