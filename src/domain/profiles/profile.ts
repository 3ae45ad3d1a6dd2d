import { z } from 'zod';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { readCountry } from '../../kernel/country.ts';
import { Failure, type FieldProblem } from '../../kernel/failure.ts';

/** What a profile says of a traveler. */
export const profileFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'nationality',
  'passportNumber',
  'passportExpiry',
  'gender',
  'email',
  'cityOfBirth',
  'countryOfBirth',
  'passportPhotoUrl',
  'selfieUrl',
] as const;
export type ProfileField = (typeof profileFields)[number];

/** Sexes as passports state them. */
export const genders = ['M', 'F', 'X'] as const;
export type Gender = (typeof genders)[number];

/** Facts about a traveler; what is not known is absent. */
export type ProfileData = Partial<Record<ProfileField, string>>;

/** What is sent of a profile: a field that is null is cleared, one that is absent stays as it is. */
export type ProfileInput = Partial<Record<ProfileField, string | null | undefined>>;

/** A saved traveler. */
export interface Profile extends ProfileData {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Problems by field of the input. */
export type ProfileProblems = Partial<Record<ProfileField, FieldProblem>>;

const invalid = (message: string): FieldProblem => ({ code: 'INVALID_VALUE', message });

/** Reads one field: its value as it is kept, or what is wrong with it. */
type FieldReader = (text: string, today: string) => string | FieldProblem;

const printable = /^[^\p{Cc}\p{Cs}]*$/u;

const words =
  (longest: number): FieldReader =>
  (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return { code: 'MIN_LENGTH', message: 'must not be empty; null clears it' };
    if (trimmed.length > longest) return { code: 'MAX_LENGTH', message: `must be at most ${longest} characters` };
    return printable.test(trimmed) ? trimmed : { code: 'INVALID_PATTERN', message: 'must not have control characters' };
  };

const country: FieldReader = (text) =>
  readCountry(text.trim()) ?? invalid('must be an ISO 3166-1 alpha-2 country code such as DE');

const date =
  (first: string, last: (today: string) => string, wrong: string): FieldReader =>
  (text, today) =>
    text >= first && text <= last(today) ? text : invalid(wrong);

const fileUrl: FieldReader = (text) =>
  text.length <= 2_048 && URL.canParse(text)
    ? text
    : { code: 'INVALID_FILE_URL', message: 'must be a URL that POST /documents returned' };

const readers: Record<ProfileField, FieldReader> = {
  firstName: words(100),
  lastName: words(100),
  dateOfBirth: date('1900-01-01', (today) => today, 'must be a day in the past, from 1900 on'),
  nationality: country,
  passportNumber: (text) => {
    const number = text.replace(/[\s-]/g, '').toUpperCase();
    return /^[A-Z0-9]{5,20}$/.test(number)
      ? number
      : { code: 'INVALID_PATTERN', message: 'must be 5 to 20 letters and digits' };
  },
  passportExpiry: date('1980-01-01', () => '2100-12-31', 'must be a day between 1980 and 2100'),
  gender: (text) => ((genders as readonly string[]).includes(text) ? text : invalid('must be one of M, F, X')),
  email: (text) =>
    text.length <= 254 && z.email().safeParse(text.trim()).success ? text.trim() : invalid('must be an email address'),
  cityOfBirth: words(100),
  countryOfBirth: country,
  passportPhotoUrl: fileUrl,
  selfieUrl: fileUrl,
};

/** The fields that hold the URL of an uploaded file. */
export const fileFields = ['passportPhotoUrl', 'selfieUrl'] as const satisfies readonly ProfileField[];

/** What a profile input amounts to: values to set, fields to clear. */
export interface ProfileChange {
  set: ProfileData;
  clear: ProfileField[];
  problems: ProfileProblems;
}

/** Reads a profile input: values as they are kept (countries in upper case, passport numbers without blanks), and all problems. */
export function readProfileInput(input: ProfileInput, clock: Clock): ProfileChange {
  const today = dateOf(clock.now());
  const change: ProfileChange = { set: {}, clear: [], problems: {} };
  for (const field of profileFields) {
    const value = input[field];
    if (value === undefined) continue;
    if (value === null) {
      change.clear.push(field);
      continue;
    }
    const read = readers[field](value, today);
    if (typeof read === 'string') change.set[field] = read;
    else change.problems[field] = read;
  }
  return change;
}

/** Throws INVALID_REQUEST with every problem, the first one in the message. */
export function requireNoProblems(problems: ProfileProblems): void {
  const [first] = Object.entries(problems);
  if (first === undefined) return;
  throw new Failure('INVALID_REQUEST', { message: `${first[0]} ${first[1].message}.`, details: problems });
}
