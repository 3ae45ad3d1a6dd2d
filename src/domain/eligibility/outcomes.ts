import { inSentence } from '../../kernel/country.ts';
import type { Case } from './case.ts';
import type { Exemption } from './rulebook.ts';
import type { Outcome, ReasonCode } from './verdict.ts';

/** Returns that nothing needs to be applied for. */
export function notNeeded(reasonCode: ReasonCode, explanation: string, sources: readonly string[]): Outcome {
  return { product: null, verdict: 'not_needed', reasonCode, explanation, sources };
}

/** Returns that something else is needed, or nothing can be had, that this service does not sell. */
export function notCovered(
  reasonCode: ReasonCode,
  explanation: string,
  sources: readonly string[],
  more: Pick<Outcome, 'conditions' | 'warnings'> = {},
): Outcome {
  return { product: null, verdict: 'not_covered', reasonCode, explanation, sources, ...more };
}

const exemptionWords: Partial<Record<ReasonCode, (nationals: string, destination: string) => string>> = {
  OWN_COUNTRY: (nationals, destination) => `${nationals} are at home in ${destination} and need no authorization.`,
  FREE_MOVEMENT: (nationals, destination) =>
    `${nationals} move freely in the EU and EFTA countries and need no authorization for ${destination}.`,
  ETIAS_EXEMPT: (nationals, destination) =>
    `${nationals} need neither a visa nor ETIAS for ${destination}; the ETIAS rules leave them out.`,
  COMMON_TRAVEL_AREA: (nationals, destination) =>
    `${nationals} travel within the Common Travel Area and need no authorization for ${destination}.`,
  BRITISH_STATUS_EXEMPT: (nationals, destination) =>
    `${nationals} hold a British passport that needs no ETA for ${destination}.`,
  VISA_EXEMPT_NO_AUTHORIZATION: (nationals, destination) =>
    `${nationals} visit ${destination} without a visa and without an electronic authorization.`,
};

/** Returns that a nationality is exempt, and why. */
export function exempt(asked: Case, exemption: Exemption): Outcome {
  const words = exemptionWords[exemption.reasonCode]!;
  return notNeeded(
    exemption.reasonCode,
    words(`Nationals of ${inSentence(asked.nationality)}`, inSentence(asked.destination)),
    exemption.sources,
  );
}

/** Returns that the traveler has a passport of a country whose citizens are not issued an authorization, and must use it. */
export function useOtherPassport(asked: Case, other: string, sources: readonly string[]): Outcome {
  return notNeeded(
    'OTHER_PASSPORT_REQUIRED',
    `Citizens of ${inSentence(other)} are not issued an authorization for ${inSentence(asked.destination)}: the traveler uses the passport of ${inSentence(other)} and needs nothing else.`,
    sources,
  );
}
