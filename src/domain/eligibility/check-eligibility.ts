import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { ExchangeRates } from '../pricing/exchange-rates.port.ts';
import type { Price } from '../pricing/price.ts';
import { type AnnouncedPricing, productPricing } from '../pricing/product-pricing.ts';
import { requirementsUrl } from '../products/links.ts';
import { decideEligibility } from './decide.ts';
import { readTraveler, requireCountry, type TravelerInput } from './traveler.ts';
import type { NotRequiredVerdict, OpenVerdict, PreLaunchVerdict, Verdict } from './verdict.ts';

/** Who wants to travel where, as the caller says it. */
export interface EligibilityRequest {
  nationality: string;
  destination: string;
  traveler?: TravelerInput | null | undefined;
}

interface Answered {
  nextStep: NextStep;
  baseUrl: string;
}

/** A verdict with its price and what to do next. */
export type EligibilityAnswer =
  | (OpenVerdict & Answered & { pricing: Price })
  | (PreLaunchVerdict & Answered & { pricing: AnnouncedPricing })
  | (NotRequiredVerdict & Answered);

/**
 * Decides which authorization a traveler needs and at what price. Reads facts in memory only. Throws INVALID_REQUEST for
 * codes that are not two letters and for impossible facts, COUNTRY_NOT_FOUND for a code that no country has.
 */
export function checkEligibility(
  ctx: { clock: Clock; exchangeRates: ExchangeRates; baseUrl: string },
  request: EligibilityRequest,
): EligibilityAnswer {
  const today = dateOf(ctx.clock.now());
  const nationality = requireCountry(request.nationality, 'nationality');
  const destination = requireCountry(request.destination, 'destination');
  const verdict = request.traveler
    ? decideEligibility({ nationality, destination, traveler: readTraveler(request.traveler, today) }, today)
    : ordinaryVerdict(nationality, destination, today);
  const { baseUrl } = ctx;
  const nextStep = nextStepAfter(verdict, request, baseUrl);
  // The fee is that of the day of applying, whenever the journey is.
  const rates = ctx.exchangeRates.current();
  switch (verdict.kind) {
    case 'open':
      return { ...verdict, nextStep, baseUrl, pricing: productPricing(verdict.product, today, rates) as Price };
    case 'pre_launch':
      return {
        ...verdict,
        nextStep,
        baseUrl,
        pricing: productPricing(verdict.product, today, rates) as AnnouncedPricing,
      };
    case 'not_required':
      return { ...verdict, nextStep, baseUrl };
  }
}

const ordinary = { day: '', verdicts: new Map<string, Verdict>() };

/** Decides for a traveler of whom nothing is said: one answer a day for each pair of countries. */
function ordinaryVerdict(nationality: string, destination: string, today: string): Verdict {
  if (ordinary.day !== today) {
    ordinary.day = today;
    ordinary.verdicts.clear();
  }
  const pair = nationality + destination;
  const known = ordinary.verdicts.get(pair);
  if (known !== undefined) return known;
  const verdict = decideEligibility({ nationality, destination, traveler: {} }, today);
  ordinary.verdicts.set(pair, verdict);
  return verdict;
}

function nextStepAfter(verdict: Verdict, request: EligibilityRequest, baseUrl: string): NextStep {
  const asks = verdict.conditions.find(({ decides }) => decides);
  if (asks !== undefined) {
    const { nationality, destination, traveler } = request;
    return {
      action: 'ask_traveler',
      why: asks.question,
      operation: 'CheckEligibility',
      // The fact stands there as null, "not said": an example might be sent as if it were true.
      arguments: { nationality, destination, traveler: { ...traveler, [asks.fact]: null } },
    };
  }
  if (verdict.kind === 'open') {
    return {
      action: 'check_out',
      why: 'The product is open: pay for it, then submit the form.',
      operation: 'CreateCheckout',
      arguments: { visa_type: verdict.product },
    };
  }
  const done = { operation: null, arguments: {} };
  if (verdict.kind === 'pre_launch') {
    const url = requirementsUrl(baseUrl, verdict.product);
    return { action: 'read_requirements', why: 'Applications are not taken yet.', url, ...done };
  }
  return verdict.verdict === 'not_needed'
    ? { action: 'done', why: 'Nothing needs to be applied for.', ...done }
    : { action: 'done', why: 'This service has nothing to apply for; the explanation says what is known.', ...done };
}

/** Returns what the traveler pays in all, in US dollars, official fee included whoever collects it. */
export function estimatedTotalUsd({ totalUsd, officialFeeUsd, officialFeeCollected }: Price): number {
  return (totalUsd.minor + (officialFeeCollected ? 0 : officialFeeUsd.minor)) / 100;
}
