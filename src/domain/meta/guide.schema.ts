import { builder } from '../../graphql/builder.ts';
import { ProductIdType } from '../products/products.schema.ts';
import type { ProductCapabilities, ServiceContext } from './describe-service.ts';
import type { ErrorEntry } from './list-errors.ts';
import type { Release } from './releases.ts';

const MultiTravelerType = builder.objectRef<ProductCapabilities['multiTraveler']>('MultiTraveler').implement({
  description: 'Whether several travelers can be on one order.',
  fields: (t) => ({
    supported: t.exposeBoolean('supported', { description: 'Whether they can; submitting them needs an API key.' }),
    maximum: t.exposeInt('maximum', { description: 'How many at the most.' }),
  }),
});

/** What can be done for one product. */
export const CapabilitiesType = builder.objectRef<ProductCapabilities>('ProductCapabilities').implement({
  description: 'What can be done for one product.',
  fields: (t) => ({
    id: t.expose('id', { type: ProductIdType, description: 'The product.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    status: t.exposeString('status', { description: 'open or not_open.' }),
    eligibility: t.exposeBoolean('eligibility', { description: 'Eligibility is answered.' }),
    quote: t.exposeBoolean('quote', { description: 'It can be priced.' }),
    checkout: t.exposeBoolean('checkout', { description: 'It can be bought.' }),
    apply: t.exposeBoolean('apply', { description: 'It can be applied for.' }),
    validate: t.exposeBoolean('validate', { description: 'Its form can be checked.' }),
    speeds: t.exposeStringList('speeds', { description: 'Speeds of processing.' }),
    addOns: t.exposeStringList('addOns', { description: 'Codes of add-ons.' }),
    multiTraveler: t.expose('multiTraveler', { type: MultiTravelerType, description: 'Several travelers.' }),
    ocr: t.exposeBoolean('ocr', { description: 'Passports can be read for its form.' }),
    documents: t.exposeStringList('documents', { description: 'Kinds of documents that its form takes.' }),
    webhooks: t.exposeBoolean('webhooks', { description: 'Changes are told over webhooks.' }),
    currencies: t.exposeStringList('currencies', { description: 'Currencies that it can be paid in.' }),
    requirementsUrl: t.exposeString('requirementsUrl', { description: 'Page that tells what it asks of a traveler.' }),
  }),
});

const FlowStepType = builder.objectRef<ServiceContext['flow'][number]>('FlowStep').implement({
  description: 'A step of a journey.',
  fields: (t) => ({
    step: t.exposeInt('step', { description: 'Its place, from 1.' }),
    operation: t.exposeString('operation', { description: 'The operation.' }),
    what: t.exposeString('what', { description: 'What it is for.' }),
    rest: t.string({
      nullable: true,
      description: 'The endpoint.',
      resolve: ({ operation }, _args, { directory }) => {
        const { rest } = directory.call(operation, {});
        return rest && `${rest.method} ${rest.path}`;
      },
    }),
    tool: t.string({
      nullable: true,
      description: 'The tool.',
      resolve: ({ operation }, _args, { directory }) => directory.call(operation, {}).tool?.name,
    }),
  }),
});

const ModeType = builder.objectRef<ServiceContext['modes'][number]>('ServiceMode').implement({
  description: 'A mode in which the service works.',
  fields: (t) => ({
    mode: t.exposeString('mode', { description: 'Its name.' }),
    what: t.exposeString('what', { description: 'What it means.' }),
  }),
});

const IntroducedProductType = builder.objectRef<ServiceContext['products'][number]>('IntroducedProduct').implement({
  description: 'A product in a sentence.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The product.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    status: t.exposeString('status', { description: 'open or not_open.' }),
    destinations: t.exposeStringList('destinations', { description: 'Countries of destination.' }),
    summary: t.exposeString('summary', { description: 'What it is.' }),
  }),
});

/** What an assistant should know before it starts. */
export const ServiceContextType = builder.objectRef<ServiceContext>('ServiceContext').implement({
  description: 'What an assistant should know before it starts.',
  fields: (t) => ({
    summary: t.exposeString('summary', { description: 'How to proceed.' }),
    flow: t.expose('flow', { type: [FlowStepType], description: 'The steps of a journey.' }),
    disclaimers: t.exposeStringList('disclaimers', { description: 'What to tell a traveler.' }),
    products: t.expose('products', { type: [IntroducedProductType], description: 'The products.' }),
    modes: t.expose('modes', { type: [ModeType], description: 'Sandbox, live, guest.' }),
  }),
});

const ChangeType = builder.objectRef<Release['changes'][number]>('Change').implement({
  description: 'One change.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'added, changed, deprecated, removed, fixed or security.' }),
    description: t.exposeString('description', { description: 'What changed.' }),
  }),
});

/** What changed in one release. */
export const ReleaseType = builder.objectRef<Release>('Release').implement({
  description: 'What changed in one release.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Its version.' }),
    date: t.expose('date', { type: 'Date', description: 'Its date.' }),
    changes: t.expose('changes', { type: [ChangeType], description: 'What changed.' }),
  }),
});

/** One kind of error. */
export const ErrorEntryType = builder.objectRef<ErrorEntry>('ErrorEntry').implement({
  description: 'One kind of error.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code in `error.code`.' }),
    status: t.exposeInt('status', { description: 'HTTP status.' }),
    meaning: t.exposeString('meaning', { description: 'What happened.' }),
    action: t.exposeString('action', { description: 'What to do about it.' }),
    retryable: t.exposeBoolean('retryable', { description: 'Whether the same request can succeed later.' }),
    documentationUrl: t.exposeString('documentationUrl', { description: 'Where it is described.' }),
  }),
});
