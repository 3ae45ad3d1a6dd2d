import DataLoader from 'dataloader';
import type { Context } from './context.ts';

/**
 * Defines a batching loader and returns how a resolver gets this request's instance of it: all keys asked for in one
 * tick are loaded with one statement, and each key once a request.
 */
export function loader<Key, Value>(
  load: (ctx: Context, keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): (ctx: Context) => DataLoader<Key, Value> {
  const identity = {};
  return (ctx) => {
    const known = ctx.loaders.get(identity);
    if (known !== undefined) return known as DataLoader<Key, Value>;
    const made = new DataLoader<Key, Value>((keys) => load(ctx, keys));
    ctx.loaders.set(identity, made);
    return made;
  };
}
