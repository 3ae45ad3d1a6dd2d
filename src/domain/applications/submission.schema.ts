import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { Finding } from '../ocr/finding.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import type { FormProblem, FormWarning } from '../products/check-form.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { type Submission, submitApplication } from './submit-application.ts';
import { type Validation, validateApplication } from './validate-application.ts';

const FormProblemType = builder.objectRef<FormProblem>('FormProblem').implement({
  description: 'What is wrong with one field of a form.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field; items of lists as `list[0].name`.' }),
    code: t.exposeString('code', { description: 'Kind of problem, e.g. MISSING or INVALID_PATTERN.' }),
    message: t.exposeString('message', { description: 'What is expected.' }),
  }),
});

const FormWarningType = builder.objectRef<FormWarning>('FormWarning').implement({
  description: 'What the applicant should know; never stops a filing.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field that it is about.' }),
    code: t.exposeString('code', { description: 'Kind of warning.' }),
    message: t.exposeString('message', { description: 'What to know.' }),
  }),
});

const FindingType = builder.objectRef<Finding>('Finding').implement({
  description: 'A disagreement between the form and the passport, or something to know about the passport.',
  fields: (t) => ({
    level: t.exposeString('level', {
      description: 'BLOCK stops a submission until it is confirmed; WARN and INFO never do.',
    }),
    code: t.exposeString('code', { description: 'Kind of finding, e.g. PASSPORT_NUMBER_DIFFERS.' }),
    field: t.exposeString('field', { description: 'The form field that it is about.' }),
    formValue: t.exposeString('formValue', { nullable: true, description: 'What the form says, masked.' }),
    documentValue: t.exposeString('documentValue', { nullable: true, description: 'What the document says, masked.' }),
    message: t.exposeString('message', { description: 'What disagrees.' }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
  }),
});

// Fields stand on the wire as they stand here: input fields have no aliases.
/** The traveler's word on a finding. */
export const ConfirmationInput = builder.inputType('ConfirmationInput', {
  description: 'Which value is right where the form and the passport disagree.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'The form field.' }),
    code: t.string({ description: 'The finding that is meant; any of the field when absent.' }),
    correct: t.field({
      type: builder.enumType('CorrectValue', {
        description: 'Whose value is right.',
        values: ['form', 'document'] as const,
      }),
      required: true,
      description: 'form keeps what was typed; document takes what the passport says.',
    }),
  }),
});

/** The judgement of a form. */
export const FormJudgementType = builder
  .objectRef<{ ok: boolean; errors: FormProblem[]; warnings: FormWarning[]; findings: Finding[] }>('FormJudgement')
  .implement({
    description: 'The judgement of a form.',
    fields: (t) => ({
      ok: t.exposeBoolean('ok', { description: 'Whether the form can be filed.' }),
      errors: t.expose('errors', { type: [FormProblemType], description: 'What has to be corrected.' }),
      warnings: t.expose('warnings', { type: [FormWarningType], description: 'What the applicant should know.' }),
      findings: t.expose('findings', { type: [FindingType], description: 'How the form compares with the passport.' }),
    }),
  });

