import { wholePattern } from '../products/field-reader.ts';
import { type FormField, formOf } from '../products/form.ts';
import { type OpenProductId, openProductIds } from '../products/product-id.ts';
import { type TravelerFact, travelerForm } from '../products/traveler-fields.ts';
import { factsOf, isPassport, type Passport } from './passport.ts';
import { britishStatusOf } from './state-codes.ts';

/** The form fields of one product that a document fills, each with its value. */
export interface FilledForm {
  visaType: OpenProductId;
  formData: Record<string, string>;
}

/** Fields that only the zone can fill, beyond what any traveler's profile holds. */
const zoneFieldsOf: Partial<Record<OpenProductId, (passport: Passport) => Record<string, string | null>>> = {
  CANADA_ETA: ({ zone, nationality }) => ({
    passport_country_code: zone.issuingState,
    gb_status: nationality === 'GB' ? (britishStatusOf(zone.nationality) ?? 'british_citizen') : null,
    travel_document_type: ordinaryPassport(zone.documentType) ? 'passport_ordinary' : null,
  }),
  DS160: ({ zone }) => ({ passport_type: ordinaryPassport(zone.documentType) ? 'regular' : null }),
};

/** `P` alone, or with the second letter that states use for ordinary passports (ICAO Doc 9303-4, section 4.2.2). */
function ordinaryPassport(documentType: string): boolean {
  return ['P', 'PP', 'PN'].includes(documentType);
}

/** Returns what the document fills in the form of every product, ready for `form_data`; a value the form would refuse is left out. */
export function formDataOf(passport: Passport): FilledForm[] {
  const facts: Partial<Record<TravelerFact, string>> = { ...factsOf(passport) };
  if (passport.valid && passport.issuingCountry !== null) facts.issuingCountry = passport.issuingCountry;
  if (facts.cityOfBirth !== undefined) facts.cityOfBirth = plainLetters(facts.cityOfBirth);
  const known = passport.valid && isPassport(passport.zone);
  return openProductIds.map((visaType) => {
    const values = {
      ...travelerForm(visaType, facts),
      ...(known ? zoneFieldsOf[visaType]?.(passport) : {}),
    };
    const fields = new Map(formOf(visaType).fields.map((field) => [field.name, field]));
    const sound = Object.entries(values).filter(
      (entry): entry is [string, string] => entry[1] !== null && accepts(fields.get(entry[0]), entry[1]),
    );
    return { visaType, formData: Object.fromEntries(sound) };
  });
}

/** Forms of authorities take the letters A to Z only. */
function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}

function accepts(field: FormField | undefined, value: string): boolean {
  if (field === undefined) return false;
  if (field.enum !== undefined && !field.enum.includes(value)) return false;
  if (field.max_length !== undefined && value.length > field.max_length) return false;
  return field.pattern === undefined || wholePattern(field.pattern).test(value);
}
