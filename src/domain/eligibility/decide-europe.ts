import { inSentence } from '../../kernel/country.ts';
import { askEurope as ask } from './ask-europe.ts';
import { type Case, usesRefugeeDocument } from './case.ts';
import { exempt, notCovered, notNeeded, useOtherPassport } from './outcomes.ts';
import { etiasRules, exemptionOf } from './rulebook.ts';
import type { Outcome } from './verdict.ts';
import { etiasFeeWarning, minorWarning, otherPassportWarning, passportKindWarning } from './warnings.ts';

/** Decides entry to the thirty countries that will ask for ETIAS. */
export function decideEurope(asked: Case): Outcome {
  const { nationality, destination, others, traveler } = asked;
  const there = inSentence(destination);
  const freeMover = others.find((other) => etiasRules.freeMovers.has(other));
  if (freeMover !== undefined) return useOtherPassport(asked, freeMover, ['EU_ETIAS_30']);
  if (traveler.residence !== undefined && etiasRules.members.has(traveler.residence)) {
    return notNeeded(
      'RESIDENT_EXEMPT',
      `A residence permit or long-stay visa of ${inSentence(traveler.residence)} is enough to visit ${there}.`,
      ['EU_ETIAS_30'],
    );
  }
  if (usesRefugeeDocument(asked)) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      `What holders of a refugee or stateless travel document need for ${there} depends on who issued it; this service does not judge or file it.`,
      ['EU_1806'],
      { conditions: [traveler.residence === undefined ? ask.residence : null] },
    );
  }
  const exemption = exemptionOf(nationality, destination);
  if (exemption !== undefined) return exempt(asked, exemption);
  const listed = etiasRules.listed.get(nationality);
  if (listed === undefined) {
    return notCovered(
      'VISA_REQUIRED_NO_PRODUCT',
      `Nationals of ${inSentence(nationality)} need a visa for ${there}, which this service does not file.`,
      etiasRules.removed.get(nationality) ?? ['EU_1806'],
      {
        conditions: [
          traveler.other_nationalities === undefined ? ask.citizen : null,
          traveler.residence === undefined ? ask.residence : null,
        ],
      },
    );
  }
  return decideListed(asked, listed.sources);
}

function decideListed(asked: Case, sources: readonly string[]): Outcome {
  const { nationality, destination, others, traveler, date } = asked;
  const there = inSentence(destination);
  const nationals = `Nationals of ${inSentence(nationality)}`;
  const chipRule = etiasRules.requires(nationality, 'e_passport');
  if (chipRule && traveler.passport_has_chip === false) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      `${nationals} are free of the visa on biometric passports only; with another a visa for ${there} is needed, which this service does not file.`,
      chipRule,
    );
  }
  const taiwanRule = etiasRules.requires(nationality, 'national_id_number_in_passport');
  if (taiwanRule && traveler.taiwan_id_in_passport === false) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      `A Taiwan passport without an identity card number needs a visa for ${there}, which this service does not file.`,
      taiwanRule,
    );
  }
  if (traveler.stay_days !== undefined && traveler.stay_days > etiasRules.maxStayDays) {
    return notCovered(
      'STAY_TOO_LONG',
      `ETIAS will allow ${etiasRules.maxStayDays} days in any 180; a longer stay in ${there} needs a long-stay visa, which this service does not file.`,
      etiasRules.maxStaySources,
    );
  }
  return {
    product: 'ETIAS',
    reasonCode: 'PRODUCT_REQUIRED',
    explanation: `${nationals} visit ${there} without a visa for up to ${etiasRules.maxStayDays} days in any 180. ETIAS will be needed once it starts; applications are not taken yet, and nothing has to be paid now.`,
    conditions: [
      traveler.other_nationalities === undefined ? ask.citizen : null,
      traveler.residence === undefined ? ask.residence : null,
      chipRule && traveler.passport_has_chip === undefined ? ask.chip : null,
      taiwanRule && traveler.taiwan_id_in_passport === undefined ? ask.taiwanId : null,
      traveler.stay_days === undefined ? ask.stay : null,
    ],
    warnings: [
      passportKindWarning(nationality, etiasRules.requires),
      etiasFeeWarning(traveler, date),
      otherPassportWarning(
        others.find((other) => exemptionOf(other, destination)),
        destination,
      ),
      minorWarning(traveler, date),
    ],
    sources: [...sources, ...etiasRules.statusSources],
  };
}
