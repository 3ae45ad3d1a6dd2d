import type { Condition } from './verdict.ts';

/** What follows where another visa is needed. */
export const noProduct = 'A visitor visa is needed, which this service does not file.';

/** What follows where a fact changes nothing. */
export const unchanged = 'The answer stands.';

/** Makes a condition; without `decides` the answer stands unless the traveler says otherwise. */
export const condition = (
  code: string,
  fact: Condition['fact'],
  question: string,
  ifTrue: string,
  ifFalse: string,
  example: Record<string, unknown>,
  more: { decides?: boolean; alternativeTo?: string } = {},
): Condition => ({
  code,
  fact,
  question,
  decides: more.decides ?? false,
  alternativeTo: more.alternativeTo ?? null,
  ifTrue,
  ifFalse,
  example,
});
