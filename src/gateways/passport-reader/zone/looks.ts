import { boxAlong, type TiltedBox } from '../image/geometry.ts';
import { type Point, type Raster, warp } from '../image/raster.ts';
import { detectLines, type TextLine } from '../text/detect-lines.ts';
import type { Reading } from './row.ts';

/** A part of an image to search for text, at an angle, and the longest side in pixels to look at it with. */
interface Look {
  box: TiltedBox;
  side: number;
  /** An earlier look has seen the likeliest part of it at this angle. */
  repeats: boolean;
}

const firstSide = 960;
const closerSide = 1216;
const wholeSide = 1408;
/** Memory of a search grows with its area: a larger one is done in parts, the first one with a smaller side. */
const maxArea = 700_000;
/** Fewer lines than this do not tell where the page is. */
const fewLines = 3;

/** What one search saw. */
export interface Sight {
  lines: TextLine[];
  /** Pixels of the search for each pixel of the image. */
  scale: number;
  /** The look it belongs to, counted from 0: one of a large area takes several searches. */
  look: number;
}

/**
 * Searches the whole image as it lies, then closer where text was seen, then closer everywhere: one search at a time. `isWorth` is asked
 * before a look that repeats another, with its scale.
 */
export async function* lookAround(
  reading: Reading,
  isWorth: (scale: number) => boolean,
): AsyncGenerator<Sight, void, void> {
  const first = await firstLook(reading);
  yield { ...first, look: 0 };
  for (const [i, { box, side, repeats }] of furtherLooks(reading.image, first.lines).entries()) {
    const scale = Math.min(1.8, side / Math.max(box.width, box.height));
    if (repeats && !isWorth(scale)) continue;
    const count = Math.ceil((box.width * box.height * scale * scale) / maxArea);
    for (const part of outerFirst(parts(box, count))) {
      yield { lines: await linesIn(reading, part, scale), scale, look: i + 1 };
    }
  }
}

/** Finds lines on the whole image as it lies: enough for most. */
async function firstLook({ models, image }: Reading): Promise<{ lines: TextLine[]; scale: number }> {
  const longest = Math.max(image.width, image.height);
  const side = Math.min(longest, firstSide, Math.sqrt((maxArea * longest) / Math.min(image.width, image.height)));
  return { lines: await detectLines(models, image, side), scale: side / longest };
}

/** Decides where to look closer after the first look: along the text it saw and around it, then everywhere. */
function furtherLooks(image: Raster, lines: readonly TextLine[]): Look[] {
  const whole = (angle: number, repeats = false): Look => {
    return { box: boxAlong(cornersOf(image), angle), side: wholeSide, repeats };
  };
  const long = lines.filter((line) => line.width / line.height > 2.2);
  const mass = long.reduce((sum, line) => sum + line.width, 0);
  const x = long.reduce((sum, line) => sum + line.width * Math.cos(2 * line.angle), 0);
  const y = long.reduce((sum, line) => sum + line.width * Math.sin(2 * line.angle), 0);
  if (mass === 0 || Math.hypot(x, y) / mass <= 0.4) return [whole(0), whole(Math.PI / 4)];
  const angle = 0.5 * Math.atan2(y, x);
  if (long.length < fewLines) return [whole(angle)];
  const region = around(long, angle, boxAlong(cornersOf(image), angle));
  return [{ box: region, side: closerSide, repeats: false }, whole(angle, true)];
}

/** The zone is at an edge of its page, and most pages lie upright: the last part, the first one, then those between them. */
const outerFirst = (all: TiltedBox[]): TiltedBox[] => [...all.slice(-1), ...all.slice(0, -1)];

/** Cuts a box into equal parts along its longer side. A line that is cut is found again from either part of it. */
function parts(box: TiltedBox, count: number): TiltedBox[] {
  const wide = box.width >= box.height;
  const [c, s] = [Math.cos(box.angle), Math.sin(box.angle)];
  return Array.from({ length: count }, (_, i) => {
    const shift = ((i + 0.5) / count - 0.5) * Math.max(box.width, box.height);
    const [u, v] = wide ? [shift, 0] : [0, shift];
    const width = wide ? box.width / count : box.width;
    const height = wide ? box.height : box.height / count;
    return { cx: box.cx + u * c - v * s, cy: box.cy + u * s + v * c, width, height, angle: box.angle };
  });
}

/** Finds lines in a part of the image; their coordinates are those of the image. */
async function linesIn({ models, image }: Reading, box: TiltedBox, scale: number): Promise<TextLine[]> {
  const turned = turn(image, box, scale);
  const c = Math.cos(box.angle);
  const s = Math.sin(box.angle);
  const lines = await detectLines(models, turned, Math.max(turned.width, turned.height));
  return lines.map((line) => {
    const x = (line.cx - turned.width / 2) / scale;
    const y = (line.cy - turned.height / 2) / scale;
    return {
      cx: box.cx + x * c - y * s,
      cy: box.cy + x * s + y * c,
      width: line.width / scale,
      height: line.height / scale,
      angle: line.angle + box.angle,
      curve: line.curve * scale,
    };
  });
}

/** The part of a plane that holds some lines, with room for a zone beside them that was not seen yet. */
function around(lines: readonly TextLine[], angle: number, limits: TiltedBox): TiltedBox {
  const text = boxAlong(lines.flatMap(cornersOfLine), angle);
  const margin = 0.16 * Math.max(text.width, text.height);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const clip = (middle: number, size: number, limitMiddle: number, limitSize: number): [number, number] => {
    const from = Math.max(middle - size / 2 - margin, limitMiddle - limitSize / 2);
    const to = Math.min(middle + size / 2 + margin, limitMiddle + limitSize / 2);
    return [(from + to) / 2, to - from];
  };
  const along = (box: TiltedBox): number => box.cx * c + box.cy * s;
  const across = (box: TiltedBox): number => box.cy * c - box.cx * s;
  const [u, width] = clip(along(text), text.width, along(limits), limits.width);
  const [v, height] = clip(across(text), text.height, across(limits), limits.height);
  return { cx: u * c - v * s, cy: u * s + v * c, width, height, angle };
}

function cornersOf(image: Raster): Point[] {
  return [
    [0, 0],
    [image.width, 0],
    [image.width, image.height],
    [0, image.height],
  ];
}

function cornersOfLine(line: TextLine): Point[] {
  const c = Math.cos(line.angle) / 2;
  const s = Math.sin(line.angle) / 2;
  const signs: Point[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return signs.map(([a, b]) => [
    line.cx + a * line.width * c - b * line.height * s,
    line.cy + a * line.width * s + b * line.height * c,
  ]);
}

/** Draws a part of the image upright. */
function turn(image: Raster, box: TiltedBox, scale: number): Raster {
  const width = Math.round(box.width * scale);
  const height = Math.round(box.height * scale);
  const c = Math.cos(box.angle) / scale;
  const s = Math.sin(box.angle) / scale;
  const placement = {
    x: box.cx - (width * c - height * s) / 2,
    y: box.cy - (width * s + height * c) / 2,
    right: [c, s],
    down: [-s, c],
  } as const;
  return warp(image, placement, width, height, scale < 0.7 ? 2 : 1);
}
