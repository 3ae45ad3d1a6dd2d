import sharp from 'sharp';
import type { Rng } from './random.ts';
/** An image in colour (3 channels) or with transparency (4). */
export interface Rgb {
  w: number;
  h: number;
  d: Uint8ClampedArray | Uint8Array;
  c: 3 | 4;
}
/** A projective mapping: nine values, row by row. */
export type H = number[];

/** Returns the mapping that takes four points to four others. */
export function homography(src: [number, number][], dst: [number, number][]): H {
  // solves dst = H * src for four point pairs
  const A: number[][] = [],
    b: number[] = [];
  for (let i = 0; i < 4; i++) {
    const [x, y] = src[i]!,
      [u, v] = dst[i]!;
    A.push([x, y, 1, 0, 0, 0, -u * x, -u * y]);
    b.push(u);
    A.push([0, 0, 0, x, y, 1, -v * x, -v * y]);
    b.push(v);
  }
  for (let i = 0; i < 8; i++) {
    let p = i;
    for (let r = i + 1; r < 8; r++) if (Math.abs(A[r]![i]!) > Math.abs(A[p]![i]!)) p = r;
    [A[i], A[p]] = [A[p]!, A[i]!];
    [b[i], b[p]] = [b[p]!, b[i]!];
    for (let r = 0; r < 8; r++) {
      if (r === i) continue;
      const f = A[r]![i]! / A[i]![i]!;
      for (let cc = i; cc < 8; cc++) A[r]![cc]! -= f * A[i]![cc]!;
      b[r]! -= f * b[i]!;
    }
  }
  return [...b.map((v, i) => v / A[i]![i]!), 1];
}
/** Maps one point. */
export function apply(h: H, x: number, y: number): [number, number] {
  const z = h[6]! * x + h[7]! * y + h[8]!;
  return [(h[0]! * x + h[1]! * y + h[2]!) / z, (h[3]! * x + h[4]! * y + h[5]!) / z];
}
/** Draws src (RGBA) over dst (RGB) through the mapping dst pixel -> src pixel. */
export function warpOver(dst: Rgb, src: Rgb, inv: H): void {
  const { w, h, d } = dst,
    sw = src.w,
    sh = src.h,
    sd = src.d;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [u, v] = apply(inv, x + 0.5, y + 0.5);
      const fx = u - 0.5,
        fy = v - 0.5;
      if (fx < -1 || fy < -1 || fx > sw || fy > sh) continue;
      const x0 = Math.floor(fx),
        y0 = Math.floor(fy),
        ax = fx - x0,
        ay = fy - y0;
      let r = 0,
        g = 0,
        b = 0,
        a = 0;
      for (let j = 0; j < 2; j++)
        for (let i = 0; i < 2; i++) {
          const xx = x0 + i,
            yy = y0 + j;
          if (xx < 0 || yy < 0 || xx >= sw || yy >= sh) continue;
          const k = (yy * sw + xx) * 4,
            wt = (i ? ax : 1 - ax) * (j ? ay : 1 - ay) * (sd[k + 3]! / 255);
          r += sd[k]! * wt;
          g += sd[k + 1]! * wt;
          b += sd[k + 2]! * wt;
          a += wt;
        }
      if (a <= 0) continue;
      const o = (y * w + x) * 3;
      d[o] = r + d[o]! * (1 - a);
      d[o + 1] = g + d[o + 1]! * (1 - a);
      d[o + 2] = b + d[o + 2]! * (1 - a);
    }
}
/** Makes a table top: plain, wood, cloth or stripes. */
export function background(rng: Rng, w: number, h: number): Rgb {
  const d = new Uint8ClampedArray(w * h * 3),
    kind = rng.int(0, 4);
  const base = rng.pick([
    [70, 48, 32],
    [180, 170, 155],
    [40, 44, 50],
    [120, 128, 120],
    [215, 215, 212],
    [92, 60, 40],
    [25, 25, 28],
  ]);
  const f = rng.range(0.005, 0.03),
    ang = rng.range(0, Math.PI),
    ca = Math.cos(ang),
    sa = Math.sin(ang);
  const phase = rng.range(0, 6.28);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const t = x * ca + y * sa,
        n = x * -sa + y * ca;
      let m = 0;
      if (kind === 1)
        m =
          14 * Math.sin(t * f * 6 + 3 * Math.sin(n * f * 0.4 + phase)) + 8 * Math.sin(t * f * 23 + 2 * Math.sin(n * f)); // wood
      else if (kind === 2)
        m = (Math.floor(x / 6) + Math.floor(y / 6)) & 1 ? 7 : -7; // cloth
      else if (kind === 3)
        m = Math.floor(t / 90) & 1 ? 25 : -10; // stripes
      else if (kind === 4) m = 10 * Math.sin(x * f) * Math.sin(y * f);
      const o = (y * w + x) * 3,
        g = (rng.next() - 0.5) * 10;
      d[o] = base[0]! + m + g;
      d[o + 1] = base[1]! + m + g;
      d[o + 2] = base[2]! + m + g;
    }
  return { w, h, d, c: 3 };
}
/** Lights an image from one side, with a tint. */
export function lighting(rng: Rng, img: Rgb, strength: number): void {
  const ang = rng.range(0, 6.28),
    ca = Math.cos(ang),
    sa = Math.sin(ang),
    { w, h, d } = img;
  const cast = [
    1 + rng.range(-0.06, 0.06) * (strength > 0 ? 1 : 0),
    1,
    1 + rng.range(-0.1, 0.1) * (strength > 0 ? 1 : 0),
  ];
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const t = ((x / w - 0.5) * ca + (y / h - 0.5) * sa) * 2,
        m = 1 + t * strength,
        o = (y * w + x) * 3;
      for (let k = 0; k < 3; k++) d[o + k] = d[o + k]! * m * cast[k]!;
    }
}
/** Lays a soft shadow over half of an image. */
export function shadow(rng: Rng, img: Rgb, depth: number): void {
  const { w, h, d } = img,
    ang = rng.range(0, 6.28),
    nx = Math.cos(ang),
    ny = Math.sin(ang);
  const off = rng.range(-0.3, 0.3) * Math.max(w, h),
    soft = rng.range(8, 60);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const s = (x - w / 2) * nx + (y - h / 2) * ny - off,
        m = 1 - depth / (1 + Math.exp(-s / soft)),
        o = (y * w + x) * 3;
      d[o] = d[o]! * m;
      d[o + 1] = d[o + 1]! * m;
      d[o + 2] = d[o + 2]! * m;
    }
}
/** Adds a bright spot. */
export function glare(rng: Rng, img: Rgb, cx: number, cy: number, rx: number, ry: number, alpha: number): void {
  const { w, h, d } = img,
    a = rng.range(0, Math.PI),
    ca = Math.cos(a),
    sa = Math.sin(a);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const dx = x - cx,
        dy = y - cy,
        u = (dx * ca + dy * sa) / rx,
        v = (-dx * sa + dy * ca) / ry,
        m = alpha * Math.exp(-(u * u + v * v));
      if (m < 0.004) continue;
      const o = (y * w + x) * 3;
      for (let k = 0; k < 3; k++) d[o + k] = d[o + k]! + (255 - d[o + k]!) * m;
    }
}
/** Blurs along a line, as a moving hand does. */
export function motionBlur(img: Rgb, len: number, angle: number): void {
  if (len < 1) return;
  const { w, h, d } = img,
    n = Math.max(3, Math.ceil(len) | 1),
    ca = Math.cos(angle),
    sa = Math.sin(angle),
    src = d.slice();
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      let r = 0,
        g = 0,
        b = 0;
      for (let i = 0; i < n; i++) {
        const t = (i / (n - 1) - 0.5) * len;
        const xx = Math.min(w - 1, Math.max(0, Math.round(x + t * ca))),
          yy = Math.min(h - 1, Math.max(0, Math.round(y + t * sa))),
          k = (yy * w + xx) * 3;
        r += src[k]!;
        g += src[k + 1]!;
        b += src[k + 2]!;
      }
      const o = (y * w + x) * 3;
      d[o] = r / n;
      d[o + 1] = g / n;
      d[o + 2] = b / n;
    }
}
/** Adds the noise of a sensor. */
export function noise(rng: Rng, img: Rgb, sigma: number, chroma: number): void {
  const { d } = img;
  for (let i = 0; i < d.length; i += 3) {
    const n = sigma * rng.gauss();
    for (let k = 0; k < 3; k++) d[i + k] = d[i + k]! + n + chroma * rng.gauss();
  }
}
/** Blurs evenly, as a lens out of focus does. */
export async function gaussian(img: Rgb, sigma: number): Promise<void> {
  if (sigma < 0.3) return;
  const { data } = await sharp(Buffer.from(img.d.buffer, img.d.byteOffset, img.d.byteLength), {
    raw: { width: img.w, height: img.h, channels: 3 },
  })
    .blur(sigma)
    .raw()
    .toBuffer({ resolveWithObject: true });
  img.d = new Uint8ClampedArray(data);
}
/** Writes an image as a file. */
export async function encode(
  img: Rgb,
  format: 'jpeg' | 'png' | 'webp',
  quality: number,
  grey = false,
): Promise<Buffer> {
  let s = sharp(Buffer.from(img.d.buffer, img.d.byteOffset, img.d.byteLength), {
    raw: { width: img.w, height: img.h, channels: 3 },
  });
  if (grey) s = s.grayscale();
  return format === 'jpeg'
    ? s.jpeg({ quality }).toBuffer()
    : format === 'webp'
      ? s.webp({ quality }).toBuffer()
      : s.png().toBuffer();
}
