import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { PricingType, ProductPricingType } from '../pricing/pricing.schema.ts';
import { applyUrl, guideUrl, requirementsUrl } from '../products/links.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { checkEligibility, type EligibilityAnswer, estimatedTotalUsd } from './check-eligibility.ts';
import { sayEligibility } from './eligibility-words.ts';
import { TravelerFactsType } from './traveler.schema.ts';
import { type Condition, reasonCodes, type Source, type Warning } from './verdict.ts';

type Answer<Kind extends EligibilityAnswer['kind']> = Extract<EligibilityAnswer, { kind: Kind }>;
type Needed = Answer<'open'> | Answer<'pre_launch'>;

builder.objectField(PricingType, 'totalEstimatedUsd', (t) =>
  t.float({
    nullable: true,
    description:
      'What the traveler pays in all, in US dollars: service fee and official fee, whoever collects it. Never null for a product that can be bought.',
    resolve: estimatedTotalUsd,
  }),
);

const StatusType = builder.enumType('AuthorizationStatus', {
  description: 'Whether an authorization can be applied for.',
  values: ['open', 'not_open'] as const,
});

const EligibilityLevelType = builder.enumType('EligibilityLevel', {
  description: 'Whether the answer stands as it is, or depends on conditions.',
  values: ['eligible', 'conditional'] as const,
});

const NoProductVerdictType = builder.enumType('NoProductVerdict', {
  description: 'What it means that no product applies.',
  values: {
    not_needed: { description: 'Nothing needs to be applied for.' },
    not_covered: { description: 'Something else is needed, or nothing can be had, that this service does not sell.' },
  },
});

const ReasonType = builder.enumType('EligibilityReason', {
  description: 'Why the answer is what it is.',
  values: reasonCodes,
});

const ConditionType = builder.objectRef<Condition>('EligibilityCondition').implement({
  description: 'A fact that was not said and would decide, or could change, the answer.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Names the condition.' }),
    fact: t.string({ description: 'The field of traveler that tells.', resolve: ({ fact }) => fact }),
    question: t.exposeString('question', { description: 'What to ask the traveler.' }),
    decides: t.exposeBoolean('decides', {
      description:
        'True: the answer stands only when the condition holds. False: it stands unless the traveler says otherwise.',
    }),
    alternativeTo: t.exposeString('alternativeTo', {
      nullable: true,
      description: 'Conditions with the same name here are alternatives: one of them is enough.',
    }),
    ifTrue: t.exposeString('ifTrue', { description: 'What follows when it holds.' }),
    ifFalse: t.exposeString('ifFalse', { description: 'What follows when it does not.' }),
    example: t.expose('example', { type: 'JSONObject', description: 'A value of traveler that says it.' }),
  }),
});

const WarningType = builder.objectRef<Warning>('EligibilityWarning').implement({
  description: 'Something the traveler should know although it does not change the answer.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Names the warning.' }),
    message: t.exposeString('message', { description: 'The warning.' }),
  }),
});

const SourceType = builder.objectRef<Source>('Source').implement({
  description: 'A page that a statement rests on.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the page is.' }),
    url: t.exposeString('url', { nullable: true, description: 'Its address; null for general knowledge.' }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'Date',
      nullable: true,
      description: 'Date of the page; null where it has none.',
    }),
  }),
});

const LinksType = builder.objectRef<Needed>('EligibilityLinks').implement({
  description: 'Pages about the product.',
  fields: (t) => ({
    requirementsUrl: t.string({
      description: 'What the product asks of travelers, with sources.',
      resolve: ({ baseUrl, product }) => requirementsUrl(baseUrl, product),
    }),
    applyUrl: t.string({
      nullable: true,
      description: 'The guided application; null for a product that is not open.',
      resolve: ({ kind, baseUrl, product }) => (kind === 'open' ? applyUrl(baseUrl, product) : null),
    }),
    guideUrl: t.string({
      nullable: true,
      description: 'The guide to a product that is not open yet; null for others.',
      resolve: ({ kind, baseUrl, product }) => (kind === 'pre_launch' ? guideUrl(baseUrl, product) : null),
    }),
  }),
});

const AnswerInterface = builder.interfaceRef<EligibilityAnswer>('EligibilityAnswer').implement({
  description: 'What every answer to an eligibility question has.',
  fields: (t) => ({
    answer: t.string({ description: 'The answer in plain language.', resolve: sayEligibility }),
    required: t.exposeBoolean('required', {
      description: 'Whether an authorization of this service applies. False is no word that no visa is needed.',
    }),
    nationality: t.exposeString('nationality', { description: 'The state whose passport was judged.' }),
    destination: t.exposeString('destination', { description: 'The country whose entry rules were judged.' }),
    reasonCode: t.expose('reasonCode', { type: ReasonType, description: 'Why.' }),
    explanation: t.exposeString('explanation', { description: 'Why, in plain words.' }),
    conditions: t.field({
      type: [ConditionType],
      description: 'Facts that were not said and would decide or could change the answer.',
      resolve: ({ conditions }) => conditions,
    }),
    warnings: t.field({
      type: [WarningType],
      description: 'What the traveler should know.',
      resolve: ({ warnings }) => warnings,
    }),
    sources: t.field({
      type: [SourceType],
      description: 'The pages that the answer rests on.',
      resolve: ({ sources }) => sources,
    }),
    next: t.expose('nextStep', { type: NextStepType, description: 'What to do next, as a call.' }),
  }),
});

