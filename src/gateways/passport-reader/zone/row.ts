import type { Raster } from '../image/raster.ts';
import type { Models } from '../text/models.ts';
import { type Frame, sampleTrack, type Track } from './frame.ts';
import { findPeaks, fitGrid, type Grid, gridMass, gridPosition } from './grid.ts';
import { type LineProbabilities, readZoneLine, stripPitch } from './read-zone-line.ts';

/** One row of print read along its track. */
export interface Row {
  /** Counted from the row that was found first; negative above it. */
  index: number;
  track: Track;
  probabilities: LineProbabilities;
  grid: Grid;
  /** The stretch of the track that was read, in characters. */
  from: number;
  columns: number;
  /** The frame's x of the strip's left edge. */
  left: number;
  /** Mean certainty of the characters found, and how many they are. */
  confidence: number;
  count: number;
}

/** What reading rows needs. */
export interface Reading {
  models: Models;
  /** In colour. */
  image: Raster;
  /** The same image's brightness. */
  grey: Raster;
}

/** Returns the frame's x of a place of the row's grid. */
export function placeToX(row: Row, place: number): number {
  return row.left + gridPosition(row.grid, place) / stripPitch;
}

/** Returns the place of the row's grid that is nearest to an x of the frame. */
export function xToPlace(row: Row, x: number): number {
  let place = Math.round(((x - row.left) * stripPitch - row.grid.a) / row.grid.b);
  for (let i = 0; i < 3; i++) {
    const pitch = (row.grid.b + 2 * row.grid.c * place) / stripPitch;
    place = Math.round(place + (x - placeToX(row, place)) / pitch);
  }
  return place;
}

/** Tells which of two readings of a row saw more; an absent one saw nothing. */
export function better(a: Row | null, b: Row | null): Row | null {
  if (a === null || b === null) return a ?? b;
  return b.confidence * b.count > a.confidence * a.count ? b : a;
}

/** Reads the row that lies along a track; null when the print there has no even pitch near the frame's. */
export async function readRow(
  { models, grey }: Reading,
  frame: Frame,
  index: number,
  track: Track,
  from: number,
  columns: number,
): Promise<Row | null> {
  const strip = sampleTrack(grey, frame, track, from, columns);
  const probabilities = await readZoneLine(models, strip.raster);
  const grid = fitGrid(findPeaks(probabilities), stripPitch);
  if (grid === null || grid.error > 0.2 || Math.abs(grid.b / stripPitch - 1) > 0.25) return null;
  const count = grid.peaks.length;
  const { left } = strip;
  return { index, track, probabilities, grid, from, columns, left, confidence: gridMass(grid) / count, count };
}

/** How far above and below its track a row is read again, in characters. */
const shifts = [-0.12, 0.12] as const;

/**
 * Reads a row again a little above and below its track, and returns it with the mean of all readings: a character that was seen only
 * from one place loses its certainty.
 */
export async function readAgain({ models, grey }: Reading, frame: Frame, row: Row): Promise<Row> {
  const readings = [row.probabilities];
  for (const shift of shifts) {
    const track = { ...row.track, offset: row.track.offset + shift };
    readings.push(await readZoneLine(models, sampleTrack(grey, frame, track, row.from, row.columns).raster));
  }
  const mean = (of: (line: LineProbabilities) => Float32Array): Float32Array =>
    of(row.probabilities).map((_, i) => readings.reduce((sum, line) => sum + of(line)[i]!, 0) / readings.length);
  const { steps } = row.probabilities;
  return {
    ...row,
    probabilities: { steps, characters: mean((line) => line.characters), blank: mean((line) => line.blank) },
  };
}
