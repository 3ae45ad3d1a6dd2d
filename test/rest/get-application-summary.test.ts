import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock } = running;

describe('200', () => {
  it('tells in plain language how the application stands', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit();
    const answer = await api.get(`/summary/${order.applicationId}`, order.as);
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('names neither passport number nor date of birth nor the traveler', async () => {
    const paid = await (await seedOrder(running)).pay();
    const form = await paid.form();
    const order = await paid.submit();
    for (const to of ['SUBMITTED', 'APPROVED']) {
      await order.advance(to);
      const { text } = await api.get(`/summary/${order.applicationId}`, order.as);
      for (const field of ['passport_number', 'date_of_birth', 'family_name']) expect(text).not.toContain(form[field]);
    }
  });
});

describe('401', () => {
  it('asks a caller without key and token for one', async () => {
    const order = await seedOrder(running);
    const answer = await api.get(`/summary/${order.applicationIds[0]}`);
    expect(answer).toMatchObject({ status: 401, error: { code: 'GUEST_TOKEN_REQUIRED' } });
  });
});

describe('404', () => {
  it('hides the application from the token of another order', async () => {
    const [order, other] = [await seedOrder(running), await seedOrder(running)];
    expect((await api.get(`/summary/${order.applicationIds[0]}`, other.as)).status).toBe(404);
  });
});

describe('410', () => {
  it('ends with the guest session', async () => {
    const order = await seedOrder(running);
    clock.advance(31 * 24 * 3600);
    expect((await api.get(`/summary/${order.applicationIds[0]}`, order.as)).error.code).toBe('GUEST_SESSION_EXPIRED');
  });
});
