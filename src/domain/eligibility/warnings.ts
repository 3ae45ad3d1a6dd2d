import { inSentence } from '../../kernel/country.ts';
import { listed } from './listed.ts';
import { type DocumentRequirement, etiasRules, visitorVisa } from './rulebook.ts';
import type { Traveler } from './traveler.ts';
import type { Warning } from './verdict.ts';

/** Returns how old somebody is on a date, in whole years. */
export function ageOn(birth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Tells that consulates may order a bond, for the nationalities of the bond programme from their day on. */
export function bondWarning(nationality: string, date: string): Warning | null {
  const bond = visitorVisa.bonds.get(nationality);
  if (bond === undefined || date < bond.from) return null;
  const amounts = listed(visitorVisa.bondOptionsUsd.map((amount) => amount.toLocaleString('en-US')));
  const after =
    date > visitorVisa.bondAnnouncedUntil
      ? ` The programme was announced until ${visitorVisa.bondAnnouncedUntil}; check whether it still holds.`
      : '';
  return {
    code: 'visa_bond',
    message: `The consulate may order a bond (the steps are ${amounts} USD); a bonded visa is for one entry and a stay of 30 days.${after}`,
  };
}

/** Tells holders of ten-year visas from China about their enrolment. */
export function evusWarning(nationality: string, date: string): Warning | null {
  const { nationalities, feeUsd, from } = visitorVisa.evus;
  if (!nationalities.has(nationality)) return null;
  const fee = date >= from ? `, which costs ${feeUsd} USD,` : '';
  return { code: 'evus', message: `Holders of a ten-year visa must enroll in EVUS${fee} before they travel.` };
}

/** Tells that some people of that nationality travel without a visa in cases that the service cannot judge. */
export function limitedWaiverWarning(nationality: string): Warning | null {
  return visitorVisa.limitedWaivers.has(nationality)
    ? {
        code: 'limited_waiver',
        message:
          'In a few cases (preclearance, or a police certificate) no visa is needed; ask the US consulate before paying.',
      }
    : null;
}

/** Tells how long a stay usually may be where a longer one is not ruled out. */
export function longStayWarning(traveler: Traveler, maxDays: number): Warning | null {
  return traveler.stay_days !== undefined && traveler.stay_days > maxDays
    ? { code: 'long_stay', message: `Visitors are usually admitted for ${maxDays} days at most; the officer decides.` }
    : null;
}

/** Tells that a parent or guardian files for a child, and that children need an authorization of their own. */
export function minorWarning(traveler: Traveler, date: string): Warning | null {
  return traveler.date_of_birth !== undefined && ageOn(traveler.date_of_birth, date) < 18
    ? {
        code: 'minor',
        message: 'Children need an authorization of their own; a parent or guardian may apply for them.',
      }
    : null;
}

/** Tells who pays no official fee for ETIAS. */
export function etiasFeeWarning(traveler: Traveler, date: string): Warning | null {
  if (traveler.date_of_birth === undefined) return null;
  const age = ageOn(traveler.date_of_birth, date);
  const { under, over } = etiasRules.feeExemptAges;
  return age < under || age > over
    ? {
        code: 'official_fee_exempt',
        message: `Travelers under ${under} or over ${over} pay no official fee for ETIAS.`,
      }
    : null;
}

const passportKinds: Partial<Record<DocumentRequirement, string>> = {
  hksar_passport: 'Only the passport of the Hong Kong Special Administrative Region counts.',
  macao_sar_passport: 'Only the passport of the Macao Special Administrative Region counts.',
  holy_see_passport: 'Only a passport issued by the Vatican or the Holy See counts.',
  israeli_national_passport: 'Only the national Israeli passport counts, not a travel document in its place.',
  simplified_naturalization_limits:
    'Citizens naturalized by the simplified procedure have had limits on older passports; check before applying.',
};

/** Tells which passport of a nationality counts, for the requirements that a product makes of it. */
export function passportKindWarning(
  nationality: string,
  requires: (nationality: string, requirement: DocumentRequirement) => readonly string[] | undefined,
): Warning | null {
  for (const [requirement, message] of Object.entries(passportKinds)) {
    if (requires(nationality, requirement as DocumentRequirement)) return { code: 'passport_kind', message };
  }
  return null;
}

/** Tells about another passport that would need nothing. */
export function otherPassportWarning(nationality: string | undefined, destination: string): Warning | null {
  return nationality === undefined
    ? null
    : {
        code: 'other_passport_exempt',
        message: `On a passport of ${inSentence(nationality)} the traveler needs no authorization for ${inSentence(destination)}.`,
      };
}
