/** One run of an idempotent call. An operation settles it in the transaction of its change. */
export interface Once {
  /** Identifies the call across retries: derive the keys for calls to the outside from it. */
  readonly id: string;
  /**
   * Stores, encrypted, what the operation will return, in the operation's own transaction: after a crash the retry
   * answers with it instead of acting again.
   */
  settle(tx: unknown, result: unknown): Promise<void>;
}
