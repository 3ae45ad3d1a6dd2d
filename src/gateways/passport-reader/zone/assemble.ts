import { type Cell, readByAlphabet } from '../../../domain/ocr/cells.ts';
import { agreeing } from '../../../domain/ocr/check-digits.ts';
import { type CorrectedZone, correctZone } from '../../../domain/ocr/correction.ts';
import { type ZoneFormat, zoneShapes } from '../../../domain/ocr/mrz.ts';
import { type Evidence, weigh } from './evidence.ts';
import { type Frame, toImage, trackHeight } from './frame.ts';
import { readCell } from './grid.ts';
import { placeToX, type Row, xToPlace } from './row.ts';

/** A reading of the whole zone: its characters, what speaks for them, and where the zone lies. */
export interface FoundZone {
  format: ZoneFormat;
  cells: Cell[][];
  /** The lines by their fields' alphabets, before check digits changed anything. */
  read: string[];
  corrected: CorrectedZone;
  evidence: Evidence;
  score: number;
  /** Origin at the first character of the first line. */
  frame: Frame;
}

/** A shape laid over rows: the cells of each line, and the certainty of print left outside it. */
interface Fit {
  cells: Cell[][];
  score: number;
  outside: number;
  x: number;
}

/** Lays the shapes of the zone over the rows in every likely way and returns the best reading, or null when none fits. */
export function assembleZone(frame: Frame, rows: readonly Row[]): FoundZone | null {
  let best: FoundZone | null = null;
  const cellAt = cellReader();
  for (const format of ['TD3', 'TD1', 'TD2'] as const) {
    const shape = zoneShapes[format];
    for (let i = 0; i + shape.lines <= rows.length; i++) {
      const group = rows.slice(i, i + shape.lines);
      if (group.some((row, k) => row.index !== group[0]!.index + k)) continue;
      const length = Math.max(...group.map((row) => row.grid.last - row.grid.first + 1));
      if (length < shape.length - 6 || length > shape.length + 4) continue;
      for (const fit of fits(group, shape.length, cellAt)) {
        const zone = zoneOf(format, frame, group[0]!, fit);
        if (best === null || zone.score > best.score) best = zone;
      }
    }
  }
  return best;
}

type CellReader = (row: Row, place: number) => Cell;

/** Returns a reader of single places that reads none twice: the shapes and edges that are tried overlap. */
function cellReader(): CellReader {
  const known = new Map<Row, Map<number, Cell>>();
  return (row, place) => {
    const cells = known.get(row) ?? new Map<number, Cell>();
    known.set(row, cells);
    const cell = cells.get(place) ?? readCell(row.probabilities, row.grid, place);
    cells.set(place, cell);
    return cell;
  };
}

/** The three best common left edges of a group of rows. */
function fits(group: readonly Row[], length: number, cellAt: CellReader): Fit[] {
  const edges = new Set<number>();
  for (const row of group) {
    for (const shift of [0, -1, 1, -2, 2]) {
      edges.add(Math.round(placeToX(row, row.grid.first + shift) * 2) / 2);
      edges.add(Math.round(placeToX(row, row.grid.last - length + 1 + shift) * 2) / 2);
    }
  }
  const found = new Map<string, Fit>();
  for (const edge of edges) {
    const places = group.map((row) => xToPlace(row, edge));
    const key = places.join();
    if (found.has(key)) continue;
    const cells = group.map((row, k) => Array.from({ length }, (_, i) => cellAt(row, places[k]! + i)));
    const inside = cells.flat().reduce((sum, cell) => sum + Math.log(Math.max(cell.p, 0.02)), 0);
    let outside = 0;
    group.forEach((row, k) => {
      for (const peak of row.grid.peaks) {
        if (peak.place < places[k]! || peak.place >= places[k]! + length) outside += peak.p;
      }
    });
    const x = placeToX(group[0]!, places[0]!);
    found.set(key, { cells, score: inside - outside * 4, outside, x });
  }
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, 3);
}

function zoneOf(format: ZoneFormat, frame: Frame, top: Row, fit: Fit): FoundZone {
  const { lines, changed } = readByAlphabet(format, fit.cells);
  const corrected = correctZone(format, fit.cells, lines);
  const evidence = weigh(format, fit.cells, corrected.lines, changed, fit.outside);
  const score =
    agreeing(corrected.checks) * 3 +
    evidence.plausibility -
    corrected.edits * 1.2 -
    changed * 0.4 +
    Math.log(evidence.mean) * 6 -
    fit.outside;
  const origin = toImage(frame, fit.x, trackHeight(top.track, fit.x));
  return { format, cells: fit.cells, read: lines, corrected, evidence, score, frame: { ...frame, ...origin } };
}
