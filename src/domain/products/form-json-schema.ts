import { countryCodes } from '../../kernel/country.ts';
import { valuesOf } from './check-form.ts';
import { type Condition, type FormField, formOf } from './form.ts';
import type { OpenProductId } from './product-id.ts';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Record<string, unknown>;

const definitions: JsonSchema = {
  country: { type: 'string', description: 'ISO 3166-1 alpha-2 code.', enum: countryCodes().sort() },
};

/** Anything but blank at either end, for texts without a pattern of their own. */
const unpadded = '^\\S(?:[\\s\\S]*\\S)?$';

/** Wraps a pattern so that it has to match the whole value: alternatives would else slip out of its anchors. */
const whole = (pattern: string): string => (pattern.includes('|') ? `^(?:${pattern})$` : pattern);

function textSchema(field: FormField): JsonSchema {
  return {
    type: 'string',
    minLength: Math.max(1, field.min_length ?? 0),
    ...(field.max_length !== undefined && { maxLength: field.max_length }),
    pattern: field.pattern === undefined ? unpadded : whole(field.pattern),
  };
}

function valueSchema(field: FormField): JsonSchema {
  switch (field.type) {
    case 'string':
    case 'phone':
    case 'email':
      return textSchema(field);
    case 'date':
      return { type: 'string', format: 'date', pattern: whole(field.pattern!) };
    case 'country':
      return { $ref: '#/$defs/country' };
    case 'enum':
      return { type: 'string', enum: field.enum };
    case 'boolean':
      return field.must_equal === undefined ? { type: 'boolean' } : { const: field.must_equal };
    case 'integer':
      return {
        type: 'integer',
        minimum: field.minimum ?? Number.MIN_SAFE_INTEGER,
        maximum: field.maximum ?? Number.MAX_SAFE_INTEGER,
      };
    case 'file':
      return { type: 'string', format: 'uri', maxLength: 2048 };
    case 'list':
      return {
        type: 'array',
        ...(field.required && { minItems: Math.max(1, field.min_items ?? 0) }),
        ...(field.max_items !== undefined && { maxItems: field.max_items }),
        items: objectSchema(field.item_fields ?? []),
      };
  }
}

function fieldSchema(field: FormField): JsonSchema {
  return { title: field.label, ...(field.help && { description: field.help }), ...valueSchema(field) };
}

function objectSchema(fields: readonly FormField[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
}

/** Lists the conditions that all have to hold for a condition to count: its own, and those under which its field is asked. */
function chainOf(condition: Condition, byName: ReadonlyMap<string, FormField>): Condition[] {
  const above = byName.get(condition.field)?.required_when;
  return above === undefined ? [condition] : [condition, ...chainOf(above, byName)];
}

/** Writes the conditions as `if`/`then`, the fields that share one together. */
function conditionSchemas(fields: readonly FormField[]): JsonSchema[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const groups = new Map<string, { when: readonly Condition[]; fields: FormField[] }>();
  for (const field of fields) {
    if (field.required_when === undefined) continue;
    const key = JSON.stringify(field.required_when);
    const group = groups.get(key) ?? { when: chainOf(field.required_when, byName), fields: [] };
    group.fields.push(field);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ when, fields: asked }) => {
    const lists = asked.filter((field) => field.type === 'list');
    return {
      if: {
        properties: Object.fromEntries(when.map((condition) => [condition.field, { enum: valuesOf(condition) }])),
        required: when.map((condition) => condition.field),
      },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: {
        required: asked.map((field) => field.name),
        ...(lists.length > 0 && {
          properties: Object.fromEntries(
            lists.map((field) => [field.name, { type: 'array', minItems: field.min_items ?? 1 }]),
          ),
        }),
      },
    };
  });
}

const schemas = new Map<OpenProductId, JsonSchema>();

/**
 * Returns the form of a product as JSON Schema 2020-12. It describes the clean form: fields that are left out are absent, not
 * blank. It holds everything but the rules over several fields, whether a file or a telephone number exists, and whose it is.
 */
export function formJsonSchema(product: OpenProductId): JsonSchema {
  let schema = schemas.get(product);
  if (schema === undefined) {
    const { fields, version } = formOf(product);
    schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `${product} application form ${version}`,
      ...objectSchema(fields),
      allOf: conditionSchemas(fields),
      $defs: definitions,
    };
    schemas.set(product, schema);
  }
  return schema;
}
