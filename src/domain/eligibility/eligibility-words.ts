import { sayMoney } from '../pricing/price-words.ts';
import type { EligibilityAnswer } from './check-eligibility.ts';

/** Says the answer to an eligibility question in one or two plain sentences. */
export function sayEligibility(answer: EligibilityAnswer): string {
  const question = answer.conditions.find(({ decides }) => decides)?.question;
  const sentences = [answer.explanation];
  if (question !== undefined) sentences.push(`Still to be asked: ${question}`);
  else if (answer.kind === 'open') sentences.push(sayCost(answer));
  return sentences.join(' ');
}

function sayCost({ pricing }: Extract<EligibilityAnswer, { kind: 'open' }>): string {
  const fee = `${sayMoney(pricing.serviceFee)} service fee`;
  return pricing.officialFeeCollected
    ? `It costs ${sayMoney(pricing.total)}: ${fee} and ${sayMoney(pricing.officialFee)} official fee.`
    : `It costs ${fee} here, and ${sayMoney(pricing.officialFeePerTraveler)} official fee that is paid directly to ${pricing.paidTo}.`;
}
