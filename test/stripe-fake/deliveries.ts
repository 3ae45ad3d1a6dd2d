import { createHmac } from 'node:crypto';
import type { FakeEvent } from './objects.ts';

/** Where events go. */
export interface Endpoint {
  url: string;
  secret: string;
}

/** What became of one delivery. */
export interface Delivery {
  status: number;
  milliseconds: number;
}

const firstRetryMilliseconds = 200;
const longestRetryMilliseconds = 2_000;

/** Signs a payload as Stripe does. Source: https://docs.stripe.com/webhooks#verify-manually. */
export function signatureOf(payload: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
}

/** Keeps every event and delivers it: by itself until it is taken, or when it is told to. */
export function createDeliveries(clock: () => number) {
  const events: FakeEvent[] = [];
  const delivered = new Set<string>();
  let endpoint: Endpoint | undefined;
  let byItself = false;

  const send = async (event: FakeEvent, timestamp = clock()): Promise<Delivery> => {
    if (!endpoint) throw new Error('no endpoint');
    const payload = JSON.stringify(event, null, 2);
    const begun = performance.now();
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(payload, endpoint.secret, timestamp),
      },
      body: payload,
    });
    await response.arrayBuffer();
    if (response.ok) delivered.add(event.id);
    return { status: response.status, milliseconds: performance.now() - begun };
  };

  const sendUntilTaken = (event: FakeEvent, delay: number): void => {
    const again = () =>
      setTimeout(() => sendUntilTaken(event, Math.min(delay * 2, longestRetryMilliseconds)), delay).unref();
    send(event).then(({ status }) => status >= 300 && again(), again);
  };

  return {
    events,
    announce: (event: FakeEvent) => {
      events.push(event);
      if (byItself) sendUntilTaken(event, firstRetryMilliseconds);
    },
    configure: (to: Endpoint, automatically: boolean) => {
      endpoint = to;
      byItself = automatically;
    },
    /** Delivers the named events in that order, or all that were not taken yet. */
    deliver: async (ids: readonly string[] | undefined, timestamp: number | undefined): Promise<Delivery[]> => {
      const wanted = ids
        ? ids.flatMap((id) => events.filter((event) => event.id === id))
        : events.filter(({ id }) => !delivered.has(id));
      const done: Delivery[] = [];
      for (const event of wanted) done.push(await send(event, timestamp));
      return done;
    },
    undelivered: () => events.filter(({ id }) => !delivered.has(id)).length,
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;
