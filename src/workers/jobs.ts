import { checkPayments } from '../domain/checkout/check-payments.ts';
import { expireOrders } from '../domain/checkout/expire-orders.ts';
import { processNotices, purgeNotices } from '../domain/checkout/process-notices.ts';
import { sweepDocuments } from '../domain/documents/sweep-documents.ts';
import { runFilings } from '../domain/filing/run-filings.ts';
import { purgeCalls } from '../domain/idempotency/purge-calls.ts';
import { purgeCounters } from '../domain/limits/purge-counters.ts';
import { createDeliveryLoop } from '../domain/webhooks/delivery-loop.ts';
import { fanOutEvents } from '../domain/webhooks/fan-out-events.ts';
import type { Services } from '../graphql/context.ts';
import type { Job } from './run.ts';

const minute = 60;
const hour = 60 * minute;

/** Names every job of the service and how often it runs. */
export function jobsOf(services: Services): Job[] {
  const deliveries = createDeliveryLoop(services);
  const fanOut = async () => {
    const passed = await fanOutEvents(services);
    if (passed > 0) {
      deliveries.poke();
      services.wake('webhooks');
    }
    return passed;
  };
  return [
    { name: 'filing.run', queue: 'filing', everySeconds: 1, run: () => runFilings(services) },
    { name: 'payments.notices', queue: 'payments', everySeconds: 5, run: () => processNotices(services) },
    { name: 'payments.check', everySeconds: 10, run: () => checkPayments(services) },
    { name: 'payments.purge', everySeconds: hour, run: () => purgeNotices(services) },
    { name: 'webhooks.fan-out', queue: 'webhooks', everySeconds: 1, run: fanOut },
    { name: 'webhooks.deliver', queue: 'webhooks', everySeconds: 1, run: deliveries.run, stop: deliveries.stop },
    { name: 'orders.expire', everySeconds: minute, run: () => expireOrders(services) },
    { name: 'documents.sweep', everySeconds: hour, run: () => sweepDocuments(services) },
    { name: 'rates.refresh', everySeconds: 5 * minute, run: () => services.exchangeRates.refresh().then(() => 0) },
    { name: 'idempotency.purge', everySeconds: hour, run: () => purgeCalls(services) },
    { name: 'limits.purge', everySeconds: hour, run: () => purgeCounters(services).then(() => 0) },
  ];
}
