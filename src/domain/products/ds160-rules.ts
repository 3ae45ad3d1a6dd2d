import { addMonths } from './calendar.ts';
import { type Answers, type CrossFieldRule, endOfStay, entries, sharedRules, text } from './cross-field-rule.ts';
import { isRestrictedForUsVisa } from './nationalities.ts';

const stayFields = [
  'arrival_date',
  'departure_date',
  'intended_arrival_date',
  'intended_stay_length',
  'intended_stay_unit',
];

/** Returns when the stay begins and ends, as far as the form tells. */
function stayOf(answers: Answers): { from?: string | undefined; until?: string | undefined } {
  const from = text(answers, 'arrival_date') ?? text(answers, 'intended_arrival_date');
  const until = text(answers, 'departure_date');
  const unit = text(answers, 'intended_stay_unit');
  const length = answers.intended_stay_length as number | undefined;
  if (until !== undefined || from === undefined || unit === undefined || length === undefined) return { from, until };
  return { from, until: endOfStay(from, length, unit) };
}

/** Lists of periods: which list, and its first and last date. */
const periods: readonly (readonly [list: string, from: string, until: string])[] = [
  ['previous_employers', 'start_date', 'end_date'],
  ['schools', 'start_date', 'end_date'],
  ['military_service', 'start_date', 'end_date'],
  ['former_spouses', 'marriage_date', 'marriage_end_date'],
];

/** The rules over several fields of the DS-160 form. */
export const ds160Rules: readonly CrossFieldRule[] = [
  ...sharedRules({
    travel: ['departure_date', 'arrival_date', 'intended_arrival_date'],
    guardian: ['preparer_surnames', 'preparer_given_names', 'preparer_relationship'],
    guardianHint: 'Set assisted_by_preparer to true and name the parent or guardian as the preparer.',
  }),
  {
    id: 'restricted_nationality',
    level: 'error',
    says: 'Visitor visas are not suspended for the nationality.',
    fields: ['nationality'],
    check(answers, found, { today }) {
      if (isRestrictedForUsVisa(text(answers, 'nationality') ?? '', today))
        found(
          'nationality',
          'The issue of visitor visas is suspended for this nationality, so no application can be filed.',
        );
    },
  },
  {
    id: 'dates_order',
    level: 'error',
    says: 'No period ends before it begins.',
    fields: ['arrival_date', 'departure_date', ...periods.map(([list]) => list)],
    check(answers, found) {
      const arrival = text(answers, 'arrival_date');
      const departure = text(answers, 'departure_date');
      if (arrival !== undefined && departure !== undefined && departure < arrival)
        found('departure_date', 'The departure date must not be before the arrival date.');
      for (const [list, from, until] of periods) {
        entries(answers, list).forEach((entry, index) => {
          const start = text(entry, from);
          const end = text(entry, until);
          if (start !== undefined && end !== undefined && end < start)
            found(`${list}[${index}].${until}`, 'The last date of a period must not be before its first.');
        });
      }
    },
  },
  {
    id: 'esignature_match',
    level: 'error',
    says: 'The electronic signature is the passport number.',
    fields: ['esignature_passport_number', 'passport_number'],
    check(answers, found) {
      const signature = text(answers, 'esignature_passport_number');
      const number = text(answers, 'passport_number');
      if (signature !== undefined && number !== undefined && signature !== number)
        found('esignature_passport_number', 'The electronic signature must be the passport number of this form.');
    },
  },
  {
    id: 'six_month_validity',
    level: 'warning',
    says: 'The passport is valid for six months beyond the stay.',
    fields: ['passport_expiry_date', ...stayFields],
    check(answers, found) {
      const expiry = text(answers, 'passport_expiry_date');
      const { from, until = from } = stayOf(answers);
      if (expiry !== undefined && until !== undefined && expiry < addMonths(until, 6)) {
        found(
          'passport_expiry_date',
          'The passport should be valid for six months beyond the stay, unless the two countries agreed otherwise.',
        );
      }
    },
  },
  {
    id: 'stay_limit',
    level: 'warning',
    says: 'The stay is no longer than six months.',
    fields: stayFields,
    check(answers, found) {
      const { from, until } = stayOf(answers);
      if (from === undefined || until === undefined || until <= addMonths(from, 6)) return;
      found(
        text(answers, 'departure_date') === undefined ? 'intended_stay_length' : 'departure_date',
        'A visitor is rarely admitted for more than six months.',
      );
    },
  },
  {
    id: 'five_years',
    level: 'warning',
    says: 'Phones, emails, social media, employers and travel cover the last five years.',
    fields: [
      'employment_start_date',
      'previously_employed',
      'previous_employers',
      'traveled_last_five_years',
      'us_visits',
    ],
    check(answers, found, { today }) {
      const since = addMonths(today, -60);
      const start = text(answers, 'employment_start_date');
      if (start !== undefined && start > since && answers.previously_employed === false) {
        found(
          'previously_employed',
          'The present work or study began within the last five years; list what came before, if anything did.',
        );
      }
      const visited = entries(answers, 'us_visits').some((visit) => (text(visit, 'arrival_date') ?? '') > since);
      if (visited && answers.traveled_last_five_years === false)
        found('traveled_last_five_years', 'A US visit within the last five years is listed, so this should be true.');
    },
  },
];
