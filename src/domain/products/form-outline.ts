import type { Product } from './catalog.ts';
import { type FormField, formOf } from './form.ts';
import { openProductIds } from './product-id.ts';

/** A section of a form, counted instead of shown. */
export interface SectionOutline {
  id: string;
  title: string;
  fields: number;
  /** Fields that everybody fills in. */
  required: number;
  /** Fields that are asked depending on another answer. */
  conditional: number;
}

/** How large a form is, without its fields. */
export interface FormOutline {
  sections: readonly SectionOutline[];
  fields: number;
  required: number;
  conditional: number;
}

const count = (fields: readonly FormField[]): Omit<FormOutline, 'sections'> => ({
  fields: fields.length,
  required: fields.filter((field) => field.required).length,
  conditional: fields.filter((field) => field.required_when !== undefined).length,
});

const none: FormOutline = { sections: [], ...count([]) };
const outlines = new Map<string, FormOutline>(
  openProductIds.map((id) => {
    const { sections, fields } = formOf(id);
    const counted = sections.map((section) => ({
      ...section,
      ...count(fields.filter((field) => field.section === section.id)),
    }));
    return [id, { sections: counted, ...count(fields) }];
  }),
);

/** Returns how large the form of a product is, section by section; a product that is not open has no form and counts nothing. */
export function outlineOf({ id }: Product): FormOutline {
  return outlines.get(id) ?? none;
}