const ValidationType = builder.interfaceRef<Validation>('Validation').implement({
  description: 'The outcome of a dry run. Nothing was written.',
  resolveType: ({ ok }) => (ok ? 'ValidForm' : 'InvalidForm'),
  fields: (t) => ({
    answer: t.string({
      description: 'The outcome in plain language.',
      resolve: ({ ok, errors }) => {
        if (ok) return 'The form is complete and can be submitted.';
        return errors.length > 0
          ? `${errors.length} fields of the form need attention.`
          : 'The form contradicts the uploaded passport.';
      },
    }),
    ok: t.exposeBoolean('ok', { description: 'Whether the form can be filed.' }),
    warnings: t.expose('warnings', { type: [FormWarningType], description: 'What the applicant should know.' }),
    findings: t.expose('findings', { type: [FindingType], description: 'How the form compares with the passport.' }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.objectRef<Validation>('ValidForm').implement({
  description: 'A form that can be submitted.',
  interfaces: [ValidationType],
});

builder.objectRef<Validation>('InvalidForm').implement({
  description: 'A form that needs correction.',
  interfaces: [ValidationType],
  fields: (t) => ({
    errors: t.expose('errors', { type: [FormProblemType], description: 'What has to be corrected.' }),
  }),
});

builder.mutationField('validateApplication', (t) =>
  t.field({
    type: ValidationType,
    access: 'GUEST_OR_KEY',
    description: 'Judges a form without writing anything.',
    args: {
      product: t.arg({ type: ProductIdType, required: true, description: 'The authorization that the form is for.' }),
      formData: t.arg({ type: 'JSONObject', required: true, description: 'The form: field name to value.' }),
      guestToken: t.arg.string({ description: 'Needed by guests whose form names uploaded files.' }),
      confirmations: t.arg({
        type: [ConfirmationInput],
        description: 'Which value is right where form and passport disagree.',
      }),
    },
    resolve: (_root, { formData, ...rest }, ctx) => validateApplication(ctx, { ...rest, form: formData }),
  }),
);

// Fields of travelers stand on the wire as they stand here: input fields have no aliases.
const TravelerInput = builder.inputType('TravelerInput', {
  description: 'One traveler. Parts are merged; later ones win: profile, contact_info, applicant_data, form_data.',
  fields: (t) => ({
    profile_id: t.string({ description: 'A saved profile whose fields seed the form.' }),
    form_data: t.field({ type: 'JSONObject', description: 'The form: field name to value.' }),
    applicant_data: t.field({ type: 'JSONObject', description: 'Legacy; merged into the form.' }),
    contact_info: t.field({ type: 'JSONObject', description: 'Legacy; merged into the form.' }),
    confirmations: t.field({
      type: [ConfirmationInput],
      description: 'Which value is right where the form and the passport disagree.',
    }),
  }),
});

const SubmissionInput = builder.inputType('SubmissionInput', {
  description: 'What is submitted: one traveler in the open, or several in `travelers`.',
  fields: (t) => ({
    product: t.field({ type: ProductIdType, required: true, description: 'The authorization that was paid for.' }),
    paymentSessionId: t.string({ required: true, description: 'The paid session.' }),
    guestToken: t.string({ description: 'Guest token of the order, or of other uploads that the form names.' }),
    profileId: t.string({ description: 'A saved profile whose fields seed the form.' }),
    travelers: t.field({ type: [TravelerInput], description: 'All travelers of the order, in order.' }),
    formData: t.field({ type: 'JSONObject', description: 'The form of a single traveler: field name to value.' }),
    applicantData: t.field({ type: 'JSONObject', description: 'Legacy; merged into the form.' }),
    contactInfo: t.field({ type: 'JSONObject', description: 'Legacy; merged into the form.' }),
    confirmations: t.field({
      type: [ConfirmationInput],
      description: 'Which value is right where the form and the passport disagree.',
    }),
  }),
});

const SubmittedTravelerType = builder.objectRef<Submission['applications'][number]>('SubmittedTraveler').implement({
  description: "One traveler's application.",
  fields: (t) => ({
    applicationId: t.exposeString('applicationId', { description: 'The application.' }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    traveler: t.exposeInt('traveler', { description: 'Place among the travelers, from 0.' }),
  }),
});

const FilingHoldType = builder.objectRef<Submission['filing']>('FilingHold').implement({
  description: 'When the application goes to the authority.',
  fields: (t) => ({
    state: t.exposeString('state', { description: 'queued.' }),
    filesAfter: t.expose('filesAfter', {
      type: 'DateTime',
      description: 'Until then it can still be edited, cancelled and refunded.',
    }),
  }),
});

const SubmissionLinksType = builder.objectRef<Submission['links']>('SubmissionLinks').implement({
  description: 'Where to follow the application.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'Its status.' }),
    summary: t.exposeString('summary', { description: 'Its summary in plain language.' }),
  }),
});

const SubmissionType = builder.objectRef<Submission>('Submission').implement({
  description: 'What became of a submission.',
  fields: (t) => ({
    answer: t.string({
      description: 'What happened, in plain language.',
      resolve: ({ applications, nextStep }) =>
        `${applications.length === 1 ? 'The application is' : `${applications.length} applications are`} complete and queued for filing. ${nextStep.why}`,
    }),
    applicationId: t.exposeString('applicationId', { description: "The first traveler's application." }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'Where it stands.' }),
    applications: t.expose('applications', {
      type: [SubmittedTravelerType],
      description: 'One application for each traveler.',
    }),
    filing: t.expose('filing', { type: FilingHoldType, description: 'When it goes to the authority.' }),
    guestToken: t.exposeString('guestToken', {
      nullable: true,
      description:
        'The guest token that was sent, where it covers the order: it shows the status from here on. Null otherwise.',
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
    links: t.expose('links', { type: SubmissionLinksType, description: 'Where to follow it.' }),
  }),
});

builder.mutationField('submitApplication', (t) =>
  t.field({
    type: SubmissionType,
    access: 'GUEST_OR_KEY',
    description: 'Submits the forms of a paid order: all of its travelers or none.',
    args: { input: t.arg({ type: SubmissionInput, required: true, description: 'What is submitted.' }) },
    resolve: (_root, { input }, ctx) => {
      const { profileId, formData, applicantData, contactInfo, ...rest } = input;
      return submitApplication(ctx, {
        ...rest,
        profile_id: profileId,
        form_data: formData,
        applicant_data: applicantData,
        contact_info: contactInfo,
      });
    },
  }),
);
