import { describe, expect, it } from 'vitest';
import {
  findProduct,
  listProducts,
  officialFeePeriodOn,
  requireOpenProduct,
  sourcesOf,
} from '../../../src/domain/products/catalog.ts';
import { type FormField, fieldTypes, formOf } from '../../../src/domain/products/form.ts';
import { outlineOf } from '../../../src/domain/products/form-outline.ts';
import { listedProducts, productCatalog } from '../../../src/domain/products/listed-products.ts';
import { openProductIds, type ProductId, productIds } from '../../../src/domain/products/product-id.ts';
import { Failure } from '../../../src/kernel/failure.ts';

describe('the catalog', () => {
  it('has the five products, four of them open', () => {
    expect(listProducts().map(({ id, status }) => [id, status])).toEqual([
      ['ESTA', 'open'],
      ['DS160', 'open'],
      ['UK_ETA', 'open'],
      ['CANADA_ETA', 'open'],
      ['ETIAS', 'not_open'],
    ]);
  });

  it.each(openProductIds)('hands out %s for application', (id) => {
    expect(requireOpenProduct(id)).toMatchObject({ id, status: 'open', statusNote: null });
  });

  it('refuses to hand out a product that is not open', () => {
    expect(() => requireOpenProduct('ETIAS')).toThrow(Failure);
    try {
      requireOpenProduct('ETIAS');
    } catch (error) {
      expect(error).toMatchObject({ code: 'VISA_NOT_OPEN', status: 422 });
    }
  });

  it('names one destination for each open product and thirty for ETIAS', () => {
    expect(openProductIds.map((id) => findProduct(id).destinations)).toEqual([['US'], ['US'], ['GB'], ['CA']]);
    expect(findProduct('ETIAS').destinations).toHaveLength(30);
  });

  it.each(productIds)('backs the facts of %s with pages', (id) => {
    const { sources } = findProduct(id);
    expect(sources.length).toBeGreaterThan(3);
    expect(new Set(sources.map(({ url }) => url)).size).toBe(sources.length);
    for (const { title, url, verifiedAt } of sources) {
      expect(title).not.toBe('');
      expect(URL.canParse(url)).toBe(true);
      expect(verifiedAt ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('leaves general knowledge out of the pages', () => {
    expect(sourcesOf(['GK', 'CA_IRPR', 'CA_IRPR'])).toHaveLength(1);
  });
});

describe('official fees', () => {
  it.each<[ProductId, string, number | undefined, string | undefined]>([
    ['ESTA', '2009-01-11', undefined, undefined],
    ['ESTA', '2010-09-07', 0, 'usd'],
    ['ESTA', '2010-09-08', 14, 'usd'],
    ['ESTA', '2022-05-26', 21, 'usd'],
    ['ESTA', '2025-09-29', 21, 'usd'],
    ['ESTA', '2025-09-30', 40, 'usd'],
    ['ESTA', '2025-12-31', 40, 'usd'],
    ['ESTA', '2026-01-01', 40.27, 'usd'],
    ['ESTA', '2026-11-20', 40.27, 'usd'],
    ['DS160', '2023-06-16', 160, 'usd'],
    ['DS160', '2023-06-17', 185, 'usd'],
    ['UK_ETA', '2025-04-08', 10, 'gbp'],
    ['UK_ETA', '2025-04-09', 16, 'gbp'],
    ['UK_ETA', '2026-04-08', 20, 'gbp'],
    ['CANADA_ETA', '2015-08-01', 7, 'cad'],
    ['ETIAS', '2026-11-20', undefined, undefined],
  ])('of %s on %s', (id, date, amount, currency) => {
    const period = officialFeePeriodOn(id, date);
    expect(period?.amount).toBe(amount);
    expect(period?.currency).toBe(currency);
  });

  it.each(productIds)('of %s follow each other without gap or overlap', (id) => {
    const periods = findProduct(id).officialFee.history;
    periods.slice(1).forEach(({ from }, index) => {
      const until = new Date(`${periods[index]!.until}T00:00:00Z`).getTime();
      expect(new Date(`${from}T00:00:00Z`).getTime() - until).toBe(86_400_000);
    });
    expect(periods.at(-1)!.until).toBeNull();
  });

  it('of ESTA is the sum of its parts', () => {
    const { parts, history } = findProduct('ESTA').officialFee;
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(history.at(-1)!.amount, 10);
  });
});

describe('the forms', () => {
  const allFields = (id: (typeof openProductIds)[number]): FormField[] =>
    formOf(id).fields.flatMap((field) => [field, ...(field.item_fields ?? [])]);

  it.each([
    ['ESTA', 85],
    ['DS160', 264],
    ['UK_ETA', 44],
    ['CANADA_ETA', 76],
  ] as const)('%s has %d fields, each in a section that exists, each name once', (id, count) => {
    const { fields, sections } = formOf(id);
    expect(fields).toHaveLength(count);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(count);
    expect(new Set(fields.map(({ section }) => section))).toEqual(new Set(sections.map((section) => section.id)));
  });

  it.each(openProductIds)('%s bounds every text and every list, and says what each pattern means', (id) => {
    for (const field of allFields(id)) {
      expect(fieldTypes).toContain(field.type);
      if (field.type === 'string' || field.type === 'email') expect(field.max_length, field.name).toBeGreaterThan(0);
      if (field.type === 'list') expect(field.max_items, field.name).toBeGreaterThan(0);
      if (field.type === 'enum') expect(field.enum!.length, field.name).toBeGreaterThan(1);
      if (field.type === 'integer') expect(field.maximum!, field.name).toBeGreaterThan(field.minimum!);
      if (field.pattern !== undefined) expect(field.expects, field.name).toBeTruthy();
    }
  });

  it.each(openProductIds)('%s has the file fields that its required documents ask for', (id) => {
    const kinds = formOf(id).fields.flatMap((field) => field.document_kind ?? []);
    const uploads = findProduct(id).requiredDocuments.filter(({ from }) => from === 'upload');
    expect(kinds.sort()).toEqual(uploads.map(({ kind }) => kind).sort());
  });

  it('are counted without being shown', () => {
    const outline = outlineOf(findProduct('DS160'));
    expect(outline).toMatchObject({ fields: 264, conditional: 119 });
    expect(outline.sections.reduce((sum, section) => sum + section.fields, 0)).toBe(264);
    expect(outlineOf(findProduct('ETIAS'))).toEqual({ sections: [], fields: 0, required: 0, conditional: 0 });
  });
});

describe('the list', () => {
  it('shows previews to whoever has not paid', () => {
    expect(new Set(listedProducts(undefined).map(({ access }) => access))).toEqual(new Set(['preview']));
  });

  it('shows the paid form alone in full', () => {
    expect(
      listedProducts('UK_ETA')
        .filter(({ access }) => access === 'full')
        .map(({ id }) => id),
    ).toEqual(['UK_ETA']);
  });

  it('says in words what is on offer and what comes next', () => {
    expect(productCatalog(undefined)).toMatchObject({
      answer: expect.stringContaining('For information only: ETIAS.'),
      nextStep: { operation: 'CheckEligibility' },
    });
    expect(productCatalog('ESTA')).toMatchObject({
      answer: expect.stringContaining('The form of the US ESTA is open'),
      nextStep: { operation: 'ValidateApplication', arguments: { visa_type: 'ESTA' } },
    });
  });
});
