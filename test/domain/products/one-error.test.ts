import { describe, expect, it } from 'vitest';
import { checkForm, type FormFacts, type ProblemCode } from '../../../src/domain/products/check-form.ts';
import { type FormField, formOf } from '../../../src/domain/products/form.ts';
import { openProductIds } from '../../../src/domain/products/product-id.ts';
import { type FormData, formFacts, fullForm, sampleValue } from '../../support/forms.ts';

const foreignFileUrl = 'http://localhost:3000/api/v1/agent/documents/doc_foreign/content';
const facts: FormFacts = formFacts({
  fileOwnership: (url) => (url === foreignFileUrl ? 'foreign' : formFacts().fileOwnership(url)),
});

interface Mistake {
  code: ProblemCode;
  value: unknown;
  /** Where the problem is told, behind the path of the field. */
  at?: string;
}

/** Every kind of mistake that can be made in one field, apart from leaving it out. */
function mistakesIn(field: FormField): Mistake[] {
  const shortest = Math.max(field.min_length ?? 0, 1);
  const wrongType: Mistake = { code: 'INVALID_VALUE', value: 4711 };
  const noPattern: Mistake = { code: 'INVALID_PATTERN', value: '§'.repeat(shortest) };
  const lengths: Mistake[] = [
    ...(field.max_length === undefined
      ? []
      : [{ code: 'MAX_LENGTH' as const, value: 'A'.repeat(field.max_length + 1) }]),
    ...((field.min_length ?? 0) > 1 ? [{ code: 'MIN_LENGTH' as const, value: 'A' }] : []),
  ];
  switch (field.type) {
    case 'string':
      return [wrongType, ...lengths, ...(field.pattern === undefined ? [] : [noPattern])];
    case 'email':
      return [wrongType, ...lengths, noPattern, { code: 'INVALID_PATTERN', value: 'nobody@example' }];
    case 'phone':
      return [wrongType, noPattern, { code: 'INVALID_VALUE', value: '+99900000000' }];
    case 'date':
      return [
        wrongType,
        noPattern,
        { code: 'INVALID_PATTERN', value: '14.03.2027' },
        { code: 'INVALID_PATTERN', value: '2027-13-01' },
        { code: 'INVALID_VALUE', value: '2023-02-29' },
      ];
    case 'country':
      return [wrongType, { code: 'INVALID_PATTERN', value: 'Germany' }, { code: 'INVALID_VALUE', value: 'ZZ' }];
    case 'enum':
      return [wrongType, { code: 'INVALID_VALUE', value: 'none of them' }];
    case 'boolean':
      return [
        wrongType,
        { code: 'INVALID_VALUE', value: 'true' },
        ...(field.must_equal === undefined ? [] : [{ code: 'INVALID_VALUE' as const, value: !field.must_equal }]),
      ];
    case 'integer':
      return [
        { code: 'INVALID_VALUE', value: '3' },
        { code: 'INVALID_VALUE', value: field.minimum! + 0.5 },
        { code: 'INVALID_VALUE', value: field.minimum! - 1 },
        { code: 'INVALID_VALUE', value: field.maximum! + 1 },
      ];
    case 'file':
      return [
        wrongType,
        { code: 'INVALID_FILE_URL', value: 'https://elsewhere.example/passport.jpg' },
        { code: 'FORBIDDEN_FILE_URL', value: foreignFileUrl },
      ];
    case 'list': {
      const entry = Object.fromEntries(field.item_fields!.map((item) => [item.name, sampleValue(item)]));
      const broken = field.item_fields!.flatMap((item) => [
        ...mistakesIn(item).map(({ code, value }) => ({
          code,
          value: [{ ...entry, [item.name]: value }],
          at: `[0].${item.name}`,
        })),
        ...(item.required
          ? [{ code: 'MISSING' as const, value: [entry, { ...entry, [item.name]: '' }], at: `[1].${item.name}` }]
          : []),
      ]);
      return [
        { code: 'INVALID_VALUE', value: 'a text' },
        { code: 'INVALID_VALUE', value: { 0: entry } },
        { code: 'INVALID_VALUE', value: [entry, 'a text'], at: '[1]' },
        { code: 'MAX_LENGTH', value: Array.from({ length: field.max_items! + 1 }, () => entry) },
        { code: 'UNKNOWN_FIELD', value: [{ ...entry, no_such_thing: 1 }], at: '[0].no_such_thing' },
        ...broken,
      ];
    }
  }
}

/** Whether leaving the field out is a mistake in the form. */
function isDemanded(field: FormField, form: FormData): boolean {
  const asked = field.required_when;
  return field.required || (asked !== undefined && (asked.in ?? [asked.equals]).includes(form[asked.field] as string));
}

describe.each(openProductIds)('%s', (product) => {
  const { fields } = formOf(product);
  const full = fullForm(product);

  it('has no problem where everything is answered', () => {
    expect(checkForm(product, full, facts).problems).toEqual([]);
  });

  it.each(fields.map((field) => [field.name, field] as const))(
    'tells each mistake in %s once, at its place',
    (name, field) => {
      for (const { code, value, at = '' } of mistakesIn(field)) {
        const { problems } = checkForm(product, { ...full, [name]: value }, facts);
        expect(problems, JSON.stringify(value).slice(0, 200)).toHaveLength(1);
        expect(problems[0]).toMatchObject({ field: name + at, code });
      }
    },
  );

  it.each(fields.filter((field) => isDemanded(field, full)).map((field) => [field.name, field] as const))(
    'misses %s when it is left out, null, blank or empty',
    (name, field) => {
      for (const value of [undefined, null, '', '  ', []]) {
        const { problems } = checkForm(product, { ...full, [name]: value }, facts);
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatchObject({ field: name, code: 'MISSING' });
        expect(problems[0]!.message).toContain(field.label);
      }
    },
  );

  it.each(fields.filter((field) => !isDemanded(field, full)).map((field) => field.name))('does without %s', (name) => {
    for (const value of [undefined, null, '', []]) {
      expect(checkForm(product, { ...full, [name]: value }, facts).problems).toEqual([]);
    }
  });

  it.each(fields.map((field) => field.name))('offers %s for a name that is nearly it', (name) => {
    const misspelled = `${name}x`;
    const { problems } = checkForm(product, { ...full, [misspelled]: 'C01X00T47' }, facts);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ field: misspelled, code: 'UNKNOWN_FIELD' });
    expect(problems[0]!.message).toContain(`did you mean ${name}?`);
  });

  it('never repeats a value in a message', () => {
    for (const field of fields) {
      for (const { value } of mistakesIn(field)) {
        for (const { message } of checkForm(product, { ...full, [field.name]: value }, facts).problems) {
          if (typeof value === 'string' && value.length > 4) expect(message).not.toContain(value);
          expect(message).toMatch(/^[“A-Z].+[.?]$/);
        }
      }
    }
  });
});
