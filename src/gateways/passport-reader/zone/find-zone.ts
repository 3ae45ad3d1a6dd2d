import { agreeing } from '../../../domain/ocr/check-digits.ts';
import type { TextLine } from '../text/detect-lines.ts';
import { assembleZone, type FoundZone } from './assemble.ts';
import { isVerified } from './evidence.ts';
import { type Frame, toFrame } from './frame.ts';
import { lookAround } from './looks.ts';
import { type Reading, type Row, readAgain } from './row.ts';
import { readRows } from './rows.ts';
import { findSeeds, isCertain, isStrong, type Seed } from './seeds.ts';

/** How many of the lines that hardly look like print of the zone are read in the end. */
const mostDoubtful = 5;
/** How much closer than before a look must be where print of the zone has been seen already. */
const muchCloser = 1.15;

/** Finds the machine-readable zone of an image at any angle, looking closer until a zone is verified or nothing is left to try. */
export async function findZone(reading: Reading): Promise<FoundZone | null> {
  let best: FoundZone | null = null;
  let seenAt = 0;
  let current = 0;
  let doubtful: { seed: Seed; lines: readonly TextLine[] }[] = [];
  const tryOne = async (seed: Seed, lines: readonly TextLine[]): Promise<boolean> => {
    const zone = await readFrom(reading, seed, lines);
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    return best !== null && isVerified(best);
  };
  for await (const { lines, scale, look } of lookAround(reading, (scale) => scale > muchCloser * seenAt)) {
    const tried: Frame[] = [];
    // What reads badly as print of the zone is left to a closer look, if there is one.
    if (look !== current) doubtful = [];
    current = look;
    for await (const seed of findSeeds(reading, lines)) {
      if (!isStrong(seed)) {
        doubtful.push({ seed, lines });
        continue;
      }
      if (isCertain(seed)) seenAt = scale;
      if (best !== null && satisfies(best) && tried.some((frame) => isSameZone(frame, seed.frame))) continue;
      tried.push(seed.frame);
      if (await tryOne(seed, lines)) return best;
    }
  }
  doubtful.sort((a, b) => b.seed.mass - a.seed.mass);
  for (const { seed, lines } of doubtful.slice(0, mostDoubtful)) if (await tryOne(seed, lines)) break;
  return best;
}

/** Reads the zone that a seed belongs to, with ever more rows until they make one. */
async function readFrom(reading: Reading, seed: Seed, lines: readonly TextLine[]): Promise<FoundZone | null> {
  let best: FoundZone | null = null;
  for await (const rows of readRows(reading, seed, lines)) {
    const zone = await readZone(reading, seed.frame, rows);
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    if (best !== null && satisfies(best)) break;
  }
  return best;
}

/** Tells whether a reading is of a whole zone, even if it cannot be trusted: further rows would not change it. */
function satisfies({ corrected }: FoundZone): boolean {
  return agreeing(corrected.checks) >= 4 && corrected.edits === 0;
}

/** Reads the zone of some rows, and once more before it may count as verified. */
async function readZone(reading: Reading, frame: Frame, rows: readonly Row[]): Promise<FoundZone | null> {
  const zone = assembleZone(frame, rows);
  if (zone === null || !isVerified(zone)) return zone;
  const again: Row[] = [];
  for (const row of rows) again.push(await readAgain(reading, frame, row));
  return assembleZone(frame, again);
}

function isSameZone(a: Frame, b: Frame): boolean {
  const { x, y } = toFrame(a, b.x, b.y);
  return Math.abs(y) < 6.5 && Math.abs(x) < 50 && a.cos * b.cos + a.sin * b.sin > 0.98;
}
