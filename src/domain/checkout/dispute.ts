/** How a dispute stands. Inquiries count as disputes: the money may still be taken back. */
export type DisputeState = 'open' | 'won' | 'lost';
