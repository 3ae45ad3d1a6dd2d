import { apply, encode } from './camera.ts';
import type { MrzType } from './compose-zone.ts';
import { renderDoc } from './draw-document.ts';
import { photograph } from './photograph.ts';
import { Rng } from './random.ts';

/** A generated image of a document, and what it says. */
export interface GeneratedDocument {
  file: string;
  bytes: Buffer;
  level: string;
  /** `read`: a reader must read it; `either`: beyond reading; `reject`: part of the zone is outside the image. */
  expect: 'read' | 'either' | 'reject';
  lines: string[];
  placeOfBirth: string | null;
}

const fonts = [
  'Liberation Sans',
  'DejaVu Sans',
  'Open Sans',
  'Roboto',
  'Carlito',
  'Liberation Serif',
  'Liberation Sans',
];
/** Images of each level in a set of 200: from clean scans to small dark photos that are partly cut off. */
const plan: Record<string, number> = { L1: 30, L2: 40, L3: 60, L4: 45, L5: 25 };

/** Makes a graded set of documents; the same seed makes the same set. */
export async function* generateDocuments(seed: number, count: number): AsyncGenerator<GeneratedDocument> {
  let id = 0;
  for (const [level, share] of Object.entries(plan)) {
    for (let k = 0; k < Math.round((share * count) / 200); k++) yield await generate(seed, id++, level);
  }
}

async function generate(seed: number, id: number, level: string): Promise<GeneratedDocument> {
  const rng = new Rng((seed * 7919 + id * 104729) >>> 0);
  const t = rng.next();
  const type: MrzType = t < 0.78 ? 'TD3' : t < 0.9 ? 'TD1' : 'TD2';
  const doc = renderDoc(rng, { fonts, type });
  const { img, info, toImg, spreadTop } = await photograph(rng, doc, level);
  const [low, high] = ({ L1: [85, 95], L2: [70, 90], L3: [50, 85], L4: [30, 65], L5: [30, 45] } as const)[
    level as 'L1'
  ];
  const quality = Math.round(rng.range(low, high));
  const format = level === 'L1' && rng.bool(0.25) ? 'png' : rng.bool(0.06) ? 'webp' : 'jpeg';
  const bytes = await encode(img, format, quality, rng.bool(0.1));
  const [x, y, w, h] = doc.mrzBox;
  const corners = [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ].map(([u, v]) => apply(toImg, u!, v! + spreadTop));
  const outside = corners.some(([u, v]) => u < -1 || v < -1 || u > img.w + 1 || v > img.h + 1);
  const beyond = info.hardGlare === true || (info.pitchPx as number) < 7.5;
  return {
    file: `${String(id).padStart(3, '0')}_${level}_${type}_${doc.country}.${format === 'jpeg' ? 'jpg' : format}`,
    bytes,
    level,
    expect: outside ? 'reject' : beyond ? 'either' : 'read',
    lines: doc.mrz,
    placeOfBirth: doc.truth.placeOfBirth,
  };
}
