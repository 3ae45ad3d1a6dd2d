import sharp from 'sharp';
import type { PictureMeasures } from '../../domain/documents/file-cleaner.port.ts';

/** Side of the squares in which detail is measured, in pixels. */
const block = 25;
/** Side of the small copy in which colours are compared, in pixels. */
const small = 64;
/** How far two colours may lie apart and still count as one, in RGB. */
const alike = 42;

/** Measures a decoded picture on small copies of it. */
export async function measurePicture(picture: Buffer): Promise<PictureMeasures> {
  const flat = sharp(picture).flatten({ background: '#ffffff' });
  const [grey, colour] = await Promise.all([
    flat
      .clone()
      .greyscale()
      .resize(1000, 1000, { fit: 'inside', withoutEnlargement: true })
      .normalise()
      .raw()
      .toBuffer({ resolveWithObject: true }),
    flat.clone().toColourspace('srgb').resize(small, small, { fit: 'fill' }).raw().toBuffer(),
  ]);
  return {
    sharpness: sharpnessOf(grey.data, grey.info.width, grey.info.height),
    ...coloursOf(colour),
  };
}

/** The mean absolute Laplacian of the tenth of the blocks that has most detail: a plain background does not make a photo blurred. */
function sharpnessOf(pixels: Buffer, width: number, height: number): number {
  const blocks: number[] = [];
  for (let top = 1; top + block < height; top += block) {
    for (let left = 1; left + block < width; left += block) {
      let total = 0;
      for (let y = top; y < top + block; y += 1) {
        for (let at = y * width + left, end = at + block; at < end; at += 1) {
          total += Math.abs(
            4 * pixels[at]! - pixels[at - 1]! - pixels[at + 1]! - pixels[at - width]! - pixels[at + width]!,
          );
        }
      }
      blocks.push(total / (block * block));
    }
  }
  if (blocks.length === 0) return 0;
  blocks.sort((a, b) => b - a);
  const best = blocks.slice(0, Math.max(1, Math.floor(blocks.length / 10)));
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}

const luma = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue;

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

/** The edge that lies behind a head: the upper tenth, and the outer tenths of the upper half. */
const isEdge = (x: number, y: number) => y < small * 0.08 || (y < small * 0.5 && (x < small * 0.1 || x >= small * 0.9));

function coloursOf(rgb: Buffer): Omit<PictureMeasures, 'sharpness'> {
  const edge: number[] = [];
  let brightness = 0;
  for (let at = 0; at < small * small; at += 1) {
    brightness += luma(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!);
    if (isEdge(at % small, Math.floor(at / small))) edge.push(at);
  }
  const back = [0, 1, 2].map((channel) => median(edge.map((at) => rgb[at * 3 + channel]!))) as [number, number, number];
  const isBack = (at: number) =>
    Math.hypot(rgb[at * 3]! - back[0], rgb[at * 3 + 1]! - back[1], rgb[at * 3 + 2]! - back[2]) <= alike;

  let count = 0;
  let sumX = 0;
  let top = 1;
  for (let y = 0; y < small; y += 1) {
    let inRow = 0;
    for (let x = 0; x < small; x += 1) {
      if (isBack(y * small + x)) continue;
      inRow += 1;
      sumX += x + 0.5;
    }
    count += inRow;
    if (top === 1 && inRow > small * 0.05) top = y / small;
  }
  return {
    brightness: brightness / (small * small),
    plainShare: edge.filter(isBack).length / edge.length,
    backgroundBrightness: luma(...back),
    subject: { share: count / (small * small), top, centre: count === 0 ? 0.5 : sumX / count / small },
  };
}
