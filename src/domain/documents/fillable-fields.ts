import { openProductIds } from '../products/product-id.ts';
import { type TravelerFact, travelerFields } from '../products/traveler-fields.ts';
import type { DocumentKind, FillableFields } from './document.ts';

/** What a machine-readable zone says of its holder (ICAO 9303 part 4). */
const zoneFacts: readonly TravelerFact[] = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'nationality',
  'passportNumber',
  'passportExpiry',
  'issuingCountry',
  'gender',
];

const fileFacts: Readonly<Record<DocumentKind, readonly TravelerFact[]>> = {
  passport_bio_page: ['passportPhotoUrl'],
  applicant_photo: ['selfieUrl'],
  selfie: ['selfieUrl'],
  supporting: [],
};

/** Names the fields of each product's form that a document can fill: with its URL and, when its zone was read, with what that says. */
export function fillableFields(kind: DocumentKind, zoneRead: boolean): FillableFields[] {
  const facts = [...fileFacts[kind], ...(zoneRead ? zoneFacts : [])];
  return openProductIds
    .map((product) => ({
      visaType: product as string,
      fields: facts.flatMap((fact) => travelerFields[product][fact] ?? []),
    }))
    .filter(({ fields }) => fields.length > 0);
}
