import type { Holder, Obstacle } from '../ocr/finding.ts';
import { findProduct } from '../products/catalog.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { decideEligibility } from './decide.ts';

/**
 * Tells what keeps the holder of a passport from a product on the day of travel, or null. A visitor visa is open to those, too, who need
 * none. Dates are `YYYY-MM-DD`.
 */
export function obstacleTo(product: OpenProductId, { nationality, ...traveler }: Holder, day: string): Obstacle | null {
  const verdict = decideEligibility({ nationality, destination: findProduct(product).destinations[0]!, traveler }, day);
  if (verdict.kind !== 'open' || (verdict.product !== product && product !== 'DS160')) {
    return { stops: true, explanation: verdict.explanation };
  }
  const limits = verdict.warnings.find(({ code }) => code === 'british_status_limits');
  return limits ? { stops: false, explanation: limits.message } : null;
}
