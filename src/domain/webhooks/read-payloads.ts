import type { Db } from '../../store/db.ts';
import { type EventPayload, eventPayload } from '../events/event.ts';
import { findPayloadParts } from './delivery.store.ts';
import { readTestPayload } from './test-payload.ts';

/** Returns what each of some deliveries delivers, by its id. */
export async function readPayloads(db: Db, ids: readonly string[]): Promise<Map<string, EventPayload>> {
  const parts = await findPayloadParts(db, ids);
  return new Map(
    parts.flatMap(({ id, payload, event }) => {
      const delivered = payload ? readTestPayload(payload) : event && eventPayload(event);
      return delivered ? [[id, delivered]] : [];
    }),
  );
}
