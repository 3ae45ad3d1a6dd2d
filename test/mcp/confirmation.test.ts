import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { connect, mcpUrl, readResult, sendModern } from './client.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});

/** Buys an ESTA through tools alone and returns the application. */
async function paidApplication(): Promise<string> {
  const { call } = await connect(service, { key });
  const { data } = await call('create_checkout_session', { visa_type: 'ESTA', email: 'ada@example.org' });
  await service.api.post(`/sandbox/payments/${data.payment_session_id}`, { outcome: 'paid' }, { key });
  return data.application_ids[0];
}

const statusOf = async (id: string) => (await service.api.get(`/status/${id}`, { key })).data.status;
const form = { elicitation: { form: {} } };

describe('a client of 2026 that can show forms', () => {
  it('is asked before a refund and refunds once it is confirmed', async () => {
    const id = await paidApplication();
    const call = { name: 'refund_application', arguments: { id } };
    const asked = await sendModern(service, 'tools/call', call, { key, capabilities: form });
    expect(asked.body.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: { method: 'elicitation/create' } },
      requestState: expect.stringMatching(/^cnf_/),
    });
    const { message } = asked.body.result.inputRequests.confirm.params;
    expect(message).toContain('returns 79.27 USD');
    expect(await statusOf(id)).toBe('PAID');
    const confirmed = {
      ...call,
      requestState: asked.body.result.requestState,
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    };
    const done = readResult(
      (await sendModern(service, 'tools/call', confirmed, { key, capabilities: form })).body.result,
    );
    expect(done).toMatchObject({ isError: false, data: { refund: { amount: { amount: 79.27, currency: 'usd' } } } });
    expect(await statusOf(id)).toBe('CANCELLED');
    const again = readResult(
      (await sendModern(service, 'tools/call', confirmed, { key, capabilities: form })).body.result,
    );
    expect(again).toMatchObject({ isError: true, data: { error: { code: 'CONFIRMATION_INVALID' } } });
  });

  it.each([
    [{ action: 'decline' }],
    [{ action: 'cancel' }],
    [{ action: 'accept', content: { confirm: false } }],
    [{ action: 'accept', content: {} }],
  ])('changes nothing on %j', async (answer) => {
    const id = await paidApplication();
    const call = { name: 'cancel_application', arguments: { id } };
    const asked = await sendModern(service, 'tools/call', call, { key, capabilities: form });
    const { requestState } = asked.body.result;
    const refused = await sendModern(
      service,
      'tools/call',
      { ...call, requestState, inputResponses: { confirm: answer } },
      { key, capabilities: form },
    );
    expect(readResult(refused.body.result).prose).toContain('Nothing was done');
    expect(await statusOf(id)).toBe('PAID');
  });

  it('refuses a state that was tampered with', async () => {
    const id = await paidApplication();
    const call = { name: 'cancel_application', arguments: { id } };
    const asked = await sendModern(service, 'tools/call', call, { key, capabilities: form });
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    const tampered = { ...call, requestState: `${asked.body.result.requestState}x`, inputResponses };
    const { body } = await sendModern(service, 'tools/call', tampered, { key, capabilities: form });
    expect(body.error).toMatchObject({ code: -32_602, data: { reason: 'invalid_request_state' } });
    expect(await statusOf(id)).toBe('PAID');
  });
});

describe('a client of 2025 that can show forms', () => {
  it.each([
    ['accept', 'CANCELLED'],
    ['decline', 'PAID'],
    ['cancel', 'PAID'],
  ] as const)('is asked in the middle of the call; %s leaves the application %s', async (action, status) => {
    const id = await paidApplication();
    const messages: string[] = [];
    const { call } = await connect(service, {
      key,
      onAsk: (message) => {
        messages.push(message);
        return action;
      },
    });
    const { isError } = await call('cancel_application', { id });
    expect(isError).toBe(false);
    expect(messages).toEqual([expect.stringMatching(/No money is returned.*Go ahead\?$/)]);
    expect(await statusOf(id)).toBe(status);
  });

  it('may send its answer to another instance', async () => {
    const other = await startService({
      overrides: { db: service.service.services.db, vault: service.service.services.vault },
    });
    const id = await paidApplication();
    const head = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    };
    const post = (at: TestService, body: unknown, more = {}) =>
      fetch(mcpUrl(at), {
        method: 'POST',
        headers: { ...head, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', ...(body as object) }),
      });
    const opened = await post(service, {
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'x', version: '1' },
      },
    });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')! };
    await opened.text();
    const answer = await post(
      service,
      { id: 1, method: 'tools/call', params: { name: 'cancel_application', arguments: { id } } },
      session,
    );
    let stream = '';
    for await (const chunk of answer.body!) {
      stream += new TextDecoder().decode(chunk);
      const asked = /"id":"(cnf_[^"]+)"/.exec(stream)?.[1];
      if (asked !== undefined && !stream.includes('answered')) {
        stream += 'answered';
        const result = { action: 'accept', content: { confirm: true } };
        expect((await post(other, { id: asked, result }, session)).status).toBe(202);
      }
    }
    expect(stream).toContain('CANCELLED');
    expect(await statusOf(id)).toBe('CANCELLED');
  });
});

describe('a client that cannot show forms', () => {
  it('gets a statement and a token, and acts with it once', async () => {
    const id = await paidApplication();
    const { call } = await connect(service, { key });
    const first = await call('refund_application', { id });
    expect(first).toMatchObject({
      isError: false,
      data: { confirmation_required: true, statement: expect.stringContaining('79.27 USD') },
    });
    expect(first.prose).toContain(first.data.confirmation_token);
    expect(await statusOf(id)).toBe('PAID');
    const token = { confirmation_token: first.data.confirmation_token };
    expect((await call('refund_application', { id, ...token })).isError).toBe(false);
    expect(await statusOf(id)).toBe('CANCELLED');
    const again = await call('refund_application', { id, ...token });
    expect(again.data.error.code).toBe('CONFIRMATION_INVALID');
  });

  it('cannot confirm another call, as another caller, with a changed token, or after 10 minutes', async () => {
    const [id, otherId] = [await paidApplication(), await paidApplication()];
    const { call } = await connect(service, { key });
    const stranger = await connect(service, { key: await service.newKey() });
    const { data } = await call('cancel_application', { id });
    const token = data.confirmation_token as string;
    const code = async (answer: ReturnType<typeof call>) => (await answer).data.error.code;
    expect(await code(call('cancel_application', { id: otherId, confirmation_token: token }))).toBe(
      'CONFIRMATION_INVALID',
    );
    expect(await code(call('refund_application', { id, confirmation_token: token }))).toBe('CONFIRMATION_INVALID');
    expect(await code(stranger.call('cancel_application', { id, confirmation_token: token }))).toBe(
      'CONFIRMATION_INVALID',
    );
    expect(await code(call('cancel_application', { id, confirmation_token: `${token}A` }))).toBe(
      'CONFIRMATION_INVALID',
    );
    service.clock.advance(601);
    expect(await code(call('cancel_application', { id, confirmation_token: token }))).toBe('CONFIRMATION_INVALID');
    expect(await statusOf(id)).toBe('PAID');
  });

  it('is told at once what cannot be done at all', async () => {
    const { call } = await connect(service, { key });
    expect((await call('refund_application', { id: 'app_unknown' })).data.error.code).toBe('NOT_FOUND');
    const { data } = await call('create_checkout_session', { visa_type: 'ESTA' });
    const unpaid = await call('refund_application', { id: data.application_ids[0] });
    expect(unpaid.data.error.code).toBe('ORDER_NOT_PAID');
  });
});
