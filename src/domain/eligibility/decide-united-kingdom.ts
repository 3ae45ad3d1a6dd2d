import { inSentence } from '../../kernel/country.ts';
import { askUnitedKingdom as ask } from './ask-united-kingdom.ts';
import { type Case, usesRefugeeDocument } from './case.ts';
import { listed } from './listed.ts';
import { exempt, notCovered, notNeeded, useOtherPassport } from './outcomes.ts';
import { exemptionOf, ukEta } from './rulebook.ts';
import type { Outcome } from './verdict.ts';
import { minorWarning, otherPassportWarning, passportKindWarning } from './warnings.ts';

/** Decides entry to the United Kingdom, Guernsey, Jersey and the Isle of Man, which one ETA covers. */
export function decideUnitedKingdom(asked: Case): Outcome {
  const { nationality, destination, others, traveler } = asked;
  const there = inSentence(destination);
  const ownPassport = others.find((other) => other === 'GB' || other === 'IE');
  if (ownPassport !== undefined) return useOtherPassport(asked, ownPassport, ['UK_ENF', 'UK_BAIL']);
  if (traveler.british_status !== undefined && ukEta.exemptStatuses.has(traveler.british_status)) {
    return notNeeded(
      'BRITISH_STATUS_EXEMPT',
      `Holders of a ${statusWords[traveler.british_status]} passport need no ETA for ${there}.`,
      ukEta.exemptStatusSources,
    );
  }
  if (nationality === 'GB' && traveler.british_status !== undefined && traveler.british_status !== 'british_citizen') {
    return notCovered(
      'STATUS_NOT_COVERED',
      `Whether this kind of British nationality needs an ETA or a visa for ${there} depends on the right of abode, which this service does not judge; ask UK Visas and Immigration.`,
      ukEta.exemptStatusSources,
    );
  }
  if (traveler.residence === 'GB') {
    return notNeeded(
      'RESIDENT_EXEMPT',
      `People who live in the United Kingdom with permission need no ETA for ${there}.`,
      ukEta.factSources.uk_status,
    );
  }
  if (usesRefugeeDocument(asked)) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      `Holders of a refugee or stateless travel document need a visa for ${there}, which this service does not file.`,
      ukEta.factSources.refugee_document,
      { conditions: [traveler.residence === undefined ? ask.residence : null] },
    );
  }
  const exemption = exemptionOf(nationality, destination);
  if (exemption !== undefined) return exempt(asked, exemption);
  return isListed(asked) ? decideListed(asked) : visaNeeded(asked);
}

const statusWords: Record<string, string> = {
  british_overseas_territories_citizen: 'British overseas territories citizen',
  british_national_overseas: 'British National (Overseas)',
};

function isListed({ nationality, date }: Case): boolean {
  const removed = ukEta.removed.get(nationality);
  return ukEta.listed.has(nationality) || (removed !== undefined && date < removed.from);
}

function visaNeeded({ nationality, destination, traveler }: Case): Outcome {
  const removed = ukEta.removed.get(nationality);
  const since = removed === undefined ? '' : ` since ${removed.from}`;
  return notCovered(
    'VISA_REQUIRED_NO_PRODUCT',
    `Nationals of ${inSentence(nationality)} need a visa for ${inSentence(destination)}${since}, which this service does not file.`,
    [...(removed?.sources ?? []), 'UK_VNL'],
    {
      conditions: [
        traveler.other_nationalities === undefined ? ask.otherNationalities : null,
        traveler.residence === undefined ? ask.residence : null,
      ],
    },
  );
}

function decideListed(asked: Case): Outcome {
  const { nationality, destination, others, traveler, date } = asked;
  const here = ukEta.listed.get(nationality);
  const there = inSentence(destination);
  const from = [here?.from, ukEta.destinationFrom.get(destination)].reduce<string>(
    (latest, day) => (day !== undefined && day > latest ? day : latest),
    '',
  );
  if (date < from) {
    return notNeeded(
      'NOT_YET_REQUIRED',
      `Nationals of ${inSentence(nationality)} need an ETA for ${there} from ${from} on; a journey before that day needs none.`,
      [...(here?.sources ?? []), ...(ukEta.destinationFrom.has(destination) ? ['UK_GOVJE'] : [])],
    );
  }
  const taiwanRule = ukEta.requires(nationality, 'national_id_number_in_passport');
  if (taiwanRule && traveler.taiwan_id_in_passport === false) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      `A Taiwan passport without an identification number needs a visa for ${there}, which this service does not file.`,
      taiwanRule,
    );
  }
  const livesInIreland = traveler.residence === 'IE';
  if (livesInIreland && traveler.travels_from !== undefined) {
    if (ukEta.commonTravelAreaDepartures.has(traveler.travels_from)) {
      return notNeeded(
        'COMMON_TRAVEL_AREA',
        `Residents of Ireland who travel from ${inSentence(traveler.travels_from)} need no ETA for ${there}.`,
        ukEta.factSources.ireland_resident,
      );
    }
  }
  const airside = traveler.transit === 'airside';
  if (airside && traveler.airport !== undefined && ukEta.airsideAirports.has(traveler.airport)) {
    return notNeeded(
      'TRANSIT_EXEMPT',
      `Changing planes at ${traveler.airport} without passing border control needs no ETA.`,
      ukEta.airsideSources,
    );
  }
  if (traveler.stay_days !== undefined && traveler.stay_days > ukEta.maxStayDays) {
    return notCovered(
      'STAY_TOO_LONG',
      `An ETA allows visits of up to 6 months to ${there}; a longer stay needs a visa, which this service does not file.`,
      ukEta.maxStaySources,
    );
  }
  return {
    product: 'UK_ETA',
    reasonCode: 'PRODUCT_REQUIRED',
    explanation: `Nationals of ${inSentence(nationality)} visit ${there} without a visa for up to 6 months and need an ETA before they travel${airside && traveler.airport !== undefined ? `; only at ${listed([...ukEta.airsideAirports])} is airside transit free of it` : ''}.`,
    conditions: [
      livesInIreland && traveler.travels_from === undefined ? ask.travelsFrom : null,
      airside && traveler.airport === undefined ? ask.airport : null,
      traveler.other_nationalities === undefined ? ask.otherNationalities : null,
      nationality === 'HK' && traveler.british_status === undefined ? ask.britishNationalOverseas : null,
      taiwanRule && traveler.taiwan_id_in_passport === undefined ? ask.taiwanId : null,
      traveler.residence === undefined ? ask.residence : null,
      traveler.transit === undefined ? ask.transit : null,
      traveler.stay_days === undefined ? ask.stay : null,
    ],
    warnings: [
      passportKindWarning(nationality, ukEta.requires),
      otherPassportWarning(
        others.find((other) => exemptionOf(other, destination)),
        destination,
      ),
      minorWarning(traveler, date),
    ],
    sources: here?.sources ?? ukEta.removed.get(nationality)!.sources,
  };
}
