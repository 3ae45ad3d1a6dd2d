import type { ApiAnswer } from '../../support/client.ts';
import type { Estate } from '../../support/estate.ts';
import type { TestService } from '../../support/service.ts';
import type { ShownBy } from '../shown-by.ts';

/** What checks share: a running service, and one owner of everything of each kind. */
export interface Audit {
  running: TestService;
  api: TestService['api'];
  account: Estate & { as: { key: string } };
  guest: Estate & { as: { guestToken: string } };
}

/** Shows that a sentence holds: by itself, or by the tests that it points at. */
export type Check = ((audit: Audit) => Promise<void> | void) | ShownBy;

/** One sentence of the specification or of the contract, in our own words. */
export interface Sentence {
  /** Where it stands, e.g. `spec/auth/3` or `contract/3/apply-402`. */
  id: string;
  level: 'must' | 'should' | 'may';
  says: string;
  checks: readonly Check[];
}

const of =
  (level: Sentence['level']) =>
  (id: string, says: string, ...checks: Check[]): Sentence => ({ id, level, says, checks });

/** A sentence that has to hold. */
export const must = of('must');
/** A sentence that is advice. */
export const should = of('should');
/** A sentence that allows something. */
export const may = of('may');

/** Checks one call's status and code. */
export const answers =
  (call: (audit: Audit) => Promise<ApiAnswer>, status: number, code?: string): Check =>
  async (audit) => {
    const answer = await call(audit);
    const got = `${answer.status} ${answer.error?.code ?? ''}`;
    const wanted = `${status} ${code ?? answer.error?.code ?? ''}`;
    if (got !== wanted) throw new Error(`answered ${got}, not ${wanted}: ${answer.text.slice(0, 500)}`);
  };
