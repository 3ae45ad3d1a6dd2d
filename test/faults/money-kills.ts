import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { StripeFake } from '../stripe-fake/client.ts';
import type { ApiAnswer, ApiClient, CallOptions } from '../support/client.ts';
import type { FormData } from '../support/forms.ts';
import type { MortalService } from './journey-kills.ts';

/** How the money of one order moves. */
export type Plan =
  | 'paid'
  | 'refunded'
  | 'delayed'
  | 'delayed_failed'
  | 'cancelled_then_paid'
  | 'refunded_elsewhere'
  | 'unpaid';

export const plans: readonly Plan[] = [
  'paid',
  'refunded',
  'refunded',
  'delayed',
  'delayed_failed',
  'cancelled_then_paid',
  'refunded_elsewhere',
  'unpaid',
];

/** One order: what was planned and what the service acknowledged. */
export interface MoneyJourney {
  plan: Plan;
  orderId: string;
  sessionId: string;
  applied: boolean;
  refunded: boolean;
  /** Calls that were broken off or failed, and were made again. */
  repeated: number;
}

/** What the journeys share. */
export interface MoneyWorld {
  service: MortalService;
  fake: StripeFake;
  key: string;
  form: FormData;
  promoCode: string;
}

const pauseMilliseconds = 40;

/** Makes a call, again and again with the same idempotency key, until the service acknowledges it or refuses it for good. */
async function insist(
  { service }: MoneyWorld,
  journey: MoneyJourney,
  call: (api: ApiClient, options: CallOptions) => Promise<ApiAnswer>,
  key: string,
): Promise<ApiAnswer> {
  const options = { key, idempotencyKey: randomUUID() };
  for (;;) {
    const { api } = await service.alive();
    const answer = await call(api, options).catch(() => undefined);
    const passes = answer === undefined || answer.status >= 500 || answer.error?.code === 'IDEMPOTENCY_IN_PROGRESS';
    if (answer && !passes) return answer;
    journey.repeated += 1;
    await delay(pauseMilliseconds);
  }
}

async function untilStatus(world: MoneyWorld, journey: MoneyJourney, wanted: readonly string[]): Promise<string> {
  for (;;) {
    const query = { payment_session_id: journey.sessionId };
    const answer = await insist(world, journey, (api) => api.get('/payment-status', { query }), world.key);
    if (wanted.includes(answer.data?.status)) return answer.data.status;
    await delay(pauseMilliseconds);
  }
}

const expect201 = (answer: ApiAnswer): ApiAnswer => {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

/** Takes one order through its plan; whatever dies on the way, every step is insisted on. */
export async function moveMoney(world: MoneyWorld, plan: Plan): Promise<MoneyJourney> {
  const { fake, key, form, promoCode } = world;
  const journey: MoneyJourney = { plan, orderId: '', sessionId: '', applied: false, refunded: false, repeated: 0 };
  const wanted = { visa_type: 'CANADA_ETA', email: 'traveler@example.com', promo_code: promoCode };
  const checkout = expect201(
    await insist(world, journey, (api, options) => api.post('/checkout', wanted, options), key),
  );
  journey.orderId = checkout.data.order_id;
  journey.sessionId = checkout.data.payment_session_id;
  const [applicationId] = checkout.data.application_ids as [string];
  const session = journey.sessionId;
  if (plan === 'unpaid') return journey;

  if (plan === 'cancelled_then_paid') {
    await insist(world, journey, (api, options) => api.delete(`/applications/${applicationId}`, options), key);
    await fake.pay({ session, method: 'card' });
    await untilStatus(world, journey, ['refunded']);
    return journey;
  }
  if (plan === 'delayed' || plan === 'delayed_failed') {
    await fake.pay({ session, method: 'delayed' });
    await untilStatus(world, journey, ['processing']);
    await fake.settle({ session, succeeded: plan === 'delayed' });
    if ((await untilStatus(world, journey, ['paid', 'failed'])) === 'failed') return journey;
  } else {
    await fake.pay({ session, method: 'card' });
    await untilStatus(world, journey, ['paid']);
  }
  const body = { visa_type: 'CANADA_ETA', payment_session_id: session, form_data: form };
  expect201(await insist(world, journey, (api, options) => api.post('/apply', body, options), key));
  journey.applied = true;
  if (plan === 'refunded_elsewhere') {
    await fake.refund({ session });
    await untilStatus(world, journey, ['refunded']);
  }
  if (plan === 'refunded') {
    const path = `/applications/${applicationId}/refund`;
    const answer = await insist(world, journey, (api, options) => api.post(path, undefined, options), key);
    if (answer.status !== 200) throw new Error(`refund: ${answer.status} ${answer.text}`);
    journey.refunded = true;
  }
  return journey;
}
