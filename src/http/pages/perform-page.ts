import { type Answer, perform } from '../../projections/perform.ts';
import type { Arrival, Door } from '../door.ts';

/**
 * Performs a document for a page: under the same access, limits and failures as over any other projection. A page is for people, so it is asked
 * as a guest that does not hide from browsers. With an idempotency key, a form that is sent twice acts once.
 */
export async function performForPage(
  door: Door,
  arrival: Arrival,
  operation: string,
  variables: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<Answer> {
  const document = door.documents.find(operation);
  if (!document) throw new Error(`no document ${operation}`);
  const recognized = await door.recognize(arrival);
  const caller = recognized.kind === 'guest' ? { ...recognized, browserShaped: false } : recognized;
  return perform(
    door.engine,
    document,
    'forTool',
    variables,
    Object.assign(arrival.exchange, {
      caller,
      address: arrival.address,
      idempotencyKey,
      preferStrict: false,
      replayed: false,
    }),
  );
}
