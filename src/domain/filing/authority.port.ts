import type { ApplicationStatus } from '../../kernel/status.ts';
import type { OpenProductId } from '../products/product-id.ts';

/** What an authority did with an application since it was last asked. */
export type AuthorityStep =
  | { trigger: 'take_up' }
  | { trigger: 'ask'; fields: string[]; message: string }
  /** Calendar dates where the authority named them; otherwise the product's rule holds. */
  | { trigger: 'approve'; number: string; validFrom?: string | undefined; validUntil?: string | undefined }
  | { trigger: 'deny' };

/** What is asked of an authority. Every call throws AuthorityUnavailable when it cannot be reached. */
export interface Authority {
  /** Hands an application over and returns the authority's reference. The same application is never filed twice. */
  file(request: {
    applicationId: string;
    product: OpenProductId;
    form: Record<string, unknown>;
    /** Tries that failed before this one. */
    attempt: number;
  }): Promise<{ reference: string }>;
  /** Returns what the authority did next, or null when it has nothing to say. */
  next(request: {
    applicationId: string;
    reference: string;
    status: ApplicationStatus;
    form: Record<string, unknown>;
    /** It asked for something before. */
    asked: boolean;
  }): Promise<AuthorityStep | null>;
  /** Returns the number of the authorization that an approval of this application has. */
  grant(applicationId: string): Promise<string>;
}

/** The authority is out of reach; the same call may be repeated. */
export class AuthorityUnavailable extends Error {
  override name = 'AuthorityUnavailable';
}
