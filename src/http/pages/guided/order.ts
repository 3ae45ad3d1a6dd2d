import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../../kernel/failure.ts';
import type { Answer } from '../../../projections/perform.ts';
import { mediaType, readBody } from '../../body.ts';
import type { Arrival } from '../../door.ts';
import type { RouteTools } from '../../routes.ts';
import { RefusedPage, redirect, writeRefusal } from '../for-people.ts';
import { html } from '../html.ts';
import { orderPath } from '../order-link.ts';
import { performForPage } from '../perform-page.ts';
import { readIntroduction } from '../product-facts.ts';
import { isFromHere } from '../same-origin.ts';
import { type Problems, priceVariables, problemsOf } from './choices.ts';
import { ask, type Judged, judge, write } from './judge.ts';
import { payStep } from './pay-step.ts';
import { optionsStep, type ShownPrice } from './steps.ts';

const maxFormBytes = 16 * 1024;
/** How long a form that was sent twice waits for the answer to the first, in milliseconds. */
const patience = [200, 400, 800, 1600, 3200];

interface Try {
  status: number;
  formId: string;
  email?: string;
  problems?: Problems;
  news?: string | undefined;
}

/** Writes the last step, fresh or after a try that came to nothing. */
export async function writePayStep(
  arrival: Arrival,
  tools: RouteTools,
  judged: Judged,
  price: ShownPrice,
  { status, formId, email = '', problems = {}, news }: Try,
): Promise<void> {
  const { disclaimers } = await readIntroduction(arrival, tools);
  const sandbox = arrival.caller?.mode === 'sandbox';
  write(arrival, status, payStep({ ...judged, price, problems, email, formId, sandbox, disclaimers, news }));
}

const news: Record<string, string> = {
  QUOTE_EXPIRED:
    'The price was held for 30 minutes, and they are over. This is the price now: check it, and order again.',
  QUOTE_CHANGED: 'The price has changed. This is the price now: check it, and order again.',
  PAYMENT_PROVIDER_FAILED: 'The payment provider does not answer. Nothing was charged. Try again in a moment.',
  SERVICE_UNAVAILABLE: 'We could not make the order. Nothing was charged. Try again in a moment.',
  IDEMPOTENCY_IN_PROGRESS: 'The order is being made. Try again in a moment: it is made only once.',
};

/** Creates the checkout; a form that was sent twice, with the same content, gets the answer of the first. */
async function checkOut(
  arrival: Arrival,
  { door }: RouteTools,
  variables: Record<string, unknown>,
  formId: string,
): Promise<Answer> {
  const key = `form ${formId} ${hash('sha256', JSON.stringify(variables), 'base64url')}`;
  for (const wait of patience) {
    const answer = await performForPage(door, arrival, 'CreateCheckout', variables, key);
    if (!('error' in answer) || answer.error.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    await pause(wait);
  }
  return performForPage(door, arrival, 'CreateCheckout', variables, key);
}

/** Takes the form of the last step: makes the order once, and leads to its page. */
export async function order(arrival: Arrival, tools: RouteTools): Promise<void> {
  if (!isFromHere(arrival.request, tools.door.engine.services.baseUrl)) {
    arrival.exchange.lastOnConnection = true;
    const answer = { status: 403, error: { code: 'NOT_FOUND', message: '' } } as const;
    return writeRefusal(arrival, answer, html`<p>Forms are taken from pages of this service only.</p>`);
  }
  if (mediaType(arrival.request) !== 'application/x-www-form-urlencoded') throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  const form = new URLSearchParams((await readBody(arrival.request, maxFormBytes)).toString('utf8'));
  form.delete('step');
  const judged = await judge(arrival, tools, form);
  if (!judged) return;
  const { facts, choices, eligibility } = judged;

  const email = (form.get('email') ?? '').trim();
  const formId = /^[\w-]{8,64}$/.exec(form.get('form_id') ?? '')?.[0] ?? randomUUID();
  const isConfirmed = eligibility.eligibility !== 'conditional' || form.get('conditions_met') === 'yes';
  const problems: Problems = {
    ...(email === '' && { email: 'Enter the email address that the receipt goes to.' }),
    ...(!isConfirmed && { conditions_met: 'Confirm that the conditions are met. If they are not, do not pay.' }),
  };
  const again = async (status: number, found: Problems, words?: string) => {
    const asked = await ask<ShownPrice>(arrival, tools, 'ShowPrice', priceVariables(facts.id, choices));
    if ('problems' in asked) {
      return write(arrival, 400, optionsStep({ facts, choices, problems: asked.problems }, eligibility, undefined));
    }
    await writePayStep(arrival, tools, judged, asked.data, { status, formId, email, problems: found, news: words });
  };
  if (Object.keys(problems).length > 0) return again(400, problems);

  const variables = { ...priceVariables(facts.id, choices), email, quote_token: form.get('quote_token') || null };
  const answer = await checkOut(arrival, tools, variables, formId);
  if (!('error' in answer)) {
    const made = answer.data as { payment_session_id: string; guest_token: string | null };
    const link = { session: made.payment_session_id, token: made.guest_token ?? undefined };
    return redirect(arrival, 303, orderPath(link));
  }
  arrival.code = answer.error.code;
  const found = problemsOf(answer);
  const words = news[answer.error.code] ?? (answer.error.details?.quote_token ? news.QUOTE_CHANGED : undefined);
  if (!found && words === undefined) throw new RefusedPage(answer);
  await again(answer.status, found ?? {}, words);
}
