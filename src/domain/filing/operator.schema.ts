import { builder } from '../../graphql/builder.ts';
import type { Page } from '../../kernel/page.ts';
import { ActionRequiredType } from '../applications/application-status.schema.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import { ProcessingSpeedType } from '../pricing/price.schema.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { type FilingAction, filingActionKinds } from './filing-action.ts';
import { filingHolders, getFiling, listFilingActions, listFilings } from './list-filings.ts';
import { filingStateOf, type QueuedFiling } from './queued-filing.ts';
import { type FiledField, type FiledForm, readFilingForm } from './read-filing-form.ts';

const FilingStateType = builder.enumType('FilingState', {
  description: 'Where a live application stands for operators.',
  values: {
    to_file: { description: 'Its hold is over: it wants to be filed.' },
    with_authority: { description: 'It was filed and waits for the authority.' },
    with_traveler: { description: 'The traveler was asked for something.' },
    answered: { description: 'The traveler sent what was asked for.' },
  },
});

const FilingHolderType = builder.enumType('FilingHolder', {
  description: 'Whose filings are wanted.',
  values: filingHolders,
});

const FilingActionKindType = builder.enumType('FilingActionKind', {
  description: 'What operators do with applications. Readings are recorded as well.',
  values: filingActionKinds,
});

const FilingActionType = builder.objectRef<FilingAction>('FilingAction').implement({
  description: 'One act of an operator.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The act.' }),
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    orderId: t.exposeString('orderId', { description: 'Its order.' }),
    action: t.expose('action', { type: FilingActionKindType, description: 'What was done.' }),
    operatorId: t.exposeString('accountId', { description: 'The account of the operator.' }),
    keyId: t.exposeString('keyId', { description: 'The key that was used.' }),
    requestId: t.exposeString('requestId', { description: 'The request, as the log has it.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    details: t.expose('details', { type: 'JSONObject', description: 'Facts about it; never personal data.' }),
  }),
});

const FilingActionPageType = builder.objectRef<Page<FilingAction>>('FilingActionPage').implement({
  description: 'Acts of operators, newest first.',
  fields: (t) => ({
    actions: t.expose('items', { type: [FilingActionType], description: 'The acts.' }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Cursor of the next page, if any.' }),
  }),
});

/** A live application as operators see it in the queue. */
export const FilingType = builder.objectRef<QueuedFiling>('QueuedFiling').implement({
  description: 'A live application as operators see it in the queue. Nothing of its form is in it.',
  fields: (t) => ({
    applicationId: t.exposeString('id', { description: 'The application.' }),
    orderId: t.exposeString('orderId', { description: 'Its order.' }),
    traveler: t.exposeInt('position', { description: 'Place among the travelers of the order, from 0.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The authorization applied for.' }),
    processingSpeed: t.expose('speed', { type: ProcessingSpeedType, description: 'How fast it was paid for.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    state: t.field({
      type: FilingStateType,
      nullable: true,
      description: 'Where it stands for operators; null when there is nothing to do with it.',
      resolve: (filing, _args, ctx) => filingStateOf(filing, ctx.realClock.now()),
    }),
    appliedAt: t.expose('appliedAt', { type: 'DateTime', nullable: true, description: 'When the form was submitted.' }),
    filesAfter: t.expose('filingDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the hold, or when the answer came; null when operators wait for somebody else.',
    }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime', nullable: true, description: 'When it was filed.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
    authorityReference: t.exposeString('authorityReference', {
      nullable: true,
      description: "The authority's own reference.",
    }),
    actionRequired: t.expose('actionRequired', {
      type: ActionRequiredType,
      nullable: true,
      description: 'What the traveler was asked for.',
    }),
    claimedBy: t.exposeString('claimedBy', { nullable: true, description: 'Account of the operator who has it.' }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true, description: 'Since when.' }),
    actions: t.field({
      type: FilingActionPageType,
      description: 'What operators did with it, newest first.',
      args: {
        first: t.arg.int({ description: 'How many, at most 200.' }),
        after: t.arg.string({ description: 'Cursor of a page.' }),
      },
      resolve: ({ id }, args, ctx) => listFilingActions(ctx, { ...args, applicationId: id }),
    }),
  }),
});

const FilingPageType = builder.objectRef<Page<QueuedFiling>>('FilingPage').implement({
  description: 'Live applications, oldest first.',
  fields: (t) => ({
    filings: t.expose('items', { type: [FilingType], description: 'The applications.' }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Cursor of the next page, if any.' }),
  }),
});

const FiledFieldType = builder.objectRef<FiledField>('FiledField').implement({
  description: 'One field of a form.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field.' }),
    label: t.exposeString('label', { description: 'The question.' }),
    section: t.exposeString('section', { nullable: true, description: 'The section of the form.' }),
    value: t.expose('value', { type: 'JSON', description: 'The answer.' }),
    fileUrl: t.exposeString('fileUrl', { nullable: true, description: 'Where the operator reads the file.' }),
  }),
});

const FiledFormType = builder.objectRef<FiledForm>('FiledForm').implement({
  description: 'A whole form.',
  fields: (t) => ({
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'Whose form it is.' }),
    fields: t.expose('fields', { type: [FiledFieldType], description: 'The answers, in the order of the form.' }),
  }),
});

builder.queryFields((t) => ({
  filingQueue: t.field({
    type: FilingPageType,
    access: 'OPERATOR',
    description: 'Live applications by where they stand, oldest first.',
    args: {
      state: t.arg({ type: FilingStateType, required: true, description: 'Where they stand.' }),
      holder: t.arg({ type: FilingHolderType, description: 'Whose: anybody when left out.' }),
      visaType: t.arg({ type: ProductIdType, description: 'Of one product only.' }),
      processingSpeed: t.arg({ type: ProcessingSpeedType, description: 'Of one speed only.' }),
      first: t.arg.int({ description: 'How many, at most 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of a page.' }),
    },
    resolve: (_root, { visaType, processingSpeed, ...args }, ctx) =>
      listFilings(ctx, {
        ...args,
        product: visaType as QueuedFiling['product'] | null | undefined,
        speed: processingSpeed,
      }),
  }),
  filing: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'One live application as operators see it.',
    args: { applicationId: t.arg.string({ required: true, description: 'The application.' }) },
    resolve: (_root, { applicationId }, ctx) => getFiling(ctx, applicationId),
  }),
  filingForm: t.field({
    type: FiledFormType,
    access: 'OPERATOR',
    description: 'The whole form of an application that the operator has claimed. The reading is recorded.',
    args: { applicationId: t.arg.string({ required: true, description: 'The application.' }) },
    resolve: (_root, { applicationId }, ctx) => readFilingForm(ctx, applicationId),
  }),
  filingActions: t.field({
    type: FilingActionPageType,
    access: 'OPERATOR',
    description: 'What operators did, newest first. It outlives the applications.',
    args: {
      applicationId: t.arg.string({ description: 'With one application only.' }),
      operatorId: t.arg.string({ description: 'By one operator only: an account.' }),
      first: t.arg.int({ description: 'How many, at most 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of a page.' }),
    },
    resolve: (_root, args, ctx) => listFilingActions(ctx, args),
  }),
}));
