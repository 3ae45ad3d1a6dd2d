import { type FormField, formOf } from '../../../src/domain/products/form.ts';
import type { OpenProductId } from '../../../src/domain/products/product-id.ts';
import { countryCodes } from '../../../src/kernel/country.ts';
import { type FormData, ownFileUrl, sampleValue } from '../../support/forms.ts';

/** Draws whole numbers below a bound. */
type Draw = (below: number) => number;

/** Makes the draws that follow from a seed (mulberry32), so that a failure is repeated by its seed alone. */
export function drawsOf(seed: number): Draw {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const codes = countryCodes();
const letters = [..."aZ09 -'.,éß漢𠮷\n"];

/** Makes a value that the field accepts. */
function fitting(draw: Draw, field: FormField): unknown {
  switch (field.type) {
    case 'boolean':
      return field.must_equal ?? draw(2) === 1;
    case 'enum':
      return field.enum![draw(field.enum!.length)];
    case 'country':
      return codes[draw(codes.length)];
    case 'integer':
      return field.minimum! + draw(field.maximum! - field.minimum! + 1);
    case 'date':
      return new Date(Date.UTC(1900 + draw(200), draw(12), 1 + draw(31))).toISOString().slice(0, 10);
    case 'list':
      return Array.from({ length: 1 + draw(Math.min(3, field.max_items!)) }, () =>
        Object.fromEntries(
          field
            .item_fields!.filter((item) => item.required || draw(2) === 1)
            .map((item) => [item.name, fitting(draw, item)]),
        ),
      );
    case 'string': {
      if (field.pattern !== undefined) return sampleValue(field);
      const middle = Array.from(
        { length: draw(Math.min(field.max_length! - 3, 120)) },
        () => letters[draw(letters.length)],
      );
      return `xy${middle.join('')}z`;
    }
    default:
      return sampleValue(field);
  }
}

/** Makes a value that few fields accept, or a text at the edge of the field's limits. */
function unfitting(draw: Draw, field: FormField): unknown {
  const limit = field.max_length ?? field.max_items ?? 10;
  const oddities = [
    ...[4711, 0.5, -1, 2 ** 53, true, false, 'yes', '§', 'A', 'ZZ', 'none', {}, [{}], ['x'], [{ x: 1 }], [null]],
    ...['x'.repeat(limit), 'x'.repeat(limit + 1), '𠮷'.repeat(limit), '2023-02-29', '2024-02-29', '2024-2-9'],
    ...[`${ownFileUrl}x`, Array.from({ length: limit + 1 }, () => ({}))],
  ];
  return oddities[draw(oddities.length)];
}

/** Makes a form that holds what is asked, with up to three changes that may break it. */
export function generatedForm(draw: Draw, product: OpenProductId): FormData {
  const { fields } = formOf(product);
  const form: FormData = {};
  for (const field of fields) {
    const asked = field.required_when;
    const demanded =
      field.required || (asked !== undefined && (asked.in ?? [asked.equals]).includes(form[asked.field] as string));
    if (demanded || draw(5) === 0) form[field.name] = fitting(draw, field);
  }
  for (let changes = draw(4); changes > 0; changes -= 1) {
    const field = fields[draw(fields.length)]!;
    if (draw(4) === 0) delete form[field.name];
    else form[field.name] = unfitting(draw, field);
  }
  if (draw(20) === 0) form.no_such_field = 1;
  return form;
}
