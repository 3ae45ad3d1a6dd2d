import sharp from 'sharp';
import {
  apply,
  background,
  gaussian,
  glare,
  type H,
  homography,
  lighting,
  motionBlur,
  noise,
  type Rgb,
  shadow,
  warpOver,
} from './camera.ts';
import { type Doc, wrapSvg } from './draw-document.ts';
import type { Rng } from './random.ts';

/** An image of a document, how it was degraded, and the mapping from the document's millimetres to the image. */
export interface Photograph {
  img: Rgb;
  info: Record<string, unknown>;
  toImg: H;
  spreadTop: number;
}

function upperPage(rng: Rng, w: number, h: number): string {
  let s = `<g transform="translate(0,0)"><rect width="${w}" height="${h}" rx="3" fill="${rng.pick(['#f4efe4', '#eef2ee', '#f1eef4'])}"/>`;
  if (rng.bool(0.6)) {
    const t = rng.pick([
      'OBSERVATIONS / AMENDMENTS',
      'This passport contains 48 pages. Ce passeport contient 48 pages.',
      'The Minister requests all those whom it may concern to allow the bearer to pass freely',
      'SIGNATURE OF BEARER / SIGNATURE DU TITULAIRE',
    ]);
    s += `<g font-family="Liberation Serif" font-size="3.2" fill="#334">`;
    for (let i = 0; i < rng.int(2, 9); i++)
      s += `<text x="8" y="${14 + i * 6}">${t.slice(0, rng.int(16, t.length))}</text>`;
    s += '</g>';
  }
  if (rng.bool(0.4))
    s += `<path d="M20,${h - 22} q8,-14 14,0 t14,-2 t18,4 t10,-8" fill="none" stroke="#225" stroke-width="0.7"/>`;
  return `${s}</g>`;
}
/** Photographs a document as a scanner (L1) to a bad camera in bad light (L5) does, and tells where it lies on the image. */
export async function photograph(rng: Rng, doc: Doc, level: string): Promise<Photograph> {
  const L = Number(level[1]);
  const spread = doc.type === 'TD3' && L >= 2 && rng.bool(0.35);
  const top = spread ? doc.h : 0,
    W = doc.w,
    Hh = doc.h + top;
  let theta = 0;
  if (L === 1) theta = rng.range(-0.8, 0.8);
  else if (L === 2) theta = rng.range(-4, 4) + (rng.bool(0.15) ? rng.pick([90, 180, 270]) : 0);
  else if (L === 3) theta = rng.range(-12, 12) + (rng.bool(0.35) ? rng.pick([90, 180, 180, 270]) : 0);
  else if (L === 4) theta = rng.bool(0.6) ? rng.range(0, 360) : rng.range(-20, 20);
  else theta = rng.bool(0.4) ? rng.range(0, 360) : rng.range(-10, 10);
  const persp = [0, 0, rng.range(0, 0.02), rng.range(0.02, 0.06), rng.range(0.04, 0.1), rng.range(0.01, 0.06)][L]!;
  let long = Math.round(
    [0, rng.range(1400, 2000), rng.range(1100, 1800), rng.range(1000, 1700), rng.range(850, 1400), rng.range(600, 800)][
      L
    ]!,
  );
  if (L === 3 && rng.bool(0.08)) long = rng.int(3000, 4000);
  const th = (theta * Math.PI) / 180,
    ct = Math.cos(th),
    st = Math.sin(th);
  const bw = Math.abs(W * ct) + Math.abs(Hh * st),
    bh = Math.abs(W * st) + Math.abs(Hh * ct);
  const scan = L === 1 || (L === 2 && rng.bool(0.4));
  const aspect = scan
    ? Math.min(1.6, Math.max(0.6, bw / bh))
    : rng.pick(bw > bh ? [4 / 3, 4 / 3, 16 / 9, 3 / 4] : [3 / 4, 3 / 4, 9 / 16, 4 / 3]);
  let ow = aspect >= 1 ? long : Math.round(long * aspect),
    oh = aspect >= 1 ? Math.round(long / aspect) : long;
  const fillF = scan ? rng.range(0.92, 0.985) : L === 5 ? rng.range(0.85, 0.97) : rng.range(L >= 4 ? 0.72 : 0.68, 0.95);
  let s = Math.min((ow * fillF) / bw, (oh * fillF) / bh);
  const minPitch = [0, 20, 13.5, 11.5, 9, 6.5][L]!; // a photo whose zone is smaller than this belongs to a harder level
  if (s * 2.54 < minPitch) {
    const k = minPitch / (s * 2.54);
    ow = Math.round(ow * k);
    oh = Math.round(oh * k);
    s *= k;
  }
  let cx = ow / 2 + rng.range(-1, 1) * Math.max(0, (ow - bw * s) / 2) * 0.7,
    cy = oh / 2 + rng.range(-1, 1) * Math.max(0, (oh - bh * s) / 2) * 0.7;
  let cut = 'none';
  if (L === 5 && rng.bool(0.34)) {
    // partial crop: moves the document so that part of the zone leaves the frame
    const dirs = [
        [1, 0],
        [-1, 0],
        [0, 1],
      ] as const,
      [ux, uy] = rng.pick(dirs);
    const amount = uy ? rng.range(9, 20) * s : rng.range(0.1, 0.25) * W * s;
    cx += (ux * ct - uy * st) * (amount + Math.max(0, (ow - W * s) / 2, (oh - Hh * s) / 2));
    cy += (ux * st + uy * ct) * (amount + Math.max(0, (oh - bh * s) / 2));
    cut = 'zone';
  }
  const corners: [number, number][] = [
    [0, 0],
    [W, 0],
    [W, Hh],
    [0, Hh],
  ];
  const dst = corners.map(([x, y]) => {
    const X = (x - W / 2) * s,
      Y = (y - Hh / 2) * s,
      j = persp * Math.min(W, Hh) * s;
    return [cx + X * ct - Y * st + rng.range(-j, j), cy + X * st + Y * ct + rng.range(-j, j)] as [number, number];
  });
  const src = Math.min(16, Math.max(4, s * 1.05));
  const inner = spread
    ? upperPage(rng, W, doc.h) +
      `<g transform="translate(0,${top})">${doc.svg}</g><rect x="0" y="${top - 0.4}" width="${W}" height="0.8" fill="#000" fill-opacity="0.35"/>`
    : doc.svg;
  const { data, info } = await sharp(Buffer.from(wrapSvg(inner, W, Hh, src)), { limitInputPixels: 1e9 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const page: Rgb = { w: info.width, h: info.height, d: data, c: 4 };
  const img: Rgb = scan
    ? { w: ow, h: oh, c: 3, d: new Uint8ClampedArray(ow * oh * 3).fill(rng.pick([255, 250, 240, 20])) }
    : background(rng, ow, oh);
  const pxScaleX = info.width / W,
    pxScaleY = info.height / Hh;
  const inv = homography(
    dst,
    corners.map(([x, y]) => [x * pxScaleX, y * pxScaleY] as [number, number]),
  );
  warpOver(img, page, inv);
  const toImg = homography(corners, dst);
  const zone = doc.mrzBox,
    zc = apply(toImg, zone[0] + zone[2] / 2, zone[1] + zone[3] / 2 + top);
  const d: Record<string, number | string | boolean> = {
    theta: +theta.toFixed(1),
    persp: +persp.toFixed(3),
    scan,
    spread,
    cut,
  };
  const light = [0, 0.03, rng.range(0, 0.15), rng.range(0.05, 0.3), rng.range(0.1, 0.45), rng.range(0.05, 0.3)][L]!;
  if (!scan || L > 1) {
    lighting(rng, img, light);
    d.light = +light.toFixed(2);
  }
  if (L >= 2 && !scan && rng.bool(0.6)) {
    const k = [0, 0, 0.2, 0.35, 0.5, 0.4][L]! * rng.range(0.5, 1);
    shadow(rng, img, k);
    d.shadow = +k.toFixed(2);
  }
  let hardGlare = false;
  if (L === 3 && rng.bool(0.4)) {
    const a = rng.range(0.15, 0.4),
      on = rng.bool(0.5);
    glare(
      rng,
      img,
      on ? zc[0] + rng.range(-0.3, 0.3) * W * s : rng.range(0, ow),
      on ? zc[1] : rng.range(0, oh),
      rng.range(40, 160),
      rng.range(20, 70),
      a,
    );
    d.glare = +a.toFixed(2);
    d.glareOnZone = on;
  }
  if (L === 4 && rng.bool(0.6)) {
    const a = rng.range(0.3, 0.6),
      on = rng.bool(0.5);
    glare(
      rng,
      img,
      on ? zc[0] + rng.range(-0.35, 0.35) * W * s : rng.range(0, ow),
      on ? zc[1] : rng.range(0, oh),
      rng.range(40, 160),
      rng.range(20, 70),
      a,
    );
    d.glare = +a.toFixed(2);
    d.glareOnZone = on;
  }
  if (L === 5 && cut === 'none' && rng.bool(0.4)) {
    const a = rng.range(0.7, 0.97);
    glare(rng, img, zc[0] + rng.range(-0.35, 0.35) * W * s, zc[1], rng.range(30, 80), rng.range(12, 40), a);
    d.glare = +a.toFixed(2);
    d.glareOnZone = true;
    hardGlare = a > 0.85;
  }
  const big = long >= 3000 ? 1.8 : 1;
  const blur =
    big *
    [0, rng.range(0, 0.4), rng.range(0.3, 0.7), rng.range(0.5, 1.0), rng.range(0.6, 1.4), rng.range(0.4, 0.9)][L]!;
  const mb = [
    0,
    0,
    0,
    rng.bool(0.3) ? rng.range(0.8, 1.8) : 0,
    rng.bool(0.4) ? rng.range(1, 3) : 0,
    rng.bool(0.3) ? rng.range(0.8, 1.8) : 0,
  ][L]!;
  motionBlur(img, mb, rng.range(0, Math.PI));
  await gaussian(img, blur);
  const nz = [0, rng.range(0, 2), rng.range(2, 5), rng.range(3, 8), rng.range(5, 12), rng.range(5, 11)][L]!;
  noise(rng, img, nz, nz * 0.35);
  const pitch =
    Math.hypot(
      ...(() => {
        const a = apply(toImg, zone[0], zone[1] + top),
          b = apply(toImg, zone[0] + zone[2], zone[1] + top);
        return [b[0] - a[0], b[1] - a[1]] as [number, number];
      })(),
    ) / doc.mrz[0]!.length;
  Object.assign(d, {
    blur: +blur.toFixed(2),
    motion: +mb.toFixed(1),
    noise: +nz.toFixed(1),
    pitchPx: +pitch.toFixed(1),
    hardGlare,
  });
  return { img, info: d, toImg, spreadTop: top };
}
