import { findProduct, type OfficialFeePeriod, type Product, type Source } from './catalog.ts';
import { eligibleNationalities } from './nationalities.ts';
import type { ProductId } from './product-id.ts';

/** One heading of a requirements page, with what stands below it. */
export interface RequirementSection {
  title: string;
  lines: readonly string[];
}

/** What a product asks of a traveler, in words for people. */
export interface ProductRequirements {
  id: ProductId;
  name: string;
  longName: string;
  status: 'open' | 'not_open';
  statusNote: string | null;
  officialSite: string;
  /** Country codes: the destination first, then every place that the authorization is good for. */
  destinations: readonly string[];
  /** Country codes of the passports that it is for; null where it is for nearly all. */
  nationalities: readonly string[] | null;
  /** What the authority charged one traveler, oldest first; the last holds or is announced. */
  fees: readonly OfficialFeePeriod[];
  sections: readonly RequirementSection[];
  sources: readonly Source[];
}

const amount = ({ amount: value, currency }: OfficialFeePeriod) => `${value} ${currency.toUpperCase()}`;

function feeLines({ officialFee }: Product): string[] {
  const now = officialFee.history.at(-1)!;
  const since = now.from === null ? 'announced' : `since ${now.from}`;
  return [
    `Official fee for one traveler: ${amount(now)}, ${since}.`,
    officialFee.collected
      ? 'It is paid here together with the service fee and passed on to the authority.'
      : 'It is not collected here.',
    ...(officialFee.free ? [officialFee.free.text] : []),
    ...officialFee.notes,
    ...officialFee.furtherCharges.map(({ text }) => text),
  ];
}

/** Returns what a product asks of a traveler: fees, validity, passport, documents, exemptions, special cases, with the pages behind it. */
export function productRequirements(id: ProductId): ProductRequirements {
  const product = findProduct(id);
  const nationalities = eligibleNationalities(id);
  const sections: RequirementSection[] = [
    {
      title: 'What it is',
      lines: [
        `${product.longName}: ${product.type} for ${product.programme}.`,
        ...(product.alsoFor ? [product.alsoFor.text] : []),
        ...product.transport.notes,
      ],
    },
    { title: 'What the authority charges', lines: feeLines(product) },
    {
      title: 'How long',
      lines: [
        `Valid for ${product.validity.text}.`,
        ...product.validity.exceptions.map(({ text }) => `${text}.`),
        `Stay: ${product.maxStay.text}.`,
        `Processing: ${product.processing.text}.`,
      ],
    },
    { title: 'The passport', lines: product.passportRequirements.map(({ text }) => text) },
    {
      title: 'Documents',
      lines: product.requiredDocuments.map(({ text, required }) => (required ? text : `${text} Where it applies.`)),
    },
    { title: 'Who does not need it', lines: product.exempt.map(({ text }) => `${text}.`) },
    {
      title: 'Special cases',
      lines: product.specialCases.map(({ text, from }) => (from === null ? text : `${text} (since ${from})`)),
    },
    { title: 'Children', lines: [product.minors] },
  ];
  return {
    id,
    name: product.name,
    longName: product.longName,
    status: product.status,
    statusNote: product.statusNote,
    officialSite: product.officialSite,
    destinations: [...product.destinations, ...(product.alsoFor?.countries ?? [])],
    nationalities: nationalities === 'ALL_EXCEPT_RESTRICTED' ? null : nationalities,
    fees: product.officialFee.history,
    sections: sections.filter(({ lines }) => lines.length > 0),
    sources: product.sources,
  };
}
