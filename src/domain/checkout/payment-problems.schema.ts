import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { money } from '../../kernel/money.ts';
import type { Page } from '../../kernel/page.ts';
import { paymentProblems } from '../orders/order.ts';
import { PaymentStatusType } from './checkout.schema.ts';
import type { PaymentTrouble } from './list-payment-problems.ts';
import { listPaymentProblems } from './list-payment-problems.ts';

const PaymentProblemKindType = builder.enumType('PaymentProblemKind', {
  description:
    'What is wrong: the payment has another amount, currency or mode than the order; a part was refunded elsewhere; ' +
    'a refund that is owed could not be carried out and is tried again.',
  values: paymentProblems,
});

const PaymentDisputeType = builder.objectRef<PaymentTrouble['disputes'][number]>('PaymentDispute').implement({
  description: 'A payer who wants the money back from the bank.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The provider's identifier of the dispute." }),
    state: t.exposeString('state', { description: 'open, won or lost.' }),
    reason: t.exposeString('reason', { description: "The provider's word for why." }),
    amount: t.field({
      type: MoneyType,
      description: 'What is disputed.',
      resolve: ({ amountMinor, currency }) => money(amountMinor, currency),
    }),
    openedAt: t.expose('openedAt', { type: 'DateTime', description: 'When it was opened.' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
  }),
});

const PaymentProblemType = builder.objectRef<PaymentTrouble>('PaymentProblem').implement({
  description: 'An order about whose money an operator has to look at something.',
  fields: (t) => ({
    orderId: t.id({ description: 'The order.', resolve: ({ order }) => order.id }),
    kind: t.field({
      type: PaymentProblemKindType,
      nullable: true,
      description: 'What is wrong; null when it is a dispute alone.',
      resolve: ({ order }) => order.paymentProblem,
    }),
    paymentStatus: t.field({
      type: PaymentStatusType,
      description: 'How the payment of the order stands.',
      resolve: ({ order }) => order.paymentStatus,
    }),
    onHold: t.boolean({
      description: 'Nothing of the order is filed, because of a dispute.',
      resolve: ({ order }) => order.disputedAt !== null,
    }),
    mode: t.string({ description: 'sandbox or live.', resolve: ({ order }) => order.mode }),
    expected: t.field({
      type: MoneyType,
      description: 'What the order costs.',
      resolve: ({ order }) => money(order.totalMinor, order.currency),
    }),
    paymentSessionId: t.id({
      nullable: true,
      description: "The provider's session.",
      resolve: ({ order }) => order.paymentSessionId,
    }),
    paymentIntentId: t.id({
      nullable: true,
      description: "The provider's payment.",
      resolve: ({ order }) => order.paymentIntentId,
    }),
    disputes: t.expose('disputes', { type: [PaymentDisputeType], description: 'Disputes of the payment.' }),
  }),
});

const PaymentProblemPage = builder.objectRef<Page<PaymentTrouble>>('PaymentProblemPage').implement({
  description: 'One page of payment problems, newest order first.',
  fields: (t) => ({
    problems: t.expose('items', { type: [PaymentProblemType], description: 'The problems.' }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
  }),
});

builder.queryField('paymentProblems', (t) =>
  t.field({
    type: PaymentProblemPage,
    access: 'OPERATOR',
    description: 'Orders about whose money an operator has to look at something.',
    args: {
      limit: t.arg.int({ description: '1 to 200, 50 when absent.' }),
      after: t.arg.string({ description: 'Cursor of the page.' }),
    },
    resolve: (_root, request, ctx) => listPaymentProblems(ctx, request),
  }),
);
