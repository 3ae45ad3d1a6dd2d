import { Failure } from './failure.ts';
import type { IdPrefix } from './id.ts';

/** One page of a list: what it holds, and the cursor of what follows, or null at the end. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** What a caller says of the page it wants. */
export interface PageRequest {
  limit?: number | null | undefined;
  after?: string | null | undefined;
}

/** How many items a page holds at most. */
export const largestPage = 200;
const usualPage = 50;

/** Returns how many items are wanted, 50 when nothing is said; throws INVALID_REQUEST outside 1 to 200, about `argument`. */
export function readLimit(limit: number | null | undefined, usual = usualPage, argument = 'limit'): number {
  const wanted = limit ?? usual;
  if (wanted >= 1 && wanted <= largestPage) return wanted;
  throw new Failure('INVALID_REQUEST', { message: `The limit is between 1 and ${largestPage}.`, argument });
}

/** Returns the id behind a cursor, undefined when there is none; throws INVALID_REQUEST for what is no cursor of such a list. */
export function readCursor(after: string | null | undefined, prefix: IdPrefix): string | undefined {
  if (after === null || after === undefined) return undefined;
  const id = Buffer.from(after, 'base64url').toString('latin1');
  if (new RegExp(`^${prefix}_[0-9a-z]{26}$`).test(id)) return id;
  throw new Failure('INVALID_REQUEST', {
    message: 'The cursor is not one that this list returned.',
    argument: 'after',
  });
}

/** Makes a page of rows that were read with a limit one higher than wanted: the row too many tells that more follow. */
export function pageOf<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  if (rows.length <= limit) return { items: rows, nextCursor: null };
  const items = rows.slice(0, limit);
  return { items, nextCursor: Buffer.from(items.at(-1)!.id).toString('base64url') };
}
