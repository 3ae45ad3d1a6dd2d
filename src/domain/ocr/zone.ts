import { isCalendarDate } from '../../kernel/clock.ts';
import { longNumber } from './check-digits.ts';
import { type ZoneFormat, zoneText } from './mrz.ts';

/** What a machine-readable zone says, with names and codes as the zone spells them. */
export interface Zone {
  format: ZoneFormat;
  /** One or two letters: `P`, `PD`, `ID`. */
  documentType: string;
  /** The zone's own code, which is not always ISO 3166: `D`, `RKS`, `GBD`. */
  issuingState: string;
  nationality: string;
  lastName: string;
  /** Null for a holder with one name only. */
  firstName: string | null;
  documentNumber: string;
  /** Null when the zone leaves the day or month open, or holds no date. */
  dateOfBirth: string | null;
  sex: 'M' | 'F' | 'X';
  expiryDate: string | null;
  personalNumber: string | null;
  /** The name fills its field to the last place, so the zone may hold less than the page. */
  namesCut: boolean;
  lines: readonly string[];
}

/** Reads the fields of a zone. A birth date is never after `today`; an expiry date is always in this century. */
export function parseZone(format: ZoneFormat, lines: readonly string[], today: string): Zone {
  const text = (field: string): string => zoneText(format, lines, field);
  const names = text('names');
  const [last = '', first = ''] = names.replace(/<+$/, '').split('<<');
  const long = longNumber(format, lines);
  const personal = plain(long?.rest ?? text('optional')) || plain(text('optional_2'));
  return {
    format,
    documentType: plain(text('document_type')),
    issuingState: plain(text('issuing_country')),
    nationality: plain(text('nationality')),
    lastName: plain(last),
    firstName: plain(first) || null,
    documentNumber: plain(long?.number ?? text('document_number')),
    dateOfBirth: birthDate(text('date_of_birth'), today),
    sex: readSex(text('sex')),
    expiryDate: calendarDate(`20${text('expiry_date')}`),
    personalNumber: personal || null,
    namesCut: !names.endsWith('<'),
    lines,
  };
}

/** Returns a text of the zone with its fillers as single spaces and none at the ends. */
function plain(text: string): string {
  return text.replace(/<+/g, ' ').trim();
}

function readSex(char: string): Zone['sex'] {
  return char === 'M' || char === 'F' ? char : 'X';
}

function birthDate(text: string, today: string): string | null {
  const recent = calendarDate(`20${text}`);
  return recent !== null && recent <= today ? recent : calendarDate(`19${text}`);
}

function calendarDate(digits: string): string | null {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  return isCalendarDate(date) ? date : null;
}
