import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import { applicationArgs } from './application-status.schema.ts';
import { type CancelledApplication, cancelApplication } from './cancel-application.ts';
import { type PatchedApplication, patchApplication } from './patch-application.ts';
import { type RefundedApplication, refundApplication } from './refund-application.ts';
import { ConfirmationInput, FormJudgementType } from './submission.schema.ts';

const CancelledApplicationType = builder.objectRef<CancelledApplication>('CancelledApplication').implement({
  description: 'An application after cancellation. No money moves.',
  fields: (t) => ({
    answer: t.string({
      description: 'What happened, in plain language.',
      resolve: ({ nextStep }) => `The application is cancelled and nothing was refunded. ${nextStep.why}`,
    }),
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'CANCELLED.' }),
    refund: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Always null: cancelling refunds nothing.',
      resolve: ({ refund }) => refund,
    }),
    refundableUntil: t.expose('refundableUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the order could be refunded; null when there is nothing to refund.',
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.mutationField('cancelApplication', (t) =>
  t.field({
    type: CancelledApplicationType,
    access: 'KEY',
    description: 'Cancels an application before it is submitted. Refunds nothing; a repeat answers the same.',
    args: { id: t.arg.string({ required: true, description: applicationArgs.id }) },
    resolve: (_root, { id }, ctx) => cancelApplication(ctx, id),
  }),
);

const RefundType = builder.objectRef<RefundedApplication['refund']>('Refund').implement({
  description: 'Money on its way back.',
  fields: (t) => ({
    refundId: t.exposeString('refundId', { nullable: true, description: "The provider's reference." }),
    amount: t.expose('amount', { type: MoneyType, description: 'What is returned: the whole order.' }),
    state: t.exposeString('state', { description: 'succeeded, or pending while the provider carries it out.' }),
    refundedAt: t.expose('refundedAt', { type: 'DateTime', nullable: true, description: 'When it was refunded.' }),
  }),
});

const RefundedApplicationType = builder.objectRef<RefundedApplication>('RefundedApplication').implement({
  description: 'An order after its refund.',
  fields: (t) => ({
    answer: t.string({
      description: 'What happened, in plain language.',
      resolve: ({ nextStep }) =>
        `The order is refunded in full and all its applications are cancelled. ${nextStep.why}`,
    }),
    applicationId: t.exposeString('applicationId', { description: 'The application that was named.' }),
    orderId: t.exposeString('orderId', { description: 'The order; all its applications are cancelled.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'CANCELLED.' }),
    refund: t.expose('refund', { type: RefundType, description: 'The refund.' }),
    alreadyRefunded: t.exposeBoolean('alreadyRefunded', {
      description: 'The provider had given the money back before; the order was brought in line.',
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.mutationField('refundApplication', (t) =>
  t.field({
    type: RefundedApplicationType,
    access: 'KEY',
    description: 'Returns the whole payment of an order within 7 days and cancels all its applications.',
    args: { id: t.arg.string({ required: true, description: applicationArgs.id }) },
    resolve: (_root, { id }, ctx) => refundApplication(ctx, id),
  }),
);

const PatchedApplicationType = builder.objectRef<PatchedApplication>('PatchedApplication').implement({
  description: 'An application after an edit.',
  fields: (t) => ({
    answer: t.string({
      description: 'What happened, in plain language.',
      resolve: ({ validation, nextStep }) =>
        validation.ok
          ? `The form was changed and is complete. ${nextStep.why}`
          : `The form was changed; ${validation.errors.length} of its fields still need attention.`,
    }),
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was changed.' }),
    validation: t.field({
      type: FormJudgementType,
      description: 'The judgement of the whole form.',
      resolve: ({ validation }) => validation,
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.mutationField('patchApplication', (t) =>
  t.field({
    type: PatchedApplicationType,
    access: 'KEY',
    description: 'Edits the form of an application before it is submitted, or answers what the authority asked for.',
    args: {
      id: t.arg.string({ required: true, description: applicationArgs.id }),
      formData: t.arg({
        type: 'JSONObject',
        required: true,
        description: 'Fields to change; null removes a field.',
      }),
      confirmations: t.arg({
        type: [ConfirmationInput],
        description: 'Which value is right where the form and the passport disagree.',
      }),
    },
    resolve: (_root, { id, ...edit }, ctx) => patchApplication(ctx, { applicationId: id, ...edit }),
  }),
);
