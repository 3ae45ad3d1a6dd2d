import { fitCurve } from '../image/geometry.ts';
import type { Raster } from '../image/raster.ts';
import { type Frame, sampleTrack, type Track, trackHeight } from './frame.ts';

const pitch = 8;
const height = 30;
const window = 5 * pitch;
const band = Math.round(1.05 * pitch);

/** Follows the band of print near a first guess of a row and returns where it really runs; null when there is none. */
export function traceRow(grey: Raster, frame: Frame, guess: Track, from: number, columns: number): Track | null {
  const { raster, left } = sampleTrack(grey, frame, guess, from, columns, pitch, height);
  const points: { x: number; y: number; weight: number }[] = [];
  for (let start = Math.round(2.5 * pitch); start + window <= raster.width - 2.5 * pitch; start += 20) {
    const { offset, contrast } = strongestBand(raster, start);
    if (contrast > 0.08) points.push({ x: left + (start + window / 2) / pitch, y: offset, weight: contrast });
  }
  let used = points;
  let found: Track | null = null;
  for (let round = 0; round < 3; round++) {
    if (used.length < 5) return null;
    // Scaled so that a little stiffness keeps a short row from bending.
    const curve = fitCurve(
      used.map((point) => ({ ...point, x: point.x / 20 })),
      2,
      0.02,
    );
    if (curve === null) return null;
    const track: Track = { offset: curve[0], slope: curve[1] / 20, curve: curve[2] / 400 };
    used = points.filter((point) => Math.abs(point.y - trackHeight(track, point.x)) < 0.3);
    found = track;
  }
  if (found === null || used.length < 5) return null;
  return { offset: guess.offset + found.offset, slope: guess.slope + found.slope, curve: guess.curve + found.curve };
}

/** The band of a character's height with the most upright strokes, the nearer to the middle the better. */
function strongestBand(raster: Raster, start: number): { offset: number; contrast: number } {
  const strokes = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    const row = y * raster.width;
    for (let x = start; x < start + window; x++) {
      strokes[y]! += Math.abs(raster.data[row + x + 1]! - raster.data[row + x - 1]!);
    }
  }
  const total = strokes.reduce((sum, value) => sum + value, 0);
  let best = -1;
  let middle = 0;
  for (let top = 0; top + band <= height; top++) {
    const distance = Math.abs(top + band / 2 - height / 2) / pitch;
    let sum = 0;
    for (let k = 0; k < band; k++) sum += strokes[top + k]!;
    sum *= 1 - 0.12 * distance * distance;
    if (sum > best) [best, middle] = [sum, top + band / 2];
  }
  return { offset: (middle - height / 2) / pitch, contrast: best / Math.max(1, total) - band / height };
}
