/** Pixels, 8 bits a channel, row after row. */
export interface Raster {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** A place in an image, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];

/** Places a plane on an image: where its origin lies, and the steps in pixels of one unit to the right and one down. */
export interface Placement {
  x: number;
  y: number;
  right: Point;
  down: Point;
}

/** Reduces a raster by averaging the pixels that fall together; never enlarges. */
export function shrink(raster: Raster, factor: number): Raster {
  if (factor >= 0.999) return raster;
  const { channels, data: from } = raster;
  const width = Math.max(1, Math.round(raster.width * factor));
  const height = Math.max(1, Math.round(raster.height * factor));
  const data = new Uint8Array(width * height * channels);
  const stepX = raster.width / width;
  const stepY = raster.height / height;
  const edges = Array.from({ length: width }, (_, x): [number, number] => {
    const left = Math.floor(x * stepX);
    return [left, Math.min(raster.width, Math.max(left + 1, Math.round((x + 1) * stepX)))];
  });
  const sums = new Uint32Array(raster.width * channels);
  for (let y = 0, to = 0; y < height; y++) {
    const top = Math.floor(y * stepY);
    const bottom = Math.min(raster.height, Math.max(top + 1, Math.round((y + 1) * stepY)));
    sums.fill(0);
    for (let v = top; v < bottom; v++) {
      const row = v * sums.length;
      for (let i = 0; i < sums.length; i++) sums[i]! += from[row + i]!;
    }
    for (const [left, right] of edges) {
      const share = 1 / ((bottom - top) * (right - left));
      for (let k = 0; k < channels; k++, to++) {
        let sum = 0;
        for (let u = left * channels + k; u < right * channels; u += channels) sum += sums[u]!;
        data[to] = sum * share;
      }
    }
  }
  return { width, height, channels, data };
}

/** Paper, where a plane reaches beyond the image. */
const blank = 235;

/**
 * Draws a part of a colour image that lies at any angle upright: `placement` puts the new raster's pixels on the image.
 * Averages `samples` by `samples` points a pixel; a little beyond the edge the edge goes on, further out is blank.
 */
export function warp(raster: Raster, placement: Placement, width: number, height: number, samples = 1): Raster {
  const { data: from } = raster;
  const { right, down } = placement;
  const data = new Uint8Array(width * height * 3);
  const reach = 2 + Math.hypot(right[0], right[1]) * 16;
  const stride = raster.width * 3;
  const share = 1 / (samples * samples);
  for (let j = 0, to = 0; j < height; j++) {
    for (let i = 0; i < width; i++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let q = 0; q < samples; q++) {
        for (let p = 0; p < samples; p++) {
          const a = i + (p + 0.5) / samples;
          const b = j + (q + 0.5) / samples;
          let x = placement.x + a * right[0] + b * down[0] - 0.5;
          let y = placement.y + a * right[1] + b * down[1] - 0.5;
          if (x < -reach || y < -reach || x > raster.width + reach || y > raster.height + reach) {
            red += blank;
            green += blank;
            blue += blank;
            continue;
          }
          x = Math.min(raster.width - 1.001, Math.max(0, x));
          y = Math.min(raster.height - 1.001, Math.max(0, y));
          const x0 = x | 0;
          const y0 = y | 0;
          const fx = x - x0;
          const fy = y - y0;
          const at = y0 * stride + x0 * 3;
          const below = at + stride;
          const a00 = (1 - fx) * (1 - fy);
          const a10 = fx * (1 - fy);
          const a01 = (1 - fx) * fy;
          const a11 = fx * fy;
          red += from[at]! * a00 + from[at + 3]! * a10 + from[below]! * a01 + from[below + 3]! * a11;
          green += from[at + 1]! * a00 + from[at + 4]! * a10 + from[below + 1]! * a01 + from[below + 4]! * a11;
          blue += from[at + 2]! * a00 + from[at + 5]! * a10 + from[below + 2]! * a01 + from[below + 5]! * a11;
        }
      }
      data[to] = red * share;
      data[to + 1] = green * share;
      data[to + 2] = blue * share;
    }
  }
  return { width, height, channels: 3, data };
}

/** Returns the brightness of a colour raster. */
export function toGrey({ width, height, data: from }: Raster): Raster {
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    data[i] = 0.299 * from[at]! + 0.587 * from[at + 1]! + 0.114 * from[at + 2]! + 0.5;
  }
  return { width, height, channels: 1, data };
}
