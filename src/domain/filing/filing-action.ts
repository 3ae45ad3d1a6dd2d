import type { filingActions } from './filing-action.table.ts';

/** What an operator can do with an application; readings are acts as well. */
export const filingActionKinds = [
  'claimed',
  'taken_over',
  'released',
  'form_read',
  'file_read',
  'filed',
  'taken_up',
  'asked',
  'answered',
  'approved',
  'denied',
] as const;
export type FilingActionKind = (typeof filingActionKinds)[number];

/** Facts about an act that are no personal data. */
export interface FilingActionDetails {
  /** Who had the application before it was taken over. */
  from?: string;
  /** Fields that the traveler was asked for. */
  fields?: string[];
  /** The authority's reference. */
  reference?: string;
  /** The file that was read. */
  documentId?: string;
}

/** One act of an operator, as recorded. */
export type FilingAction = typeof filingActions.$inferSelect;

/** The act that a step of an application is recorded as. */
export const actionOfStep = {
  file: 'filed',
  take_up: 'taken_up',
  ask: 'asked',
  answer: 'answered',
  approve: 'approved',
  deny: 'denied',
} as const satisfies Record<string, FilingActionKind>;
