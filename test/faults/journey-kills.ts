import { hash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiAnswer, ApiClient, CallOptions } from '../support/client.ts';
import { completeForm, type FormData, fileFieldsOf } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { type ProcessOptions, type ServiceProcess, startProcess } from '../support/process.ts';

/** A service that is killed and started again under those who use it. */
export interface MortalService {
  /** The service, once it runs again. */
  alive(): Promise<ServiceProcess>;
  /** Kills it, starts it on the same data, and opens it to the journeys after `inspect`. */
  killAndRestart(inspect: (api: ApiClient) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service that can die. */
export async function startMortal(options: ProcessOptions): Promise<MortalService> {
  let current: Promise<ServiceProcess> = startProcess(options);
  await current;
  return {
    alive: () => current,
    killAndRestart: async (inspect) => {
      const dying = await current;
      let open: (next: ServiceProcess) => void = () => {};
      let fail: (error: unknown) => void = () => {};
      current = new Promise((resolve, reject) => {
        open = resolve;
        fail = reject;
      });
      current.catch(() => {});
      try {
        await dying.kill();
        const next = await startProcess(options);
        await inspect(next.api);
        open(next);
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    stop: async () => {
      await (await current).stop();
    },
  };
}

/** A step that the service acknowledged: how it was asked, and what it answered. */
export interface Acknowledged {
  step: string;
  repeat(api: ApiClient): Promise<ApiAnswer>;
  answer: ApiAnswer;
}

/** One traveler's way from the checkout to the approval. */
export interface Journey {
  acknowledged: Acknowledged[];
  /** Calls whose answer never came, because the service was killed under them. */
  broken: number;
  /** What is known of it, for the checks. */
  facts: {
    as?: CallOptions;
    sessionId?: string;
    orderId?: string;
    applicationId?: string;
    paid?: boolean;
    applied?: boolean;
    status?: string;
    files: { url: string; sha256: string }[];
  };
}

/** The order in which a status can only grow. */
export const ranks = ['DRAFT', 'PAID', 'SUBMITTED', 'IN_REVIEW', 'APPROVED'];

const passing = new Set(['IDEMPOTENCY_IN_PROGRESS', 'SERVICE_UNAVAILABLE']);

/** Walks one journey to its end, repeating with its key each call that a death of the service broke off. */
export async function travel(service: MortalService, journey: Journey, index: number): Promise<void> {
  const { facts, acknowledged } = journey;
  const insist = async (step: string, path: string, body: unknown, as: CallOptions = {}): Promise<ApiAnswer> => {
    const idempotencyKey = randomUUID();
    const repeat = (api: ApiClient) => api.post(path, body, { ...as, idempotencyKey });
    for (;;) {
      const { api } = await service.alive();
      try {
        const answer = await repeat(api);
        if (passing.has(answer.error?.code)) {
          await delay(100);
          continue;
        }
        if (answer.status < 300) acknowledged.push({ step, repeat, answer });
        return answer;
      } catch {
        journey.broken += 1;
        await delay(10);
      }
    }
  };
  const must = async (...call: Parameters<typeof insist>): Promise<ApiAnswer> => {
    const answer = await insist(...call);
    if (answer.status >= 300) throw new Error(`${call[0]}: ${answer.status} ${answer.text}`);
    return answer;
  };

  const product = index % 2 === 0 ? 'UK_ETA' : 'ESTA';
  const key = index % 3 === 0 ? ((await must('key', '/keys', {})).data.api_key as string) : undefined;
  const checkout = await must('checkout', '/checkout', { visa_type: product, email: 'traveler@example.com' }, { key });
  const guest_token: string | undefined = checkout.data.guest_token ?? undefined;
  facts.as = key ? { key } : { guestToken: guest_token };
  facts.sessionId = checkout.data.payment_session_id;
  facts.orderId = checkout.data.order_id;
  facts.applicationId = checkout.data.application_ids[0];
  facts.status = 'DRAFT';

  await must('pay', `/sandbox/payments/${facts.sessionId}`, { outcome: 'paid' });
  facts.paid = true;
  facts.status = 'PAID';

  const urls: FormData = {};
  for (const { field, kind } of fileFieldsOf(product)) {
    const file = await (kind === 'passport_bio_page' ? passportPage() : facePhoto());
    // A page that nobody reads: reading takes seconds, and what is killed here is everything else.
    const body = uploadBody(file, { kind: kind === 'passport_bio_page' ? 'supporting' : kind, guest_token });
    const upload = await must('upload', '/documents', body, { key });
    urls[field] = upload.data.url;
    facts.files.push({ url: upload.data.url, sha256: upload.data.sha256 });
  }
  const form_data = completeForm(product, urls);
  await must('apply', '/apply', { visa_type: product, payment_session_id: facts.sessionId, form_data }, { key });
  facts.applied = true;

  // One half is moved on by hand, the other waits for the authority.
  const byHand = index % 4 < 2;
  while (facts.status !== 'APPROVED') {
    if (byHand) {
      const moved = await insist(
        'advance',
        `/sandbox/applications/${facts.applicationId}/advance`,
        { guest_token },
        { key },
      );
      if (moved.status < 300) facts.status = later(facts.status, moved.data.status);
    }
    const { api } = await service.alive();
    try {
      const status = await api.get(`/status/${facts.applicationId}`, facts.as);
      facts.status = later(facts.status, status.data.status);
    } catch {
      journey.broken += 1;
    }
    await delay(50);
  }
}

function later(known: string | undefined, seen: string): string {
  if (ranks.indexOf(seen) < ranks.indexOf(known ?? 'DRAFT')) throw new Error(`the status went back to ${seen}`);
  return seen;
}

/** Says what of an acknowledged journey is no longer there, or answered differently now. */
export async function missingOf(api: ApiClient, { facts, acknowledged }: Journey): Promise<string[]> {
  const missing: string[] = [];
  const expect = (what: string, holds: boolean, answer: ApiAnswer) => {
    if (!holds)
      missing.push(`${facts.applicationId ?? 'journey'} ${what}: ${answer.status} ${answer.text.slice(0, 600)}`);
  };
  for (const { step, repeat, answer } of [...acknowledged]) {
    const again = await repeat(api);
    const isSame = again.status === answer.status && JSON.stringify(again.data) === JSON.stringify(answer.data);
    expect(`${step} repeated with its key`, isSame && again.headers.get('idempotent-replayed') === 'true', again);
  }
  const { as, sessionId, orderId, applicationId, paid, applied, files, status } = { ...facts };
  if (sessionId === undefined) return missing;
  const payment = await api.get('/payment-status', { query: { payment_session_id: sessionId } });
  expect('order', payment.data?.order_id === orderId && payment.data.application_ids[0] === applicationId, payment);
  if (paid) expect('payment', payment.data?.paid === true, payment);
  for (const { url, sha256 } of files) {
    const query = as?.guestToken ? `?guest_token=${as.guestToken}` : '';
    const content = await fetch(new URL(new URL(url).pathname + query, api.url), {
      headers: { 'x-agent-friendly': 'true', ...(as?.key && { authorization: `Bearer ${as.key}` }) },
    });
    const bytes = Buffer.from(await content.arrayBuffer());
    if (hash('sha256', bytes) !== sha256) missing.push(`${applicationId} file ${url}: ${content.status}`);
  }
  const read = await api.get(`/status/${applicationId}`, as);
  expect('status', ranks.indexOf(read.data?.status) >= ranks.indexOf(status!), read);
  if (applied) expect('submission', read.data?.applied_at != null, read);
  return missing;
}
