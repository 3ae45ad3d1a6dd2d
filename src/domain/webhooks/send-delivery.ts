import type { KeyObject } from 'node:crypto';
import type { Vault } from '../../store/vault.ts';
import { eventPayload } from '../events/event.ts';
import type { AttemptOutcome } from './delivery.ts';
import type { ClaimedDelivery } from './due-delivery.store.ts';
import { sign, signingKey } from './signature.ts';
import { readTestPayload } from './test-payload.ts';
import type { Target } from './webhook.store.ts';
import { previousSecretPlace, secretPlace } from './webhook.ts';
import type { WebhookSender } from './webhook-sender.port.ts';

/** Opens the secrets of endpoints and keeps them ready to sign with. */
export interface KeyCabinet {
  /** The keys that sign for an endpoint now: its own, and during an overlap the one before. */
  keysOf(target: Target, now: Date): KeyObject[];
}

/** Makes an empty cabinet. A key is kept as long as the reading of its endpoint is, so a rotated one is never used again. */
export function createKeyCabinet(vault: Vault): KeyCabinet {
  const opened = new WeakMap<Uint8Array, KeyObject>();
  const open = (sealed: Uint8Array, place: string): KeyObject => {
    let key = opened.get(sealed);
    if (key === undefined) {
      key = signingKey(vault.open(sealed, place).toString('utf8'));
      opened.set(sealed, key);
    }
    return key;
  };
  return {
    keysOf: ({ id, secret, previousSecret, previousSecretUntil }, now) => {
      const current = open(secret, secretPlace(id));
      return previousSecret && previousSecretUntil && previousSecretUntil > now
        ? [current, open(previousSecret, previousSecretPlace(id))]
        : [current];
    },
  };
}

/** Makes one attempt: the payload becomes bytes once, and exactly these are signed and sent. */
export function sendDelivery(
  sender: WebhookSender,
  cabinet: KeyCabinet,
  claimed: ClaimedDelivery,
  target: Target,
  now: Date,
): Promise<AttemptOutcome> {
  const { eventId, eventType, live, at, data } = claimed;
  const payload = claimed.payload
    ? readTestPayload(claimed.payload)
    : eventPayload({ id: eventId, type: eventType, mode: live ? 'live' : 'sandbox', at, data });
  const body = Buffer.from(JSON.stringify(payload));
  const signed = sign(cabinet.keysOf(target, now), eventId, now, body);
  return sender.send({ url: target.callbackUrl, headers: { 'content-type': 'application/json', ...signed }, body });
}
