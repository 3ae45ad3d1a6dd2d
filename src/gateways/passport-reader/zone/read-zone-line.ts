import type { Raster } from '../image/raster.ts';
import { type Models, run } from '../text/models.ts';

/** The alphabet of the zone, in the order of the network's classes. */
export const zoneAlphabet = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const size = zoneAlphabet.length;

/** Height of a strip, and the pixels from one character to the next that the network was trained on. */
export const stripHeight = 32;
export const stripPitch = 18;
/** Columns of a strip for each step of the network. */
const stride = 4;

/** How likely each character is at each step along a strip: `steps` rows of the alphabet, and the blank between characters. */
export interface LineProbabilities {
  steps: number;
  characters: Float32Array;
  blank: Float32Array;
}

/** Returns the middle of a step, in pixels of the strip. */
export function stepCentre(step: number): number {
  return (step + 0.5) * stride;
}

/** Runs the network on a grey strip of one zone line, with its contrast evened out. */
export async function readZoneLine(models: Models, strip: Raster): Promise<LineProbabilities> {
  const width = strip.width - (strip.width % stride);
  const count = stripHeight * width;
  const input = new Float32Array(count);
  let sum = 0;
  let squares = 0;
  for (let y = 0; y < stripHeight; y++) {
    for (let x = 0; x < width; x++) {
      const value = strip.data[y * strip.width + x]!;
      input[y * width + x] = value;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean)) + 8;
  for (let i = 0; i < count; i++) input[i] = (input[i]! - mean) / deviation;
  const { data, shape } = await run(models.zoneLine, input, [1, 1, stripHeight, width]);
  const steps = shape[3] ?? 0;
  const characters = new Float32Array(steps * size);
  for (let k = 0; k < size; k++) {
    for (let t = 0; t < steps; t++) characters[t * size + k] = data[k * steps + t]!;
  }
  return { steps, characters, blank: data.slice(size * steps, (size + 1) * steps) };
}
