import { inSentence } from '../../kernel/country.ts';
import { askUnitedStates as ask } from './ask-united-states.ts';
import { type Case, usesRefugeeDocument } from './case.ts';
import { listed } from './listed.ts';
import { exempt, notCovered, notNeeded, useOtherPassport } from './outcomes.ts';
import { exemptionOf, type Suspension, unitedStatesNationals, visaWaiver, visitorVisa } from './rulebook.ts';
import type { Condition, Outcome } from './verdict.ts';
import {
  bondWarning,
  evusWarning,
  limitedWaiverWarning,
  longStayWarning,
  minorWarning,
  otherPassportWarning,
  passportKindWarning,
} from './warnings.ts';

/** Decides entry to the United States: ESTA before the visitor visa, and neither while entry is suspended. */
export function decideUnitedStates(asked: Case): Outcome {
  const { nationality, others, traveler, date } = asked;
  const ownPassport = others.find((other) => unitedStatesNationals.has(other));
  if (ownPassport !== undefined) return useOtherPassport(asked, 'US', ['GK']);
  const exemption = exemptionOf(nationality, 'US');
  if (exemption !== undefined && !usesRefugeeDocument(asked)) return exempt(asked, exemption);
  if (traveler.us_permanent_resident) {
    return notNeeded(
      'RESIDENT_EXEMPT',
      'Lawful permanent residents of the United States return with their green card and need neither ESTA nor a visa.',
      ['GK'],
    );
  }
  if (traveler.us_nonimmigrant_visa_valid) {
    return notNeeded(
      'VISA_HELD',
      'A valid US visa for the purpose of the journey is enough; neither ESTA nor a new visa is needed.',
      ['US_ESTA2025', 'GK'],
    );
  }
  const waiver = visaWaiver.listed.get(nationality);
  if (waiver !== undefined && date >= waiver.from) {
    const bars = barsTo(asked);
    return bars.length === 0 ? esta(asked) : visitorVisaOrNothing(asked, bars);
  }
  return visitorVisaOrNothing(asked, []);
}

interface Bar {
  reason: string;
  sources: readonly string[];
}

/** Lists what rules ESTA out for a traveler whose nationality would have it. */
function barsTo(asked: Case): Bar[] {
  const { nationality, others, traveler } = asked;
  const bars: Bar[] = [];
  if (traveler.british_status !== undefined && nationality === 'GB' && traveler.british_status !== 'british_citizen') {
    bars.push({
      reason: 'ESTA is for British citizens, not for other kinds of British nationality',
      sources: visaWaiver.requires('GB', 'british_citizen_passport')!,
    });
  }
  if (usesRefugeeDocument(asked)) {
    bars.push({
      reason: 'ESTA needs a national passport, not a refugee or stateless travel document',
      sources: ['GK'],
    });
  }
  const chipRule = visaWaiver.requires(nationality, 'e_passport');
  if (traveler.passport_has_chip === false && chipRule) {
    bars.push({ reason: 'ESTA needs a passport with a chip', sources: chipRule });
  }
  const taiwanRule = visaWaiver.requires(nationality, 'national_id_number_in_passport');
  if (traveler.taiwan_id_in_passport === false && taiwanRule) {
    bars.push({ reason: 'ESTA needs a Taiwan passport with a personal identification number', sources: taiwanRule });
  }
  if (traveler.stay_days !== undefined && traveler.stay_days > visaWaiver.maxStayDays) {
    bars.push({
      reason: `ESTA allows stays of up to ${visaWaiver.maxStayDays} days`,
      sources: visaWaiver.maxStaySources,
    });
  }
  for (const { countries, since, sources } of visaWaiver.travelBars) {
    const visit = traveler.visited?.find(
      ({ country, date }) => countries.has(country) && date !== null && date >= since,
    );
    if (visit) bars.push({ reason: `a visit to ${inSentence(visit.country)} since ${since} rules ESTA out`, sources });
  }
  const second = others.find((other) => visaWaiver.dualNationalityBar.has(other));
  if (second !== undefined) {
    bars.push({
      reason: `a second nationality of ${inSentence(second)} rules ESTA out`,
      sources: visaWaiver.dualNationalitySources,
    });
  }
  return bars;
}

