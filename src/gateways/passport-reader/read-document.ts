import { judgeCheckDigits } from '../../domain/ocr/check-digits.ts';
import { zoneFields } from '../../domain/ocr/mrz.ts';
import type { Correction, PassportReading, ReadingOutcome } from '../../domain/ocr/passport-reader.port.ts';
import { parseZone } from '../../domain/ocr/zone.ts';
import { decodeImage } from './image/decode.ts';
import { toGrey } from './image/raster.ts';
import { findBirthplace, printsBirthplace } from './page/find-birthplace.ts';
import { openPage } from './page/page-text.ts';
import type { Models } from './text/models.ts';
import type { FoundZone } from './zone/assemble.ts';
import { isLegible, isVerified } from './zone/evidence.ts';
import { findZone } from './zone/find-zone.ts';

/** Pixels a character of the zone below which the smaller print above it is hardly ever legible: it is not searched in vain. */
const legiblePitch = 9;

/** Reads the travel document on an image: its zone, and the place of birth that its page prints. */
export async function readDocument(models: Models, bytes: Uint8Array, today: string): Promise<ReadingOutcome> {
  const image = await decodeImage(bytes);
  if (typeof image === 'string') return { kind: 'bad_image', problem: image };
  const reading = { models, image, grey: toGrey(image) };
  const found = await findZone(reading);
  if (found === null) return { kind: 'no_zone' };
  const verified = isVerified(found);
  if (!verified && !isLegible(found)) return { kind: 'no_zone' };
  // What is not certain is told as it was read: a guess that satisfies the digits would look like a fact.
  const lines = verified ? found.corrected.lines : found.read;
  const zone = parseZone(found.format, lines, today);
  // Where the zone is in doubt, what the smaller print says would be too.
  const placeOfBirth =
    verified && found.frame.pitch >= legiblePitch && printsBirthplace(zone.issuingState)
      ? await findBirthplace(await openPage(reading, found.frame, found.format), zone)
      : null;
  const read: PassportReading = {
    format: found.format,
    lines,
    corrections: corrections(found, lines),
    checks: judgeCheckDigits(found.format, lines),
    verified,
    confidence: confidenceOf(found, verified),
    placeOfBirth,
  };
  return { kind: 'read', reading: read };
}

/** Every character that differs from what the recogniser saw first. */
function corrections({ format, cells }: FoundZone, lines: readonly string[]): Correction[] {
  return cells.flatMap((row, line) =>
    row.flatMap((cell, i) => {
      const corrected = lines[line]![i]!;
      if (cell.char === corrected) return [];
      const place = zoneFields[format].find((one) => one.line === line && i >= one.from && i < one.to);
      return [{ field: place?.field ?? '', line: line + 1, position: i + 1, read: cell.char, corrected }];
    }),
  );
}

function confidenceOf({ evidence, corrected }: FoundZone, verified: boolean): number {
  const weakest = Math.min(evidence.unprotected, evidence.mean);
  const certain = weakest * 0.97 ** corrected.edits;
  return Math.round(Math.min(verified ? 1 : 0.5, certain) * 1000) / 1000;
}
