import type { FormFacts } from '../../src/domain/products/check-form.ts';
import { type FormField, formOf } from '../../src/domain/products/form.ts';
import type { OpenProductId } from '../../src/domain/products/product-id.ts';

/** Form data: field name to value. */
export type FormData = Record<string, unknown>;

/** The day on which these forms are complete; they stay so for years. */
export const formsDay = '2026-11-20';

/** A URL that stands for an upload of the caller's, where no real one is at hand. */
export const ownFileUrl = 'http://localhost:3000/api/v1/agent/documents/doc_own/content';

/** Facts under which `ownFileUrl` is the caller's own file. */
export const formFacts = (facts: Partial<FormFacts> = {}): FormFacts => ({
  today: formsDay,
  fileOwnership: (url) => (url === ownFileUrl ? 'own' : 'unknown'),
  ...facts,
});

/** A German traveler: on the lists of ESTA, the UK and Canada. */
const lena = {
  date_of_birth: '1990-04-12',
  passport_number: 'C01X00T47',
  passport_issue_date: '2022-05-03',
  passport_expiry_date: '2032-05-02',
  city_of_birth: 'Hamburg',
  country_of_birth: 'DE',
  email: 'lena.hoffmann@example.com',
  phone: '+4940303987654',
};

const complete: Record<OpenProductId, FormData> = {
  ESTA: {
    ...lena,
    passport_bio_page_url: ownFileUrl,
    applicant_photo_url: ownFileUrl,
    family_name: 'Hoffmann',
    first_name: 'Lena Marie',
    sex: 'F',
    has_other_names: false,
    country_of_citizenship: 'DE',
    passport_issuing_country: 'DE',
    has_other_travel_documents: false,
    is_citizen_of_other_country: false,
    was_citizen_of_other_country: false,
    is_global_entry_member: false,
    father_family_name: 'Hoffmann',
    father_first_name: 'Karl',
    mother_family_name: 'Hoffmann',
    mother_first_name: 'Ute',
    phone_type: 'mobile',
    home_address_line1: 'Elbchaussee 12',
    home_city: 'Hamburg',
    home_state_province: 'Hamburg',
    home_country: 'DE',
    has_employer: true,
    job_title: 'Architect',
    employer_name: 'Nordlicht Architekten GmbH',
    employer_address_line1: 'Am Sandtorkai 40',
    employer_city: 'Hamburg',
    employer_state_province: 'Hamburg',
    employer_country: 'DE',
    is_transit: false,
    travel_purpose: 'tourism',
    planned_arrival_date: '2027-03-14',
    us_contact_name: 'Hotel Belleclaire',
    us_contact_address_line1: '2175 Broadway',
    us_contact_city: 'New York',
    us_contact_state: 'NY',
    us_contact_phone: '+12123627700',
    us_address_same_as_contact: true,
    emergency_family_name: 'Hoffmann',
    emergency_first_name: 'Karl',
    emergency_phone: '+4940303123456',
    emergency_email: 'karl.hoffmann@example.com',
    q1_health: false,
    q2_crime: false,
    q3_drugs: false,
    q4_terrorism: false,
    q5_fraud: false,
    q6_employment: false,
    q7_denial: false,
    q8_overstay: false,
    q9_travel_history: false,
    accept_waiver_of_rights: true,
    certify_truth: true,
    filed_by_third_party: true,
  },
  UK_ETA: {
    ...lena,
    passport_bio_page_url: ownFileUrl,
    applicant_photo_url: ownFileUrl,
    applying_for_self: true,
    given_names: 'Lena Marie',
    family_name: 'Hoffmann',
    sex: 'F',
    nationality: 'DE',
    passport_issuing_country: 'DE',
    address_line1: 'Elbchaussee 12',
    address_city: 'Hamburg',
    address_postal_code: '22765',
    address_country: 'DE',
    has_other_nationalities: false,
    is_british_or_irish_citizen: false,
    has_job: true,
    job_title: 'Architect',
    main_destination: 'GB',
    planned_arrival_date: '2027-03-14',
    has_criminal_conviction: false,
    war_crimes: false,
    terrorism: false,
    extremism: false,
    declare_truth: true,
    consent_privacy: true,
    country_of_birth: undefined,
  },
  CANADA_ETA: {
    ...lena,
    applying_on_behalf: false,
    travel_document_type: 'passport_ordinary',
    passport_country_code: 'D',
    nationality: 'DE',
    is_us_permanent_resident: false,
    passport_bio_page_url: ownFileUrl,
    surname: 'Hoffmann',
    given_names: 'Lena Marie',
    gender: 'F',
    has_additional_nationalities: false,
    marital_status: 'single',
    previously_applied_canada: false,
    occupation: 'natural_applied_sciences',
    job_title: 'Architect',
    employer_name: 'Nordlicht Architekten GmbH',
    employer_country: 'DE',
    employer_city: 'Hamburg',
    employed_since_year: 2018,
    preferred_language: 'en',
    address_street_number: '12',
    address_street: 'Elbchaussee',
    address_city: 'Hamburg',
    address_country: 'DE',
    address_postal_code: '22765',
    knows_travel_date: true,
    flight_date: '2027-03-14',
    purpose_of_visit: 'tourism',
    bg_refused: false,
    bg_criminal: false,
    bg_tuberculosis: false,
    bg_medical_condition: 'none',
    consent_declaration: true,
    signature: 'Lena Marie Hoffmann',
  },
  DS160: {
    photo_url: ownFileUrl,
    passport_bio_page_url: ownFileUrl,
    application_location: 'Mumbai',
    surnames: 'Sharma',
    given_names: 'Priya',
    other_names_used: false,
    has_telecode: false,
    sex: 'F',
    marital_status: 'single',
    date_of_birth: '1988-09-23',
    city_of_birth: 'Pune',
    state_province_of_birth: 'Maharashtra',
    country_of_birth: 'IN',
    nationality: 'IN',
    has_other_nationality: false,
    permanent_resident_other_country: false,
    purpose_of_trip: 'B1_B2',
    has_specific_travel_plans: true,
    arrival_date: '2027-05-10',
    arrival_flight: 'AI 119',
    arrival_city: 'New York',
    departure_date: '2027-05-24',
    departure_city: 'New York',
    us_locations: [{ location: 'New York' }, { location: 'Boston' }],
    us_stay_address_line1: '2175 Broadway',
    us_stay_city: 'New York',
    us_stay_state: 'NY',
    us_stay_zip: '10024',
    payer: 'self',
    has_companions: false,
    ever_in_us: false,
    ever_issued_us_visa: false,
    ever_refused: false,
    immigrant_petition_filed: false,
    home_address_line1: '14 Hill Road, Bandra West',
    home_city: 'Mumbai',
    home_state_province: 'Maharashtra',
    home_postal_code: '400050',
    home_country: 'IN',
    mailing_same_as_home: true,
    phone: '+912226401234',
    has_other_phones: false,
    email: 'priya.sharma@example.com',
    has_other_emails: false,
    social_media: [{ platform: 'linkedin', identifier: 'priya-sharma-example' }],
    has_other_online_presence: false,
    passport_type: 'regular',
    passport_number: 'Z1234567',
    passport_issuing_country: 'IN',
    passport_issued_city: 'Mumbai',
    passport_issued_state: 'Maharashtra',
    passport_issued_in_country: 'IN',
    passport_issue_date: '2023-02-14',
    passport_no_expiry: false,
    passport_expiry_date: '2033-02-13',
    passport_lost_or_stolen: false,
    us_contact_person_known: false,
    us_contact_organization: 'Hotel Belleclaire',
    us_contact_relationship: 'other',
    us_contact_address_line1: '2175 Broadway',
    us_contact_city: 'New York',
    us_contact_state: 'NY',
    us_contact_zip: '10024',
    us_contact_phone: '+12123627700',
    father_surnames: 'Sharma',
    father_given_names: 'Rajesh',
    father_date_of_birth: '1958-01-30',
    father_in_us: false,
    mother_surnames: 'Sharma',
    mother_given_names: 'Meera',
    mother_date_of_birth: '1961-07-08',
    mother_in_us: false,
    has_immediate_relatives_in_us: false,
    has_other_relatives_in_us: false,
    primary_occupation: 'computer_science',
    employer_or_school_name: 'Sagar Software Pvt Ltd',
    employer_address_line1: '5 Bandra Kurla Complex',
    employer_city: 'Mumbai',
    employer_state_province: 'Maharashtra',
    employer_postal_code: '400051',
    employer_country: 'IN',
    employer_phone: '+912226401111',
    employment_start_date: '2015-06-01',
    monthly_income_local: 250000,
    duties: 'Leads a team that builds software for hospitals.',
    previously_employed: false,
    attended_secondary_or_higher: true,
    schools: [
      {
        name: 'College of Engineering Pune',
        address_line1: 'Wellesley Road',
        city: 'Pune',
        country: 'IN',
        course_of_study: 'Computer science',
        start_date: '2006-07-15',
        end_date: '2010-05-30',
      },
    ],
    belongs_to_clan_or_tribe: false,
    languages: [{ language: 'English' }, { language: 'Hindi' }, { language: 'Marathi' }],
    traveled_last_five_years: true,
    countries_visited: [{ country: 'SG' }, { country: 'GB' }],
    belongs_to_organizations: false,
    specialized_skills: false,
    served_in_military: false,
    insurgent_organization: false,
    ...noToAll('DS160', /^sec_(?!.*_explanation$)/),
    assisted_by_preparer: true,
    preparer_surnames: 'Rao',
    preparer_given_names: 'Asha',
    preparer_organization: 'Example Travel Agency',
    preparer_relationship: 'Travel agent',
    certify_truth: true,
    esignature_passport_number: 'Z1234567',
  },
};

