import { describe, expect, it } from 'vitest';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';

const pace = 5;
const service = await startService({
  config: { filingHoldSeconds: { live: 0, sandbox: 30 }, sandboxPaceSeconds: pace },
});
const { api, clock, work } = service;

async function submitted(passport_number: string) {
  const key = await service.newKey();
  const order = await (await (await seedOrder(service, { key })).pay()).submit({ passport_number });
  const status = async () => (await api.get(`/status/${order.applicationId}`, { key })).data;
  return { ...order, key, status };
}

/** Lets so many steps of the authority come due, one after the other, and returns the status after each. */
async function steps(status: () => Promise<{ status: string }>, count: number, seconds = pace): Promise<string[]> {
  const seen: string[] = [];
  for (let step = 0; step < count; step += 1) {
    clock.advance(seconds);
    await work();
    seen.push((await status()).status);
  }
  return seen;
}

describe('the simulated authority', () => {
  it('files nothing during the hold, then decides at its pace', async () => {
    const { status } = await submitted('X00000001');
    expect(await steps(status, 1, 29)).toEqual(['PAID']);
    expect(await steps(status, 1, 1)).toEqual(['SUBMITTED']);
    expect(await steps(status, 2)).toEqual(['IN_REVIEW', 'APPROVED']);
  });

  it('denies, with an event of its own and without an authorization', async () => {
    const order = await submitted('X00000002');
    await steps(order.status, 1, 30);
    expect(await steps(order.status, 2)).toEqual(['IN_REVIEW', 'DENIED']);
    expect(await order.status()).toMatchObject({ authorization: null, decided_at: clock.now().toISOString() });
    const { events } = (await api.get('/events', { key: order.key })).data;
    expect(events.at(-2).type).toBe('visa_denied');
  });

  it('asks, waits for the answer however long that takes, and then decides', async () => {
    const order = await submitted('X00000003');
    await steps(order.status, 1, 30);
    expect(await steps(order.status, 3)).toEqual(['IN_REVIEW', 'ACTION_REQUIRED', 'ACTION_REQUIRED']);
    const { action_required, next_step } = await order.status();
    expect(action_required.fields).toEqual(['passport_bio_page_url']);
    expect(next_step.rest).toMatchObject({ method: 'PATCH' });
    const { passport_bio_page_url } = await order.form();
    const answered = await api.patch(
      `/applications/${order.applicationId}`,
      { form_data: { passport_bio_page_url } },
      { key: order.key },
    );
    expect(answered.data.status).toBe('IN_REVIEW');
    expect(await steps(order.status, 1)).toEqual(['APPROVED']);
  });

  it('that is out of reach is asked again, later and later, until it is back; the traveler sees no failure', async () => {
    const { status } = await submitted('X00000005');
    clock.advance(30);
    await work();
    const tried: number[] = [];
    for (let second = 1; second <= 800 && (await status()).status === 'PAID'; second += 10) {
      clock.advance(10);
      await work();
      tried.push(second);
    }
    // Failed at 0, 30 and 150 seconds; the fourth try after 600 more succeeds.
    expect(tried.length * 10).toBe(750);
    expect(await steps(status, 2)).toEqual(['IN_REVIEW', 'APPROVED']);
  });

  it('keeps an application in review that never ends', async () => {
    const { status } = await submitted('X00000004');
    await steps(status, 1, 30);
    expect(await steps(status, 4, 3600)).toEqual(Array(4).fill('IN_REVIEW'));
  });
});
