import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';

/** Knows to whom uploaded files belong, and who needs them. */
export interface FileOwners {
  /** Tells for each URL whether its file is of one of the owners, of somebody else, or none of this service. */
  ownership(
    owners: readonly Owner[],
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, 'own' | 'foreign' | 'unknown'>>;
  /** Notes, in the given transaction, that a profile needs exactly the owners' files behind these URLs. */
  keep(tx: Db, owners: readonly Owner[], holder: { profileId: string }, urls: readonly string[]): Promise<void>;
}
