import { eachComponent } from '../image/components.ts';
import { fitCurve, median, smallestBox, type TiltedBox } from '../image/geometry.ts';
import { type Point, type Raster, shrink } from '../image/raster.ts';
import { type Models, run } from './models.ts';

/** A line of text on an image. `curve` bends its centre line: it lies at `curve · u²` below the straight one, u from the centre. */
export interface TextLine extends TiltedBox {
  curve: number;
}

const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;
const threshold = 0.3;
/** The network marks the core of a line; the line itself is larger by this much of its area over its outline. */
const growth = 1.6;

/** Finds the lines of text on a colour raster, looking at it reduced to `side` pixels. */
export async function detectLines(models: Models, raster: Raster, side: number): Promise<TextLine[]> {
  const small = shrink(raster, Math.min(1, side / Math.max(raster.width, raster.height)));
  const width = Math.max(32, Math.ceil(small.width / 32) * 32);
  const height = Math.max(32, Math.ceil(small.height / 32) * 32);
  const { data: probability } = await run(models.detection, planes(small, width, height), [1, 3, height, width]);
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) mask[i] = probability[i]! > threshold ? 1 : 0;
  const lines: TextLine[] = [];
  eachComponent(mask, width, height, (places) => {
    const line = lineOf(places, probability, width);
    if (line === null) return;
    const scale = raster.width / small.width;
    lines.push({
      cx: line.cx * scale,
      cy: line.cy * (raster.height / small.height),
      width: line.width * scale,
      height: line.height * scale,
      angle: line.angle,
      curve: line.curve / scale,
    });
  });
  return lines;
}

/** Input of the last search: one image is read at a time, and buffers of this size are what memory goes into. */
let input = new Float32Array(0);

/** Blue, green and red planes, normalised as the network was trained, padded to its step of 32. */
function planes(raster: Raster, width: number, height: number): Float32Array {
  const size = width * height;
  if (input.length < 3 * size) input = new Float32Array(3 * size);
  const values = input.subarray(0, 3 * size).fill(0);
  for (let k = 0; k < 3; k++) {
    const table = Float32Array.from({ length: 256 }, (_, v) => (v / 255 - mean[2 - k]!) / deviation[2 - k]!);
    const base = (2 - k) * size;
    for (let y = 0; y < raster.height; y++) {
      const row = base + y * width;
      for (let x = 0; x < raster.width; x++) values[row + x] = table[raster.data[(y * raster.width + x) * 3 + k]!]!;
    }
  }
  return values;
}

function lineOf(places: Int32Array, probability: Float32Array, width: number): TextLine | null {
  if (places.length < 12) return null;
  let score = 0;
  for (const place of places) score += probability[place]!;
  if (score / places.length < 0.5) return null;
  const box = smallestBox(outlineOf(places, width));
  if (box.height < 2.5) return null;
  const line = straighten(box, places, width);
  const margin = (box.width * line.height * growth) / (2 * (box.width + line.height));
  return { ...line, width: box.width + 2 * margin, height: line.height + 2 * margin };
}

/** The corners of the first and the last place of each row: no other can be a corner of a box around all. */
function outlineOf(places: Int32Array, width: number): Point[] {
  const ends = new Map<number, [first: number, last: number]>();
  for (const place of places) {
    const x = place % width;
    const y = (place / width) | 0;
    const row = ends.get(y);
    if (row === undefined) ends.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
  }
  return [...ends].flatMap(([y, [first, last]]): Point[] => [
    [first, y],
    [first, y + 1],
    [last + 1, y],
    [last + 1, y + 1],
  ]);
}

/** A long bent line fills a tall box: takes its thickness and its centre line from its own pixels instead. */
function straighten(box: TiltedBox, places: Int32Array, width: number): TextLine {
  const straight = { ...box, curve: 0 };
  if (box.width <= 5 * box.height && box.width <= 60) return straight;
  const c = Math.cos(box.angle);
  const s = Math.sin(box.angle);
  const bins = Math.max(6, Math.min(24, Math.round(box.width / 12)));
  const sums = new Float64Array(bins);
  const counts = new Float64Array(bins);
  for (const place of places) {
    const x = (place % width) + 0.5 - box.cx;
    const y = ((place / width) | 0) + 0.5 - box.cy;
    const bin = Math.floor(((x * c + y * s) / box.width + 0.5) * bins);
    const at = Math.min(bins - 1, Math.max(0, bin));
    sums[at]! += y * c - x * s;
    counts[at]!++;
  }
  const binWidth = box.width / bins;
  const thickness = median([...counts].map((count) => count / binWidth));
  if (box.height <= 1.25 * thickness + 1) return straight;
  const half = box.width / 2;
  const points = [...counts].flatMap((count, k) => {
    if (count <= 0.4 * thickness * binWidth) return [];
    return [{ x: ((k + 0.5) / bins - 0.5) * 2, y: sums[k]! / count, weight: 1 }];
  });
  const curve = fitCurve(points, 2);
  if (curve === null) return straight;
  const [offset, slope, bend] = curve;
  if (Math.abs(slope / half) >= 0.3 || Math.abs(bend) >= 0.12 * box.width) return straight;
  return {
    cx: box.cx - offset * s,
    cy: box.cy + offset * c,
    width: box.width,
    height: thickness,
    angle: box.angle + Math.atan(slope / half),
    curve: bend / half ** 2,
  };
}
