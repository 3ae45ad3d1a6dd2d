import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { PaymentStatusType } from '../checkout/checkout.schema.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { type ApplicationStatusReport, getApplicationStatus } from './get-application-status.ts';
import { type ApplicationSummary, getApplicationSummary, summarize } from './get-application-summary.ts';

const AuthorizationType = builder
  .objectRef<NonNullable<ApplicationStatusReport['authorization']>>('Authorization')
  .implement({
    description: 'What an approval gave.',
    fields: (t) => ({
      number: t.exposeString('number', { description: "The authorization's number." }),
      validFrom: t.expose('validFrom', { type: 'Date', description: 'First day.' }),
      validUntil: t.expose('validUntil', { type: 'Date', description: 'Last day.' }),
      documentUrl: t.exposeString('documentUrl', { description: 'The confirmation as a PDF, for the owner.' }),
    }),
  });

/** What the authority asked for. */
export const ActionRequiredType = builder
  .objectRef<NonNullable<ApplicationStatusReport['actionRequired']>>('ActionRequired')
  .implement({
    description: 'What the authority asked for.',
    fields: (t) => ({
      fields: t.exposeStringList('fields', { description: 'Form fields to send.' }),
      message: t.exposeString('message', { description: 'What is needed.' }),
    }),
  });

const StatusOrderType = builder.objectRef<ApplicationStatusReport['order']>('StatusOrder').implement({
  description: 'The order behind an application, as far as its status goes.',
  fields: (t) => ({
    orderId: t.exposeString('orderId', { description: 'The order.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'How its payment stands.' }),
    paidAt: t.expose('paidAt', { type: 'DateTime', nullable: true, description: 'When it was paid.' }),
    refundedAt: t.expose('refundedAt', { type: 'DateTime', nullable: true, description: 'When it was refunded.' }),
    refundableUntil: t.expose('refundableUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the refund window; null when there is nothing to refund.',
    }),
  }),
});

/** One change of status. */
export const TimelineEntryType = builder
  .objectRef<ApplicationStatusReport['timeline'][number]>('TimelineEntry')
  .implement({
    description: 'One change of status.',
    fields: (t) => ({
      at: t.exposeString('at', { description: 'When, RFC 3339 in UTC.' }),
      status: t.expose('status', { type: ApplicationStatusType, description: 'The status from then on.' }),
      note: t.exposeString('note', { nullable: true, description: 'What happened.' }),
    }),
  });

const ApplicationLinksType = builder.objectRef<ApplicationStatusReport['links']>('ApplicationLinks').implement({
  description: 'Where to read on.',
  fields: (t) => ({
    self: t.exposeString('self', { description: 'The status.' }),
    summary: t.exposeString('summary', { description: 'The summary in plain language.' }),
    requirements: t.exposeString('requirements', { description: 'The requirements of the product.' }),
  }),
});

/** How an application stands. */
export const ApplicationReportType = builder.objectRef<ApplicationStatusReport>('ApplicationReport').implement({
  description: 'How an application stands.',
  fields: (t) => ({
    answer: t.string({ description: 'How it stands, in plain language.', resolve: (report) => summarize(report) }),
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The authorization applied for.' }),
    destination: t.exposeString('destination', { description: 'Country of destination.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    statusLabel: t.exposeString('statusLabel', { description: 'The status in a few words.' }),
    statusExplanation: t.exposeString('statusExplanation', { description: 'What the status means.' }),
    appliedAt: t.expose('appliedAt', { type: 'DateTime', nullable: true, description: 'When the form was submitted.' }),
    submittedAt: t.expose('submittedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was filed with the authority.',
    }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When the authority decided.' }),
    estimatedDecisionAt: t.expose('estimatedDecisionAt', {
      type: 'DateTime',
      nullable: true,
      description: 'By when a decision is usual; null before filing and after the decision.',
    }),
    authorityReference: t.exposeString('authorityReference', {
      nullable: true,
      description: "The authority's own reference.",
    }),
    authorization: t.expose('authorization', {
      type: AuthorizationType,
      nullable: true,
      description: 'What was granted; null unless approved.',
    }),
    actionRequired: t.expose('actionRequired', {
      type: ActionRequiredType,
      nullable: true,
      description: 'What the authority asked for; null unless it did.',
    }),
    order: t.expose('order', { type: StatusOrderType, description: 'The order and its payment.' }),
    timeline: t.expose('timeline', { type: [TimelineEntryType], description: 'Every change of status, oldest first.' }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
    links: t.expose('links', { type: ApplicationLinksType, description: 'Where to read on.' }),
  }),
});

const ApplicationSummaryType = builder.objectRef<ApplicationSummary>('ApplicationSummary').implement({
  description: 'An application in plain language, without passport number or date of birth.',
  fields: (t) => ({
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    summary: t.exposeString('summary', { description: 'How it stands, in two or three sentences.' }),
    highlights: t.exposeStringList('highlights', { description: 'The facts, one a line.' }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
    links: t.expose('links', { type: ApplicationLinksType, description: 'Where to read on.' }),
  }),
});

/** Descriptions that every field about one application shares. */
export const applicationArgs = {
  id: 'The application.',
  guestToken: 'Guest token of the order; not needed with an API key that owns it.',
} as const;

builder.queryField('applicationStatus', (t) =>
  t.field({
    type: ApplicationReportType,
    access: 'KEY_OR_GUEST_TOKEN',
    description: 'How an application stands.',
    args: {
      id: t.arg.string({ required: true, description: applicationArgs.id }),
      guestToken: t.arg.string({ description: applicationArgs.guestToken }),
    },
    resolve: (_root, { id, guestToken }, ctx) => getApplicationStatus(ctx, { applicationId: id, guestToken }),
  }),
);

builder.queryField('applicationSummary', (t) =>
  t.field({
    type: ApplicationSummaryType,
    access: 'KEY_OR_GUEST_TOKEN',
    description: 'An application in plain language.',
    args: {
      id: t.arg.string({ required: true, description: applicationArgs.id }),
      guestToken: t.arg.string({ description: applicationArgs.guestToken }),
    },
    resolve: (_root, { id, guestToken }, ctx) => getApplicationSummary(ctx, { applicationId: id, guestToken }),
  }),
);
