import { describe, expect, it } from 'vitest';
import { documents } from '../../../src/domain/documents/document.table.ts';
import { apiKeys } from '../../../src/domain/keys/account.table.ts';
import { issueKey } from '../../../src/domain/keys/issue-key.ts';
import { commissions } from '../../../src/domain/partners/partner.table.ts';
import { silentLog, startService } from '../../support/service.ts';
import { startLiveService } from './live-service.ts';

const live = await startLiveService();
const { api, fake } = live;
const { db } = live.service.services;
const { key: operator } = await live.newLiveKey('operator');

const claim = (payment_session_id: string, more = {}) => api.post('/keys', { payment_session_id, ...more });
const partner = async (code: string, email: string) => {
  const mutation = 'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }';
  await api.graphql(mutation, { input: { name: code, code, email } }, { key: operator });
};
const heldFor = async (orderId: string) =>
  (await db.select().from(commissions)).find((commission) => commission.orderId === orderId)?.heldFor;

describe('the live key that a first paid checkout earns', () => {
  it('is issued once, however many claim it at the same time', async () => {
    const order = await live.paidOrder();
    const before = (await db.select().from(apiKeys)).length;
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => claim(order.sessionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await db.select().from(apiKeys)).toHaveLength(before + 1);
  });

  it('takes the order, its applications and its uploads along, and leaves them to the guest token for reading', async () => {
    const order = await live.paidOrder();
    const form = await order.form();
    const { data } = await claim(order.sessionId);
    const key = data.api_key as string;
    const [id] = order.applicationIds;
    for (const as of [{ key }, { guestToken: order.guestToken }]) {
      expect((await api.get(`/status/${id}`, as)).status).toBe(200);
      const upload = new URL(String(form.applicant_photo_url));
      const read = await api.get(upload.pathname.replace('/api/v1/agent', ''), as);
      expect(read.status).toBe(200);
    }
    const owned = (await db.select().from(documents)).filter(({ accountId }) => accountId === data.account_id);
    expect(owned).toHaveLength(2);
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: form };
    expect((await api.post('/apply', body, { key })).status).toBe(201);
  });

  it.each(['unpaid', 'processing', 'refunded', 'an account’s', 'unknown'])(
    'is not there for a session that is %s',
    async (kind) => {
      const { key } = await live.newLiveKey();
      const order = await live.order(kind === 'unpaid' || kind === 'processing' ? {} : { key });
      if (kind === 'processing') await fake.pay({ session: order.sessionId, method: 'delayed' });
      if (kind === 'refunded' || kind === 'an account’s') await order.pay();
      if (kind === 'refunded') await api.post(`/applications/${order.applicationIds[0]}/refund`, undefined, { key });
      await live.news();
      const answer = await claim(kind === 'unknown' ? 'cs_live_unknown' : order.sessionId);
      expect(answer).toMatchObject({ status: 402, error: { code: 'PAYMENT_NOT_VERIFIED' } });
    },
  );

  it('holds the commission when whoever claims it is the partner', async () => {
    await partner('OWNCODE', 'owner@example.com');
    const own = await live.paidOrder({ checkout: { promo_code: 'OWNCODE', email: 'somebody@example.com' } });
    expect(await heldFor(own.orderId)).toBeNull();
    await claim(own.sessionId, { email: 'Owner+keys@example.com' });
    expect(await heldFor(own.orderId)).toBe('SELF_REFERRAL');

    const other = await live.paidOrder({ checkout: { promo_code: 'OWNCODE' } });
    await claim(other.sessionId, { email: 'customer@example.com' });
    expect(await heldFor(other.orderId)).toBeNull();
  });
});

describe('a live key where live payments are not configured', () => {
  it('buys nothing with a test card', async () => {
    const sandbox = await startService({ overrides: { log: silentLog } });
    const caller = { kind: 'system', mode: 'live' } as const;
    const { apiKey } = await issueKey({ ...sandbox.service.services, caller }, { mode: 'live', scopes: ['agent'] });
    const answer = await sandbox.api.post('/checkout', { visa_type: 'ESTA' }, { key: apiKey });
    expect(answer).toMatchObject({ status: 503, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('3600');
  });

  it('and sandbox keys use the built-in provider even where they are', async () => {
    const key = await live.newKey();
    const answer = await api.post('/checkout', { visa_type: 'ESTA' }, { key });
    expect(answer.data.payment_session_id).toMatch(/^cs_sandbox_/);
  });
});
