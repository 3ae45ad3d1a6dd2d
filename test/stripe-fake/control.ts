import type { Books, Method, RefundEnd } from './books.ts';
import type { Deliveries, Endpoint } from './deliveries.ts';
import type { Fault, Faults } from './faults.ts';

/** What can be told to the fake, and what it answers: what a payer, a bank, the dashboard or the network does. */
export interface Commands {
  endpoint: (to: Endpoint & { automatically: boolean }) => null;
  time: (at: { now: string }) => null;
  pay: (with_: { session: string; method: Method }) => { paymentIntentId: string | null };
  settle: (how: { session: string; succeeded: boolean }) => null;
  expire: (what: { session: string }) => null;
  tamper: (what: { session: string; amount?: number; currency?: string; livemode?: boolean }) => null;
  refund: (what: { session: string; amount?: number }) => { refundId: string };
  settleRefund: (what: { refundId: string; succeeded: boolean }) => null;
  endRefunds: (how: { ends: RefundEnd[] }) => null;
  dispute: (what: { session: string }) => { disputeId: string };
  closeDispute: (how: { disputeId: string; status: 'won' | 'lost' }) => null;
  fault: (what: Fault) => null;
  calm: (nothing: object) => null;
  events: (nothing: object) => { id: string; type: string; about: string }[];
  deliver: (what: { ids?: string[]; timestamp?: number }) => Promise<{ status: number; milliseconds: number }[]>;
  state: (nothing: object) => Truth;
}

/** Everything that exists at the fake, in short. */
export interface Truth {
  sessions: {
    id: string;
    orderId: string | null;
    status: string;
    paymentStatus: string;
    paymentIntentId: string | null;
    amount: number;
    currency: string;
    url: string | null;
    lines: { name: string; amount: number }[];
    discount: number;
  }[];
  refunds: {
    id: string;
    paymentIntentId: string | null;
    amount: number;
    status: string;
    orderId: string | undefined;
  }[];
  undelivered: number;
  requests: Record<string, number>;
  replays: number;
}

interface Known {
  books: Books;
  deliveries: Deliveries;
  faults: Faults;
  requests: Map<string, number>;
  replays(): number;
  setTime(moment: string): void;
}

const done = (_nothing: unknown): null => null;

/** Does what it is told by name. */
export async function control(known: Known, name: string, input: never): Promise<unknown> {
  const { books, deliveries, faults, requests } = known;
  const intentOf = (session: string) => books.sessionOf(session).payment_intent ?? '';
  const commands: Commands = {
    endpoint: ({ automatically, ...to }) => done(deliveries.configure(to, automatically)),
    time: ({ now }) => done(known.setTime(now)),
    pay: ({ session, method }) => ({ paymentIntentId: books.pay(session, method).payment_intent }),
    settle: ({ session, succeeded }) => done(books.settle(session, succeeded)),
    expire: ({ session }) => done(books.expire(books.sessionOf(session))),
    tamper: ({ session, ...change }) => done(books.tamper(session, change)),
    refund: ({ session, amount }) => ({ refundId: books.refund(intentOf(session), amount, {}).id }),
    settleRefund: ({ refundId, succeeded }) => done(books.settleRefund(refundId, succeeded)),
    endRefunds: ({ ends }) => done(books.endRefunds(ends)),
    dispute: ({ session }) => ({ disputeId: books.dispute(intentOf(session)).id }),
    closeDispute: ({ disputeId, status }) => done(books.closeDispute(disputeId, status)),
    fault: (fault) => done(faults.add(fault)),
    calm: () => done(faults.clear()),
    events: () =>
      deliveries.events.map(({ id, type, data }) => ({ id, type, about: (data.object as { id: string }).id })),
    deliver: ({ ids, timestamp }) => deliveries.deliver(ids, timestamp),
    state: () => ({
      sessions: [...books.sessions.values()].map((session) => ({
        id: session.id,
        orderId: session.client_reference_id,
        status: session.status,
        paymentStatus: session.payment_status,
        paymentIntentId: session.payment_intent,
        amount: session.amount_total,
        currency: session.currency,
        url: session.url,
        lines: books.lines.get(session.id) ?? [],
        discount: session.total_details.amount_discount,
      })),
      refunds: [...books.refunds.values()].map((refund) => ({
        id: refund.id,
        paymentIntentId: refund.payment_intent,
        amount: refund.amount,
        status: refund.status,
        orderId: refund.metadata.order_id,
      })),
      undelivered: deliveries.undelivered(),
      requests: Object.fromEntries(requests),
      replays: known.replays(),
    }),
  };
  const command = commands[name as keyof Commands];
  if (!command) throw new Error(`the fake knows no ${name}`);
  return command(input);
}