function esta(asked: Case): Outcome {
  const { nationality, others, traveler, date } = asked;
  const undatedVisit = traveler.visited?.some(
    (visit) => visit.date === null && visaWaiver.travelBars.some(({ countries }) => countries.has(visit.country)),
  );
  const emergency = traveler.document === 'emergency_passport';
  const conditions: (Condition | null)[] = [
    undatedVisit ? ask.visitedDate : null,
    traveler.passport_has_chip === undefined ? (emergency ? ask.emergencyChip : ask.chip) : null,
    traveler.visited === undefined ? ask.visited : null,
    traveler.other_nationalities === undefined ? ask.otherNationalities : null,
    traveler.stay_days === undefined ? ask.stay : null,
    nationality === 'GB' && traveler.british_status === undefined ? ask.britishCitizen : null,
    nationality === 'TW' && traveler.taiwan_id_in_passport === undefined ? ask.taiwanId : null,
    traveler.us_nonimmigrant_visa_valid === undefined ? ask.visa : null,
  ];
  return {
    product: 'ESTA',
    reasonCode: 'PRODUCT_REQUIRED',
    explanation: `Nationals of ${inSentence(nationality)} visit the United States without a visa for up to ${visaWaiver.maxStayDays} days and need an ESTA before they travel.`,
    conditions,
    warnings: [
      passportKindWarning(nationality, visaWaiver.requires),
      otherPassportWarning(
        others.find((other) => exemptionOf(other, 'US')),
        'US',
      ),
      minorWarning(traveler, date),
    ],
    sources: visaWaiver.listed.get(nationality)!.sources,
  };
}

const isSuspended = (suspension: Suspension | undefined, date: string): suspension is Suspension =>
  suspension !== undefined && date >= suspension.from && (suspension.until === null || date <= suspension.until);

function visitorVisaOrNothing(asked: Case, bars: readonly Bar[]): Outcome {
  const { nationality, others, traveler, date } = asked;
  const suspension = visitorVisa.suspensions.get(nationality);
  if (isSuspended(suspension, date)) return suspended(asked, suspension);
  const country = inSentence(nationality);
  const notWaived = visaWaiver.neverAdmitted.get(nationality);
  return {
    product: 'DS160',
    reasonCode: bars.length > 0 ? 'ESTA_RULED_OUT' : 'PRODUCT_REQUIRED',
    explanation:
      bars.length > 0
        ? `Nationals of ${country} usually travel with an ESTA, but here the visitor visa (DS160) is needed: ${listed(bars.map(({ reason }) => reason))}.`
        : `Nationals of ${country} need a visitor visa (form DS160) and an interview at a US consulate to visit the United States.`,
    conditions: [
      traveler.us_nonimmigrant_visa_valid === undefined ? ask.visa : null,
      traveler.us_permanent_resident === undefined ? ask.resident : null,
    ],
    warnings: [
      bondWarning(nationality, date),
      evusWarning(nationality, date),
      limitedWaiverWarning(nationality),
      longStayWarning(traveler, visitorVisa.maxStayDays),
      otherPassportWarning(
        others.find((other) => exemptionOf(other, 'US')),
        'US',
      ),
    ],
    sources: [
      ...bars.flatMap(({ sources }) => sources),
      ...(notWaived ?? []),
      ...visitorVisa.sources,
      ...(visitorVisa.bonds.get(nationality)?.sources ?? []),
    ],
  };
}

function suspended(asked: Case, { from, sources }: Suspension): Outcome {
  const { nationality, others, traveler, date } = asked;
  const way = others.find((other) => !isSuspended(visitorVisa.suspensions.get(other), date));
  const advice =
    way === undefined
      ? ''
      : ` The traveler may apply on the passport of ${inSentence(way)} instead: ask again with the nationality ${way}.`;
  return notCovered(
    'ENTRY_SUSPENDED',
    `The United States has suspended visitor visas for ${nationality === 'PS' ? 'travel documents of the Palestinian Authority' : `nationals of ${inSentence(nationality)}`} since ${from}; nothing can be applied for.${advice}`,
    sources,
    {
      conditions: [
        traveler.us_nonimmigrant_visa_valid === undefined ? ask.visa : null,
        traveler.us_permanent_resident === undefined ? ask.resident : null,
        traveler.other_nationalities === undefined ? ask.unlistedPassport : null,
      ],
    },
  );
}
