import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { Page } from '../../kernel/page.ts';
import { EventTypeType } from '../events/event-type.schema.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import { watchDeliveries } from './next-step.ts';
import { registerWebhook } from './register-webhook.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { updateWebhook } from './update-webhook.ts';
import { type IssuedWebhook, longestOverlapSeconds, usualOverlapSeconds, type Webhook } from './webhook.ts';

const DisableReasonType = builder.enumType('WebhookDisableReason', {
  description: 'Why an endpoint gets nothing any more.',
  values: {
    gone: { description: 'The receiver answered 410 Gone.' },
    failing: { description: 'Nothing could be delivered for 5 days.' },
    owner: { description: 'Its owner switched it off.' },
  } as const,
});

/** An endpoint without its secret. */
export const WebhookType = builder.objectRef<Webhook>('Webhook').implement({
  description: 'Where events are delivered to: those of one application, or of all of the account.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the endpoint.' }),
    applicationId: t.exposeID('applicationId', {
      nullable: true,
      description: 'The application it is about; null when it is about all of the account.',
    }),
    callbackUrl: t.exposeString('callbackUrl', { description: 'Where events are posted to.' }),
    description: t.exposeString('description', { nullable: true, description: 'What its owner calls it.' }),
    events: t.expose('events', { type: [EventTypeType], description: 'Which events are delivered.' }),
    enabled: t.boolean({
      description: 'Whether anything is delivered.',
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true, description: 'Since when it is disabled.' }),
    disabledReason: t.expose('disabledReason', {
      type: DisableReasonType,
      nullable: true,
      description: 'Why it is disabled.',
    }),
    failing: t.boolean({
      description: 'The last attempts failed; after 5 days without a success the endpoint is disabled.',
      resolve: ({ failingSince }) => failingSince !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const IssuedWebhookType = builder.objectRef<IssuedWebhook>('IssuedWebhook').implement({
  description: 'An endpoint with its signing secret, which is shown here and never again.',
  fields: (t) => ({
    answer: t.string({
      description: 'The answer in plain language.',
      resolve: ({ id, applicationId }) =>
        `Webhook ${id} now gets the events of ${applicationId ?? 'all applications'}. Keep the signing secret: it is not shown again.`,
    }),
    webhookId: t.id({ description: 'Identifier of the endpoint.', resolve: ({ id }) => id }),
    applicationId: t.exposeID('applicationId', {
      nullable: true,
      description: 'The application it is about; null when it is about all of the account.',
    }),
    callbackUrl: t.exposeString('callbackUrl', { description: 'Where events are posted to.' }),
    events: t.expose('events', { type: [EventTypeType], description: 'Which events are delivered.' }),
    signingSecret: t.exposeString('signingSecret', {
      description: 'Verifies the signatures of deliveries, by Standard Webhooks 1.0.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    webhook: t.field({ type: WebhookType, description: 'The endpoint.', resolve: (webhook) => webhook }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: watchDeliveries }),
  }),
});

const WebhookPage = builder.objectRef<Page<Webhook>>('WebhookPage').implement({
  description: 'One page of endpoints, newest first.',
  fields: (t) => ({
    webhooks: t.field({ type: [WebhookType], description: 'The endpoints.', resolve: ({ items }) => items }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
  }),
});

const WebhookDeletionType = builder.objectRef<{ id: string }>('WebhookDeletion').implement({
  description: 'What was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Identifier of the deleted endpoint.' }) }),
});

const longestDescription = 200;
const texts = {
  callbackUrl: 'An https URL on public addresses; events are posted there as JSON.',
  events: 'Which events to deliver; all when left out or empty.',
  description: `What to call it, at most ${longestDescription} characters.`,
} as const;
const descriptionBound = {
  maxLength: [longestDescription, { message: `The description is at most ${longestDescription} characters` }] as [
    number,
    { message: string },
  ],
};

const RegisterWebhookInput = builder.inputType('RegisterWebhookInput', {
  description: 'Where to deliver the events of one application.',
  fields: (t) => ({
    applicationId: t.id({ required: true, description: 'The application.' }),
    callbackUrl: t.string({ required: true, description: texts.callbackUrl }),
    events: t.field({ type: [EventTypeType], description: texts.events }),
  }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Where to deliver the events of all applications of the account.',
  fields: (t) => ({
    callbackUrl: t.string({ required: true, description: texts.callbackUrl }),
    events: t.field({ type: [EventTypeType], description: texts.events }),
    description: t.string({ description: texts.description, validate: descriptionBound }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What to change; what is left out stays as it is.',
  fields: (t) => ({
    callbackUrl: t.string({ description: texts.callbackUrl }),
    events: t.field({ type: [EventTypeType], description: texts.events }),
    description: t.string({ description: texts.description, validate: descriptionBound }),
    enabled: t.boolean({
      description: 'false gives up what was still to be delivered; true delivers what happens from then on.',
    }),
  }),
});

builder.queryFields((t) => ({
  webhooks: t.field({
    type: WebhookPage,
    access: 'KEY',
    description: 'The endpoints of the account, newest first.',
    args: {
      limit: t.arg.int({ description: 'How many at most, 1 to 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of the page before.' }),
    },
    resolve: (_root, args, ctx) => listWebhooks(ctx, args),
  }),
  webhook: t.field({
    type: WebhookType,
    access: 'KEY',
    description: 'One endpoint of the account.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the endpoint.' }) },
    resolve: (_root, { id }, ctx) => getWebhook(ctx, id),
  }),
}));

builder.mutationFields((t) => ({
  registerWebhook: t.field({
    type: IssuedWebhookType,
    access: 'KEY',
    description: 'Deliver the events of one application to a URL, signed.',
    args: { input: t.arg({ type: RegisterWebhookInput, required: true, description: 'What goes where.' }) },
    resolve: (_root, { input }, ctx) => registerWebhook(ctx, input),
  }),
  createWebhook: t.field({
    type: IssuedWebhookType,
    access: 'KEY',
    description: 'Deliver the events of all applications of the account to a URL, signed.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'What goes where.' }) },
    resolve: (_root, { input }, ctx) => createWebhook(ctx, input),
  }),
  updateWebhook: t.field({
    type: WebhookType,
    access: 'KEY',
    description: 'Change an endpoint, switch it off, or on again after it was disabled.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the endpoint.' }),
      input: t.arg({ type: UpdateWebhookInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateWebhook(ctx, id, input),
  }),
  deleteWebhook: t.field({
    type: WebhookDeletionType,
    access: 'KEY',
    description: 'Delete an endpoint and the record of its deliveries.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the endpoint.' }) },
    resolve: (_root, { id }, ctx) => deleteWebhook(ctx, id),
  }),
  rotateWebhookSecret: t.field({
    type: IssuedWebhookType,
    access: 'KEY',
    description:
      'Give an endpoint a new signing secret. During the overlap deliveries are signed with the new one and the one before.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the endpoint.' }),
      overlapSeconds: t.arg.int({
        description: `How long the old secret still signs, 0 to ${longestOverlapSeconds}; ${usualOverlapSeconds} when left out.`,
      }),
    },
    resolve: (_root, args, ctx) => rotateWebhookSecret(ctx, args),
  }),
}));
