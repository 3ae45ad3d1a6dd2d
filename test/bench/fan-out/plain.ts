import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import { obey } from './measured.ts';

/** The library's own handler over a broadcast in memory, as its documentation shows it. */
const schema = buildSchema(`
  enum EventType { status_change payment_confirmed visa_approved visa_denied }
  type EventData { applicationId: String! orderId: String! visaType: String! destination: String! previousStatus: String
    status: String! authorityReference: String note: String }
  type Event { id: String! type: EventType! timestamp: String! livemode: Boolean! data: EventData! }
  type Query { none: Boolean }
  type Subscription { accountEvents: Event! }
`);

const listeners = new Set<(event: unknown) => void>();

async function* follow(): AsyncGenerator<unknown> {
  const waiting: unknown[] = [];
  let arrived = () => {};
  const hear = (event: unknown) => {
    waiting.push(event);
    arrived();
  };
  listeners.add(hear);
  try {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift();
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  } finally {
    listeners.delete(hear);
  }
}

schema.getSubscriptionType()!.getFields().accountEvents!.subscribe = follow;
const handle = createHandler({ schema });
const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
let number = 0;
server.listen(0, '127.0.0.1', () =>
  obey({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, (count, together) => {
    for (let each = 0; each < count; each += 1) {
      number += 1;
      const event = {
        id: `evt_${String(number).padStart(26, '0')}`,
        type: 'status_change',
        timestamp: '2026-11-20T12:00:00.000Z',
        livemode: false,
        data: {
          applicationId: 'app_00000000000000000000000000',
          orderId: 'ord_00000000000000000000000000',
          visaType: 'ESTA',
          destination: 'US',
          previousStatus: 'IN_REVIEW',
          status: 'APPROVED',
          authorityReference: 'REF-000000',
          note: 'The authority granted the authorization.',
        },
      };
      for (let one = 0; one < together; one += 1) for (const hear of listeners) hear({ accountEvents: event });
    }
  }),
);
