/** How many keys one client address may issue itself. */
export interface KeyAllowance {
  /** Counts one key against the address; throws RATE_LIMITED once its allowance is used up. */
  spendKey(address: string): Promise<void>;
}
