import { inSentence } from '../../kernel/country.ts';
import { askCanada as ask } from './ask-canada.ts';
import { type Case, usesRefugeeDocument } from './case.ts';
import { exempt, notCovered, notNeeded, useOtherPassport } from './outcomes.ts';
import { canadaEta, type DocumentRequirement, exemptionOf } from './rulebook.ts';
import type { Outcome, Warning } from './verdict.ts';
import { longStayWarning, minorWarning, otherPassportWarning, passportKindWarning } from './warnings.ts';

/** Decides entry to Canada: listed nationals by air, conditional nationals with a visa history, everybody else by visa. */
export function decideCanada(asked: Case): Outcome {
  const { nationality, others, traveler } = asked;
  if (others.includes('CA')) return useOtherPassport(asked, 'CA', canadaEta.factSources.dual_citizen);
  if (traveler.us_permanent_resident) {
    return notNeeded(
      'RESIDENT_EXEMPT',
      'Lawful permanent residents of the United States need neither a visa nor an eTA for Canada: passport and green card are enough.',
      canadaEta.factSources.us_permanent_resident,
    );
  }
  if (usesRefugeeDocument(asked)) {
    return notCovered(
      'DOCUMENT_NOT_ACCEPTED',
      'An eTA needs a national passport; holders of a refugee or stateless travel document need a visa for Canada, which this service does not file.',
      canadaEta.sources,
      { conditions: [traveler.us_permanent_resident === undefined ? ask.resident : null] },
    );
  }
  const exemption = exemptionOf(nationality, 'CA');
  if (exemption !== undefined) return exempt(asked, exemption);
  if (isListed(asked)) return decideListed(asked);
  const conditional = canadaEta.conditional.get(nationality);
  return conditional !== undefined && asked.date >= conditional.from ? decideConditional(asked) : visaNeeded(asked);
}

function isListed({ nationality, date }: Case): boolean {
  const entry = canadaEta.listed.get(nationality);
  if (entry !== undefined) return date >= entry.from;
  const until = canadaEta.listedUntil.get(nationality);
  return until !== undefined && date < until;
}

/** Tells whether a Canadian visa was issued within the years that count. */
function hasVisaHistory({ traveler, date }: Case): boolean {
  if (traveler.canadian_visa_issued === undefined) return false;
  const earliest = `${Number(date.slice(0, 4)) - canadaEta.visaHistoryYears}${date.slice(4)}`;
  return traveler.canadian_visa_issued >= earliest;
}

function canadianVisaWarning(asked: Case): Warning | null {
  return hasVisaHistory(asked)
    ? { code: 'canadian_visa', message: 'If the Canadian visa is still valid, nothing else needs to be applied for.' }
    : null;
}

function visaNeeded(asked: Case): Outcome {
  const { nationality, traveler } = asked;
  return notCovered(
    'VISA_REQUIRED_NO_PRODUCT',
    `Nationals of ${inSentence(nationality)} need a visitor visa for Canada, which this service does not file.`,
    canadaEta.sources,
    {
      conditions: [
        traveler.us_permanent_resident === undefined ? ask.resident : null,
        traveler.other_nationalities === undefined ? ask.citizen : null,
      ],
      warnings: [canadianVisaWarning(asked)],
    },
  );
}

const passportNeeds: readonly {
  requirement: DocumentRequirement;
  fact: 'passport_has_chip' | 'taiwan_id_in_passport';
  words: string;
}[] = [
  { requirement: 'e_passport', fact: 'passport_has_chip', words: 'a passport with a chip' },
  {
    requirement: 'national_id_number_in_passport',
    fact: 'taiwan_id_in_passport',
    words: 'a passport with a personal identification number',
  },
];

/** Returns that a British nationality has no eTA, a warning where it has limits, or null where it is no obstacle. */
function judgeBritishStatus({ nationality, traveler }: Case): 'refused' | Warning | null {
  const status = traveler.british_status;
  if (nationality !== 'GB' || status === undefined || canadaEta.eligibleStatuses.has(status)) return null;
  if (!canadaEta.limitedStatuses.has(status)) return 'refused';
  const limits: Record<string, string> = {
    british_overseas_citizen: 'Only British overseas citizens who may be readmitted to the United Kingdom get an eTA.',
    british_subject: 'Only British subjects with the right of abode in the United Kingdom get an eTA.',
    british_overseas_territories_citizen: `Only citizens of ${canadaEta.territories.size} of the overseas territories get an eTA; the British Indian Ocean Territory is not among them.`,
  };
  return { code: 'british_status_limits', message: limits[status]! };
}

