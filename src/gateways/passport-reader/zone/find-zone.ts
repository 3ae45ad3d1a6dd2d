import { agreeing } from '../../../domain/ocr/check-digits.ts';
import { boxAlong } from '../image/geometry.ts';
import { type Point, type Raster, warp } from '../image/raster.ts';
import { detectLines, type TextLine } from '../text/detect-lines.ts';
import { assembleZone, type FoundZone } from './assemble.ts';
import { isVerified } from './evidence.ts';
import { type Frame, toFrame } from './frame.ts';
import type { Reading } from './row.ts';
import { readRows } from './rows.ts';
import { findSeeds } from './seeds.ts';

/** Sides in pixels at which an image is searched for text: at first, again upright, and again turned. */
const firstSide = 960;
const closerSide = 1600;
const turnedSides = [1280, 1760] as const;

/** Finds the machine-readable zone of an image at any angle, looking closer and turned until one is verified. */
export async function findZone(reading: Reading): Promise<FoundZone | null> {
  const first = await search(reading, 0, firstSide, null);
  let best = await readFrom(reading, first);
  if (best !== null && isVerified(best)) return best;
  for (const { angle, side, region } of furtherLooks(first)) {
    const zone = await readFrom(reading, await search(reading, angle, side, region));
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    if (best !== null && isVerified(best)) break;
  }
  return best;
}

interface Look {
  angle: number;
  side: number;
  /** The part of the image that holds text, at the angle; the whole image when null. */
  region: ReturnType<typeof boxAlong> | null;
}

/** What to try next, by the direction that the text seen so far runs in, up to half a turn. */
function furtherLooks(lines: readonly TextLine[]): Look[] {
  let x = 0;
  let y = 0;
  let mass = 0;
  for (const line of lines) {
    if (line.width / line.height <= 2.2) continue;
    x += line.width * Math.cos(2 * line.angle);
    y += line.width * Math.sin(2 * line.angle);
    mass += line.width;
  }
  const whole = { region: null };
  if (mass === 0 || Math.hypot(x, y) / mass <= 0.4) {
    return [
      { angle: 0, side: closerSide, ...whole },
      { angle: Math.PI / 4, side: turnedSides[0], ...whole },
    ];
  }
  const angle = 0.5 * Math.atan2(y, x);
  const tilt = Math.abs(Math.atan2(Math.sin(4 * angle), Math.cos(4 * angle)) / 4);
  if (tilt <= 0.1) return [{ angle: 0, side: closerSide, ...whole }];
  return turnedSides.map((side) => ({ angle, side, ...whole }));
}

/** Detects lines on the image turned by an angle; coordinates are those of the image as it is. */
async function search(
  { models, image }: Reading,
  angle: number,
  side: number,
  region: Look['region'],
): Promise<TextLine[]> {
  const long = Math.max(image.width, image.height);
  if (angle === 0 && region === null && long >= side * 0.8) return await detectLines(models, image, side);
  const corners: Point[] = [
    [0, 0],
    [image.width, 0],
    [image.width, image.height],
    [0, image.height],
  ];
  const box = region ?? boxAlong(corners, angle);
  const scale = Math.min(1.8, side / Math.max(box.width, box.height));
  const turned = turn(image, box, scale);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const lines = await detectLines(models, turned, side + 64);
  return lines.map((line) => {
    const x = (line.cx - turned.width / 2) / scale;
    const y = (line.cy - turned.height / 2) / scale;
    return {
      cx: box.cx + x * c - y * s,
      cy: box.cy + x * s + y * c,
      width: line.width / scale,
      height: line.height / scale,
      angle: line.angle + angle,
      curve: line.curve * scale,
    };
  });
}

function turn(image: Raster, box: ReturnType<typeof boxAlong>, scale: number): Raster {
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

/** Reads the zone from the lines that look like its print; the seeds of one zone are not read twice. */
async function readFrom(reading: Reading, lines: readonly TextLine[]): Promise<FoundZone | null> {
  let best: FoundZone | null = null;
  const tried: Frame[] = [];
  for (const seed of await findSeeds(reading, lines)) {
    if (best !== null && agreeing(best.corrected.checks) >= 4 && tried.some((frame) => isSameZone(frame, seed.frame)))
      continue;
    tried.push(seed.frame);
    const zone = assembleZone(seed.frame, await readRows(reading, seed, lines));
    if (zone !== null && (best === null || zone.score > best.score)) best = zone;
    if (best !== null && isVerified(best)) break;
  }
  return best;
}

function isSameZone(a: Frame, b: Frame): boolean {
  const { x, y } = toFrame(a, b.x, b.y);
  return Math.abs(y) < 6.5 && Math.abs(x) < 50 && a.cos * b.cos + a.sin * b.sin > 0.98;
}
