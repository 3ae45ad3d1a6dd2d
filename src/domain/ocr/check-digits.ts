import { checkDigit, type ZoneFormat, zoneText } from './mrz.ts';

/** Which check digits of a zone agree with what they protect. `personal_number` is null where the shape has no such digit. */
export interface CheckDigits {
  document_number: boolean;
  date_of_birth: boolean;
  expiry_date: boolean;
  personal_number: boolean | null;
  composite: boolean;
}

/** Compares every check digit of a zone with the characters it protects. */
export function judgeCheckDigits(format: ZoneFormat, lines: readonly string[]): CheckDigits {
  const text = (field: string): string => zoneText(format, lines, field);
  const agrees = (field: string): boolean => text(`${field}_check`) === checkDigit(text(field));
  return {
    document_number: longNumber(format, lines)?.valid ?? agrees('document_number'),
    date_of_birth: agrees('date_of_birth'),
    expiry_date: agrees('expiry_date'),
    personal_number: format === 'TD3' ? personalNumberAgrees(text('optional'), text('optional_check')) : null,
    composite: text('composite_check') === checkDigit(compositeText(format, lines)),
  };
}

/** Tells whether every check digit of the zone agrees. */
export function allAgree(checks: CheckDigits): boolean {
  return agreeing(checks) === 5;
}

/** Counts the check digits that agree, of five; a digit the shape does not have counts like the composite one. */
export function agreeing(checks: CheckDigits): number {
  const personal = checks.personal_number ?? checks.composite;
  return [checks.document_number, checks.date_of_birth, checks.expiry_date, personal, checks.composite].filter(Boolean)
    .length;
}

/**
 * The number of a card whose document number has more than nine characters: a filler stands in place of the check
 * digit, and the rest with its digit opens the optional data (ICAO Doc 9303-5, note j). Undefined for any other zone.
 */
export function longNumber(
  format: ZoneFormat,
  lines: readonly string[],
): { number: string; rest: string; valid: boolean } | undefined {
  if (format === 'TD3' || zoneText(format, lines, 'document_number_check') !== '<') return undefined;
  const optional = zoneText(format, lines, 'optional');
  const [opening = ''] = optional.split('<');
  const number = zoneText(format, lines, 'document_number') + opening.slice(0, -1);
  const valid = opening.length > 1 && opening.at(-1) === checkDigit(number);
  return { number, rest: optional.slice(opening.length + 1), valid };
}

/** An empty personal number may have a filler or a zero for its check digit (ICAO Doc 9303-4, section 4.2.2). */
function personalNumberAgrees(number: string, digit: string): boolean {
  return (/^<+$/.test(number) && digit === '<') || digit === checkDigit(number);
}

function compositeText(format: ZoneFormat, lines: readonly string[]): string {
  const [first = '', second = ''] = lines;
  if (format === 'TD1') return first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  return second.slice(0, 10) + second.slice(13, 20) + second.slice(21, format === 'TD3' ? 43 : 35);
}
