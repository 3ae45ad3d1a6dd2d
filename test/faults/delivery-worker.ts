import { createDeliveryLoop, usualLimits } from '../../src/domain/webhooks/delivery-loop.ts';
import { fanOutEvents } from '../../src/domain/webhooks/fan-out-events.ts';
import { createWebhookSender } from '../../src/gateways/webhook-sender/webhook-sender.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Log } from '../../src/kernel/log.ts';
import { openStore } from '../../src/store/open.ts';
import { createVault } from '../../src/store/vault.ts';
import { createJobs } from '../../src/workers/run.ts';

/** Delivers webhooks as the service does, in a process that can be killed: its address of the database and its key are arguments. */
const [database, key] = process.argv.slice(2) as [string, string];

const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (event, { error } = {}) =>
    process.stderr.write(`${event} ${error instanceof Error ? error.stack : ''}
`),
};
const store = await openStore(
  database.startsWith('postgres') ? { kind: 'postgres', url: database } : { kind: 'embedded', dir: database },
);
const sender = createWebhookSender({ allowsLoopback: true, attemptMs: 10_000 });
const services = {
  db: store.db,
  vault: createVault([Buffer.from(key, 'base64')]),
  realClock: systemClock,
  log,
  // Says which process sends: of two attempts at one event it must be seen whether both processes lived.
  webhookSender: {
    ...sender,
    send: (request: Parameters<typeof sender.send>[0]) =>
      sender.send({ ...request, headers: { ...request.headers, 'x-worker': String(process.pid) } }),
  },
};
// A lease as short as attempts are here, so that what a killed process had is taken up within the run.
const loop = createDeliveryLoop(services, { ...usualLimits, leaseSeconds: 24 });
const fanOut = async () => {
  const passed = await fanOutEvents(services);
  if (passed > 0) loop.poke();
  return passed;
};
createJobs(
  [
    { name: 'fan-out', everySeconds: 0.2, run: fanOut },
    { name: 'deliver', everySeconds: 0.2, run: loop.run, stop: loop.stop },
  ],
  log,
).start();
process.stdout.write('ready\n');
// Ends with whoever started it.
process.stdin.resume().once('end', () => process.exit());
