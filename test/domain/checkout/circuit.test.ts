import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PaymentsUnavailable } from '../../../src/domain/checkout/payments.port.ts';
import { createCircuit } from '../../../src/gateways/stripe/circuit.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const outage = () => Promise.reject(new Stripe.errors.StripeConnectionError({ message: 'gone', type: 'api_error' }));
const refusal = () =>
  Promise.reject(
    new Stripe.errors.StripeInvalidRequestError({ message: 'no', type: 'invalid_request_error', statusCode: 400 }),
  );

const broken = async () => {
  const circuit = createCircuit({ seconds: 15 });
  for (let call = 0; call < 5; call += 1) await circuit(outage).catch(() => {});
  return circuit;
};

it('asks no more after five outages in a row, and says when to come back', async () => {
  const circuit = await broken();
  const call = vi.fn(async () => 'answer');
  await expect(circuit(call)).rejects.toMatchObject({ outOfService: true, retryAfterSeconds: 15 });
  expect(call).not.toHaveBeenCalled();
});

it('lets a call through after the rest, and all of them once it succeeded', async () => {
  const circuit = await broken();
  vi.advanceTimersByTime(15_001);
  vi.setSystemTime(Date.now() + 15_001);
  await expect(circuit(async () => 'answer')).resolves.toBe('answer');
  await expect(circuit(async () => 'another')).resolves.toBe('another');
});

it('rests again when the call that it let through fails', async () => {
  const circuit = await broken();
  vi.setSystemTime(Date.now() + 15_001);
  await expect(circuit(outage)).rejects.toMatchObject({ outOfService: false });
  await expect(circuit(async () => 'answer')).rejects.toMatchObject({ outOfService: true });
});

it('counts no refusals: a wrong request says nothing about how the provider is', async () => {
  const circuit = createCircuit({ seconds: 15 });
  for (let call = 0; call < 20; call += 1)
    await expect(circuit(refusal)).rejects.not.toBeInstanceOf(PaymentsUnavailable);
  await expect(circuit(async () => 'answer')).resolves.toBe('answer');
});
