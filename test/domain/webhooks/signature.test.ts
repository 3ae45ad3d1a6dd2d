import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rotateWebhookSecret } from '../../../src/domain/webhooks/rotate-webhook-secret.ts';
import { newSigningSecret, sign, signingKey } from '../../../src/domain/webhooks/signature.ts';
import { emptyTables } from '../../support/database.ts';
import { newWebhook, openHouse } from './house.ts';
import { type Received, startReceiver } from './receiver.ts';

const { db, happen, newAccount, webhookHouse } = await openHouse();

const receiver = await startReceiver();
const libraries = { standardwebhooks: StandardWebhook, svix: SvixWebhook };
type Library = keyof typeof libraries;
const each = Object.keys(libraries) as Library[];

beforeEach(async () => {
  await emptyTables(db);
  receiver.received.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Verifies as a receiver does whose clock shows `now`. */
function accepts(library: Library, secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>, now: Date) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    new libraries[library](secret).verify(body, headers);
    return true;
  } catch (error) {
    expect((error as Error).name).toMatch(/VerificationError/);
    return false;
  } finally {
    vi.useRealTimers();
  }
}

async function oneDelivery() {
  const house = webhookHouse();
  const caller = await newAccount();
  const webhook = await newWebhook(house.services, caller, receiver.url);
  await happen(caller, { note: 'Ümläut, “quotes” and 旅行 survive' });
  await house.deliver();
  return { ...house, caller, webhook, got: receiver.received[0]! };
}

/** The example of the Standard Webhooks specification. */
it('is that of the published example', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const signed = sign([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1614265330_000), '{"test": 2432232314}');
  expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('uses secrets of 32 random bytes, each different', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

describe.each(each)('a delivery, verified by %s', (library) => {
  it('is accepted with the bytes that arrived', async () => {
    const { clock, webhook, got } = await oneDelivery();
    expect(JSON.parse(got.body)).toMatchObject({
      id: got.id,
      type: 'status_change',
      timestamp: '2026-11-20T12:00:00.000Z',
      livemode: false,
      data: { status: 'SUBMITTED', note: 'Ümläut, “quotes” and 旅行 survive' },
    });
    expect(accepts(library, webhook.signingSecret, got, clock.now())).toBe(true);
  });

  const tamperings: [string, (got: Received) => Partial<Received>][] = [
    ['one byte of the body changed', ({ body }) => ({ body: body.replace('SUBMITTED', 'SUBMITTEE') })],
    ['the body serialized anew', ({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })],
    ['something appended to the body', ({ body }) => ({ body: `${body}\n` })],
    ['another id', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'evt_other' } })],
    [
      'a time one second later',
      ({ headers }) => ({
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      }),
    ],
    [
      'a signature cut short',
      ({ headers }) => ({ headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(0, -4) } }),
    ],
    [
      'a signature of another version',
      ({ headers }) => ({
        headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v2,') },
      }),
    ],
    ['an empty signature', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1,' } })],
  ];
  it.each(tamperings)('is refused with %s', async (_what, tamper) => {
    const { clock, webhook, got } = await oneDelivery();
    expect(accepts(library, webhook.signingSecret, { ...got, ...tamper(got) }, clock.now())).toBe(false);
  });

  it('is refused with the secret of another endpoint', async () => {
    const { clock, got } = await oneDelivery();
    expect(accepts(library, newSigningSecret(), got, clock.now())).toBe(false);
  });

  it('is refused when it is replayed after more than five minutes', async () => {
    const { clock, webhook, got } = await oneDelivery();
    clock.advance(301);
    expect(accepts(library, webhook.signingSecret, got, clock.now())).toBe(false);
  });

  it('is signed with the time of its attempt, so that a retry hours later is accepted', async () => {
    receiver.answer(500);
    const { clock, webhook, deliver } = await oneDelivery();
    for (const seconds of [6, 331, 1_981]) {
      clock.advance(seconds);
      await deliver();
    }
    expect(receiver.received).toHaveLength(4);
    expect(accepts(library, webhook.signingSecret, receiver.received[3]!, clock.now())).toBe(true);
    receiver.answer(204);
  });

  it('is accepted by both secrets during the overlap of a rotation, and by the new one alone after it', async () => {
    const { clock, services, caller, webhook, deliver } = await oneDelivery();
    const rotated = await rotateWebhookSecret({ ...services, caller }, { id: webhook.id, overlapSeconds: 3_600 });
    expect(rotated.signingSecret).not.toBe(webhook.signingSecret);
    clock.advance(3_599);
    await happen(caller);
    await deliver();
    const during = receiver.received.at(-1)!;
    expect(during.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    expect(accepts(library, webhook.signingSecret, during, clock.now())).toBe(true);
    expect(accepts(library, rotated.signingSecret, during, clock.now())).toBe(true);

    clock.advance(1);
    await happen(caller);
    await deliver();
    const after = receiver.received.at(-1)!;
    expect(after.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(accepts(library, webhook.signingSecret, after, clock.now())).toBe(false);
    expect(accepts(library, rotated.signingSecret, after, clock.now())).toBe(true);
  });
});

it('is made with the new secret at once where a rotation has no overlap', async () => {
  const { clock, services, caller, webhook, deliver } = await oneDelivery();
  const rotated = await rotateWebhookSecret({ ...services, caller }, { id: webhook.id, overlapSeconds: 0 });
  await happen(caller);
  await deliver();
  const got = receiver.received.at(-1)!;
  expect(accepts('svix', webhook.signingSecret, got, clock.now())).toBe(false);
  expect(accepts('svix', rotated.signingSecret, got, clock.now())).toBe(true);
});
