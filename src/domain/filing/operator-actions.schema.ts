import { builder } from '../../graphql/builder.ts';
import { claimFiling, releaseFiling } from './claim-filing.ts';
import { FilingType } from './operator.schema.ts';
import { recordFiling } from './record-filing.ts';

const DecisionType = builder.enumType('FilingDecision', {
  description: 'What an authority can decide.',
  values: ['APPROVED', 'DENIED'] as const,
});

const RecordDecisionInput = builder.inputType('RecordFilingDecisionInput', {
  description: 'The decision of the authority.',
  fields: (t) => ({
    applicationId: t.string({ required: true, description: 'The application.' }),
    decision: t.field({ type: DecisionType, required: true, description: 'What was decided.' }),
    number: t.string({ description: 'Number of the authorization; needed for an approval.' }),
    validFrom: t.field({ type: 'Date', description: 'First day; the day of recording when left out.' }),
    validUntil: t.field({ type: 'Date', description: "Last day; by the product's rule when left out." }),
  }),
});

const ofApplication = 'The application; the operator must have claimed it.';

builder.mutationFields((t) => ({
  claimFiling: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description:
      'Takes a live application in hand. Until it is given back it counts as handed over: no edit, no cancellation, no refund.',
    args: {
      applicationId: t.arg.string({ required: true, description: 'The application.' }),
      takeOver: t.arg.boolean({ description: 'Take it from another operator who has it.' }),
    },
    resolve: (_root, args, ctx) => claimFiling(ctx, args),
  }),
  releaseFiling: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Gives a claimed application back.',
    args: { applicationId: t.arg.string({ required: true, description: ofApplication }) },
    resolve: (_root, { applicationId }, ctx) => releaseFiling(ctx, applicationId),
  }),
  recordFilingReference: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Records that the application was filed: it becomes SUBMITTED.',
    args: {
      applicationId: t.arg.string({ required: true, description: ofApplication }),
      reference: t.arg.string({ required: true, description: "The authority's own reference." }),
    },
    resolve: (_root, { applicationId, reference }, ctx) =>
      recordFiling(ctx, { applicationId, step: { trigger: 'file', reference: reference.trim() } }),
  }),
  recordFilingReview: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Records that the authority took it up: it becomes IN_REVIEW.',
    args: { applicationId: t.arg.string({ required: true, description: ofApplication }) },
    resolve: (_root, { applicationId }, ctx) => recordFiling(ctx, { applicationId, step: { trigger: 'take_up' } }),
  }),
  askTraveler: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Asks the traveler for something: it becomes ACTION_REQUIRED, and just these fields can be sent.',
    args: {
      applicationId: t.arg.string({ required: true, description: ofApplication }),
      fields: t.arg.stringList({ required: true, description: 'Form fields that are wanted.' }),
      message: t.arg.string({ required: true, description: 'What is needed, in words for the traveler.' }),
    },
    resolve: (_root, { applicationId, fields, message }, ctx) =>
      recordFiling(ctx, { applicationId, step: { trigger: 'ask', fields, message } }),
  }),
  recordTravelerAnswer: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Records that the answer came in another way than through an edit: it becomes IN_REVIEW again.',
    args: { applicationId: t.arg.string({ required: true, description: ofApplication }) },
    resolve: (_root, { applicationId }, ctx) => recordFiling(ctx, { applicationId, step: { trigger: 'answer' } }),
  }),
  recordFilingDecision: t.field({
    type: FilingType,
    access: 'OPERATOR',
    description: 'Records the decision: it becomes APPROVED or DENIED, and nobody has it any more.',
    args: { input: t.arg({ type: RecordDecisionInput, required: true, description: 'The decision.' }) },
    resolve: (_root, { input: { applicationId, decision, number, validFrom, validUntil } }, ctx) =>
      recordFiling(ctx, {
        applicationId,
        step:
          decision === 'DENIED'
            ? { trigger: 'deny' }
            : {
                trigger: 'approve',
                number: number?.trim() ?? '',
                validFrom: validFrom ?? undefined,
                validUntil: validUntil ?? undefined,
              },
      }),
  }),
}));
