import type { Owner } from '../../kernel/caller.ts';

/** Knows to whom uploaded files belong. */
export interface FileOwners {
  /** Tells for each URL whether its file is of one of the owners, of somebody else, or none of this service. */
  ownership(
    owners: readonly Owner[],
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, 'own' | 'foreign' | 'unknown'>>;
}
