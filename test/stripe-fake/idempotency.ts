import { Refusal } from './books.ts';

/** An answer, as it goes out. */
export interface StoredAnswer {
  status: number;
  body: string;
}

interface Known {
  fingerprint: string;
  answer: StoredAnswer | undefined;
  at: number;
}

const keptSeconds = 24 * 60 * 60;

/**
 * Stripe's idempotency keys: the same key with the same request gets the first answer, whatever that was; with another request it is
 * refused; while the first runs, 409. Keys are forgotten after a day. Source: https://docs.stripe.com/api/idempotent_requests.
 */
export function createIdempotency(clock: () => number) {
  const calls = new Map<string, Known>();
  let replays = 0;
  return {
    replays: () => replays,
    /** Returns the first answer of a key, or a way to keep the one that is about to be made. */
    begin: (key: string, fingerprint: string): StoredAnswer | ((answer: StoredAnswer) => void) => {
      const known = calls.get(key);
      if (known && known.at + keptSeconds > clock()) {
        if (known.fingerprint !== fingerprint) {
          throw new Refusal(400, 'The key was used with other parameters.', { type: 'idempotency_error' });
        }
        if (!known.answer) throw new Refusal(409, 'The key is in use.', { code: 'idempotency_key_in_use' });
        replays += 1;
        return known.answer;
      }
      const call: Known = { fingerprint, answer: undefined, at: clock() };
      calls.set(key, call);
      return (answer) => {
        call.answer = answer;
      };
    },
  };
}
