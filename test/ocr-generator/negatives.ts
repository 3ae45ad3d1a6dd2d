import sharp from 'sharp';
import {
  background,
  encode,
  gaussian,
  homography,
  lighting,
  motionBlur,
  noise,
  type Rgb,
  shadow,
  warpOver,
} from './camera.ts';
import { wrapSvg } from './draw-document.ts';
import { type Page, pages } from './negative-pages.ts';
import { Rng } from './random.ts';

/** Makes images that must not be answered, of every kind in turn; the same seed makes the same set. */
export async function* generateNegatives(seed: number, count: number): AsyncGenerator<{ file: string; bytes: Buffer }> {
  const kinds = Object.entries(pages);
  for (let i = 0; i < count; i++) {
    const rng = new Rng((seed * 6151 + i * 7877) >>> 0);
    const [kind, draw] = kinds[i % kinds.length]!;
    yield { file: `n${String(i).padStart(3, '0')}_${kind}.jpg`, bytes: await photographPage(rng, draw(rng)) };
  }
}

async function photographPage(rng: Rng, page: Page): Promise<Buffer> {
  const long = rng.int(800, 1700),
    scan = rng.bool(0.4),
    th = ((scan ? rng.range(-1, 1) : rng.bool(0.3) ? rng.range(0, 360) : rng.range(-12, 12)) * Math.PI) / 180;
  const bw = Math.abs(page.w * Math.cos(th)) + Math.abs(page.h * Math.sin(th)),
    bh = Math.abs(page.w * Math.sin(th)) + Math.abs(page.h * Math.cos(th));
  const as = scan ? bw / bh : rng.pick([4 / 3, 3 / 4]),
    ow = as >= 1 ? long : Math.round(long * as),
    oh = as >= 1 ? Math.round(long / as) : long;
  const s = Math.min(ow / bw, oh / bh) * (scan ? 0.97 : rng.range(0.75, 0.95)),
    persp = scan ? 0 : rng.range(0, 0.05);
  const c: [number, number][] = [
    [0, 0],
    [page.w, 0],
    [page.w, page.h],
    [0, page.h],
  ];
  const dst = c.map(([x, y]) => {
    const X = (x - page.w / 2) * s,
      Y = (y - page.h / 2) * s,
      j = persp * Math.min(page.w, page.h) * s;
    return [
      ow / 2 + X * Math.cos(th) - Y * Math.sin(th) + rng.range(-j, j),
      oh / 2 + X * Math.sin(th) + Y * Math.cos(th) + rng.range(-j, j),
    ] as [number, number];
  });
  const { data, info } = await sharp(Buffer.from(wrapSvg(page.svg, page.w, page.h, Math.min(16, s * 1.05))))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const img: Rgb = scan
    ? { w: ow, h: oh, c: 3, d: new Uint8ClampedArray(ow * oh * 3).fill(250) }
    : background(rng, ow, oh);
  warpOver(
    img,
    { w: info.width, h: info.height, d: data, c: 4 },
    homography(
      dst,
      c.map(([x, y]) => [(x * info.width) / page.w, (y * info.height) / page.h] as [number, number]),
    ),
  );
  lighting(rng, img, scan ? 0.05 : 0.3);
  if (!scan) shadow(rng, img, rng.range(0, 0.4));
  motionBlur(img, rng.bool(0.2) ? 1.5 : 0, 0.4);
  await gaussian(img, rng.range(0.3, 0.9));
  noise(rng, img, rng.range(2, 8), 2);
  return encode(img, 'jpeg', rng.int(45, 90));
}
