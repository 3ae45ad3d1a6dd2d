import type { Caller } from '../../kernel/caller.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { imageRefused, readImageContent } from './image-content.ts';
import { type Passport, passportOf } from './passport.ts';
import type { PassportReader } from './passport-reader.port.ts';

/** A passport that was read, and for whom. */
export interface ReadPassport {
  passport: Passport;
  /** The caller can save profiles. */
  savesProfiles: boolean;
}

const refusals = {
  UNDECODABLE: () =>
    imageRefused('UNDECODABLE', 'The file is not an image that can be opened. Send a JPEG, PNG, WebP or HEIC photo.'),
  TOO_MANY_PIXELS: () => imageRefused('PIXELS', 'The image has more than 50 megapixels. Send a smaller photo.'),
} as const;

/**
 * Reads the travel document on an image. Keeps neither the image nor what it says. Throws INVALID_IMAGE for what is no
 * image in bounds, MRZ_NOT_DETECTED when no zone is legible, OCR_FAILED and SERVICE_UNAVAILABLE for the reader's trouble.
 */
export async function readPassport(
  ctx: { caller: Caller; clock: Clock; passportReader: PassportReader },
  request: { image: string },
): Promise<ReadPassport> {
  const bytes = readImageContent(request.image);
  const outcome = await ctx.passportReader.read(bytes);
  if (outcome.kind === 'bad_image') throw refusals[outcome.problem]();
  if (outcome.kind === 'no_zone') throw new Failure('MRZ_NOT_DETECTED', { argument: 'input.image' });
  const passport = passportOf(outcome.reading, dateOf(ctx.clock.now()));
  return { passport, savesProfiles: ctx.caller.kind === 'account' };
}
