import { countryName } from '../../kernel/country.ts';
import { findProduct } from '../products/catalog.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { type TravelerFact, travelerFields } from '../products/traveler-fields.ts';
import { lastValidDay } from '../products/validity.ts';
import { zoneFields, zoneFormatOf } from './mrz.ts';
import { matchName } from './name-match.ts';
import { isPassport } from './passport.ts';
import { britishStatusOf, countryOfState } from './state-codes.ts';
import { parseZone, type Zone } from './zone.ts';

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
  /** What the form would hold if the document is right; never shown. */
  correction: string | null;
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
  /** Numbers that stand for an outcome in the sandbox and are on no passport. */
  isTestNumber?: (passportNumber: string) => boolean;
}

type Found = Omit<Finding, 'formValue' | 'documentValue' | 'correction'> & {
  formValue?: string;
  documentValue?: string;
};

/** Shows enough of a value to recognize it, and no more: the first letter of a name, the year of a date, two last characters of a number. */
export function mask(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value.slice(0, 4)}-••-••`;
  if (/\d/.test(value)) return `•••${value.slice(-2)}`;
  return value.length <= 2 ? value : `${value.slice(0, 1)}•••`;
}

const maskedFacts: ReadonlySet<TravelerFact> = new Set([
  'passportNumber',
  'lastName',
  'firstName',
  'dateOfBirth',
  'passportExpiry',
]);

/**
 * Compares a form with the zone of its passport page, with the profile it was seeded from, and with its own trip. Pure. Each finding
 * names the field, shows both values masked, and says what to do. A zone whose check digits do not all agree only warns.
 */
export function crossCheck(facts: CrossCheckFacts): Finding[] {
  const findings: Finding[] = [];
  const fieldOf = (fact: TravelerFact) => travelerFields[facts.product][fact];
  const written = (fact: TravelerFact): string | null => {
    const value = facts.form[fieldOf(fact) ?? ''];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const add = (fact: TravelerFact, found: Omit<Found, 'field'>) => {
    const field = fieldOf(fact);
    if (field === undefined) return;
    const show = (value: string | undefined) =>
      value === undefined ? null : maskedFacts.has(fact) ? mask(value) : value;
    findings.push({
      ...found,
      field,
      formValue: show(found.formValue),
      documentValue: show(found.documentValue),
      correction: found.documentValue ?? null,
    });
  };
  const zone = readZone(facts);
  if (zone) compareZone(zone, facts, written, add);
  compareProfile(facts, written, add);
  checkTrip(facts, written, add);
  return findings;
}

type Written = (fact: TravelerFact) => string | null;
type Add = (fact: TravelerFact, found: Omit<Found, 'field'>) => void;

function readZone({ zone, today }: CrossCheckFacts): Zone | undefined {
  const format = zone ? zoneFormatOf(zone.lines) : undefined;
  return zone && format ? parseZone(format, zone.lines, today) : undefined;
}

function compareZone(zone: Zone, facts: CrossCheckFacts, written: Written, add: Add): void {
  // What no check digit vouches for may be the reader's mistake.
  const block: FindingLevel = facts.zone!.valid ? 'BLOCK' : 'WARN';
  if (!isPassport(zone)) {
    add('passportPhotoUrl', {
      level: 'WARN',
      code: 'NOT_A_PASSPORT',
      message: 'The uploaded page is not of a passport.',
      fix: 'Upload the data page of the passport that the traveler will use.',
    });
  }
  compareNumber(zone, facts, written('passportNumber'), block, add);
  for (const [fact, value, what] of [
    ['dateOfBirth', zone.dateOfBirth, 'date of birth'],
    ['passportExpiry', zone.expiryDate, 'expiry date'],
  ] as const) {
    const form = written(fact);
    if (form && value && form !== value) {
      add(fact, {
        level: block,
        code: fact === 'dateOfBirth' ? 'DATE_OF_BIRTH_DIFFERS' : 'EXPIRY_DIFFERS',
        formValue: form,
        documentValue: value,
        message: `The ${what} differs from the one on the passport.`,
        fix: swapsDayAndMonth(form, value)
          ? 'Day and month are swapped: write YYYY-MM-DD.'
          : 'Copy the date from the passport.',
      });
    }
  }
  compareNames(zone, written, block, add);
  compareCodes(zone, facts, written, block, add);
}

function compareNumber(zone: Zone, facts: CrossCheckFacts, form: string | null, block: FindingLevel, add: Add): void {
  const document = zone.documentNumber.replaceAll(' ', '');
  if (!form || document === '' || facts.isTestNumber?.(form)) return;
  const number = form.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (number === document) return;
  const lookalike = (text: string) =>
    text.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8').replaceAll('S', '5');
  add('passportNumber', {
    level: block,
    code: 'PASSPORT_NUMBER_DIFFERS',
    formValue: form,
    documentValue: document,
    message: 'The passport number differs from the one on the passport.',
    fix:
      lookalike(number) === lookalike(document)
        ? 'A letter and a digit that look alike are mixed up, such as O and 0. Copy the number from the lower lines of the page.'
        : 'Copy the number from the passport, character by character.',
  });
}

function compareNames(zone: Zone, written: Written, block: FindingLevel, add: Add): void {
  const [lastName, firstName] = [written('lastName'), written('firstName')];
  if (!lastName && !firstName) return;
  const span = zoneFields[zone.format].find(({ field }) => field === 'names')!;
  const match = matchName(
    { lastName: lastName ?? '', firstName: firstName ?? '' },
    { ...zone, width: span.to - span.from },
  );
  if (match === 'same') return;
  if (match === 'given_names_incomplete') {
    add('firstName', {
      level: 'WARN',
      code: 'GIVEN_NAMES_INCOMPLETE',
      formValue: firstName ?? '',
      documentValue: zone.firstName ?? '',
      message: 'The passport has more given names than the form.',
      fix: 'Write all given names as on the passport.',
    });
    return;
  }
  const same = (form: string | null, document: string | null) =>
    (form ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '') === (document ?? '').replaceAll(' ', '');
  const wrongIsLast = match === 'swapped' || !same(lastName, zone.lastName);
  const fact = wrongIsLast ? 'lastName' : 'firstName';
  add(fact, {
    level: block,
    code: match === 'swapped' ? 'NAMES_SWAPPED' : 'NAME_DIFFERS',
    formValue: (wrongIsLast ? lastName : firstName) ?? '',
    documentValue: (wrongIsLast ? zone.lastName : zone.firstName) ?? '',
    message:
      match === 'swapped'
        ? 'Family name and given names are swapped.'
        : `The ${wrongIsLast ? 'family name' : 'given names'} differ from the passport.`,
    fix: 'Write the names as in the lower lines of the passport page, in plain Latin letters.',
  });
}

function compareCodes(zone: Zone, { product }: CrossCheckFacts, written: Written, block: FindingLevel, add: Add): void {
  const [nationality, issuer] = [countryOfState(zone.nationality), countryOfState(zone.issuingState)];
  const form = written('nationality');
  if (form && nationality && form !== nationality) {
    add('nationality', {
      level: block,
      code: 'NATIONALITY_DIFFERS',
      formValue: form,
      documentValue: nationality,
      message: `The passport says ${countryName(nationality)}.`,
      fix: 'Give the nationality of the passport that the traveler will use.',
    });
  }
  const status = britishStatusOf(zone.nationality);
  const excluded = product === 'ESTA' || (product === 'CANADA_ETA' && status === 'british_protected_person');
  if (status && excluded) {
    add('nationality', {
      level: block,
      code: 'BRITISH_STATUS_NOT_ELIGIBLE',
      documentValue: nationality ?? 'GB',
      message: `The passport is of a ${status.replaceAll('_', ' ')}, who cannot use this authorization.`,
      fix: 'Check eligibility again with british_status: another visa is needed.',
    });
  }
  const formIssuer = written('issuingCountry');
  if (formIssuer && issuer && formIssuer !== issuer) {
    add('issuingCountry', {
      level: 'WARN',
      code: 'ISSUING_COUNTRY_DIFFERS',
      formValue: formIssuer,
      documentValue: issuer,
      message: `The passport was issued by ${countryName(issuer)}.`,
      fix: 'Give the country that issued the passport.',
    });
  }
  const sex = written('gender');
  if (sex && zone.sex !== 'X' && sex !== zone.sex) {
    add('gender', {
      level: 'WARN',
      code: 'SEX_DIFFERS',
      formValue: sex,
      documentValue: zone.sex,
      message: 'The passport states another sex.',
      fix: 'Give what the passport states; authorities compare the two.',
    });
  }
}

const profileFacts = [
  'passportNumber',
  'lastName',
  'firstName',
  'dateOfBirth',
  'passportExpiry',
  'nationality',
] as const;

function compareProfile({ profile }: CrossCheckFacts, written: Written, add: Add): void {
  for (const fact of profile ? profileFacts : []) {
    const [form, saved] = [written(fact), profile?.[fact]];
    if (!form || !saved || form.toUpperCase() === saved.toUpperCase()) continue;
    add(fact, {
      level: 'INFO',
      code: 'PROFILE_DIFFERS',
      formValue: form,
      documentValue: saved,
      message: 'The form differs from the saved profile.',
      fix: 'If the form is right, update the profile.',
    });
  }
}

/** Where forms say when the trip is, last day first. */
const tripFields = ['departure_date', 'intended_arrival_date', 'planned_arrival_date', 'arrival_date', 'flight_date'];

function checkTrip({ form, product, today }: CrossCheckFacts, written: Written, add: Add): void {
  const expiry = written('passportExpiry');
  if (expiry === null) return;
  const validity = lastValidDay(today, findProduct(product).validity, { expiry, nationality: written('nationality') });
  if (validity.endsWithPassport) {
    add('passportExpiry', {
      level: 'INFO',
      code: 'AUTHORIZATION_ENDS_WITH_PASSPORT',
      formValue: expiry,
      message: 'The authorization will end with the passport, before its full period.',
      fix: 'Apply with a newer passport if one is on its way.',
    });
  }
  const trip = tripFields.map((field) => form[field]).find((value) => typeof value === 'string' && value !== '');
  if (typeof trip !== 'string' || expiry > trip) return;
  add('passportExpiry', {
    level: 'BLOCK',
    code: 'PASSPORT_EXPIRES_BEFORE_TRIP',
    formValue: expiry,
    message: 'The passport ends before or on the day of the trip.',
    fix: 'Renew the passport first: the authorization is tied to its number.',
  });
}

function swapsDayAndMonth(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  return `${year}-${day}-${month}` === other;
}
