import formats from './data/formats.json' with { type: 'json' };
import canadaEta from './data/forms/CANADA_ETA.json' with { type: 'json' };
import ds160 from './data/forms/DS160.json' with { type: 'json' };
import esta from './data/forms/ESTA.json' with { type: 'json' };
import ukEta from './data/forms/UK_ETA.json' with { type: 'json' };
import nationalities from './data/nationalities.json' with { type: 'json' };
import type { OpenProductId } from './product-id.ts';

/** What a field holds. `file` is the URL of an upload; `list` holds objects of `item_fields`. */
export const fieldTypes = [
  'string',
  'boolean',
  'enum',
  'country',
  'date',
  'integer',
  'phone',
  'email',
  'file',
  'list',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** When a field is asked: another field has this value, or one of these. */
export interface Condition {
  field: string;
  equals?: string | boolean;
  in?: readonly string[];
}

/** One field of a form, with names as on the wire. */
export interface FormField {
  name: string;
  label: string;
  /** Absent on the fields of a list's items. */
  section?: string;
  type: FieldType;
  required: boolean;
  /** Makes an optional field required. */
  required_when?: Condition;
  /** Regular expression that the whole value matches. */
  pattern?: string;
  /** What the pattern means, in words that follow "must be". */
  expects?: string;
  min_length?: number;
  max_length?: number;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  must_equal?: boolean;
  item_fields?: readonly FormField[];
  min_items?: number;
  max_items?: number;
  /** Kind of document that belongs in a file field, as it is uploaded. */
  document_kind?: 'passport_bio_page' | 'applicant_photo';
  help?: string;
}

/** A page of a form. */
export interface FormSection {
  id: string;
  title: string;
}

/** The application form of one product. */
export interface Form {
  product: OpenProductId;
  version: string;
  /** The date on which the form was last compared with the authority's. */
  as_of: string;
  notes: readonly string[];
  sections: readonly FormSection[];
  fields: readonly FormField[];
}

interface WrittenField extends Omit<FormField, 'required_when' | 'enum' | 'item_fields'> {
  /** Name of an entry of `formats.json`. */
  format?: string;
  required_when?: { field: string; equals?: string | boolean; in?: string | string[] };
  enum?: string | string[];
  item_fields?: WrittenField[];
}

interface WrittenForm extends Omit<Form, 'fields'> {
  lists: Record<string, string[]>;
  fields: WrittenField[];
}

/** The patterns of types that have one whatever the field. */
const typeFormats: Partial<Record<FieldType, { pattern: string; says: string }>> = {
  date: { pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', says: 'a date in the form YYYY-MM-DD' },
  country: { pattern: '^[A-Z]{2}$', says: 'a two-letter country code (ISO 3166-1) such as DE' },
  phone: {
    pattern: '^\\+[1-9]\\d{6,14}$',
    says: 'a telephone number in international form without spaces, such as +4930901820',
  },
  email: { pattern: '^[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}$', says: 'an email address such as name@example.com' },
};

function expand(written: WrittenForm): Form {
  const lists: Record<string, string[]> = {
    ...written.lists,
    conditional_nationalities: nationalities.CANADA_ETA.conditional,
  };
  const listed = (values: string | string[]): string[] => {
    const found = typeof values === 'string' ? lists[values] : values;
    if (found === undefined) throw new Error(`form ${written.product}: no list ${String(values)}`);
    return found;
  };
  const field = ({ format, required_when, enum: values, item_fields, ...rest }: WrittenField): FormField => {
    const known = format === undefined ? typeFormats[rest.type] : formats[format as keyof typeof formats];
    if (format !== undefined && known === undefined) throw new Error(`form ${written.product}: no format ${format}`);
    return {
      ...rest,
      ...(required_when && {
        required_when: { ...required_when, ...(required_when.in && { in: listed(required_when.in) }) } as Condition,
      }),
      ...(known && { pattern: known.pattern, expects: known.says }),
      ...(values && { enum: listed(values) }),
      ...(item_fields && { item_fields: item_fields.map(field) }),
    };
  };
  const { product, version, as_of, notes, sections } = written;
  return { product, version, as_of, notes, sections, fields: written.fields.map(field) };
}

const forms: Record<OpenProductId, Form> = {
  ESTA: expand(esta as unknown as WrittenForm),
  DS160: expand(ds160 as unknown as WrittenForm),
  UK_ETA: expand(ukEta as unknown as WrittenForm),
  CANADA_ETA: expand(canadaEta as unknown as WrittenForm),
};

/** Returns the application form of a product: every field with its type, its limits and its condition. */
export function formOf(product: OpenProductId): Form {
  return forms[product];
}

/** Returns the texts that stand in a form's file fields, so that their ownership can be looked up before the check. */
export function fileUrlsIn(product: OpenProductId, form: Readonly<Record<string, unknown>>): string[] {
  return forms[product].fields
    .filter((field) => field.type === 'file')
    .map((field) => form[field.name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
