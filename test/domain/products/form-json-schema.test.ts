import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkForm, type FormProblem } from '../../../src/domain/products/check-form.ts';
import { formOf } from '../../../src/domain/products/form.ts';
import { formJsonSchema } from '../../../src/domain/products/form-json-schema.ts';
import { type OpenProductId, openProductIds } from '../../../src/domain/products/product-id.ts';
import { completeForm, type FormData, formFacts, fullForm, minorForm } from '../../support/forms.ts';
import { drawsOf, generatedForm } from './generated-forms.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats.default(ajv);
const validators = Object.fromEntries(openProductIds.map((id) => [id, ajv.compile(formJsonSchema(id))]));
const facts = formFacts({ fileOwnership: (url) => (URL.canParse(url) ? 'own' : 'unknown') });

/** What JSON Schema cannot say: rules over several fields, and whether a telephone number can exist. */
const beyondSchema = (product: OpenProductId, form: FormData, { rule, field }: FormProblem): boolean =>
  rule !== undefined ||
  formOf(product).fields.some(
    ({ name, type, pattern }) => name === field && type === 'phone' && new RegExp(pattern!).test(String(form[name])),
  );

const agrees = (product: OpenProductId, form: FormData) => {
  const { problems } = checkForm(product, form, facts);
  const valid = validators[product]!(form);
  return {
    engine: problems.filter((problem) => !beyondSchema(product, form, problem)),
    schema: valid ? [] : validators[product]!.errors,
  };
};

describe.each(openProductIds)('%s', (product) => {
  it('is a valid schema of draft 2020-12 that names every field', () => {
    const schema = formJsonSchema(product);
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(Object.keys(schema.properties as object)).toEqual(formOf(product).fields.map(({ name }) => name));
  });

  it('takes the complete forms', () => {
    for (const form of [completeForm(product), minorForm(product), fullForm(product)]) {
      expect(agrees(product, form)).toEqual({ engine: [], schema: [] });
    }
  });

  it('agrees with the engine on generated forms, whole and broken', () => {
    let whole = 0;
    let broken = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const form = generatedForm(drawsOf(seed), product);
        const { engine, schema } = agrees(product, form);
        if (engine.length === 0) whole += 1;
        else broken += 1;
        expect(schema!.length === 0, JSON.stringify({ engine, schema, form }).slice(0, 2000)).toBe(engine.length === 0);
      }),
      { numRuns: 400 },
    );
    // The property says something only where both kinds of forms come up.
    expect(whole).toBeGreaterThan(20);
    expect(broken).toBeGreaterThan(100);
  });

  it('takes every clean form that the engine takes', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { problems, clean } = checkForm(product, generatedForm(drawsOf(seed), product), facts);
        if (problems.length === 0) expect(agrees(product, clean)).toEqual({ engine: [], schema: [] });
      }),
      { numRuns: 100 },
    );
  });
});
