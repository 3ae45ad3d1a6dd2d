import { afterAll, expect, it } from 'vitest';
import { startService } from '../../support/service.ts';
import { startEmulatedStripe } from './emulated-stripe.ts';

const stripe = await startEmulatedStripe();
afterAll(() => stripe.close());
const { api } = await startService({
  config: {
    payments: { kind: 'stripe', secretKey: 'sk_test_emulate', webhookSecret: 'whsec_unused', apiBase: stripe.url },
  },
});

it('takes a payment on a page of a model that somebody else wrote, from the checkout to the page of thanks', async () => {
  const checkout = await api.post('/checkout', { visa_type: 'ESTA', processing_speed: 'rush', currency: 'gbp' });
  expect(checkout.status).toBe(201);
  const { checkout_url, payment_session_id, pricing } = checkout.data;
  const ask = () => api.get('/payment-status', { query: { payment_session_id } });
  expect((await ask()).data).toMatchObject({ paid: false, status: 'unpaid', checkout_url });

  const page = await (await fetch(checkout_url)).text();
  for (const label of ['Service fee: US ESTA', 'Government fee', 'Rush processing']) expect(page).toContain(label);
  expect(page).toContain(pricing.total.amount.toFixed(2));

  const form = {
    method: 'POST',
    body: new URLSearchParams({ email: 'anna@example.com' }),
    redirect: 'manual',
  } as const;
  const done = await fetch(`${checkout_url}/complete`, form);
  expect(done.headers.get('location')).toBe(`${api.url}/checkout/success?session=${payment_session_id}`);
  const thanks = await (await fetch(done.headers.get('location')!)).text();
  expect(thanks).toContain('Thank you, the payment arrived');
  expect((await ask()).data).toMatchObject({ paid: true, status: 'paid', checkout_url: null });
});

it('closes the order of a session that the model closed', async () => {
  const checkout = await api.post('/checkout', { visa_type: 'UK_ETA' });
  const { payment_session_id } = checkout.data;
  const url = `${stripe.url}/v1/checkout/sessions/${payment_session_id}/expire`;
  await fetch(url, { method: 'POST', headers: { authorization: 'Bearer sk_test_emulate' } });
  const status = await api.get('/payment-status', { query: { payment_session_id } });
  expect(status.data).toMatchObject({ paid: false, status: 'expired', checkout_url: null });
});
