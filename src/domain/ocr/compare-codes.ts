import { inSentence, readCountry } from '../../kernel/country.ts';
import type { Holder, Obstacle, ZoneComparison } from './finding.ts';
import { britishStatusOf, countryOfState, isOrganization, isWithoutNationality, saysChinaFor } from './state-codes.ts';
import type { Zone } from './zone.ts';

/** How numbers of mainland passports look, as far as is generally known: a hint, never a reason to refuse. */
const mainlandNumber = /^(E[A-HJ-NP-Z]?\d{7,8}|G\d{8})$/;

/**
 * Compares what the zone says in codes: whose national the holder is and with which British status, and who issued the passport. What the
 * codes mean for the authorization is for eligibility to say.
 */
export function compareCodes(comparison: ZoneComparison): void {
  const { zone, facts, written } = comparison;
  const form = readCountry(written('nationality') ?? '') ?? null;
  const nationality = countryOfState(zone.nationality);
  const holder = holderOf(zone, form);
  const obstacle = holder && facts.obstacleTo(holder);
  compareNationality(comparison, form, nationality, obstacle);
  if (holder?.document !== undefined) reportNoNationality(comparison, obstacle);
  if (nationality === 'GB') compareBritishStatus(comparison, obstacle);
  compareIssuer(comparison);
}

/** Who the zone says the holder is; people without a nationality are asked about with the one that the form claims. */
function holderOf(zone: Zone, form: string | null): Holder | null {
  const stated = countryOfState(zone.nationality);
  if (stated !== null) {
    const status = britishStatusOf(zone.nationality);
    return { nationality: stated, ...(status && { british_status: status }) };
  }
  const nationality = form ?? countryOfState(zone.issuingState);
  if (nationality === null || !isWithoutNationality(zone.nationality)) return null;
  const refugee = zone.nationality === 'XXB' || zone.nationality === 'XXC';
  return { nationality, document: refugee ? 'refugee_travel_document' : 'stateless_travel_document' };
}

function compareNationality(
  { zone, field, block, report }: ZoneComparison,
  form: string | null,
  nationality: string | null,
  obstacle: Obstacle | null,
): void {
  if (form === null || nationality === null || form === nationality) return;
  if (saysChinaFor(zone.nationality, form)) {
    report(field('nationality'), {
      level: mainlandNumber.test(zone.documentNumber) ? 'WARN' : 'INFO',
      code: 'ZONE_SAYS_CHINA',
      formValue: form,
      documentValue: nationality,
      message: `Passports of ${inSentence(form)} say China in their lower lines, as passports of the mainland do.`,
      fix: `Make sure that the page is of a passport of ${inSentence(form)}: with one of the mainland the nationality is CN.`,
    });
    return;
  }
  report(field('nationality'), {
    level: block,
    code: 'NATIONALITY_DIFFERS',
    formValue: form,
    documentValue: nationality,
    correction: nationality,
    message: `The passport says ${inSentence(nationality)}.`,
    fix: obstacle?.stops
      ? `Check which passport the traveler will use. ${obstacle.explanation}`
      : 'Give the nationality of the passport that the traveler will use.',
  });
}

function reportNoNationality({ zone, field, block, report }: ZoneComparison, obstacle: Obstacle | null): void {
  const refused = obstacle?.stops === true;
  report(field('nationality'), {
    level: refused ? block : 'WARN',
    code: 'NO_NATIONALITY',
    documentValue: zone.nationality,
    message:
      'The document is of a refugee or of a person without a nationality: the country that issued it is not one.',
    fix: refused ? obstacle.explanation : 'Compare the nationality in the form with what the holder really has.',
  });
}

/** Only the form for Canada asks for the British status; for the others it decides about the nationality. */
function compareBritishStatus({ zone, facts, field, block, report }: ZoneComparison, obstacle: Obstacle | null): void {
  const status = britishStatusOf(zone.nationality) ?? 'british_citizen';
  const asked = facts.product === 'CANADA_ETA' ? 'gb_status' : undefined;
  const form = asked && facts.form[asked];
  if (typeof form === 'string' && form !== '' && form !== status) {
    report(asked, {
      level: block,
      code: 'BRITISH_STATUS_DIFFERS',
      formValue: form,
      documentValue: status,
      correction: status,
      message: 'The passport states another British status.',
      fix: 'Give the status that the passport states under nationality.',
    });
  }
  if (status === 'british_citizen' || obstacle === null) return;
  report(asked ?? field('nationality'), {
    level: obstacle.stops ? block : 'WARN',
    code: obstacle.stops ? 'BRITISH_STATUS_NOT_ELIGIBLE' : 'BRITISH_STATUS_LIMITED',
    documentValue: status,
    message: obstacle.explanation,
    fix: 'Ask about eligibility again with british_status as the passport states it.',
  });
}

function compareIssuer({ zone, facts, field, written, block, report }: ZoneComparison): void {
  if (isOrganization(zone.issuingState)) {
    report(field('issuingCountry') ?? field('nationality'), {
      level: 'WARN',
      code: 'ISSUED_BY_ORGANIZATION',
      documentValue: zone.issuingState,
      message: 'An organization issued the document, not a country: it is a laissez-passer, not a passport.',
      fix: 'Upload the passport of the country whose national the traveler is, and give its number in the form.',
    });
  }
  const issuer = countryOfState(zone.issuingState);
  const form = readCountry(written('issuingCountry') ?? '');
  if (form && issuer && form !== issuer && !saysChinaFor(zone.issuingState, form)) {
    report(field('issuingCountry'), {
      level: 'WARN',
      code: 'ISSUING_COUNTRY_DIFFERS',
      formValue: form,
      documentValue: issuer,
      correction: issuer,
      message: `The passport was issued by ${inSentence(issuer)}.`,
      fix: 'Give the country that issued the passport.',
    });
  }
  const code = facts.product === 'CANADA_ETA' ? facts.form.passport_country_code : undefined;
  if (typeof code !== 'string' || code === '') return;
  const formCountry = countryOfState(code);
  // British passports state the holder's status as a code of its own, which the authority's list offers, too.
  const known = [zone.issuingState, zone.nationality].includes(code);
  if (known || (formCountry !== null && saysChinaFor(zone.issuingState, formCountry))) return;
  report('passport_country_code', {
    level: formCountry === issuer ? 'WARN' : block,
    code: 'PASSPORT_CODE_DIFFERS',
    formValue: code,
    documentValue: zone.issuingState,
    correction: zone.issuingState,
    message: 'The country code is not the one in the lower lines of the passport page.',
    fix: 'Copy the code that follows the P in the first of the lower lines, without fillers.',
  });
}
