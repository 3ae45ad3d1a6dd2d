import { decideEligibility } from '../../../src/domain/eligibility/decide.ts';
import { readTraveler, requireCountry, type TravelerInput } from '../../../src/domain/eligibility/traveler.ts';
import type { Verdict } from '../../../src/domain/eligibility/verdict.ts';

/** The day on which the tests ask. */
export const today = '2026-11-20';

/** Decides as the operation does: codes and facts are read, then judged. */
export function ask(nationality: string, destination: string, traveler: TravelerInput = {}, on = today): Verdict {
  return decideEligibility(
    {
      nationality: requireCountry(nationality, 'nationality'),
      destination: requireCountry(destination, 'destination'),
      traveler: readTraveler(traveler, on),
    },
    on,
  );
}

/** Says a verdict in short: the product, or why there is none. */
export function short(verdict: Verdict): string {
  return verdict.required ? verdict.product : `${verdict.verdict} ${verdict.reasonCode}`;
}
