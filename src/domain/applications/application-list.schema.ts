import { builder } from '../../graphql/builder.ts';
import { loader } from '../../graphql/loader.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { money } from '../../kernel/money.ts';
import type { Page } from '../../kernel/page.ts';
import { PaymentStatusType } from '../checkout/checkout.schema.ts';
import type { FeedEvent } from '../events/event.ts';
import { EventObject, PageInfoType } from '../events/events.schema.ts';
import type { ListedApplication } from '../orders/application.ts';
import { type Order, refundableUntil } from '../orders/order.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import { statusWords } from '../orders/status-words.ts';
import { ProcessingSpeedType } from '../pricing/price.schema.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { ActionRequiredType, TimelineEntryType } from './application-status.schema.ts';
import { eventsOf, listApplications, ordersOf, timelineOf } from './list-applications.ts';
import { nextStepFor } from './next-step.ts';

const orderOf = loader<string, Order>((ctx, ids) => ordersOf(ctx, ids));
const eventsOfEach = loader<string, FeedEvent[]>((ctx, ids) => eventsOf(ctx, ids));

const OrderType = builder.objectRef<Order>('Order').implement({
  description: 'One checkout: what is bought, and how its payment stands.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The order.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The authorization that is bought.' }),
    processingSpeed: t.expose('speed', { type: ProcessingSpeedType, description: 'How fast it is handled.' }),
    numTravelers: t.exposeInt('travelers', { description: 'How many travelers.' }),
    total: t.field({
      type: MoneyType,
      description: 'What is charged.',
      resolve: ({ totalMinor, currency }) => money(totalMinor, currency),
    }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'How its payment stands.' }),
    paymentSessionId: t.exposeString('paymentSessionId', { nullable: true, description: 'Its payment session.' }),
    checkoutUrl: t.string({
      nullable: true,
      description: 'Where to pay; null once paid or closed.',
      resolve: ({ paymentStatus, checkoutUrl }) => (paymentStatus === 'unpaid' ? checkoutUrl : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    paidAt: t.expose('paidAt', { type: 'DateTime', nullable: true, description: 'When it was paid.' }),
    refundedAt: t.expose('refundedAt', { type: 'DateTime', nullable: true, description: 'When it was refunded.' }),
    refundableUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End of the refund window; null when there is nothing to refund.',
      resolve: (order) => refundableUntil(order),
    }),
  }),
});

const ApplicationType = builder.objectRef<ListedApplication>('Application').implement({
  description: "One traveler's application, as lists show it: nothing personal.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The application.' }),
    orderId: t.exposeString('orderId', { description: 'Its order.' }),
    traveler: t.exposeInt('position', { description: 'Place among the travelers of the order, from 0.' }),
    profileId: t.exposeString('profileId', { nullable: true, description: 'The saved traveler it was made with.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The authorization applied for.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    statusLabel: t.string({
      description: 'The status in a few words.',
      resolve: ({ status, appliedAt }) => statusWords(status, appliedAt !== null).label,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the checkout was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    appliedAt: t.expose('appliedAt', { type: 'DateTime', nullable: true, description: 'When the form was submitted.' }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime', nullable: true, description: 'When it was filed.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
    authorityReference: t.exposeString('authorityReference', {
      nullable: true,
      description: "The authority's own reference.",
    }),
    actionRequired: t.field({
      type: ActionRequiredType,
      nullable: true,
      description: 'What the authority asked for; null unless it did.',
      resolve: ({ status, actionRequired }) => (status === 'ACTION_REQUIRED' ? actionRequired : null),
    }),
    order: t.field({
      type: OrderType,
      description: 'The order and its payment.',
      resolve: ({ orderId }, _args, ctx) => orderOf(ctx).load(orderId),
    }),
    timeline: t.field({
      type: [TimelineEntryType],
      description: 'Every change of status, oldest first.',
      resolve: async (application, _args, ctx) => timelineOf(application, await eventsOfEach(ctx).load(application.id)),
    }),
    events: t.field({
      type: [EventObject],
      description: 'Everything that happened to it, oldest first.',
      resolve: ({ id }, _args, ctx) => eventsOfEach(ctx).load(id),
    }),
    nextStep: t.field({
      type: NextStepType,
      description: 'What to do next.',
      resolve: async (application, _args, ctx) =>
        nextStepFor(application, await orderOf(ctx).load(application.orderId)),
    }),
  }),
});

const cursorOf = ({ id }: { id: string }) => Buffer.from(id).toString('base64url');

const ApplicationEdgeType = builder.objectRef<ListedApplication>('ApplicationEdge').implement({
  description: 'An application and its cursor.',
  fields: (t) => ({
    cursor: t.string({ description: 'Pass it as `after` to read on from here.', resolve: cursorOf }),
    node: t.field({ type: ApplicationType, description: 'The application.', resolve: (application) => application }),
  }),
});

const ApplicationConnectionType = builder.objectRef<Page<ListedApplication>>('ApplicationConnection').implement({
  description: 'Applications, newest first.',
  fields: (t) => ({
    edges: t.expose('items', { type: [ApplicationEdgeType], description: 'The applications with their cursors.' }),
    nodes: t.expose('items', { type: [ApplicationType], description: 'The applications.' }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where the page ends.',
      resolve: ({ items, nextCursor }) => ({
        hasNextPage: nextCursor !== null,
        startCursor: items.length === 0 ? null : cursorOf(items[0]!),
        endCursor: items.length === 0 ? null : cursorOf(items.at(-1)!),
      }),
    }),
  }),
});

builder.queryField('applications', (t) =>
  t.field({
    type: ApplicationConnectionType,
    access: 'KEY',
    description: 'The applications of the account, newest first.',
    args: {
      first: t.arg.int({ description: 'How many, at most 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of a page or of an application.' }),
      status: t.arg({ type: [ApplicationStatusType], description: 'In these statuses only.' }),
      visaType: t.arg({ type: ProductIdType, description: 'Of one product only.' }),
      orderId: t.arg.string({ description: 'Of one order only.' }),
    },
    resolve: (_root, { visaType, ...args }, ctx) =>
      listApplications(ctx, { ...args, product: visaType as OpenProductId | null | undefined }),
  }),
);
