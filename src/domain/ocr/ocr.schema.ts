import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { Birthplace } from './birthplace.ts';
import type { CheckDigits } from './check-digits.ts';
import { type FilledForm, formDataOf } from './form-data.ts';
import { factsOf, type Passport } from './passport.ts';
import type { Correction } from './passport-reader.port.ts';
import { afterReading, describePassport } from './passport-words.ts';
import { type ReadPassport, readPassport } from './read-passport.ts';

const CheckDigitsType = builder.objectRef<CheckDigits>('ZoneCheckDigits').implement({
  description: 'Which check digits of the zone agree with what they protect.',
  fields: (t) => ({
    documentNumber: t.exposeBoolean('document_number', { description: 'Number of the document.' }),
    dateOfBirth: t.exposeBoolean('date_of_birth', { description: 'Date of birth.' }),
    expiryDate: t.exposeBoolean('expiry_date', { description: 'Date of expiry.' }),
    personalNumber: t.exposeBoolean('personal_number', {
      nullable: true,
      description: 'Personal number; null where the document has no digit for it.',
    }),
    composite: t.exposeBoolean('composite', { description: 'All of them together.' }),
  }),
});

const CorrectionType = builder.objectRef<Correction>('ZoneCorrection').implement({
  description: 'A character that was misread and put right by a check digit or by what its field may hold.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field.' }),
    line: t.exposeInt('line', { description: 'Line of the zone, from 1.' }),
    position: t.exposeInt('position', { description: 'Place in the line, from 1.' }),
    read: t.exposeString('read', { description: 'What was seen.' }),
    corrected: t.exposeString('corrected', { description: 'What stands there.' }),
  }),
});

const country = 'ISO 3166-1 alpha-2; null when the code of the zone is no country.';

const MachineReadableZone = builder.objectRef<Passport>('MachineReadableZone').implement({
  description: 'The lines at the bottom of the document, and what they say.',
  fields: (t) => ({
    format: t.string({ description: 'TD3 passport, TD1 or TD2 card.', resolve: ({ zone }) => zone.format }),
    documentType: t.string({
      description: 'P for a passport, I, A or C for a card, and a second letter.',
      resolve: ({ zone }) => zone.documentType,
    }),
    issuingCountry: t.exposeString('issuingCountry', { nullable: true, description: `Who issued it. ${country}` }),
    issuingState: t.string({
      description: 'Code of the issuer as the zone has it: D, GBR, UNO.',
      resolve: ({ zone }) => zone.issuingState,
    }),
    lastName: t.string({
      description: 'Family name in the letters of the zone.',
      resolve: ({ zone }) => zone.lastName,
    }),
    firstName: t.string({
      nullable: true,
      description: 'Given names; null for a holder with one name.',
      resolve: ({ zone }) => zone.firstName,
    }),
    documentNumber: t.string({ description: 'Number of the document.', resolve: ({ zone }) => zone.documentNumber }),
    nationality: t.exposeString('nationality', { nullable: true, description: `Nationality. ${country}` }),
    nationalityCode: t.string({
      description: 'Nationality as the zone has it: D, GBN, XXA.',
      resolve: ({ zone }) => zone.nationality,
    }),
    dateOfBirth: t.field({
      type: 'Date',
      nullable: true,
      description: 'Date of birth; null when it is not known to the day.',
      resolve: ({ zone }) => zone.dateOfBirth,
    }),
    sex: t.string({ description: 'M, F, or X when it is not stated.', resolve: ({ zone }) => zone.sex }),
    expiryDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day of validity.',
      resolve: ({ zone }) => zone.expiryDate,
    }),
    personalNumber: t.string({
      nullable: true,
      description: 'Personal number or other optional data.',
      resolve: ({ zone }) => zone.personalNumber,
    }),
    lines: t.stringList({ description: 'The lines, corrections applied.', resolve: ({ zone }) => [...zone.lines] }),
    checkDigits: t.expose('checkDigits', { type: CheckDigitsType, description: 'Check digits, one by one.' }),
    valid: t.exposeBoolean('valid', { description: 'Every check digit agrees and no character is in doubt.' }),
    corrected: t.field({
      type: [CorrectionType],
      description: 'What was put right.',
      resolve: ({ corrected }) => [...corrected],
    }),
  }),
});

const BirthplaceType = builder.objectRef<Birthplace>('Birthplace').implement({
  description: 'Place of birth as the page prints it; the zone has none.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The text on the page.' }),
    city: t.exposeString('city', { nullable: true, description: 'The town alone, when one is named.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2, when the page names the country.',
    }),
    source: t.exposeString('source', {
      description:
        'visual_zone_caption: it stood at its caption; visual_zone_layout: by its place on the page; provider: an external reader said so.',
    }),
    confidence: t.exposeFloat('confidence', { description: '0 to 1.' }),
  }),
});

const FilledFormType = builder.objectRef<FilledForm>('FilledForm').implement({
  description: 'Form fields of one product that the document fills.',
  fields: (t) => ({
    visaType: t.exposeString('visaType', { description: 'The product.' }),
    formData: t.expose('formData', {
      type: 'JSONObject',
      description: 'Names of fields with their values, ready for form_data.',
    }),
  }),
});

const PassportType = builder.objectRef<ReadPassport>('Passport').implement({
  description: 'A travel document that was read from an image.',
  fields: (t) => ({
    answer: t.string({
      description: 'The answer in plain language.',
      resolve: ({ passport }) => describePassport(passport),
    }),
    mrz: t.field({
      type: MachineReadableZone,
      description: 'The machine-readable zone.',
      resolve: ({ passport }) => passport,
    }),
    placeOfBirth: t.field({
      type: BirthplaceType,
      nullable: true,
      description: 'Place of birth; null when the page shows none that can be read.',
      resolve: ({ passport }) => passport.birthplace,
    }),
    confidence: t.float({
      description: '0 to 1: how sure the least sure character is that no check digit protects.',
      resolve: ({ passport }) => passport.confidence,
    }),
    profile: t.field({
      type: 'JSONObject',
      description: 'Body for POST /profiles with what is certain.',
      resolve: ({ passport }) => factsOf(passport),
    }),
    formFields: t.field({
      type: [FilledFormType],
      description: 'What it fills in the form of each product.',
      resolve: ({ passport }) => formDataOf(passport),
    }),
    nextStep: t.field({
      type: NextStepType,
      description: 'What to do next.',
      resolve: ({ passport, savesProfiles }) => afterReading(passport, savesProfiles),
    }),
  }),
});

const ReadPassportInput = builder.inputType('ReadPassportInput', {
  description: 'An image of a travel document.',
  fields: (t) => ({
    image: t.field({
      type: 'String',
      required: true,
      description: 'The image: base64 or a data URL, at most 10 MiB and 50 megapixels.',
    }),
  }),
});

builder.mutationField('readPassport', (t) =>
  t.field({
    type: PassportType,
    access: 'GUEST_OR_KEY',
    description: 'Read the machine-readable zone and the place of birth of a travel document. Nothing is kept.',
    args: { input: t.arg({ type: ReadPassportInput, required: true }) },
    resolve: (_root, { input }, ctx) => readPassport(ctx, input),
  }),
);
