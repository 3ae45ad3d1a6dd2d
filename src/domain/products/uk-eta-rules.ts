import { addMonths } from './calendar.ts';
import { type CrossFieldRule, entries, sharedRules, text } from './cross-field-rule.ts';
import { listedNationalities } from './nationalities.ts';

const grave = ['convicted_last_12_months', 'prison_12_months_or_more', 'war_crimes', 'terrorism', 'extremism'];
const noEtaFor = new Set(['GB', 'IE']);

/** The rules over several fields of the UK ETA form. */
export const ukEtaRules: readonly CrossFieldRule[] = [
  ...sharedRules({
    travel: ['planned_arrival_date'],
    guardian: ['representative_name', 'representative_relationship'],
    guardianHint: 'Set applying_for_self to false and give representative_name and representative_relationship.',
  }),
  {
    id: 'eta_nationality',
    level: 'error',
    says: 'The nationality of the passport is on the ETA national list.',
    fields: ['nationality'],
    check(answers, found) {
      const nationality = text(answers, 'nationality');
      if (nationality === undefined || listedNationalities('UK_ETA').has(nationality)) return;
      found(
        'nationality',
        noEtaFor.has(nationality)
          ? 'British and Irish citizens need no ETA and cannot get one.'
          : 'This nationality is not on the ETA national list.',
      );
    },
  },
  {
    id: 'british_irish_stop',
    level: 'error',
    says: 'British and Irish citizens need no ETA and cannot get one.',
    fields: ['is_british_or_irish_citizen', 'other_nationalities'],
    check(answers, found) {
      if (answers.is_british_or_irish_citizen === true) {
        found(
          'is_british_or_irish_citizen',
          'British and Irish citizens cannot get an ETA; they travel on their British or Irish passport.',
        );
      }
      entries(answers, 'other_nationalities').forEach((other, index) => {
        if (!noEtaFor.has(text(other, 'country') ?? '')) return;
        found(
          `other_nationalities[${index}].country`,
          'British and Irish citizens cannot get an ETA; they travel on their British or Irish passport.',
        );
      });
    },
  },
  {
    id: 'suitability_warn',
    level: 'warning',
    says: 'A yes to a suitability question usually ends in a refusal.',
    fields: grave,
    check(answers, found) {
      for (const name of grave) {
        if (answers[name] === true)
          found(name, 'With this answer a refusal is likely; applying for a visitor visa is advised.');
      }
    },
  },
  {
    id: 'passport_same',
    level: 'warning',
    says: 'The ETA belongs to this one passport and ends with it, after two years at the latest.',
    fields: ['passport_expiry_date'],
    check(answers, found, { today }) {
      const expiry = text(answers, 'passport_expiry_date');
      if (expiry !== undefined && expiry < addMonths(today, 24)) {
        found(
          'passport_expiry_date',
          'The ETA is tied to this passport and will end when the passport expires, before its two years are over.',
        );
      }
    },
  },
];
