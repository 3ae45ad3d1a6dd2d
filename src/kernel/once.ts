/** One run of an idempotent call. An operation settles it in the transaction of its change. */
export interface Once {
  /** Identifies the call across retries: derive the keys for calls to the outside from it. */
  readonly id: string;
  /**
   * Stores, encrypted, what the operation will return, in the operation's own transaction: after a crash the retry
   * answers with it instead of acting again. Throws IDEMPOTENCY_IN_PROGRESS, which undoes the transaction, when another
   * run has taken the call over.
   */
  settle(tx: unknown, result: unknown): Promise<void>;
  /**
   * Says that something outside, or in a row of ours, was begun under `id`: should this run fail, a retry has the same `id` and
   * finds it.
   */
  begun?(): void;
  /** What an earlier run of this call settled before it broke off: the answer, in place of acting again. */
  readonly recalled?: { readonly result: unknown } | undefined;
  /** The part of the call that belongs to one root field, by its name in the response: each settles its own result. */
  field?(name: string): Once;
  /** The root field failed, and its transaction with it: what it settled does not count. */
  abandon?(): void;
}
