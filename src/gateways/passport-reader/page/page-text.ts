import type { ZoneFormat } from '../../../domain/ocr/mrz.ts';
import { lineAngle } from '../image/geometry.ts';
import { type Raster, warp } from '../image/raster.ts';
import { detectLines, type TextLine } from '../text/detect-lines.ts';
import { type ReadCharacter, readStrip, stripOf } from '../text/read-line.ts';
import { type Frame, toImage } from '../zone/frame.ts';
import type { Reading } from '../zone/row.ts';

/** A line of the page above the zone, in characters of the zone: its centre, its ends and its height. */
export interface PageLine {
  line: TextLine;
  x: number;
  y: number;
  left: number;
  right: number;
  height: number;
}

/** A character of a line that was read, and the blank between it and the next one in heights of the line. */
export interface PageCharacter {
  char: string;
  p: number;
  x: number;
  blankAfter: number;
}

/** A line of the page that was read. */
export interface PageText extends PageLine {
  text: string;
  confidence: number;
  characters: PageCharacter[];
}

/** Reads lines of a page when asked, each once. */
export interface Page {
  lines: readonly PageLine[];
  read(line: PageLine): Promise<PageText>;
}

/** How far the page reaches above the first line of the zone, and the zone's width, in characters. */
const extents: Record<ZoneFormat, { width: number; above: number }> = {
  TD3: { width: 44, above: 29.5 },
  TD2: { width: 36, above: 24 },
  TD1: { width: 30, above: 16 },
};
/** Pixels a character of the zone at which the page is searched for lines. */
const scale = 18;

/** Finds the lines of the page that a zone belongs to. */
export async function openPage(reading: Reading, frame: Frame, format: ZoneFormat): Promise<Page> {
  const { width, above } = extents[format];
  const found = await detectLines(reading.models, drawPage(reading.image, frame, width, above), 1280);
  const ratio = frame.pitch / scale;
  const angle = Math.atan2(frame.sin, frame.cos);
  const lines = found.flatMap((box) => {
    const x = box.cx / scale - 3;
    const y = box.cy / scale - above;
    const length = box.width / scale;
    const left = x - length / 2;
    if (Math.abs(lineAngle(box.angle)) >= 0.2 || y >= -1 || left <= -5 || left >= width + 2 || length <= 1) return [];
    const centre = toImage(frame, x, y);
    const line = {
      ...{ cx: centre.x, cy: centre.y, width: box.width * ratio, height: box.height * ratio },
      ...{ angle: box.angle + angle, curve: box.curve / ratio },
    };
    return [{ line, x, y, left, right: x + length / 2, height: box.height / scale }];
  });
  const known = new Map<PageLine, Promise<PageText>>();
  const read = (line: PageLine): Promise<PageText> => {
    const text = known.get(line) ?? readPageLine(reading, frame, line);
    known.set(line, text);
    return text;
  };
  return { lines, read };
}

/** Draws the page above the zone upright. */
function drawPage(image: Raster, frame: Frame, width: number, above: number): Raster {
  const step = frame.pitch / scale;
  const origin = toImage(frame, -3, -above);
  const placement = {
    ...origin,
    right: [frame.cos * step, frame.sin * step],
    down: [-frame.sin * step, frame.cos * step],
  } as const;
  const samples = Math.max(1, Math.min(3, Math.round(step)));
  return warp(image, placement, Math.round((width + 6) * scale), Math.round((above - 0.7) * scale), samples);
}

async function readPageLine({ models, image }: Reading, frame: Frame, place: PageLine): Promise<PageText> {
  const { line } = place;
  const flip = Math.cos(line.angle - Math.atan2(frame.sin, frame.cos)) < 0;
  const strip = stripOf(image, line, flip);
  const read = await readStrip(models, strip);
  const blanks = blanksAfter(strip, read);
  const length = place.right - place.left;
  const characters = read.map(({ char, p, at }, i) => ({
    char,
    p,
    x: place.left + at * length,
    blankAfter: blanks[i]!,
  }));
  const confidence = read.reduce((sum, one) => sum + one.p, 0) / Math.max(1, read.length);
  return { ...place, text: read.map((one) => one.char).join(''), confidence, characters };
}

/** The widest blank between the middle of each character and the next: the network does not see spaces reliably. */
function blanksAfter(strip: Raster, read: readonly ReadCharacter[]): number[] {
  const { width, height, data } = strip;
  const top = Math.round(height * 0.2);
  const bottom = Math.round(height * 0.8);
  const darkest = new Uint8Array(width).fill(255);
  const histogram = new Uint32Array(256);
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const grey = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
      darkest[x] = Math.min(darkest[x]!, grey);
      histogram[grey]!++;
    }
  }
  const total = (bottom - top) * width;
  const dark = quantile(histogram, total * 0.03);
  const light = quantile(histogram, total * 0.7);
  const ink = light - 0.38 * (light - dark);
  return read.map((one, i) => {
    const end = Math.min(width - 1, Math.round((read[i + 1]?.at ?? 1) * width));
    let run = 0;
    let best = 0;
    for (let x = Math.max(0, Math.round(one.at * width)); x <= end; x++) {
      run = darkest[x]! < ink ? 0 : run + 1;
      best = Math.max(best, run);
    }
    return best / height;
  });
}

function quantile(histogram: Uint32Array, rank: number): number {
  let seen = 0;
  const found = histogram.findIndex((count) => {
    seen += count;
    return seen > rank;
  });
  return found === -1 ? 255 : found;
}
