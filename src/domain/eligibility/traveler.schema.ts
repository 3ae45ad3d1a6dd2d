import { builder } from '../../graphql/builder.ts';
import { arrivalWays, britishStatuses, travelDocuments } from './traveler.ts';

const BritishStatusType = builder.enumType('BritishStatus', {
  description: 'Kind of British nationality, as the passport states it.',
  values: britishStatuses,
});

const TravelDocumentType = builder.enumType('TravelDocument', {
  description: 'What the traveler travels on.',
  values: travelDocuments,
});

const ArrivalWayType = builder.enumType('ArrivalWay', {
  description: 'How the traveler arrives; car, bus and train are read as land.',
  values: arrivalWays,
});

const TransitType = builder.enumType('Transit', {
  description: 'Changing planes only: without passing border control (airside) or with it (landside).',
  values: ['airside', 'landside'] as const,
});

const VisitType = builder.inputType('VisitInput', {
  description: 'A visit to a country.',
  fields: (t) => ({
    country: t.string({ required: true, description: 'Two-letter code.' }),
    date: t.field({ type: 'Date', description: 'Last day there.' }),
  }),
});

/** Facts about a traveler; the names are the wire's, because GraphQL cannot alias input fields. */
export const TravelerFactsType = builder.inputType('TravelerFacts', {
  description: 'Facts about the traveler. Leave out what is not known.',
  fields: (t) => ({
    other_nationalities: t.stringList({ description: 'Two-letter codes of further nationalities.' }),
    british_status: t.field({ type: BritishStatusType, description: 'Kind of British nationality.' }),
    visited: t.field({ type: [VisitType], description: 'Visits that may matter, e.g. to Iran or Cuba.' }),
    stay_days: t.int({ description: 'Length of the stay in days.' }),
    travel_date: t.field({ type: 'Date', description: 'Day of arrival; today when left out.' }),
    date_of_birth: t.field({ type: 'Date', description: 'Date of birth.' }),
    document: t.field({ type: TravelDocumentType, description: 'What the traveler travels on.' }),
    passport_has_chip: t.boolean({ description: 'The passport is biometric.' }),
    taiwan_id_in_passport: t.boolean({ description: 'A Taiwan passport shows an identification number.' }),
    residence: t.string({ description: 'Two-letter code of the country of legal residence.' }),
    us_permanent_resident: t.boolean({ description: 'Holds a US green card.' }),
    canadian_visa_issued: t.field({ type: 'Date', description: 'When a Canadian visa was last issued.' }),
    us_nonimmigrant_visa_valid: t.boolean({ description: 'Holds a valid US nonimmigrant visa.' }),
    arrives_by: t.field({ type: ArrivalWayType, description: 'How the traveler arrives.' }),
    transit: t.field({ type: TransitType, description: 'Changes planes only.' }),
    airport: t.string({ description: 'IATA code of the airport, e.g. LHR.' }),
    travels_from: t.string({ description: 'Two-letter code of the country where the journey starts.' }),
  }),
});
