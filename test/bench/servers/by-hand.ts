import { hash } from 'node:crypto';
import fastify from 'fastify';
import postgres from 'postgres';
import type { EligibilityAnswer } from '../../../src/domain/eligibility/check-eligibility.ts';
import { checkEligibility, estimatedTotalUsd } from '../../../src/domain/eligibility/check-eligibility.ts';
import { refundableUntil } from '../../../src/domain/orders/order.ts';
import { statusWords } from '../../../src/domain/orders/status-words.ts';
import { embeddedRates } from '../../../src/domain/pricing/rates.ts';
import { findProduct } from '../../../src/domain/products/catalog.ts';
import { applyUrl, requirementsUrl } from '../../../src/domain/products/links.ts';
import type { OpenProductId } from '../../../src/domain/products/product-id.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { newId } from '../../../src/kernel/id.ts';
import { type Money, majorAmount } from '../../../src/kernel/money.ts';
import type { ApplicationStatus } from '../../../src/kernel/status.ts';
import { reportComputingTime } from './measured.ts';

/** The two endpoints that are compared, written by hand on Fastify and postgres.js, with the same rules and the same answers. */
const baseUrl = process.env.BASE_URL!;
const sql = postgres(process.env.DATABASE_URL!, { max: 10, onnotice: () => {} });
const app = fastify({ logger: false });
const ctx = { clock: systemClock, exchangeRates: { current: () => embeddedRates, refresh: async () => {} }, baseUrl };

const meta = (requestId: string) => ({
  service: 'visa-agent-service',
  version: '1.0.0',
  documentation: `${baseUrl}/docs`,
  timestamp: new Date().toISOString(),
  request_id: requestId,
});
const money = (value: Money) => ({ amount: majorAmount(value), currency: value.currency });

app.setErrorHandler((error, _request, reply) => {
  const failure = error instanceof Failure ? error : new Failure('INTERNAL');
  const requestId = newId('req');
  return reply
    .status(failure.status)
    .headers({ 'x-request-id': requestId, 'cache-control': 'no-store' })
    .send({
      success: false,
      error: { code: failure.code, message: failure.message, hint: failure.hint },
      _meta: meta(requestId),
    });
});

const eligibilityBody = {
  type: 'object',
  properties: { nationality: { type: 'string' }, destination: { type: 'string' } },
  required: ['nationality', 'destination'],
  additionalProperties: false,
} as const;

