import type { Traveler } from './traveler.ts';

/** A question after aliases: whose passport, whose entry rules, which other passports, on which day. */
export interface Case {
  /** The state whose passport is used. */
  nationality: string;
  /** The country whose entry rules hold. */
  destination: string;
  /** States of further passports, without the one that is used. */
  others: readonly string[];
  traveler: Traveler;
  /** The day of travel, or today. */
  date: string;
}

/** Tells whether the traveler uses a document of a country whose national they are not. */
export function usesRefugeeDocument({ traveler }: Case): boolean {
  return traveler.document === 'refugee_travel_document' || traveler.document === 'stateless_travel_document';
}
