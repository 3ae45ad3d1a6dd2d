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

const mostKept = 10_000;

/** Makes an empty cabinet. Keys are found by the sealed secret, so a rotated one is never used again. */
export function createKeyCabinet(vault: Vault): KeyCabinet {
  const opened = new Map<string, KeyObject>();
  const open = (sealed: Uint8Array, place: string): KeyObject => {
    const name = `${place} ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString('latin1')}`;
    let key = opened.get(name);
    if (key === undefined) {
      key = signingKey(vault.open(sealed, place).toString('utf8'));
      if (opened.size >= mostKept) opened.clear();
      opened.set(name, key);
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
  const body = JSON.stringify(
    claimed.payload
      ? readTestPayload(claimed.payload)
      : eventPayload({ id: eventId, type: eventType, mode: live ? 'live' : 'sandbox', at, data }),
  );
  const signed = sign(cabinet.keysOf(target, now), eventId, now, body);
  return sender.send({ url: target.callbackUrl, headers: { 'content-type': 'application/json', ...signed }, body });
}
