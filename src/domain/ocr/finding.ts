import type { OpenProductId } from '../products/product-id.ts';
import type { TravelerFact } from '../products/traveler-fields.ts';
import type { BritishStatus } from './state-codes.ts';
import type { Zone } from './zone.ts';

/** How much a finding weighs: BLOCK stops a submission until it is confirmed, WARN and INFO never do. */
export type FindingLevel = 'BLOCK' | 'WARN' | 'INFO';

/** One disagreement between a form and the passport it names, or something to know about the passport. */
export interface Finding {
  level: FindingLevel;
  code: string;
  /** The form field that it is about. */
  field: string;
  /** What the form and the document say, masked; null where there is nothing to show. */
  formValue: string | null;
  documentValue: string | null;
  message: string;
  /** What to do about it. */
  fix: string;
  /** What the form would hold if the document is right; null where no value of this field would settle it. Never shown. */
  correction: string | null;
}

/** A finding before its field is known and what it leaves open is null. */
export type Found = Pick<Finding, 'level' | 'code' | 'message' | 'fix'> &
  Partial<Pick<Finding, 'formValue' | 'documentValue' | 'correction'>>;

/** What a passport says of its holder beyond what a form asks, under the names of an eligibility question. */
export interface Holder {
  /** ISO 3166-1 alpha-2. */
  nationality: string;
  british_status?: BritishStatus;
  document?: 'refugee_travel_document' | 'stateless_travel_document';
}

/** Why the holder of a passport cannot have an authorization, or, where `stops` is false, only within limits. */
export interface Obstacle {
  stops: boolean;
  explanation: string;
}

/** What a form is compared with. */
export interface CrossCheckFacts {
  product: OpenProductId;
  form: Readonly<Record<string, unknown>>;
  /** The zone of the uploaded passport page, or null when none was read. */
  zone: { valid: boolean; lines: readonly string[] } | null;
  /** The saved profile that the submission names, in its own words. */
  profile?: Partial<Record<TravelerFact, string | null | undefined>> | null | undefined;
  today: string;
  /** Asks eligibility whether the holder of a passport can have this product; null when nothing is in the way. */
  obstacleTo: (holder: Holder) => Obstacle | null;
  /** Numbers that stand for an outcome in the sandbox and are on no passport. */
  isTestNumber?: (passportNumber: string) => boolean;
}

/** One form under comparison. */
export interface Comparison {
  facts: CrossCheckFacts;
  /** The form's own name of a fact; undefined where it does not ask for it. */
  field(fact: TravelerFact): string | undefined;
  /** What the form says of a fact, trimmed; null where it says nothing. */
  written(fact: TravelerFact): string | null;
  /** Adds a finding; one about a field that the form does not have is dropped. */
  report(field: string | undefined, found: Found): void;
}

/** One form under comparison with the zone of its passport. */
export interface ZoneComparison extends Comparison {
  zone: Zone;
  /** What a disagreement weighs: what no check digit vouches for may be the reader's mistake, and only warns. */
  block: FindingLevel;
}
