import type { OpenProductId, ProductId } from '../products/product-id.ts';
import type { Traveler } from './traveler.ts';

/** What is asked: may somebody with this passport travel there, and with which authorization. Codes are known countries. */
export interface Question {
  nationality: string;
  destination: string;
  traveler: Traveler;
}

/** Why the answer is what it is; a closed set, stable across releases. */
export const reasonCodes = [
  'PRODUCT_REQUIRED',
  'PRODUCT_CONDITIONAL',
  'ESTA_RULED_OUT',
  'OWN_COUNTRY',
  'OTHER_PASSPORT_REQUIRED',
  'FREE_MOVEMENT',
  'ETIAS_EXEMPT',
  'COMMON_TRAVEL_AREA',
  'BRITISH_STATUS_EXEMPT',
  'VISA_EXEMPT_NO_AUTHORIZATION',
  'RESIDENT_EXEMPT',
  'VISA_HELD',
  'ARRIVAL_EXEMPT',
  'TRANSIT_EXEMPT',
  'NOT_YET_REQUIRED',
  'ENTRY_SUSPENDED',
  'VISA_REQUIRED_NO_PRODUCT',
  'CONDITIONS_NOT_MET',
  'DOCUMENT_NOT_ACCEPTED',
  'STAY_TOO_LONG',
  'STATUS_NOT_COVERED',
  'DESTINATION_NOT_COVERED',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** A fact that was not said and would decide, or could change, the answer. */
export interface Condition {
  /** Names the condition itself, e.g. `arrives_by_air`. */
  code: string;
  /** The field of `traveler` that tells. */
  fact: keyof Traveler;
  /** What to ask the traveler. */
  question: string;
  /** True: the answer stands only when the condition holds. False: the answer stands unless the traveler says otherwise. */
  decides: boolean;
  /** Conditions with the same name here are alternatives: one of them is enough. */
  alternativeTo: string | null;
  /** What follows when the condition holds, and when it does not. */
  ifTrue: string;
  ifFalse: string;
  /** A value of `traveler` that says that it holds. */
  example: Record<string, unknown>;
}

/** Something the traveler should know although it does not change the answer. */
export interface Warning {
  code: string;
  message: string;
}

/** A page the answer rests on. General knowledge that no page backs has neither address nor date. */
export interface Source {
  title: string;
  url: string | null;
  /** The date of the page, at the earliest where it gives only a month or a year. */
  verifiedAt: string | null;
}

interface Said {
  nationality: string;
  destination: string;
  reasonCode: ReasonCode;
  explanation: string;
  conditions: readonly Condition[];
  warnings: readonly Warning[];
  sources: readonly Source[];
}

interface Needed extends Said {
  required: true;
  eligibility: 'eligible' | 'conditional';
  validityPeriod: string;
  maxStayDays: number;
  processingTime: string;
}

/** An authorization is needed that can be applied for here. */
export interface OpenVerdict extends Needed {
  kind: 'open';
  product: OpenProductId;
}

/** An authorization will be needed; applications are not taken yet. */
export interface PreLaunchVerdict extends Needed {
  kind: 'pre_launch';
  product: Exclude<ProductId, OpenProductId>;
  statusNote: string;
}

/** No product of this service applies; only `not_needed` says that nothing is needed. */
export interface NotRequiredVerdict extends Said {
  kind: 'not_required';
  required: false;
  verdict: 'not_needed' | 'not_covered';
}

export type Verdict = OpenVerdict | PreLaunchVerdict | NotRequiredVerdict;

/** What a destination's rules say, before it is put into words. */
export type Outcome =
  | {
      product: ProductId;
      reasonCode: ReasonCode;
      explanation: string;
      conditions?: readonly (Condition | null)[];
      warnings?: readonly (Warning | null)[];
      sources: readonly string[];
    }
  | {
      product: null;
      verdict: 'not_needed' | 'not_covered';
      reasonCode: ReasonCode;
      explanation: string;
      conditions?: readonly (Condition | null)[];
      warnings?: readonly (Warning | null)[];
      sources: readonly string[];
    };
