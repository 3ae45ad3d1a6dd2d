import { normalAngle } from '../image/geometry.ts';
import type { TextLine } from '../text/detect-lines.ts';
import { type Frame, frameOf, sampleTrack, type Track, toImage, trackHeight } from './frame.ts';
import { findPeaks, fitGrid, gridMass, gridPosition } from './grid.ts';
import { readZoneLine, stripPitch } from './read-zone-line.ts';
import type { Reading } from './row.ts';

/** A detected line that reads as print of the zone: its frame, its track there, and how much of it was certain. */
export interface Seed {
  frame: Frame;
  track: Track;
  confidence: number;
  length: number;
  mass: number;
}

/** Height of a detected line over the distance of its characters, in print of the zone. */
const heightOverPitch = 1.36;
const maxCandidates = 10;
const maxSeeds = 5;

/** Tells whether a seed reads better than print of anything else: that stays below 0.7, the zone's is seldom below 0.8. */
export const isStrong = ({ confidence }: Seed): boolean => confidence > 0.75;

/** Tells whether a seed is print of the zone beyond doubt. */
export const isCertain = ({ confidence, mass }: Seed): boolean => confidence > 0.9 && mass > 12;

/**
 * Finds the lines that may belong to a machine-readable zone, whichever way up they lie: a long certain one as soon as it is seen, then
 * the others, likeliest first.
 */
export async function* findSeeds(reading: Reading, lines: readonly TextLine[]): AsyncGenerator<Seed, void, void> {
  const rank = (line: TextLine): number => line.width / line.height + line.width / 200;
  const candidates = lines
    .filter((line) => line.width / line.height > 5)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, maxCandidates);
  const seeds: Seed[] = [];
  let direction: number | undefined;
  for (const line of candidates) {
    const flips =
      direction === undefined ? [false, true] : [Math.abs(normalAngle(line.angle - direction)) > Math.PI / 2];
    let best: Seed | null = null;
    for (const flip of flips) {
      const seed = await seedOf(reading, line, flip);
      if (seed !== null && (best === null || seed.mass > best.mass)) best = seed;
    }
    if (best === null || best.confidence < 0.5 || best.length < 8) continue;
    if (best.confidence > 0.8 && best.mass > 18) {
      // It tells which way up the page lies, too.
      direction ??= Math.atan2(best.frame.sin, best.frame.cos);
      yield best;
    } else seeds.push(best);
  }
  yield* seeds.sort((a, b) => b.mass - a.mass).slice(0, maxSeeds);
}

/** Reads a detected line as print of the zone, a second time with the pitch that the first reading found. */
async function seedOf(reading: Reading, line: TextLine, flip: boolean): Promise<Seed | null> {
  const bend = flip ? -line.curve : line.curve;
  let pitch = line.height / heightOverPitch;
  let best: Seed | null = null;
  for (let round = 0; round < 2 && pitch >= 3; round++) {
    const frame = frameOf(line, flip, pitch);
    const columns = Math.min(60, Math.ceil(line.width / pitch));
    if (columns < 8) return best;
    const track = { offset: (bend * line.width ** 2) / (4 * pitch), slope: -bend * line.width, curve: bend * pitch };
    const strip = sampleTrack(reading.grey, frame, track, 0, columns);
    const peaks = findPeaks(await readZoneLine(reading.models, strip.raster));
    const grid = fitGrid(peaks, stripPitch) ?? fitGrid(peaks);
    if (grid === null) return best;
    const at = (place: number): number => strip.left + gridPosition(grid, place) / stripPitch;
    const length = grid.last - grid.first + 1;
    const found = ((at(grid.last) - at(grid.first)) / Math.max(1, length - 1)) * pitch;
    const mass = gridMass(grid);
    if (best === null || mass > best.mass) {
      const x = at(grid.first);
      const origin = toImage(frame, x, trackHeight(track, x));
      best = {
        frame: { ...frame, ...origin, pitch: found },
        track: { offset: 0, slope: track.slope + 2 * track.curve * x, curve: (track.curve * found) / pitch },
        confidence: mass / grid.peaks.length,
        length,
        mass,
      };
    }
    if (Math.abs(found / pitch - 1) < 0.05) break;
    pitch = found;
  }
  return best;
}
