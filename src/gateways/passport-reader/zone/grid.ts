import type { Cell } from '../../../domain/ocr/cells.ts';
import { fitCurve, median } from '../image/geometry.ts';
import { type LineProbabilities, stepCentre, zoneAlphabet } from './read-zone-line.ts';

/** A character that stands out along a line: where, with what certainty, and which place of the grid it fills. */
export interface Peak {
  x: number;
  p: number;
  place: number;
}

/** The even spacing of a zone line: character `i` stands at `a + b i + c i²` pixels of the strip. */
export interface Grid {
  a: number;
  b: number;
  c: number;
  /** Root mean square distance of the peaks from the grid, in characters. */
  error: number;
  first: number;
  last: number;
  peaks: Peak[];
}

const size = zoneAlphabet.length;

/** Returns the position of a place of the grid. */
export function gridPosition(grid: Pick<Grid, 'a' | 'b' | 'c'>, place: number): number {
  return grid.a + grid.b * place + grid.c * place * place;
}

/** Returns the certainty of all peaks of a grid together. */
export function gridMass(grid: Grid): number {
  return grid.peaks.reduce((sum, peak) => sum + peak.p, 0);
}

/** Finds the characters along a line: runs of steps whose likeliest class is the same character. */
export function findPeaks(line: LineProbabilities): Peak[] {
  const peaks: Peak[] = [];
  let last = -1;
  let run = { p: 0, weighted: 0, weight: 0 };
  for (let t = 0; t <= line.steps; t++) {
    let best = -1;
    let p = t < line.steps ? line.blank[t]! : 1;
    for (let k = 0; t < line.steps && k < size; k++) {
      const value = line.characters[t * size + k]!;
      if (value > p) [best, p] = [k, value];
    }
    if (best !== last) {
      if (last >= 0) peaks.push({ x: run.weighted / run.weight, p: run.p, place: 0 });
      run = { p: 0, weighted: 0, weight: 0 };
    }
    if (best >= 0) {
      run = { p: Math.max(run.p, p), weighted: run.weighted + stepCentre(t) * p, weight: run.weight + p };
    }
    last = best;
  }
  return peaks;
}

/** Fits a grid to the peaks of a line; null when they are too few or too uneven to be print of one pitch. */
export function fitGrid(all: readonly Peak[], expectedPitch?: number): Grid | null {
  const strong = all.filter((peak) => peak.p > 0.3).sort((a, b) => a.x - b.x);
  if (strong.length < 6) return null;
  const coarse = expectedPitch ?? median(gaps(strong));
  if (!(coarse > 1)) return null;
  const peaks = mergeDoubles(strong, coarse);
  if (peaks.length < 6) return null;
  numberPlaces(peaks, coarse);
  let used = peaks;
  for (let round = 0; ; round++) {
    const curve = fitCurve(
      used.map((peak) => ({ x: peak.place, y: peak.x, weight: peak.p * peak.p })),
      used.length > 12 ? 2 : 1,
    );
    if (curve === null || !(curve[1] > 1)) return null;
    const grid = { a: curve[0], b: curve[1], c: curve[2] };
    const pitchAt = (place: number): number => grid.b + 2 * grid.c * place;
    if (round === 3) return describe(grid, used);
    for (const peak of peaks) {
      const off = (peak.x - gridPosition(grid, peak.place)) / pitchAt(peak.place);
      if (round > 0 && Math.abs(off) > 0.55) peak.place += Math.round(off);
    }
    const reach = round === 0 ? 0.8 : 0.36;
    used = peaks.filter((peak) => Math.abs(peak.x - gridPosition(grid, peak.place)) < reach * pitchAt(peak.place));
    if (used.length < 6) return null;
  }
}

const gaps = (peaks: readonly Peak[]): number[] => peaks.slice(1).map((peak, i) => peak.x - peaks[i]!.x);

/** One printed character can give two peaks, an O and a 0: the stronger one stays. */
function mergeDoubles(peaks: readonly Peak[], pitch: number): Peak[] {
  const merged: Peak[] = [];
  for (const peak of peaks) {
    const last = merged.at(-1);
    if (last === undefined || peak.x - last.x >= 0.52 * pitch) merged.push({ ...peak });
    else if (peak.p > last.p) merged[merged.length - 1] = { ...peak };
  }
  return merged;
}

/** Numbers the peaks with a running pitch: perspective and curled pages stretch one end of a line. */
function numberPlaces(peaks: Peak[], coarse: number): void {
  const near = gaps(peaks).filter((gap) => gap > 0.7 * coarse && gap < 1.35 * coarse);
  let pitch = near.length >= 6 ? median(near.slice(0, 7)) : near.length >= 3 ? median(near) : coarse;
  peaks[0]!.place = 0;
  for (let i = 1; i < peaks.length; i++) {
    const gap = peaks[i]!.x - peaks[i - 1]!.x;
    const places = Math.max(1, Math.round(gap / pitch));
    peaks[i]!.place = peaks[i - 1]!.place + places;
    if (places <= 2 && Math.abs(gap / places / pitch - 1) < 0.3) pitch += 0.22 * (gap / places - pitch);
  }
}

function describe(grid: Pick<Grid, 'a' | 'b' | 'c'>, peaks: Peak[]): Grid {
  const squares = peaks.reduce((sum, peak) => sum + (peak.x - gridPosition(grid, peak.place)) ** 2, 0);
  const places = peaks.map((peak) => peak.place);
  const error = Math.sqrt(squares / peaks.length) / grid.b;
  return { ...grid, error, first: Math.min(...places), last: Math.max(...places), peaks };
}

/** Reads one place of the grid: a printed character, with what else it may be. */
export function readCell(line: LineProbabilities, grid: Pick<Grid, 'a' | 'b' | 'c'>, place: number): Cell {
  const x = gridPosition(grid, place);
  const half = 0.5 * (grid.b + 2 * grid.c * place);
  const best = new Float32Array(size);
  const start = Math.max(0, Math.floor((x - half) / 4 - 1));
  for (let t = start; t < line.steps && stepCentre(t) <= x + half; t++) {
    const distance = Math.abs(stepCentre(t) - x);
    if (distance > half) continue;
    const weight = 1 - (0.5 * distance) / half;
    for (let k = 0; k < size; k++) best[k] = Math.max(best[k]!, line.characters[t * size + k]! * weight);
  }
  return cellOf(best);
}

function cellOf(best: Float32Array): Cell {
  const order = [...best.keys()].sort((a, b) => best[b]! - best[a]!).slice(0, 6);
  const sum = Math.max(
    1e-6,
    best.reduce((total, p) => total + p, 0),
  );
  const top = best[order[0]!]!;
  const strength = Math.max(0.05, Math.min(1, top * 1.2));
  const others = order.map((k) => ({ char: zoneAlphabet.charAt(k), p: best[k]! / sum }));
  return { char: zoneAlphabet.charAt(order[0]!), p: (top / sum) * strength, others };
}
