import type { Raster } from '../image/raster.ts';
import { warp } from '../image/raster.ts';
import type { TextLine } from './detect-lines.ts';
import { type Models, run } from './models.ts';

/** A character with its probability, and where it stands on the strip, 0 at the left end to 1 at the right. */
export interface ReadCharacter {
  char: string;
  p: number;
  at: number;
}

const stripHeight = 48;

/** Cuts a line out of an image as an upright strip for the network; `flip` for text that stands on its head there. */
export function stripOf(raster: Raster, line: TextLine, flip: boolean): Raster {
  const width = Math.max(stripHeight, Math.min(1600, Math.round((line.width / line.height) * stripHeight)));
  const angle = line.angle + (flip ? Math.PI : 0);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const stepX = line.width / width;
  const stepY = line.height / stripHeight;
  const placement = {
    x: line.cx - (c * line.width - s * line.height) / 2,
    y: line.cy - (s * line.width + c * line.height) / 2,
    right: [c * stepX, s * stepX],
    down: [-s * stepY, c * stepY],
  } as const;
  return warp(raster, placement, width, stripHeight, Math.max(1, Math.min(4, Math.round(Math.max(stepX, stepY)))));
}

/** Reads a strip; repeated classes and blanks are folded away. */
export async function readStrip(models: Models, strip: Raster): Promise<ReadCharacter[]> {
  const { width, data } = strip;
  const size = stripHeight * width;
  const input = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < 3; k++) input[(2 - k) * size + i] = data[i * 3 + k]! / 127.5 - 1;
  }
  const output = await run(models.recognition, input, [1, 3, stripHeight, width]);
  const [, steps = 0, classes = 0] = output.shape;
  const characters: ReadCharacter[] = [];
  let last = -1;
  for (let t = 0; t < steps; t++) {
    let best = 0;
    let p = -1;
    for (let k = 0; k < classes; k++) {
      const value = output.data[t * classes + k]!;
      if (value > p) [best, p] = [k, value];
    }
    if (best !== 0 && best !== last) characters.push({ char: models.characters[best] ?? '', p, at: (t + 0.5) / steps });
    last = best;
  }
  return characters;
}
