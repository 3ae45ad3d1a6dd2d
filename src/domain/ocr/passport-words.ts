import type { NextStep } from '../../kernel/next-step.ts';
import { factsOf, isPassport, type Passport } from './passport.ts';

/**
 * Says in plain language how far what was read can be relied on. Names, numbers and places stand in the fields alone: whoever made the
 * image wrote them, and an assistant reads this sentence as ours.
 */
export function describePassport(passport: Passport): string {
  const { zone, valid, corrected, birthplace, expired } = passport;
  const what = isPassport(zone) ? 'passport' : 'document';
  const until = zone.expiryDate === null ? '' : `, valid until ${zone.expiryDate}`;
  const sentences = [`The zone of a ${what} of the nationality ${zone.nationality} was read${until}.`];
  if (birthplace !== null) sentences.push('The page also prints a place of birth.');
  if (!valid)
    sentences.push(
      'Parts of it could not be read with certainty: compare every value with the page, or send a sharper photo.',
    );
  else if (corrected.length === 0) sentences.push('Every check digit agrees.');
  else sentences.push('Every check digit agrees after a misread character was corrected.');
  if (expired) sentences.push('It has expired: no authorization is given for it.');
  if (zone.namesCut) sentences.push('The name fills its line, so the page may show more of it.');
  if (!isPassport(zone)) sentences.push('Authorizations are tied to a passport: send its data page.');
  return sentences.join(' ');
}

/** Where a reading leads: save the traveler, see what they need, or take the photo again. */
export function afterReading(passport: Passport, savesProfiles: boolean): NextStep {
  if (!passport.valid || !isPassport(passport.zone)) {
    return {
      action: 'read_again',
      why: 'Photograph the whole data page of the passport flat, sharp and without glare, and send it again.',
      operation: 'ReadPassport',
      arguments: {},
    };
  }
  if (savesProfiles) {
    return {
      action: 'create_profile',
      why: 'Save the traveler once, and fill every application with it.',
      operation: 'CreateProfile',
      arguments: { ...factsOf(passport) },
    };
  }
  const { nationality } = passport;
  return {
    action: 'check_eligibility',
    why: 'Find out which authorization this passport needs for the destination.',
    operation: 'CheckEligibility',
    arguments: nationality === null ? {} : { nationality },
  };
}
