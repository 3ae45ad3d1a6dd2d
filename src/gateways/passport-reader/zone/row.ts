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
  /** The frame's x of the strip's left edge. */
  left: number;
  /** Mean certainty of the characters found, and how many they are. */
  confidence: number;
  count: number;
}

/** What reading rows needs. */
export interface Reading {
  models: Models;
  image: Raster;
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
  { models, image }: Reading,
  frame: Frame,
  index: number,
  track: Track,
  from: number,
  columns: number,
): Promise<Row | null> {
  const strip = sampleTrack(image, frame, track, from, columns);
  const probabilities = await readZoneLine(models, strip.raster);
  const grid = fitGrid(findPeaks(probabilities), stripPitch);
  if (grid === null || grid.error > 0.2 || Math.abs(grid.b / stripPitch - 1) > 0.25) return null;
  const count = grid.peaks.length;
  return { index, track, probabilities, grid, left: strip.left, confidence: gridMass(grid) / count, count };
}
