import { addDays } from './calendar.ts';
import { type CrossFieldRule, entries, sharedRules, text } from './cross-field-rule.ts';
import { barredWithEsta, listedNationalities } from './nationalities.ts';

const grave = [
  'q1_health',
  'q2_crime',
  'q3_drugs',
  'q4_terrorism',
  'q5_fraud',
  'q6_employment',
  'q8_overstay',
  'q9_travel_history',
];

/** The rules over several fields of the ESTA form. */
export const estaRules: readonly CrossFieldRule[] = [
  ...sharedRules({
    travel: ['planned_arrival_date'],
    guardian: ['guardian_name'],
    guardianHint: 'Give the name of the parent or guardian in guardian_name.',
  }),
  {
    id: 'vwp_nationality',
    level: 'error',
    says: 'The citizenship is of a Visa Waiver Program country, and that country issued the passport.',
    fields: ['country_of_citizenship', 'passport_issuing_country'],
    check(answers, found) {
      const citizenship = text(answers, 'country_of_citizenship');
      const issuer = text(answers, 'passport_issuing_country');
      if (citizenship === undefined) return;
      if (!listedNationalities('ESTA').has(citizenship)) {
        found(
          'country_of_citizenship',
          'ESTA is for citizens of Visa Waiver Program countries only; others apply for a visitor visa (DS160).',
        );
      } else if (issuer !== undefined && issuer !== citizenship) {
        found('passport_issuing_country', 'The passport must be issued by the country of citizenship.');
      }
    },
  },
  {
    id: 'dual_bar',
    level: 'error',
    says: 'No other citizenship is of Cuba, Iran, Iraq, North Korea, Sudan or Syria.',
    fields: ['other_citizenships'],
    check(answers, found) {
      entries(answers, 'other_citizenships').forEach((other, index) => {
        if (!barredWithEsta.has(text(other, 'country') ?? '')) return;
        found(
          `other_citizenships[${index}].country`,
          'A citizenship of this country rules ESTA out; apply for a visitor visa (DS160) instead.',
        );
      });
    },
  },
  {
    id: 'yes_answers',
    level: 'warning',
    says: 'A yes to an eligibility question makes an approval unlikely.',
    fields: grave,
    check(answers, found) {
      for (const name of grave) {
        if (answers[name] === true)
          found(name, 'With this answer an approval is unlikely; a visitor visa (DS160) is the way that remains.');
      }
    },
  },
  {
    id: 'lead_time',
    level: 'warning',
    says: 'The application is made at least 72 hours before the arrival.',
    fields: ['planned_arrival_date'],
    check(answers, found, { today }) {
      const arrival = text(answers, 'planned_arrival_date');
      if (arrival === undefined || arrival > addDays(today, 3)) return;
      found(
        'planned_arrival_date',
        arrival < today
          ? 'The planned arrival date has passed.'
          : 'The planned arrival is less than 72 hours away; the decision may come too late.',
      );
    },
  },
];
