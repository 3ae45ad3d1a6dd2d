/** The three shapes of a machine-readable zone: passports (TD3), identity cards (TD1) and the rare larger cards (TD2). */
export type ZoneFormat = 'TD1' | 'TD2' | 'TD3';

/** Number of lines and characters a line of each shape (ICAO Doc 9303 parts 4, 5 and 6). */
export const zoneShapes: Record<ZoneFormat, { lines: number; length: number }> = {
  TD1: { lines: 3, length: 30 },
  TD2: { lines: 2, length: 36 },
  TD3: { lines: 2, length: 44 },
};

/** What a place of the zone may hold. `text` is letters and fillers, `mixed` letters, digits and fillers. */
export type ZoneKind = 'text' | 'digits' | 'digitsOrFiller' | 'mixed' | 'sex';

/** One field of the zone: its line, and the half-open span of its characters. */
export interface ZoneSpan {
  field: string;
  line: number;
  from: number;
  to: number;
  kind: ZoneKind;
}

const span = (field: string, line: number, from: number, to: number, kind: ZoneKind): ZoneSpan => ({
  field,
  line,
  from,
  to,
  kind,
});

/** Lower line that TD2 and TD3 share up to the expiry date. */
const lowerLine = (numberCheck: ZoneKind): ZoneSpan[] => [
  span('document_number', 1, 0, 9, 'mixed'),
  span('document_number_check', 1, 9, 10, numberCheck),
  span('nationality', 1, 10, 13, 'text'),
  span('date_of_birth', 1, 13, 19, 'digitsOrFiller'),
  span('date_of_birth_check', 1, 19, 20, 'digits'),
  span('sex', 1, 20, 21, 'sex'),
  span('expiry_date', 1, 21, 27, 'digits'),
  span('expiry_date_check', 1, 27, 28, 'digits'),
];

/** Where each field stands. A document number longer than nine characters goes on in `optional` of TD1 and TD2. */
export const zoneFields: Record<ZoneFormat, readonly ZoneSpan[]> = {
  TD3: [
    span('document_type', 0, 0, 2, 'text'),
    span('issuing_country', 0, 2, 5, 'text'),
    span('names', 0, 5, 44, 'text'),
    ...lowerLine('digits'),
    span('optional', 1, 28, 42, 'mixed'),
    span('optional_check', 1, 42, 43, 'digitsOrFiller'),
    span('composite_check', 1, 43, 44, 'digits'),
  ],
  TD2: [
    span('document_type', 0, 0, 2, 'text'),
    span('issuing_country', 0, 2, 5, 'text'),
    span('names', 0, 5, 36, 'text'),
    ...lowerLine('digitsOrFiller'),
    span('optional', 1, 28, 35, 'mixed'),
    span('composite_check', 1, 35, 36, 'digits'),
  ],
  TD1: [
    span('document_type', 0, 0, 2, 'text'),
    span('issuing_country', 0, 2, 5, 'text'),
    span('document_number', 0, 5, 14, 'mixed'),
    span('document_number_check', 0, 14, 15, 'digitsOrFiller'),
    span('optional', 0, 15, 30, 'mixed'),
    span('date_of_birth', 1, 0, 6, 'digitsOrFiller'),
    span('date_of_birth_check', 1, 6, 7, 'digits'),
    span('sex', 1, 7, 8, 'sex'),
    span('expiry_date', 1, 8, 14, 'digits'),
    span('expiry_date_check', 1, 14, 15, 'digits'),
    span('nationality', 1, 15, 18, 'text'),
    span('optional_2', 1, 18, 29, 'mixed'),
    span('composite_check', 1, 29, 30, 'digits'),
    span('names', 2, 0, 30, 'text'),
  ],
};

/** Returns the characters of a field, fillers included; empty when the shape has no such field. */
export function zoneText(format: ZoneFormat, lines: readonly string[], field: string): string {
  const place = zoneFields[format].find((one) => one.field === field);
  return place === undefined ? '' : (lines[place.line] ?? '').slice(place.from, place.to);
}

/** Returns the shape whose lines these are, or undefined when the count or a length fits none. */
export function zoneFormatOf(lines: readonly string[]): ZoneFormat | undefined {
  return (Object.keys(zoneShapes) as ZoneFormat[]).find((format) => {
    const shape = zoneShapes[format];
    return lines.length === shape.lines && lines.every((line) => line.length === shape.length);
  });
}

/** The value of a character in check digits: digits count as they are, A is 10 to Z 35, the filler 0. */
export function zoneValue(char: string): number {
  const code = char.charCodeAt(0);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 90 ? code - 55 : 0;
}

/** Computes the check digit of a text: weights 7, 3, 1 repeated, modulo 10 (ICAO Doc 9303-3, section 4.9). */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += zoneValue(text.charAt(i)) * (i % 3 === 0 ? 7 : i % 3 === 1 ? 3 : 1);
  return String(sum % 10);
}
