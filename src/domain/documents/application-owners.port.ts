import type { Owner } from '../../kernel/caller.ts';

/** Knows to whom applications belong. */
export interface ApplicationOwners {
  /** Tells whether an application exists and is the owner's. */
  owns(owner: Owner, applicationId: string): Promise<boolean>;
}
