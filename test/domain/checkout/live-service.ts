import { inspect } from 'node:util';
import { issueKey } from '../../../src/domain/keys/issue-key.ts';
import { orders } from '../../../src/domain/orders/order.table.ts';
import type { Scope } from '../../../src/kernel/caller.ts';
import type { Log } from '../../../src/kernel/log.ts';
import { type StripeFake, startStripeFake } from '../../stripe-fake/client.ts';
import { type PaidOrder, type SeededOrder, type SeedOptions, seedOrder } from '../../support/seed.ts';
import { silentLog, startService, type TestService, type TestServiceOptions } from '../../support/service.ts';

export const webhookSecret = 'whsec_only_for_tests';

/** A service that takes live payments from the fake. */
export interface LiveService extends TestService {
  fake: StripeFake;
  /** Moves the time on, everywhere. */
  advance(seconds: number): Promise<void>;
  /** Delivers every event that was not taken yet, and has the service work on them. */
  news(): Promise<void>;
  /** Delivers events of these types, in that order, and has the service work on them. */
  deliver(...types: string[]): Promise<void>;
  newLiveKey(...scopes: Scope[]): Promise<{ key: string; accountId: string }>;
  /** Makes an order; a guest's when no key is given. */
  order(options?: SeedOptions): Promise<SeededOrder>;
  /** Makes an order that is paid. */
  paidOrder(options?: SeedOptions): Promise<PaidOrder>;
  rowOf(orderId: string): Promise<typeof orders.$inferSelect>;
  statusOf(sessionId: string): Promise<Record<string, unknown>>;
}

/** Outages are meant here; bugs are not. */
const bugLog: Log = {
  ...silentLog,
  error: (event, { error, ...facts } = {}) => {
    const isBug = facts.code === 'INTERNAL' || (error !== undefined && event !== 'failure');
    if (isBug) process.stderr.write(`${event} ${JSON.stringify(facts)} ${inspect(error)}\n`);
  },
};

/** Starts a service with live payments, on the fake in a process of its own. Both clocks stand still until the test moves them. */
export async function startLiveService(options: TestServiceOptions = {}): Promise<LiveService> {
  const fake = await startStripeFake();
  const payments = { kind: 'stripe', secretKey: 'sk_live_only_for_tests', webhookSecret, apiBase: fake.url } as const;
  const running = await startService({
    ...options,
    config: { payments, ...options.config },
    overrides: { log: bugLog, ...options.overrides },
  });
  const { api, clock, service, work } = running;
  const setTime = () => fake.time({ now: clock.now().toISOString() });
  await setTime();
  await fake.endpoint({
    url: `${api.url}/api/v1/agent/stripe/webhook`,
    secret: webhookSecret,
    automatically: false,
  });
  const news = async () => {
    await fake.deliver({});
    await work();
  };
  const payWith = async (session: string) => {
    await fake.pay({ session, method: 'card' });
    await news();
  };
  const order: LiveService['order'] = (wanted = {}) => seedOrder(running, { payWith, ...wanted });
  return {
    ...running,
    fake,
    news,
    advance: async (seconds) => {
      clock.advance(seconds);
      await setTime();
    },
    deliver: async (...types) => {
      const events = await fake.events({});
      const ids = types.flatMap((type) => events.filter((event) => event.type === type).map(({ id }) => id));
      if (ids.length < types.length) throw new Error(`no such events: ${types}`);
      await fake.deliver({ ids });
      await work();
    },
    newLiveKey: async (...scopes) => {
      const caller = { kind: 'system', mode: 'live' } as const;
      const wanted = { mode: 'live', scopes: scopes.length > 0 ? scopes : (['agent'] as Scope[]) } as const;
      const { apiKey, key } = await issueKey(
        { ...service.services, caller },
        { ...wanted, scopes: [...wanted.scopes] },
      );
      return { key: apiKey, accountId: key.accountId };
    },
    order,
    paidOrder: async (wanted) => (await order(wanted)).pay(),
    rowOf: async (orderId) => {
      const rows = await service.services.db.select().from(orders);
      return rows.find(({ id }) => id === orderId)!;
    },
    statusOf: async (payment_session_id) =>
      (await api.get('/payment-status', { query: { payment_session_id } })).data as Record<string, unknown>,
  };
}
