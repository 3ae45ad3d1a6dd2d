import type { Db } from '../../store/db.ts';

/** What the first paid live checkout of a guest earns: a live key, once. */
export interface LiveClaims {
  /**
   * In the given transaction, moves the order of a paid live guest checkout, with everything that belongs to it, to an account. Throws
   * PAYMENT_NOT_VERIFIED when the session is unknown, not paid, or a sandbox one, and KEY_ALREADY_CLAIMED when the key was
   * issued before.
   */
  claim(tx: Db, paymentSessionId: string, accountId: string, email: string | null): Promise<void>;
}
