/** A notice of the provider that something happened, proven to be its own. It names where to look, nothing else of it is believed. */
export interface PaymentNotice {
  id: string;
  type: string;
  /** Exactly one of the two is known, or neither when the notice is about something else. */
  sessionId: string | null;
  paymentIntentId: string | null;
  /** It is of the mode that the provider was set up for. */
  live: boolean;
}

/** Tells genuine notices of the provider from others. */
export interface PaymentNotices {
  /**
   * Reads a notice from the bytes as they came and their signature. Returns undefined for a signature that is missing, wrong, older than 5
   * minutes or from the future, and for a body that is no notice.
   */
  read(body: Uint8Array, signature: string | undefined, now: Date): PaymentNotice | undefined;
}
