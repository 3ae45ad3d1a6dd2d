import type { CheckDigits } from './check-digits.ts';
import type { ZoneFormat } from './mrz.ts';

/** One character that was changed because a check digit or the field's alphabet shows that it was misread. */
export interface Correction {
  /** Wire name of the field, e.g. `document_number`. */
  field: string;
  /** Line and place in the zone, counted from 1. */
  line: number;
  position: number;
  read: string;
  corrected: string;
}

/** A place of birth as the page prints it; the zone does not hold one. */
export interface PrintedPlace {
  value: string;
  /** `caption` when the value stood at its printed caption, `layout` when only its place on the page tells. */
  source: 'visual_zone_caption' | 'visual_zone_layout' | 'provider';
  /** 0 to 1. */
  confidence: number;
}

/** What a reader made of one image of a travel document. */
export interface PassportReading {
  format: ZoneFormat;
  /** The zone as it is understood, corrections applied. */
  lines: string[];
  corrections: Correction[];
  checks: CheckDigits;
  /** Every check digit agrees and every character was told apart with certainty: safe to use without a look. */
  verified: boolean;
  /** 0 to 1: the certainty of the least certain character that no check digit protects. */
  confidence: number;
  placeOfBirth: PrintedPlace | null;
}

/** The outcome of reading an image. Only trouble of the reader itself is thrown. */
export type ReadingOutcome =
  | { kind: 'read'; reading: PassportReading }
  | { kind: 'no_zone' }
  | { kind: 'bad_image'; problem: 'UNDECODABLE' | 'TOO_MANY_PIXELS' };

/** Reads travel documents from images. */
export interface PassportReader {
  /**
   * Reads one image. Throws OCR_FAILED when the reader breaks or exceeds its deadline, and SERVICE_UNAVAILABLE with a
   * time to retry when too many images wait already. The bytes may be taken over and are not usable afterwards.
   */
  read(image: Uint8Array): Promise<ReadingOutcome>;
  /** Tells whether reading works, for health. Never reads an image. */
  state(): 'ok' | 'busy' | 'failing';
  /** Ends what the reader runs. */
  close(): Promise<void>;
}
