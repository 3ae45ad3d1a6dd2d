import { builder } from '../../graphql/builder.ts';
import type { OfficialFeePeriod } from './catalog.ts';
import { applyUrl } from './links.ts';
import { ProductIdType, ProductStatusType, SourceType } from './products.schema.ts';
import { type ProductRequirements, productRequirements, type RequirementSection } from './requirements.ts';

const SectionType = builder.objectRef<RequirementSection>('RequirementSection').implement({
  description: 'One heading of what a product asks.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The heading.' }),
    lines: t.stringList({ description: 'What stands below it.', resolve: ({ lines }) => [...lines] }),
  }),
});

const FeePeriodType = builder.objectRef<OfficialFeePeriod>('OfficialFeePeriod').implement({
  description: 'What the authority charged one traveler, and from when until when.',
  fields: (t) => ({
    amount: t.exposeFloat('amount', { description: 'Amount in major units.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, lower case.' }),
    from: t.expose('from', { type: 'Date', nullable: true, description: 'First day; null while only announced.' }),
    until: t.expose('until', { type: 'Date', nullable: true, description: 'Last day; null while it holds.' }),
  }),
});

/** What a product asks of a traveler; upper concepts hang what they know on it. */
export const RequirementsType = builder.objectRef<ProductRequirements>('ProductRequirements').implement({
  description: 'What a product asks of a traveler, in words for people.',
  fields: (t) => ({
    id: t.expose('id', { type: ProductIdType, description: 'The product.' }),
    name: t.exposeString('name', { description: 'What to call it.' }),
    longName: t.exposeString('longName', { description: 'What the authority calls it.' }),
    status: t.expose('status', { type: ProductStatusType, description: 'Whether it can be applied for.' }),
    statusNote: t.exposeString('statusNote', { nullable: true, description: 'Why it is not open; null when it is.' }),
    officialSite: t.exposeString('officialSite', { description: 'The site of the authority.' }),
    applyUrl: t.string({
      nullable: true,
      description: 'The guided application; null while the product is not open.',
      resolve: ({ id, status }, _args, ctx) => (status === 'open' ? applyUrl(ctx.baseUrl, id) : null),
    }),
    destinations: t.stringList({
      description: 'Country codes: the destination first, then every place that the authorization is good for.',
      resolve: ({ destinations }) => [...destinations],
    }),
    nationalities: t.stringList({
      nullable: true,
      description: 'Country codes of the passports that it is for; null where it is for nearly all.',
      resolve: ({ nationalities }) => nationalities && [...nationalities],
    }),
    fees: t.field({
      type: [FeePeriodType],
      description: 'What the authority charged one traveler, oldest first; the last holds or is announced.',
      resolve: ({ fees }) => [...fees],
    }),
    sections: t.field({
      type: [SectionType],
      description: 'Fees, validity, passport, documents, exemptions, special cases.',
      resolve: ({ sections }) => [...sections],
    }),
    sources: t.field({
      type: [SourceType],
      description: 'The pages behind it.',
      resolve: ({ sources }) => [...sources],
    }),
  }),
});

builder.queryField('productRequirements', (t) =>
  t.field({
    type: RequirementsType,
    access: 'PUBLIC',
    description: 'What a product asks of a traveler, with the pages behind it.',
    args: { product: t.arg({ type: ProductIdType, required: true, description: 'The product.' }) },
    resolve: (_root, { product }) => productRequirements(product),
  }),
);
