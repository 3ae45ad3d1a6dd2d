import type { TravelerFact } from '../products/traveler-fields.ts';
import type { ZoneComparison } from './finding.ts';
import { maskBoth, whereDatesDiffer, whereNumbersDiffer } from './mask.ts';
import { zoneFields } from './mrz.ts';
import { matchName, whereNamesDiffer } from './name-match.ts';

/** Compares the passport number, told apart from the zone's character by character. */
export function compareNumber({ zone, facts, field, written, block, report }: ZoneComparison): void {
  const form = written('passportNumber');
  const document = zone.documentNumber.replaceAll(' ', '');
  if (!form || document === '' || facts.isTestNumber?.(form)) return;
  const number = form.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (number === document) return;
  const lookalike = (text: string) =>
    text.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8').replaceAll('S', '5');
  const where = whereNumbersDiffer(number, document);
  const [formValue, documentValue] = maskBoth(number, document);
  report(field('passportNumber'), {
    level: block,
    code: 'PASSPORT_NUMBER_DIFFERS',
    formValue,
    documentValue,
    correction: document,
    message: `The passport number differs from the one on the passport${where === null ? '' : `: ${where}`}.`,
    fix:
      lookalike(number) === lookalike(document)
        ? 'A letter and a digit that look alike are mixed up, such as O and 0. Copy the number from the lower lines of the page.'
        : 'Copy the number from the passport, character by character.',
  });
}

/** Compares the dates of birth and of expiry. */
export function compareDates({ zone, field, written, block, report }: ZoneComparison): void {
  for (const [fact, document, what, code] of [
    ['dateOfBirth', zone.dateOfBirth, 'date of birth', 'DATE_OF_BIRTH_DIFFERS'],
    ['passportExpiry', zone.expiryDate, 'expiry date', 'EXPIRY_DIFFERS'],
  ] as const) {
    const form = written(fact);
    if (!form || !document || form === document) continue;
    const [formValue, documentValue] = maskBoth(form, document);
    const [year, month, day] = form.split('-');
    report(field(fact), {
      level: block,
      code,
      formValue,
      documentValue,
      correction: document,
      message: `The ${what} differs from the one on the passport: ${whereDatesDiffer(form, document)}.`,
      fix:
        `${year}-${day}-${month}` === document
          ? 'Day and month are swapped: write YYYY-MM-DD.'
          : 'Copy the date from the passport.',
    });
  }
}

/** Compares family name and given names, each at its own field. */
export function compareNames({ zone, field, written, block, report }: ZoneComparison): void {
  const [lastName, firstName] = [written('lastName') ?? '', written('firstName') ?? ''];
  if (lastName === '' && firstName === '') return;
  const span = zoneFields[zone.format].find((one) => one.field === 'names')!;
  const match = matchName({ lastName, firstName }, { ...zone, width: span.to - span.from });
  const differs = (fact: TravelerFact, what: string, form: string, document: string) => {
    const [formValue, documentValue] = maskBoth(form.toUpperCase(), document);
    const from = whereNamesDiffer(form, document);
    report(field(fact), {
      level: block,
      code: match.swapped ? 'NAMES_SWAPPED' : 'NAME_DIFFERS',
      formValue,
      documentValue: documentValue || null,
      correction: document || null,
      message: match.swapped
        ? 'Family name and given names are swapped.'
        : `The ${what} in the form is not the one on the passport${from > 1 ? `: it differs from letter ${from} on` : ''}.`,
      fix: 'Write the names as in the lower lines of the passport page, in plain Latin letters.',
    });
  };
  if (match.lastName === 'different') differs('lastName', 'family name', lastName, zone.lastName);
  if (match.firstName === 'different') differs('firstName', 'given name', firstName, zone.firstName ?? '');
  if (match.firstName === 'incomplete') {
    const [formValue, documentValue] = maskBoth(firstName.toUpperCase(), zone.firstName ?? '');
    report(field('firstName'), {
      level: 'WARN',
      code: 'GIVEN_NAMES_INCOMPLETE',
      formValue,
      documentValue,
      correction: zone.firstName,
      message: 'The passport has more given names than the form.',
      fix: 'Write all given names as on the passport.',
    });
  }
}

/** Compares the sex, where the passport states one. */
export function compareSex({ zone, field, written, report }: ZoneComparison): void {
  const form = written('gender');
  if (!form || zone.sex === 'X' || form === zone.sex) return;
  report(field('gender'), {
    level: 'WARN',
    code: 'SEX_DIFFERS',
    formValue: form,
    documentValue: zone.sex,
    correction: zone.sex,
    message: 'The passport states another sex.',
    fix: 'Give what the passport states; authorities compare the two.',
  });
}