app.post<{ Body: { nationality: string; destination: string } }>(
  '/api/v1/agent/eligibility',
  { schema: { body: eligibilityBody } },
  async (request, reply) => {
    const requestId = newId('req');
    const answer = checkEligibility(ctx, request.body) as Extract<EligibilityAnswer, { kind: 'open' }>;
    const { pricing } = answer;
    reply.headers({ 'x-request-id': requestId, 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    return {
      success: true,
      data: {
        required: answer.required,
        available: true,
        status: 'open',
        visa_type: answer.product,
        nationality: answer.nationality,
        destination: answer.destination,
        eligibility: answer.eligibility,
        reason_code: answer.reasonCode,
        explanation: answer.explanation,
        conditions: answer.conditions.map((condition) => ({
          code: condition.code,
          fact: condition.fact,
          question: condition.question,
          decides: condition.decides,
          alternative_to: condition.alternativeTo ?? null,
          if_true: condition.ifTrue,
          if_false: condition.ifFalse,
          example: condition.example,
        })),
        warnings: answer.warnings.map(({ code, message }) => ({ code, message })),
        pricing: {
          service_fee: money(pricing.serviceFee),
          official_fee: {
            ...money(pricing.officialFee),
            paid_to: pricing.paidTo,
            per_traveler: money(pricing.officialFeePerTraveler),
            announced: false,
          },
          official_fee_collected: pricing.officialFeeCollected,
          surcharges: pricing.surcharges.map(({ code, label, amount }) => ({ code, label, ...money(amount) })),
          add_ons: pricing.addOns.map(({ code, label, amount }) => ({ code, label, ...money(amount) })),
          discount: pricing.discount && {
            code: pricing.discount.code,
            percent_off: pricing.discount.percentOff,
            ...money(pricing.discount.amount),
          },
          num_travelers: pricing.travelers,
          per_traveler_usd: majorAmount(pricing.perTravelerUsd),
          total_usd: majorAmount(pricing.totalUsd),
          total_estimated_usd: estimatedTotalUsd(pricing),
          total: money(pricing.total),
          exchange_rate: {
            rate: pricing.exchangeRate.rate,
            as_of: pricing.exchangeRate.asOf,
            source: pricing.exchangeRate.source,
          },
        },
        official_fee_collected: pricing.officialFeeCollected,
        validity_period: answer.validityPeriod,
        max_stay_days: answer.maxStayDays,
        processing_time: answer.processingTime,
        next_step: 'checkout',
        next: {
          action: answer.nextStep.action,
          why: answer.nextStep.why,
          url: answer.nextStep.url ?? null,
          rest: { method: 'POST', path: '/api/v1/agent/checkout', body: { visa_type: answer.product } },
          tool: { name: 'create_checkout_session', arguments: { visa_type: answer.product } },
        },
        links: {
          requirements_url: requirementsUrl(baseUrl, answer.product),
          apply_url: applyUrl(baseUrl, answer.product),
        },
        sources: answer.sources.map(({ title, url, verifiedAt }) => ({ title, url, verified_at: verifiedAt })),
      },
      _meta: meta(requestId),
    };
  },
);

interface KnownKey {
  accountId: string;
  mode: string;
  readAt: number;
}
const keys = new Map<string, KnownKey>();

/** Recognizes a key, believed for as long as in the service. */
async function accountOf(authorization: string | undefined): Promise<KnownKey> {
  const key = /^Bearer (svc_agent_[0-9a-f]{64})$/.exec(authorization ?? '')?.[1];
  if (key === undefined) throw new Failure('INVALID_API_KEY');
  const digest = hash('sha256', key);
  const known = keys.get(digest);
  if (known && Date.now() - known.readAt < 750) return known;
  const [row] = await sql`select account_id, mode, expires_at, revoked_at from api_keys where hash = ${digest}`;
  if (!row || row.revoked_at || (row.expires_at && row.expires_at <= new Date())) throw new Failure('INVALID_API_KEY');
  const found = { accountId: row.account_id as string, mode: row.mode as string, readAt: Date.now() };
  keys.set(digest, found);
  return found;
}

const time = (moment: Date | null) => (moment === null ? null : moment.toISOString());

app.get<{ Params: { id: string } }>('/api/v1/agent/status/:id', async (request, reply) => {
  const requestId = newId('req');
  const account = await accountOf(request.headers.authorization);
  const [row] = await sql`
    select a.id, a.product, a.status, a.action_required, a.authority_reference, a.created_at, a.applied_at, a.submitted_at, a.decided_at,
      o.id as order_id, o.mode, o.account_id, o.payment_status, o.payment_session_id, o.paid_at, o.refunded_at,
      (select coalesce(json_agg(json_build_object('at', e.at, 'status', e.data ->> 'status', 'note', e.data ->> 'note') order by e.seq), '[]'::json)
        from events e where e.application_id = a.id and e.type = 'status_change') as timeline
    from applications a join orders o on o.id = a.order_id where a.id = ${request.params.id}`;
  if (!row || row.account_id !== account.accountId || row.mode !== account.mode) throw new Failure('NOT_FOUND');
  const words = statusWords(row.status as ApplicationStatus, row.applied_at !== null);
  const product = findProduct(row.product as OpenProductId);
  reply.headers({ 'x-request-id': requestId, 'cache-control': 'no-store' });
  const wanted = { visa_type: row.product, payment_session_id: row.payment_session_id };
  return {
    success: true,
    data: {
      application_id: row.id,
      visa_type: row.product,
      destination: product.destinations[0],
      status: row.status,
      status_label: words.label,
      status_explanation: words.explanation,
      applied_at: time(row.applied_at),
      submitted_at: time(row.submitted_at),
      decided_at: time(row.decided_at),
      estimated_decision_at: null,
      authority_reference: row.authority_reference,
      authorization: null,
      action_required: null,
      order: {
        order_id: row.order_id,
        payment_status: row.payment_status,
        paid_at: time(row.paid_at),
        refunded_at: time(row.refunded_at),
        refundable_until: time(refundableUntil({ paidAt: row.paid_at, refundedAt: row.refunded_at })),
      },
      timeline: [
        { at: row.created_at.toISOString(), status: 'DRAFT', note: 'The checkout was made.' },
        ...row.timeline.map((entry: { at: string; status: string; note: string | null }) => ({
          at: new Date(entry.at).toISOString(),
          status: entry.status,
          note: entry.note,
        })),
      ],
      next_step: {
        action: 'apply',
        why: 'The order is paid; the form is what is missing.',
        url: null,
        rest: { method: 'POST', path: '/api/v1/agent/apply', body: wanted },
        tool: { name: 'submit_application', arguments: wanted },
      },
      links: {
        self: `${baseUrl}/api/v1/agent/status/${row.id}`,
        summary: `${baseUrl}/api/v1/agent/summary/${row.id}`,
        requirements: requirementsUrl(baseUrl, row.product),
      },
    },
    _meta: meta(requestId),
  };
});

reportComputingTime(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => process.exit(0));
