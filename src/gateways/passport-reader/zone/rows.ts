import { zoneShapes } from '../../../domain/ocr/mrz.ts';
import { lineAngle } from '../image/geometry.ts';
import type { TextLine } from '../text/detect-lines.ts';
import { type Frame, type Track, toFrame, trackHeight } from './frame.ts';
import { better, placeToX, type Reading, type Row, readRow } from './row.ts';
import type { Seed } from './seeds.ts';
import { traceRow } from './trace.ts';

/** Distance of two rows of the zone in characters: 4.23 mm of 2.54 mm print and a little, as printers vary it. */
const spacings = [2.45, 2.2, 2.7] as const;
const columns = 48;

/**
 * Reads the row of a seed, and up to two rows above and two below it, each along its own track. Gives all rows so far, sorted from the
 * top, once there are two and whenever there is one more: most zones are known by two, and looking for further ones costs the most.
 */
export async function* readRows(
  reading: Reading,
  seed: Seed,
  lines: readonly TextLine[],
): AsyncGenerator<Row[], void, void> {
  const { frame } = seed;
  const near = nearbyTracks(frame, lines);
  let first = await readAt(reading, frame, 0, seed.track, -2);
  if (first === null || first.confidence < 0.6) {
    const track = near(0);
    if (track !== null) first = better(first, await readAt(reading, frame, 0, track, -2));
  }
  if (first === null) return;
  const rows = [await reachLeft(reading, frame, first)];
  // A line that was detected is likelier to be there than one that was not.
  const { offset } = rows[0]!.track;
  const below = near(offset + spacings[0]) !== null && near(offset - spacings[0]) === null;
  for (const direction of below ? [1, -1] : [-1, 1]) {
    let previous = rows[0]!;
    for (let step = 1; step <= 2; step++) {
      const row = await readNext(reading, frame, rows, previous, direction, near);
      if (!row) break;
      rows.push(row);
      yield rows.toSorted((a, b) => a.index - b.index);
      if (isOfTwo(row) || isOfTwo(previous)) break;
      previous = row;
    }
  }
}

/** Tells whether a row is too long for the zone of a card, which alone has a third row. */
function isOfTwo({ grid }: Row): boolean {
  return grid.last - grid.first + 1 > zoneShapes.TD1.length + 4;
}

/** Reads a row, and again along the print that is really there when the first reading was not certain. */
async function readAt(reading: Reading, frame: Frame, index: number, track: Track, from: number): Promise<Row | null> {
  let row = await readRow(reading, frame, index, track, from, columns);
  if (row !== null && row.confidence >= 0.9 && row.count >= 29) return row;
  let present = track;
  for (let round = 0; round < 2; round++) {
    const traced = traceRow(reading.grey, frame, present, from, columns);
    if (traced === null || (round === 0 && isSame(traced, track))) return row;
    const again = await readRow(reading, frame, index, traced, from, columns);
    row = better(row, again);
    if (again === null || again.confidence >= 0.9) return row;
    present = traced;
  }
  return row;
}

function isSame(a: Track, b: Track): boolean {
  return (
    Math.abs(a.offset - b.offset) <= 0.08 &&
    Math.abs(a.slope - b.slope) <= 0.004 &&
    Math.abs(a.curve - b.curve) <= 0.0002
  );
}

/** A seed may be a fragment in the middle of its row: looks further left. */
async function reachLeft(reading: Reading, frame: Frame, row: Row): Promise<Row> {
  const length = row.grid.last - row.grid.first + 1;
  if (length >= 44 || placeToX(row, row.grid.first) >= 0.6) return row;
  const wide = await readRow(reading, frame, 0, row.track, -22, 70);
  return wide !== null && wide.count > row.count + 2 ? wide : row;
}

async function readNext(
  reading: Reading,
  frame: Frame,
  rows: readonly Row[],
  previous: Row,
  direction: number,
  near: (y: number) => Track | null,
): Promise<Row | null> {
  const index = previous.index + direction;
  const from = Math.floor(Math.min(0, ...rows.map((row) => placeToX(row, row.grid.first)))) - 1;
  const { offset, slope, curve } = previous.track;
  const tracks: Track[] = [];
  for (const spacing of spacings) {
    const track = near(offset + direction * spacing);
    if (track === null) continue;
    const distance = Math.abs(track.offset - offset);
    if (distance <= 1.7 || distance >= 3.2 || tracks.some((one) => Math.abs(one.offset - track.offset) < 0.05))
      continue;
    tracks.push(track);
  }
  tracks.push({ offset: offset + direction * spacings[0], slope, curve });
  let best: Row | null = null;
  for (const track of tracks) {
    best = better(best, await readAt(reading, frame, index, track, from));
    if (best !== null && best.confidence > 0.85 && best.count >= 26) return best;
  }
  return best;
}

/** Returns a search for the longest detected line at some height of the frame, as a track. */
function nearbyTracks(frame: Frame, lines: readonly TextLine[]): (y: number) => Track | null {
  const angle = Math.atan2(frame.sin, frame.cos);
  const placed = lines.flatMap((line) => {
    const { x, y } = toFrame(frame, line.cx, line.cy);
    const slope = Math.tan(lineAngle(line.angle - angle));
    const width = line.width / frame.pitch;
    const height = line.height / frame.pitch;
    if (Math.abs(slope) >= 0.16 || height <= 0.7 || height >= 2.4 || x <= -45 || x >= 80 || width <= 12) return [];
    const curve = line.curve * frame.pitch * (Math.cos(line.angle - angle) < 0 ? -1 : 1);
    return [{ y, width, track: { offset: y - slope * x + curve * x * x, slope: slope - 2 * curve * x, curve } }];
  });
  return (y) => {
    const hits = placed.filter((line) => Math.abs(trackHeight(line.track, 0) - y) < 0.6 || Math.abs(line.y - y) < 0.6);
    if (hits.length === 0) return null;
    return hits.reduce((a, b) => (b.width > a.width ? b : a)).track;
  };
}
