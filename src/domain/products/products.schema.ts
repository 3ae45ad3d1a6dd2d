import { builder } from '../../graphql/builder.ts';
import type { Product, RequiredDocument, Source } from './catalog.ts';
import { crossFieldRules } from './check-form.ts';
import type { CrossFieldRule } from './cross-field-rule.ts';
import { formOf } from './form.ts';
import { formJsonSchema } from './form-json-schema.ts';
import { outlineOf, type SectionOutline } from './form-outline.ts';
import { applyUrl, guideUrl, requirementsUrl } from './links.ts';
import type { ListedProduct } from './listed-products.ts';
import { eligibleNationalities } from './nationalities.ts';
import { type OpenProductId, productIds } from './product-id.ts';

/** The products, as they are named on the wire. */
export const ProductIdType = builder.enumType('ProductId', {
  description: 'A travel authorization that the service knows. ETIAS is for information only.',
  values: productIds,
});

/** Whether a product can be applied for. */
export const ProductStatusType = builder.enumType('ProductStatus', {
  description: 'Whether a product can be applied for.',
  values: ['open', 'not_open'] as const,
});

const ProductAccessType = builder.enumType('ProductAccess', {
  description: 'How much of a form is shown: an outline, or every field once it is paid for.',
  values: ['preview', 'full'] as const,
});

/** A page that a fact was read from. */
export const SourceType = builder.objectRef<Source>('ProductSource').implement({
  description: 'A page that the facts were read from.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the page is about.' }),
    url: t.exposeString('url', { description: 'Address of the page.' }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'Date',
      nullable: true,
      description: 'Date of the page; null when it bears none.',
    }),
  }),
});

const RequiredDocumentType = builder.objectRef<RequiredDocument>('RequiredDocument').implement({
  description: 'A document that belongs to an application.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Kind of document; for uploads the kind to upload it as.' }),
    from: t.exposeString('from', {
      description: 'Where it comes from: upload, data (an answer in the form), traveler or authority.',
    }),
    required: t.exposeBoolean('required', { description: 'Whether every application needs it.' }),
    text: t.exposeString('text', { description: 'What it has to be like.' }),
  }),
});

const SectionType = builder.objectRef<SectionOutline>('FormSection').implement({
  description: 'A section of a form.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What fields name as their section.' }),
    title: t.exposeString('title', { description: 'What to call it.' }),
    fieldCount: t.exposeInt('fields', { description: 'How many fields it has.' }),
    requiredCount: t.exposeInt('required', { description: 'How many of them everybody fills in.' }),
    conditionalCount: t.exposeInt('conditional', { description: 'How many of them depend on another answer.' }),
  }),
});

const CrossFieldRuleType = builder.objectRef<CrossFieldRule>('CrossFieldRule').implement({
  description: 'A rule over several fields of a form.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Name of the rule.' }),
    level: t.exposeString('level', { description: 'error: the form is refused. warning: the applicant is told.' }),
    code: t.string({
      description: 'Code of the problem or warning that it reports.',
      resolve: (rule) => (rule.level === 'warning' ? rule.id.toUpperCase() : (rule.code ?? 'CROSS_FIELD')),
    }),
    says: t.exposeString('says', { description: 'What it demands.' }),
    fields: t.exposeStringList('fields', { description: 'Fields that it reads.' }),
  }),
});

const ProductLinksType = builder.objectRef<Product>('ProductLinks').implement({
  description: 'Pages about a product.',
  fields: (t) => ({
    requirementsUrl: t.string({
      description: 'What the product asks of a traveler, with sources.',
      resolve: ({ id }, _args, ctx) => requirementsUrl(ctx.baseUrl, id),
    }),
    applyUrl: t.string({
      nullable: true,
      description: 'The guided application; null while the product is not open.',
      resolve: ({ id, status }, _args, ctx) => (status === 'open' ? applyUrl(ctx.baseUrl, id) : null),
    }),
    guideUrl: t.string({
      nullable: true,
      description: 'What is known so far; null once the product is open.',
      resolve: ({ id, status }, _args, ctx) => (status === 'open' ? null : guideUrl(ctx.baseUrl, id)),
    }),
    officialSite: t.exposeString('officialSite', { description: 'The site of the authority.' }),
  }),
});

