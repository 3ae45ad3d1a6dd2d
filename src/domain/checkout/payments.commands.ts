import type { Caller } from '../../kernel/caller.ts';
import type { Command } from '../../kernel/command.ts';
import type { Db } from '../../store/db.ts';
import { listPaymentProblems } from './list-payment-problems.ts';

/** What the commands of payments need. */
export interface PaymentCommandNeeds {
  caller: Caller;
  db: Db;
}

const problemsCommand: Command<PaymentCommandNeeds> = {
  name: 'payment problems',
  summary: 'List orders about whose money somebody has to look at something.',
  usage: '',
  options: {},
  positionals: 0,
  run: async (needs, _input, print) => {
    let after: string | null = null;
    do {
      const page = await listPaymentProblems(needs, { after, limit: 200 });
      for (const { order, disputes } of page.items) {
        const disputed = disputes.map(({ id, state, reason }) => `${id} ${state} (${reason})`).join(', ');
        const what = [order.paymentProblem, order.disputedAt && 'on_hold', disputed].filter(Boolean).join('  ');
        print(`${order.id}  ${order.mode}  ${order.paymentStatus}  ${order.paymentSessionId ?? '-'}  ${what}`);
      }
      after = page.nextCursor;
    } while (after !== null);
  },
};

/** The commands of payments. */
export const paymentCommands: readonly Command<PaymentCommandNeeds>[] = [problemsCommand];