const OpenType = builder.objectRef<Answer<'open'>>('OpenAuthorization').implement({
  description: 'An authorization is needed that can be applied for here.',
  interfaces: [AnswerInterface],
  isTypeOf: (answer) => (answer as EligibilityAnswer).kind === 'open',
  fields: (t) => ({
    available: t.boolean({ description: 'Always true.', resolve: () => true }),
    status: t.field({ type: StatusType, description: 'Always open.', resolve: () => 'open' as const }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The product.' }),
    eligibility: t.expose('eligibility', { type: EligibilityLevelType, description: 'Eligible, or on conditions.' }),
    pricing: t.expose('pricing', { type: PricingType, description: 'The price for one traveler.' }),
    officialFeeCollected: t.boolean({
      description: 'Whether this service collects the official fee; if not, the traveler pays it to the authority.',
      resolve: ({ pricing }) => pricing.officialFeeCollected,
    }),
    validityPeriod: t.exposeString('validityPeriod', { description: 'How long it is valid.' }),
    maxStayDays: t.exposeInt('maxStayDays', { description: 'The longest stay, in days.' }),
    processingTime: t.exposeString('processingTime', { description: 'How long the authority takes.' }),
    nextStep: t.string({ description: 'Always checkout.', resolve: () => 'checkout' }),
    links: t.field({ type: LinksType, description: 'Pages about the product.', resolve: (answer) => answer }),
  }),
});

const PreLaunchType = builder.objectRef<Answer<'pre_launch'>>('PreLaunchAuthorization').implement({
  description: 'An authorization will be needed; applications are not taken yet.',
  interfaces: [AnswerInterface],
  isTypeOf: (answer) => (answer as EligibilityAnswer).kind === 'pre_launch',
  fields: (t) => ({
    available: t.boolean({ description: 'Always false.', resolve: () => false }),
    status: t.field({ type: StatusType, description: 'Always not_open.', resolve: () => 'not_open' as const }),
    statusNote: t.exposeString('statusNote', { description: 'When it is expected to open.' }),
    visaType: t.expose('product', { type: ProductIdType, description: 'The product.' }),
    eligibility: t.expose('eligibility', { type: EligibilityLevelType, description: 'Eligible, or on conditions.' }),
    pricing: t.field({
      type: ProductPricingType,
      description: 'The announced official fee; no service fee and no total.',
      resolve: ({ pricing }) => pricing,
    }),
    validityPeriod: t.exposeString('validityPeriod', { description: 'How long it will be valid.' }),
    maxStayDays: t.exposeInt('maxStayDays', { description: 'The longest stay, in days.' }),
    processingTime: t.exposeString('processingTime', { description: 'How long the authority will take.' }),
    links: t.field({ type: LinksType, description: 'Pages about the product.', resolve: (answer) => answer }),
  }),
});

const NoProductType = builder.objectRef<Answer<'not_required'>>('NoAuthorization').implement({
  description: 'No product of this service applies.',
  interfaces: [AnswerInterface],
  isTypeOf: (answer) => (answer as EligibilityAnswer).kind === 'not_required',
  fields: (t) => ({
    verdict: t.expose('verdict', {
      type: NoProductVerdictType,
      description: 'Whether nothing, or something else, is needed.',
    }),
  }),
});

const typeByKind = { open: OpenType.name, pre_launch: PreLaunchType.name, not_required: NoProductType.name };

const EligibilityType = builder.unionType('Eligibility', {
  description: 'An open product, one that is not open yet, or none.',
  types: [OpenType, PreLaunchType, NoProductType],
  resolveType: ({ kind }) => typeByKind[kind],
});

builder.queryField('checkEligibility', (t) =>
  t.field({
    type: EligibilityType,
    access: 'PUBLIC',
    description: 'Which authorization a traveler needs for a destination, and what it costs.',
    args: {
      nationality: t.arg.string({ required: true, description: 'Two-letter code of the passport, any case.' }),
      destination: t.arg.string({ required: true, description: 'Two-letter code of the destination, any case.' }),
      traveler: t.arg({ type: TravelerFactsType, description: 'Facts that sharpen the answer.' }),
    },
    resolve: (_root, request, ctx) => checkEligibility(ctx, request),
  }),
);
