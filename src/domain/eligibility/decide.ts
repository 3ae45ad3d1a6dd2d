import { inSentence } from '../../kernel/country.ts';
import { findProduct, type Product } from '../products/catalog.ts';
import { openProductIds } from '../products/product-id.ts';
import type { Case } from './case.ts';
import { decideCanada } from './decide-canada.ts';
import { decideEurope } from './decide-europe.ts';
import { decideUnitedKingdom } from './decide-united-kingdom.ts';
import { decideUnitedStates } from './decide-united-states.ts';
import { exempt, notCovered, useOtherPassport } from './outcomes.ts';
import { cite, entryState, overseasTerritories, passportState, type Regime, regimeOf } from './rulebook.ts';
import type { Condition, Outcome, Question, Verdict, Warning } from './verdict.ts';

const deciders: Record<Regime, (asked: Case) => Outcome> = {
  united_states: decideUnitedStates,
  united_kingdom: decideUnitedKingdom,
  canada: decideCanada,
  europe: decideEurope,
};

/**
 * Decides which authorization a traveler needs, for the day of travel or else `today` (`YYYY-MM-DD`). Pure; the facts are
 * compiled once. What was not said is presumed ordinary and named in `conditions`.
 */
export function decideEligibility(question: Question, today: string): Verdict {
  const asked = caseOf(question, today);
  return verdictOf(asked, decideOutcome(asked));
}

function caseOf({ nationality, destination, traveler }: Question, today: string): Case {
  let passport = passportState(nationality);
  const others = new Set((traveler.other_nationalities ?? []).map(passportState));
  if (traveler.british_status === 'british_citizen') {
    // People of an overseas territory may be British citizens as well; the status says which passport they mean.
    if (overseasTerritories.has(passport)) passport = 'GB';
    else others.add('GB');
  }
  others.delete(passport);
  return {
    nationality: passport,
    destination: entryState(destination),
    others: [...others],
    traveler,
    date: traveler.travel_date ?? today,
  };
}

function decideOutcome(asked: Case): Outcome {
  const { nationality, destination, others, traveler } = asked;
  const isBritishOnly = traveler.british_status !== undefined && traveler.british_status !== 'british_citizen';
  if (nationality === destination && !(nationality === 'GB' && isBritishOnly)) {
    return exempt(asked, { id: 'own_country', reasonCode: 'OWN_COUNTRY', sources: ['GK'] });
  }
  const regime = regimeOf(destination);
  if (regime !== undefined) return deciders[regime](asked);
  if (others.includes(destination)) return useOtherPassport(asked, destination, ['GK']);
  return notCovered(
    'DESTINATION_NOT_COVERED',
    `This service has no authorization for ${inSentence(destination)} and does not know its entry rules; this is no word on whether a visa is needed.`,
    ['GK'],
  );
}

const isOpen = (product: string): product is (typeof openProductIds)[number] =>
  (openProductIds as readonly string[]).includes(product);

function verdictOf(asked: Case, outcome: Outcome): Verdict {
  const conditions = (outcome.conditions ?? []).filter((condition): condition is Condition => condition !== null);
  const said = {
    nationality: asked.nationality,
    destination: asked.destination,
    reasonCode: outcome.reasonCode,
    explanation: outcome.explanation,
    conditions,
    warnings: (outcome.warnings ?? []).filter((warning): warning is Warning => warning !== null),
    sources: cite(outcome.sources),
  };
  if (outcome.product === null) {
    return { kind: 'not_required', required: false, verdict: outcome.verdict, ...said };
  }
  const product = findProduct(outcome.product);
  const needed = {
    required: true,
    eligibility: conditions.some(({ decides }) => decides) ? 'conditional' : 'eligible',
    validityPeriod: validityOf(product, asked.nationality),
    maxStayDays: product.maxStay.days,
    processingTime: product.processing.text,
    ...said,
  } as const;
  return isOpen(outcome.product)
    ? { kind: 'open', product: outcome.product, ...needed }
    : { kind: 'pre_launch', product: outcome.product, statusNote: product.statusNote ?? '', ...needed };
}

/** Says how long a product is valid, with what departs from the rule for a nationality. */
function validityOf({ validity }: Product, nationality: string): string {
  const exception = validity.exceptions.find((entry) => entry.nationality === nationality);
  return exception === undefined || exception.period === validity.period ? validity.text : exception.text;
}
