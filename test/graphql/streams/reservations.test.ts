import { describe, expect, it, vi } from 'vitest';
import { startService } from '../../support/service.ts';
import { happen } from './happen.ts';

const follow = 'subscription { accountEvents { id data { note } } }';

async function stream(service: Awaited<ReturnType<typeof startService>>) {
  const { data } = await service.api.post('/keys', {});
  const { api_key: key, account_id: accountId } = data;
  const send = (method: string, body?: object, headers: Record<string, string> = {}, path = '/graphql/stream') =>
    service.api.send(method, path, body, { key, headers });
  const reserve = async () => (await send('PUT', undefined, { accept: 'text/plain' })).text;
  const ask = (token: string, operationId: string, query = follow) =>
    send('POST', { query, extensions: { operationId } }, { 'x-graphql-event-stream-token': token });
  return { key, accountId: accountId as string, send, reserve, ask };
}

describe('a reserved connection', () => {
  it('has a token that nobody can guess, and takes subscriptions before it is opened', async () => {
    const service = await startService();
    const { accountId, reserve, ask, send } = await stream(service);
    const [token, other] = [await reserve(), await reserve()];
    expect(token).toMatch(/^str_[\w-]{43}$/);
    expect(other).not.toBe(token);
    expect((await ask(token, 'a')).status).toBe(202);
    expect((await ask(token, 'a')).status).toBe(409);
    const [note] = await happen(service.service.services.db, accountId, 1);
    const response = await fetch(`${service.api.url}/graphql/stream?token=${token}`, {
      headers: { accept: 'text/event-stream' },
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array);
      if (text.includes('"id":"a"')) break;
    }
    expect(text).toContain(`"note":"${note}"`);
    const done = await send(
      'DELETE',
      undefined,
      { 'x-graphql-event-stream-token': token },
      '/graphql/stream?operationId=a',
    );
    expect([200, 404]).toContain(done.status);
  });

  it('is let go of when it is not opened within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const service = await startService();
    const { reserve, ask } = await stream(service);
    const token = await reserve();
    expect((await ask(token, 'a')).status).toBe(202);
    service.clock.advance(31);
    vi.advanceTimersByTime(15_000);
    expect((await ask(token, 'b')).status).toBe(404);
    vi.useRealTimers();
  });

  it('carries a hundred subscriptions, and refuses the next', async () => {
    const service = await startService();
    const { reserve, ask } = await stream(service);
    const token = await reserve();
    for (let each = 0; each < 100; each += 1) expect((await ask(token, `op${each}`)).status).toBe(202);
    const answer = await ask(token, 'one too many');
    expect(answer.status).toBe(429);
    expect(answer.body.errors[0].extensions.code).toBe('RATE_LIMITED');
  });

  it('cannot be made without end: a reservation is a call that counts', async () => {
    const service = await startService({
      config: { limits: { publicPerMinute: 2, guestPerMinute: 2, keyPerMinute: 2 } },
    });
    const reserve = () => service.api.send('PUT', '/graphql/stream');
    expect([(await reserve()).status, (await reserve()).status, (await reserve()).status]).toEqual([201, 201, 429]);
  });
});