function decideListed(asked: Case): Outcome {
  const { nationality, others, traveler, date } = asked;
  const nationals = `Nationals of ${inSentence(nationality)}`;
  const british = judgeBritishStatus(asked);
  if (british === 'refused') {
    return notCovered(
      'STATUS_NOT_COVERED',
      'This kind of British nationality has no eTA; a visitor visa for Canada is needed, which this service does not file.',
      canadaEta.sources,
    );
  }
  for (const { requirement, fact, words } of passportNeeds) {
    const rule = canadaEta.requires(nationality, requirement);
    if (rule && traveler[fact] === false) {
      return notCovered(
        'DOCUMENT_NOT_ACCEPTED',
        `${nationals} get an eTA on ${words} only; with another a visitor visa for Canada is needed, which this service does not file.`,
        rule,
      );
    }
  }
  if (nationality === 'FR' && traveler.residence === 'PM' && traveler.travels_from === 'PM') {
    return notNeeded(
      'RESIDENT_EXEMPT',
      'French citizens who live in Saint Pierre and Miquelon and come directly from there need no eTA for Canada.',
      canadaEta.factSources.saint_pierre_resident,
    );
  }
  if (arrivesWithoutEta(asked)) {
    return notNeeded(
      'ARRIVAL_EXEMPT',
      `${nationals} need an eTA to fly to Canada, but none when they arrive by land or sea.`,
      canadaEta.factSources.arrival,
    );
  }
  return {
    product: 'CANADA_ETA',
    reasonCode: 'PRODUCT_REQUIRED',
    explanation: `${nationals} visit Canada without a visa and need an eTA to fly there or to change planes there.`,
    conditions: [
      traveler.arrives_by === undefined ? ask.arrival : null,
      traveler.us_permanent_resident === undefined ? ask.resident : null,
      traveler.other_nationalities === undefined ? ask.citizen : null,
      canadaEta.requires(nationality, 'e_passport') && traveler.passport_has_chip === undefined ? ask.chip : null,
      nationality === 'TW' && traveler.taiwan_id_in_passport === undefined ? ask.taiwanId : null,
      nationality === 'GB' && traveler.british_status === undefined ? ask.britishStatus : null,
    ],
    warnings: [
      british,
      passportKindWarning(nationality, canadaEta.requires),
      canadianVisaWarning(asked),
      longStayWarning(traveler, canadaEta.maxStayDays),
      otherPassportWarning(
        others.find((other) => exemptionOf(other, 'CA')),
        'CA',
      ),
      minorWarning(traveler, date),
    ],
    sources: canadaEta.sources,
  };
}

function arrivesWithoutEta({ traveler, date }: Case): boolean {
  const { arrives_by: way, travels_from: origin } = traveler;
  if (way === 'land') return true;
  return way === 'sea' && !(origin === 'PM' && date >= canadaEta.vesselFromSaintPierre.from);
}

function decideConditional(asked: Case): Outcome {
  const { nationality, traveler, date } = asked;
  const { sources } = canadaEta.conditional.get(nationality)!;
  const nationals = `Nationals of ${inSentence(nationality)}`;
  const history = traveler.us_nonimmigrant_visa_valid === true || hasVisaHistory(asked);
  const deniedBoth = traveler.us_nonimmigrant_visa_valid === false && traveler.canadian_visa_issued !== undefined;
  const openQuestions = [
    traveler.canadian_visa_issued === undefined ? ask.canadianVisa : null,
    traveler.us_nonimmigrant_visa_valid === undefined ? ask.unitedStatesVisa : null,
  ];
  if (traveler.arrives_by !== undefined && traveler.arrives_by !== 'air') {
    return notCovered(
      'CONDITIONS_NOT_MET',
      `${nationals} get an eTA for arrival by air only; by land or sea a visitor visa for Canada is needed, which this service does not file.`,
      sources,
    );
  }
  // Somebody who says how they arrive and names no visa is taken at their word: the visa history is what is missing.
  if (!history && (deniedBoth || traveler.arrives_by === 'air')) {
    return notCovered(
      'CONDITIONS_NOT_MET',
      `${nationals} get an eTA only with a Canadian visa of the last ${canadaEta.visaHistoryYears} years or a valid US nonimmigrant visa; without either a visitor visa for Canada is needed, which this service does not file.`,
      sources,
      { conditions: openQuestions },
    );
  }
  const open = [...(history ? [] : openQuestions), traveler.arrives_by === undefined ? ask.byAir : null];
  return {
    product: 'CANADA_ETA',
    reasonCode: open.some((question) => question !== null) ? 'PRODUCT_CONDITIONAL' : 'PRODUCT_REQUIRED',
    explanation: `${nationals} get an eTA for Canada when they arrive by air and had a Canadian visa in the last ${canadaEta.visaHistoryYears} years or hold a valid US nonimmigrant visa; otherwise a visitor visa is needed, which this service does not file.`,
    conditions: [
      ...open,
      traveler.us_permanent_resident === undefined ? ask.resident : null,
      traveler.other_nationalities === undefined ? ask.citizen : null,
    ],
    warnings: [
      canadianVisaWarning(asked),
      longStayWarning(traveler, canadaEta.maxStayDays),
      minorWarning(traveler, date),
    ],
    sources,
  };
}