function noToAll(product: OpenProductId, names: RegExp): FormData {
  const questions = formOf(product).fields.filter((field) => names.test(field.name));
  return Object.fromEntries(questions.map((field) => [field.name, false]));
}

/**
 * A complete, realistic form of an adult. Its file fields hold `ownFileUrl`: override them with the URLs of real uploads. An
 * override that is undefined leaves the field out.
 */
export function completeForm(product: OpenProductId, overrides: FormData = {}): FormData {
  const form = { ...complete[product], ...overrides };
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

/** The file fields of a form, with the kind of document that each wants: what a story uploads. */
export function fileFieldsOf(product: OpenProductId): { field: string; kind: string }[] {
  return formOf(product)
    .fields.filter((field) => field.type === 'file')
    .map((field) => ({ field: field.name, kind: field.document_kind! }));
}

const guardians: Record<OpenProductId, FormData> = {
  ESTA: { guardian_name: 'Karl Hoffmann' },
  UK_ETA: { applying_for_self: false, representative_name: 'Karl Hoffmann', representative_relationship: 'parent' },
  CANADA_ETA: {
    applying_on_behalf: true,
    representative_type: 'parent_or_guardian',
    representative_surname: 'Hoffmann',
    representative_given_name: 'Karl',
    representative_postal_address: 'Elbchaussee 12, 22765 Hamburg',
    representative_phone: '+4940303123456',
    representative_email: 'karl.hoffmann@example.com',
    representative_paid: false,
    representative_declaration: true,
    signature: 'Karl Hoffmann',
  },
  DS160: {
    preparer_surnames: 'Sharma',
    preparer_given_names: 'Rajesh',
    preparer_organization: undefined,
    preparer_relationship: 'Father',
  },
};

const schoolchild: Record<OpenProductId, FormData> = {
  ESTA: {
    has_employer: false,
    job_title: undefined,
    employer_name: undefined,
    employer_address_line1: undefined,
    employer_city: undefined,
    employer_state_province: undefined,
    employer_country: undefined,
  },
  UK_ETA: { applicant_is_minor: true, has_job: false, job_title: undefined },
  CANADA_ETA: {
    occupation: 'student',
    job_title: 'Pupil',
    employer_name: 'Gymnasium Altona',
    employed_since_year: 2024,
  },
  DS160: {
    primary_occupation: 'student',
    employer_or_school_name: 'Hill Grange High School',
    employment_start_date: '2020-06-10',
    monthly_income_local: undefined,
    duties: 'Goes to school.',
    attended_secondary_or_higher: false,
    schools: undefined,
  },
};

/** A complete form of a child of fourteen for whom a parent acts. */
export function minorForm(product: OpenProductId, overrides: FormData = {}): FormData {
  return completeForm(product, {
    date_of_birth: '2012-06-15',
    passport_issue_date: '2024-01-10',
    passport_expiry_date: '2030-01-09',
    ...schoolchild[product],
    ...guardians[product],
    ...overrides,
  });
}

/** One text for each pattern of the forms; the first that fits is taken. */
const sampleTexts = [
  'C01X00T47',
  'D1234567',
  '123456789',
  'A123456789',
  '09:30',
  '12345678',
  'FRA',
  '123-45-6789',
  '912-34-5678',
  'LH 400',
  '1234 5678',
  '10024',
  'Sample',
];

/** Returns a value that a field accepts, whatever the rest of the form says. */
export function sampleValue(field: FormField): unknown {
  switch (field.type) {
    case 'boolean':
      return field.must_equal ?? false;
    case 'enum':
      return field.enum![0];
    case 'country':
      return 'FR';
    case 'date':
      return '2020-02-29';
    case 'integer':
      return Math.max(field.minimum ?? 0, Math.min(2020, field.maximum ?? 2020));
    case 'phone':
      return '+33144556677';
    case 'email':
      return 'sample@example.com';
    case 'file':
      return ownFileUrl;
    case 'list':
      return [Object.fromEntries(field.item_fields!.map((item) => [item.name, sampleValue(item)]))];
    case 'string': {
      const fits = new RegExp(field.pattern ?? '');
      const found = sampleTexts.find(
        (text) =>
          fits.test(text) && text.length >= (field.min_length ?? 0) && text.length <= (field.max_length ?? text.length),
      );
      if (found === undefined) throw new Error(`no sample for ${field.name}`);
      return found;
    }
  }
}

/** Answers that open the most further questions, where they are not those of the complete form. */
const openingAnswers: Record<OpenProductId, FormData> = {
  ESTA: { us_address_same_as_contact: false, has_social_media: true },
  UK_ETA: { applying_for_self: false, is_british_or_irish_citizen: false, immigration_breach: true },
  CANADA_ETA: {
    applying_on_behalf: true,
    representative_type: 'lawyer_or_notary',
    representative_surname: 'Rao',
    representative_given_name: 'Asha',
    signature: 'Asha Rao',
  },
  DS160: {
    payer: 'other_person',
    payer_address_same_as_home: false,
    has_companions: true,
    travels_as_group: false,
    marital_status: 'married',
    spouse_address_type: 'other',
    mailing_same_as_home: false,
    passport_type: 'other',
    passport_no_expiry: false,
    primary_occupation: 'other',
    us_contact_person_known: true,
    us_contact_organization: undefined,
    has_other_relatives_in_us: undefined,
  },
};

/**
 * A form in which as much as possible is asked and answered: every yes is said that opens further questions, every list has an
 * entry, every optional field is present. It has warnings, and no problem.
 */
export function fullForm(product: OpenProductId): FormData {
  const { fields } = formOf(product);
  const form = completeForm(product, openingAnswers[product]);
  const opensOnYes = new Set(fields.map((field) => field.required_when).filter((when) => when?.equals === true));
  const notAsked = new Set<string>();
  for (const field of fields) {
    const { field: other, in: values, equals } = field.required_when ?? {};
    const answer = other === undefined ? undefined : form[other];
    const fits = answer === undefined || (values ?? [equals]).includes(answer as string);
    if (!fits || (other !== undefined && notAsked.has(other))) {
      notAsked.add(field.name);
      delete form[field.name];
    } else if (field.type === 'boolean' && [...opensOnYes].some((when) => when!.field === field.name)) {
      form[field.name] = openingAnswers[product][field.name] ?? true;
    } else form[field.name] ??= sampleValue(field);
  }
  return form;
}
