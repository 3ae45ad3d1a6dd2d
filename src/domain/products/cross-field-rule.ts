import { addDays, addMonths, ageOn } from './calendar.ts';
import type { FormFacts, FormProblem, ProblemCode } from './field-reader.ts';

/** The answers that count: read, without what is blank, refused or not asked. */
export type Answers = Readonly<Record<string, unknown>>;

/** Reports what a rule found: the field to correct, and a whole sentence that names no value. */
export type Found = (field: string, message: string) => void;

/** A rule over several fields, or over a field and the date. */
export interface CrossFieldRule {
  id: string;
  /** Whether the form is refused or the applicant only told. */
  level: 'error' | 'warning';
  /** Code of the problem; CROSS_FIELD when absent. */
  code?: ProblemCode;
  /** What the rule demands, in one sentence. */
  says: string;
  /** Fields that it reads: it rests while one of them is refused, so that one mistake is told once. */
  fields: readonly string[];
  check(answers: Answers, found: Found, facts: FormFacts): void;
}

/** What the applicant is told without being stopped. */
export interface FormWarning {
  /** Path of the field. */
  field: string;
  /** `NOT_ASKED`, or the id of the rule in capitals. */
  code: string;
  message: string;
}

/** Names of the fields that the shared rules read in one form. */
export interface SharedFields {
  /** Dates of travel, the latest first: a passport has to outlast the first that is known. */
  travel: readonly string[];
  /** Who acts for a minor, in the order in which they are reported. */
  guardian: readonly string[];
  /** What has to be answered so that the guardian's fields are asked, in words. */
  guardianHint: string;
}

/** Reads an answer that is a text: a date, a country, a choice. */
export const text = (answers: Answers, name: string): string | undefined => answers[name] as string | undefined;

/** Reads an answer that is a list. */
export const entries = (answers: Answers, name: string): readonly Answers[] =>
  (answers[name] as readonly Answers[] | undefined) ?? [];

/** Nobody is older: an earlier date of birth is a typing error. */
const oldestAge = 125;

/** Makes the rules that all four forms have. */
export function sharedRules({ travel, guardian, guardianHint }: SharedFields): CrossFieldRule[] {
  return [
    {
      id: 'dob_in_past',
      level: 'error',
      code: 'INVALID_PATTERN',
      says: 'The date of birth is in the past.',
      fields: ['date_of_birth'],
      check(answers, found, { today }) {
        const birth = text(answers, 'date_of_birth');
        if (birth === undefined) return;
        if (birth >= today) found('date_of_birth', 'The date of birth must be in the past.');
        else if (ageOn(birth, today) > oldestAge)
          found('date_of_birth', 'The date of birth must be that of a living person.');
      },
    },
    {
      id: 'passport_not_expired',
      level: 'error',
      code: 'INVALID_PATTERN',
      says: 'The passport expires after today and after the planned trip.',
      fields: ['passport_expiry_date', ...travel],
      check(answers, found, { today }) {
        const expiry = text(answers, 'passport_expiry_date');
        if (expiry === undefined) return;
        const trip = travel.map((name) => text(answers, name)).find((date) => date !== undefined);
        if (expiry <= today)
          found('passport_expiry_date', 'The passport must not have expired: its last day is after today.');
        else if (trip !== undefined && expiry <= trip)
          found('passport_expiry_date', 'The passport must expire after the planned trip.');
      },
    },
    {
      id: 'passport_dates_order',
      level: 'error',
      code: 'INVALID_PATTERN',
      says: 'The passport was issued by today, not before the birth, and before it expires.',
      fields: ['passport_issue_date', 'passport_expiry_date', 'date_of_birth'],
      check(answers, found, { today }) {
        const issue = text(answers, 'passport_issue_date');
        if (issue === undefined) return;
        const expiry = text(answers, 'passport_expiry_date');
        const birth = text(answers, 'date_of_birth');
        if (issue > today) found('passport_issue_date', 'The passport issue date must not be in the future.');
        else if (expiry !== undefined && issue >= expiry)
          found('passport_issue_date', 'The passport issue date must be before its expiry date.');
        else if (birth !== undefined && issue < birth)
          found('passport_issue_date', 'The passport issue date must not be before the date of birth.');
      },
    },
    {
      id: 'minor_needs_guardian',
      level: 'error',
      code: 'MISSING',
      says: `Somebody acts for an applicant under 18. ${guardianHint}`,
      fields: ['date_of_birth', ...guardian],
      check(answers, found, { today }) {
        const birth = text(answers, 'date_of_birth');
        if (birth === undefined || ageOn(birth, today) >= 18) return;
        for (const name of guardian) {
          if (answers[name] === undefined)
            found(name, `An applicant under 18 needs somebody who acts for them. ${guardianHint}`);
        }
      },
    },
  ];
}

/** Returns the date on which an intended stay ends. */
export function endOfStay(arrival: string, length: number, unit: string): string {
  switch (unit) {
    case 'years':
      return addMonths(arrival, 12 * length);
    case 'months':
      return addMonths(arrival, length);
    case 'weeks':
      return addDays(arrival, 7 * length);
    case 'days':
      return addDays(arrival, length);
    default:
      return addDays(arrival, 1);
  }
}

/**
 * Runs the rules in their order. A rule rests while a field that it reads is in `broken`; what a rule refuses is added
 * there, so that no later rule reports it again.
 */
export function runRules(
  rules: readonly CrossFieldRule[],
  answers: Answers,
  facts: FormFacts,
  broken: Set<string>,
  problems: FormProblem[],
  warnings: FormWarning[],
): void {
  for (const rule of rules) {
    if (broken.size > 0 && rule.fields.some((name) => broken.has(name))) continue;
    rule.check(
      answers,
      (field, message) => {
        if (rule.level === 'warning') warnings.push({ field, code: rule.id.toUpperCase(), message });
        else {
          problems.push({ field, code: rule.code ?? 'CROSS_FIELD', message, rule: rule.id });
          broken.add(rootOf(field));
        }
      },
      facts,
    );
  }
}

/** Returns the field of the form that a path leads into: `other_names` for `other_names[0].family_name`. */
export function rootOf(path: string): string {
  const end = path.indexOf('[');
  return end === -1 ? path : path.slice(0, end);
}
