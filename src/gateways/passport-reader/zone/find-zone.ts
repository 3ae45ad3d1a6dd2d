import { agreeing } from '../../../domain/ocr/check-digits.ts';
import type { TextLine } from '../text/detect-lines.ts';
import { assembleZone, type FoundZone } from './assemble.ts';
import { isVerified } from './evidence.ts';
import { type Frame, toFrame } from './frame.ts';
import { firstLook, furtherLooks, lookCloser } from './looks.ts';
import { type Reading, type Row, readAgain } from './row.ts';
import { readRows } from './rows.ts';
import { findSeeds } from './seeds.ts';

/** Finds the machine-readable zone of an image at any angle, looking closer until a zone is verified or nothing is left to try. */
export async function findZone(reading: Reading): Promise<FoundZone | null> {
  const first = await firstLook(reading);
  let best = await readFrom(reading, first);
  if (best !== null && isVerified(best)) return best;
  for (const look of furtherLooks(reading.image, first)) {
    const zone = await readFrom(reading, await lookCloser(reading, look));
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    if (best !== null && isVerified(best)) break;
  }
  return best;
}

/** Reads the zone from the lines that look like its print; the seeds of one zone are not read twice. */
async function readFrom(reading: Reading, lines: readonly TextLine[]): Promise<FoundZone | null> {
  let best: FoundZone | null = null;
  const tried: Frame[] = [];
  for (const seed of await findSeeds(reading, lines)) {
    const known = tried.some((frame) => isSameZone(frame, seed.frame));
    if (known && best !== null && agreeing(best.corrected.checks) >= 4) continue;
    tried.push(seed.frame);
    const zone = await readZone(reading, seed.frame, await readRows(reading, seed, lines));
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    if (best !== null && isVerified(best)) break;
  }
  return best;
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
