/** What is asked of the sandbox provider beyond payments: to play the payer. */
export interface TestPayer {
  /** Pays, declines or delays a session. Returns false when it is unknown or can no longer be paid. */
  pay(sessionId: string, outcome: 'paid' | 'declined' | 'processing'): Promise<boolean>;
}
