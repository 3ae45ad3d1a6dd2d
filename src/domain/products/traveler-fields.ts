import type { OpenProductId } from './product-id.ts';

/** Facts about a traveler that several forms ask for under names of their own. */
export type TravelerFact =
  | 'lastName'
  | 'firstName'
  | 'dateOfBirth'
  | 'nationality'
  | 'passportNumber'
  | 'passportExpiry'
  | 'issuingCountry'
  | 'gender'
  | 'email'
  | 'cityOfBirth'
  | 'countryOfBirth'
  | 'passportPhotoUrl'
  | 'selfieUrl';

const shared = {
  firstName: 'given_names',
  dateOfBirth: 'date_of_birth',
  nationality: 'nationality',
  passportNumber: 'passport_number',
  passportExpiry: 'passport_expiry_date',
  issuingCountry: 'passport_issuing_country',
  gender: 'sex',
  email: 'email',
  cityOfBirth: 'city_of_birth',
  countryOfBirth: 'country_of_birth',
  passportPhotoUrl: 'passport_bio_page_url',
  selfieUrl: 'applicant_photo_url',
} as const;

/** The form field of each fact, by product; a fact that a form does not ask for is absent. */
export const travelerFields: Readonly<Record<OpenProductId, Readonly<Partial<Record<TravelerFact, string>>>>> = {
  ESTA: { ...shared, lastName: 'family_name', firstName: 'first_name', nationality: 'country_of_citizenship' },
  DS160: { ...shared, lastName: 'surnames', selfieUrl: 'photo_url' },
  UK_ETA: without({ ...shared, lastName: 'family_name' }, 'countryOfBirth'),
  CANADA_ETA: without({ ...shared, lastName: 'surname', gender: 'gender' }, 'selfieUrl', 'issuingCountry'),
};

function without(fields: Partial<Record<TravelerFact, string>>, ...facts: TravelerFact[]) {
  return Object.fromEntries(Object.entries(fields).filter(([fact]) => !facts.includes(fact as TravelerFact)));
}

/** Returns the form data that facts about a traveler amount to in a product's form; facts that are absent stay absent. */
export function travelerForm(
  product: OpenProductId,
  facts: Partial<Record<TravelerFact, string | null | undefined>>,
): Record<string, string> {
  const form: Record<string, string> = {};
  for (const [fact, field] of Object.entries(travelerFields[product])) {
    const value = facts[fact as TravelerFact];
    if (value) form[field] = value;
  }
  return form;
}
