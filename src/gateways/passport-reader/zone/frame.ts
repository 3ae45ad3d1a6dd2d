import type { Raster } from '../image/raster.ts';
import type { TextLine } from '../text/detect-lines.ts';
import { stripHeight, stripPitch } from './read-zone-line.ts';

/** Coordinates along a zone: x in characters to the right, y in characters down, from an origin on the image. */
export interface Frame {
  x: number;
  y: number;
  /** Direction of the text on the image, as a unit vector. */
  cos: number;
  sin: number;
  /** Pixels of the image from one character to the next. */
  pitch: number;
}

/** The centre line of a row of print in a frame: `y = offset + slope x + curve x²`. */
export interface Track {
  offset: number;
  slope: number;
  curve: number;
}

/** A grey strip along a track, and the frame's x of its left edge. */
export interface Strip {
  raster: Raster;
  left: number;
}

/** Characters of room at both ends of a strip. */
const margin = 2.5;

/** Returns the frame's coordinates of a place on the image. */
export function toFrame(frame: Frame, x: number, y: number): { x: number; y: number } {
  const dx = (x - frame.x) / frame.pitch;
  const dy = (y - frame.y) / frame.pitch;
  return { x: dx * frame.cos + dy * frame.sin, y: dy * frame.cos - dx * frame.sin };
}

/** Returns the place on the image of some coordinates of a frame. */
export function toImage(frame: Frame, x: number, y: number): { x: number; y: number } {
  return {
    x: frame.x + (x * frame.cos - y * frame.sin) * frame.pitch,
    y: frame.y + (x * frame.sin + y * frame.cos) * frame.pitch,
  };
}

/** Returns the height of a track at some x. */
export function trackHeight(track: Track, x: number): number {
  return track.offset + track.slope * x + track.curve * x * x;
}

/** Returns the frame of a detected line: its origin at the middle of the line's left end. */
export function frameOf(line: TextLine, flip: boolean, pitch: number): Frame {
  const angle = line.angle + (flip ? Math.PI : 0);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { x: line.cx - (cos * line.width) / 2, y: line.cy - (sin * line.width) / 2, cos, sin, pitch };
}

/** Draws the print along a track of a grey image upright: `columns` characters from `from` on, and a margin at both ends. */
export function sampleTrack(
  grey: Raster,
  frame: Frame,
  track: Track,
  from: number,
  columns: number,
  pitch: number = stripPitch,
  height: number = stripHeight,
): Strip {
  const width = Math.round((columns + 2 * margin) * pitch);
  const left = from - 0.5 - margin;
  const samples = Math.max(1, Math.min(4, Math.round(frame.pitch / pitch)));
  const share = 1 / (samples * samples);
  const { data: pixels, width: stride } = grey;
  const [farthestX, farthestY] = [grey.width - 1.001, grey.height - 1.001];
  const stepX = frame.cos * frame.pitch;
  const stepY = frame.sin * frame.pitch;
  const sums = new Float64Array(width * height);
  for (let i = 0; i < width; i++) {
    for (let p = 0; p < samples; p++) {
      const x = left + (i + (p + 0.5) / samples) / pitch;
      const top = trackHeight(track, x) - height / 2 / pitch;
      for (let k = 0; k < height * samples; k++) {
        const y = top + (k + 0.5) / samples / pitch;
        const u = Math.min(farthestX, Math.max(0, frame.x + x * stepX - y * stepY - 0.5));
        const v = Math.min(farthestY, Math.max(0, frame.y + x * stepY + y * stepX - 0.5));
        const fx = u - (u | 0);
        const fy = v - (v | 0);
        const at = (v | 0) * stride + (u | 0);
        const upper = pixels[at]! * (1 - fx) + pixels[at + 1]! * fx;
        const lower = pixels[at + stride]! * (1 - fx) + pixels[at + stride + 1]! * fx;
        sums[((k / samples) | 0) * width + i]! += upper * (1 - fy) + lower * fy;
      }
    }
  }
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = sums[i]! * share;
  return { raster: { width, height, channels: 1, data }, left };
}