/** Any listed product; upper concepts hang what they know of one on it. */
export const ProductType = builder.interfaceRef<ListedProduct>('Product').implement({
  description: 'A travel authorization: what it is, for whom, and how much its form asks.',
  resolveType: (product) => (product.access === 'full' ? 'PaidProduct' : 'ProductPreview'),
  fields: (t) => ({
    id: t.expose('id', { type: ProductIdType, description: 'Name of the product in every call.' }),
    name: t.exposeString('name', { description: 'What to call it.' }),
    longName: t.exposeString('longName', { description: 'What the authority calls it.' }),
    type: t.exposeString('type', { description: 'Kind of authorization.' }),
    status: t.expose('status', { type: ProductStatusType, description: 'Whether it can be applied for.' }),
    statusNote: t.exposeString('statusNote', { nullable: true, description: 'Why it is not open; null when it is.' }),
    destination: t.field({
      type: 'JSON',
      description: 'Country code of the destination, or the list of them where there are several.',
      resolve: ({ destinations }) => (destinations.length === 1 ? destinations[0] : destinations),
    }),
    eligibleNationalities: t.field({
      type: 'JSON',
      description: 'Country codes of the nationalities that it is for, or ALL_EXCEPT_RESTRICTED.',
      resolve: ({ id }) => eligibleNationalities(id),
    }),
    validityPeriod: t.string({ description: 'How long it lasts.', resolve: ({ validity }) => validity.text }),
    maxStayDays: t.int({ description: 'Longest stay in days.', resolve: ({ maxStay }) => maxStay.days }),
    processingTime: t.string({
      description: 'How long the authority takes.',
      resolve: ({ processing }) => processing.text,
    }),
    documents: t.expose('requiredDocuments', {
      type: [RequiredDocumentType],
      description: 'Documents that belong to an application.',
    }),
    access: t.expose('access', {
      type: ProductAccessType,
      description: 'preview: the outline of the form. full: every field, after the payment.',
    }),
    fieldCount: t.int({ description: 'How many fields the form has.', resolve: (it) => outlineOf(it).fields }),
    requiredFieldCount: t.int({
      description: 'How many of them everybody fills in.',
      resolve: (it) => outlineOf(it).required,
    }),
    conditionalFieldCount: t.int({
      description: 'How many of them depend on another answer.',
      resolve: (it) => outlineOf(it).conditional,
    }),
    sections: t.field({
      type: [SectionType],
      description: 'The sections of the form, in their order.',
      resolve: (it) => outlineOf(it).sections,
    }),
    links: t.field({ type: ProductLinksType, description: 'Pages about it.', resolve: (it) => it }),
    sources: t.expose('sources', { type: [SourceType], description: 'The pages behind these facts.' }),
  }),
});

builder.objectRef<ListedProduct>('ProductPreview').implement({
  description: 'A product whose form is shown in outline: the fields themselves follow once it is paid for.',
  interfaces: [ProductType],
});

/** The form of a paid product; only open products can be paid for. */
const paidForm = ({ id }: ListedProduct) => formOf(id as OpenProductId);

builder.objectRef<ListedProduct>('PaidProduct').implement({
  description: 'A product with its whole form.',
  interfaces: [ProductType],
  fields: (t) => ({
    formVersion: t.string({ description: 'Version of the form.', resolve: (it) => paidForm(it).version }),
    formAsOf: t.field({
      type: 'Date',
      description: 'When the form was last compared with that of the authority.',
      resolve: (it) => paidForm(it).as_of,
    }),
    notes: t.stringList({ description: 'What to know about the form.', resolve: (it) => [...paidForm(it).notes] }),
    fields: t.field({
      type: ['JSONObject'],
      description:
        'Every field: name, label, section, type, required, and where they apply required_when {field, equals | in}, pattern (JavaScript, whole value) and expects (the pattern in words), min_length, max_length, minimum, maximum, enum, must_equal, item_fields, min_items, max_items, document_kind, help.',
      resolve: (it) => [...paidForm(it).fields],
    }),
    crossFieldRules: t.field({
      type: [CrossFieldRuleType],
      description: 'The rules over several fields.',
      resolve: ({ id }) => [...crossFieldRules[id as OpenProductId]],
    }),
    jsonSchema: t.field({
      type: 'JSONObject',
      description: 'The form as JSON Schema 2020-12: everything but the rules over several fields.',
      resolve: ({ id }) => formJsonSchema(id as OpenProductId),
    }),
  }),
});
