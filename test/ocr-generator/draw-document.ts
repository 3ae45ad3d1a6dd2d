import { readFileSync } from 'node:fs';
import { composeZone, type MrzType, type Person, transliterate } from './compose-zone.ts';
import { type Country, countries } from './countries.ts';
import { face, guilloche } from './ornaments.ts';
import type { Rng } from './random.ts';

const OCRB = JSON.parse(readFileSync(new URL('./ocrb-glyphs.json', import.meta.url), 'utf8')) as Record<
  string,
  { glyphs: Record<string, string> }
>;
const PITCH = 2.54,
  EM = PITCH / 0.723; // OCR-B size 1: 10 characters per inch
const esc = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** A drawn page, where its zone is, and what it says. */
export interface Doc {
  svg: string;
  type: MrzType;
  w: number;
  h: number;
  mrz: string[];
  mrzBox: [number, number, number, number];
  country: string;
  template: string;
  font: string;
  truth: {
    surname: string;
    given: string;
    surnameMrz: string;
    givenMrz: string;
    nationality: string;
    issuer: string;
    documentNumber: string;
    birthDate: string;
    sex: string;
    expiryDate: string;
    optional: string;
    placeOfBirth: string | null;
    placeOfBirthLabel: string | null;
  };
}
function fill(rng: Rng, pattern: string): string {
  let s = '';
  for (const c of pattern) s += c === '#' ? String(rng.int(0, 9)) : c === '@' ? rng.letters(1) : c === ' ' ? '' : c;
  return s;
}
function ymd(rng: Rng, y0: number, y1: number): { y: number; m: number; d: number; s: string } {
  const y = rng.int(y0, y1),
    m = rng.int(1, 12),
    d = rng.int(1, 28);
  return { y, m, d, s: String(y % 100).padStart(2, '0') + String(m).padStart(2, '0') + String(d).padStart(2, '0') };
}
function printed(_rng: Rng, style: number, d: { y: number; m: number; d: number }): string {
  const dd = String(d.d).padStart(2, '0'),
    mm = String(d.m).padStart(2, '0');
  return [
    `${dd} ${MONTHS[d.m - 1]} ${d.y}`,
    `${dd}.${mm}.${d.y}`,
    `${dd}/${mm}/${d.y}`,
    `${dd} ${mm} ${d.y}`,
    `${dd} ${MONTHS[d.m - 1]}/${MONTHS[d.m - 1]} ${String(d.y % 100).padStart(2, '0')}`,
  ][style]!;
}
const iso = (d: { y: number; m: number; d: number }): string =>
  `${d.y}-${String(d.m).padStart(2, '0')}-${String(d.d).padStart(2, '0')}`;

/** Draws lines in OCR-B, each character at its place of the fixed pitch. */
export function mrzPaths(
  rng: Rng,
  lines: string[],
  x: number,
  baselines: number[],
  o: { style: string; ink: string; weight: number; pitch: number; jitter: number },
): string {
  const g = OCRB[o.style]!.glyphs,
    sc = EM / 1000;
  let out = `<g fill="${o.ink}" stroke="${o.ink}" stroke-width="${o.weight}">`;
  lines.forEach((line, li) => {
    for (let i = 0; i < line.length; i++) {
      const jx = o.jitter * rng.gauss(),
        jy = o.jitter * rng.gauss();
      out += `<path d="${g[line[i]!]}" transform="translate(${(x + i * PITCH * o.pitch + jx).toFixed(3)},${(baselines[li]! + jy).toFixed(3)}) scale(${(sc * o.pitch).toFixed(6)},${(-sc).toFixed(6)})"/>`;
    }
  });
  return `${out}</g>`;
}
const text = (x: number, y: number, size: number, s: string, extra = ''): string =>
  `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" font-size="${size}" ${extra}>${esc(s)}</text>`;

/** What can be decided about a document. */
export interface RenderOptions {
  fonts: string[];
  type?: MrzType;
  country?: Country;
}
/** Draws one document of a random holder. */
export function renderDoc(rng: Rng, o: RenderOptions): Doc {
  const type: MrzType = o.type ?? 'TD3';
  const c = o.country ?? rng.pick(countries);
  const surname = rng.pick(c.surnames);
  let given = rng.pick(c.given);
  const special = rng.next();
  if (special < 0.04)
    given = ''; // single-name holder
  else if (special < 0.09) given = `${given} ${rng.pick(c.given)} ${rng.pick(c.given)} MAXIMILIANA`; // long names, truncated in the zone
  const birth = ymd(rng, 1935, 2019),
    issue = ymd(rng, 2014, 2024);
  const expiry = { y: issue.y + (rng.bool(0.8) ? 10 : 5), m: issue.m, d: issue.d, s: '' };
  expiry.s = String(expiry.y % 100).padStart(2, '0') + issue.s.slice(2);
  const sex = rng.next() < 0.06 ? 'X' : rng.pick(['M', 'F'] as const);
  const number = fill(rng, c.num).slice(0, 9);
  const personal = c.personal && rng.bool(0.8) ? fill(rng, c.personal).slice(0, type === 'TD3' ? 14 : 7) : '';
  const place = rng.pick(c.places);
  const hasPob = c.labels.pob !== null && type !== 'TD1' ? true : c.labels.pob !== null && rng.bool(0.5);
  const unknownDay = rng.bool(0.03);
  const p: Person = {
    surname: transliterate(surname) ? surname : 'SPECIMEN',
    given,
    nationality: c.mrz,
    issuer: c.mrz,
    documentNumber: number,
    birth: unknownDay ? `${birth.s.slice(0, 4)}<<` : birth.s,
    sex,
    expiry: expiry.s,
    optional: personal,
    optional2: '',
    code:
      type === 'TD3' ? (rng.bool(0.85) ? 'P' : rng.pick(['PO', 'PD', 'PP', 'PN'])) : rng.pick(['I', 'ID', 'IR', 'AR']),
  };
  if (type === 'TD1' && rng.bool(0.15)) p.documentNumber = number.padEnd(9, '0') + fill(rng, '###');
  const mrz = composeZone(type, p, { personalCheckFiller: rng.bool(0.5) });
  const [w, h] = type === 'TD3' ? [125, 88] : type === 'TD2' ? [105, 74] : [85.6, 54];
  const font = rng.pick(o.fonts);
  const bg = rng.pick(['#eef3f7', '#f6efe6', '#eaf3ea', '#f4eaf0', '#e6eef6', '#f3f1e4']);
  const tint = rng.pick(['#7aa6c8', '#c89a7a', '#8ab58a', '#b58ab0', '#c8b46a', '#d08a8a']);
  const ink = rng.pick(['#0a0a0a', '#1a1a1a', '#2a2a2a', '#222233', '#333333']);
  let s = `<rect x="0" y="0" width="${w}" height="${h}" rx="3" fill="${bg}"/>`;
  const mrzTop = type === 'TD3' ? h - 23.2 : type === 'TD2' ? h - 23.2 : h - 23.5;
  s += guilloche(rng, w, 3, mrzTop, rng.int(18, 40), tint, rng.range(0.25, 0.6));
  if (rng.bool(0.35)) s += guilloche(rng, w, mrzTop, h, rng.int(8, 20), tint, rng.range(0.1, 0.3));
  else if (rng.bool(0.5))
    s += `<rect x="0" y="${mrzTop}" width="${w}" height="${h - mrzTop}" fill="#fff" fill-opacity="${rng.range(0.3, 0.9).toFixed(2)}"/>`;
  if (rng.bool(0.3))
    s += `<circle cx="${rng.range(20, w - 20).toFixed(1)}" cy="${rng.range(15, mrzTop).toFixed(1)}" r="${rng.range(8, 18).toFixed(1)}" fill="none" stroke="${tint}" stroke-width="1.2" stroke-opacity="0.5"/>`;
  let template = 'none';
  const lab = c.labels,
    dateStyle = rng.int(0, 4);
  const fam = `font-family="'${font}','Noto Sans','DejaVu Sans','WenQuanYi Micro Hei'"`;
  s += `<g ${fam} fill="#223">`;
  const valueWeight = rng.bool(0.6) ? 'font-weight="bold"' : '';
  const value = (x: number, y: number, size: number, v: string): string =>
    text(x, y, size, v, `fill="${ink}" ${valueWeight}`);
  const field = (x: number, y: number, l: string, v: string, ls: number, vs: number): string =>
    text(x, y, ls, l, `fill="${rng.bool(0.5) ? '#335' : '#444'}"`) + value(x, y + vs + 0.7, vs, v);
  const printedPob = hasPob ? place : null;
  if (type === 'TD1') {
    template = 'td1-back';
    s += text(4, 6, 2.4, c.title[0]!, 'font-weight="bold"');
    if (printedPob !== null) s += field(5, 11, lab.pob!, printedPob, 1.7, 2.4);
    s += field(5, 19, lab.doi, printed(rng, dateStyle, issue), 1.7, 2.4);
    s += field(45, 19, lab.authority, c.authority, 1.7, 2.4);
  } else {
    const k = type === 'TD3' ? 1 : 0.8;
    const t = rng.next();
    template = t < 0.45 ? 'stack' : t < 0.8 ? 'grid' : t < 0.9 ? 'photo-right' : 'inline';
    const ls = rng.range(1.6, 1.95) * k,
      vs = rng.range(2.5, 3.1) * k;
    c.title.forEach((tt, i) => {
      s += text(4, (4.6 + i * 3.3) * k, (i === 0 ? 2.8 : 2.2) * k, tt, 'font-weight="bold"');
    });
    const px = template === 'photo-right' ? w - 39 * k : 4,
      py = 15 * k;
    s += face(rng, px, py, 33 * k, 43 * k, rng.bool(0.3));
    const x = template === 'photo-right' ? 5 : 40 * k,
      colW = w - 44 * k;
    s +=
      text(x, 13.5 * k, ls, 'Type/Type', '') +
      value(x, 16.6 * k, vs, p.code) +
      text(x + 16 * k, 13.5 * k, ls, 'Code', '') +
      value(x + 16 * k, 16.6 * k, vs, c.mrz) +
      text(x + 34 * k, 13.5 * k, ls, lab.number, '') +
      value(x + 34 * k, 16.6 * k, vs, number);
    const rowsY = (i: number): number => (20.2 + i * 6.15) * k;
    const pob = printedPob,
      pobLabel = lab.pob;
    const originRow = lab.origin ? ([lab.origin, place] as const) : null;
    const sexPrinted = sex === 'X' ? 'X' : sex;
    if (template === 'inline') {
      const rows: [string, string][] = [
        [lab.surname, surname],
        [lab.given, given],
        [lab.nationality, c.nat],
        [lab.dob, printed(rng, dateStyle, birth)],
        [lab.sex, sexPrinted],
      ];
      if (pob !== null) rows.push([pobLabel!, pob]);
      else if (originRow) rows.push([originRow[0], originRow[1]]);
      rows.push([lab.doi, printed(rng, dateStyle, issue)], [lab.doe, printed(rng, dateStyle, expiry)]);
      rows.forEach(([l, v], i) => {
        const short = l.length > 34 ? l.split('/').slice(0, 2).join('/') : l;
        s += text(x, (21 + i * 5.4) * k, ls * 0.92, short, '') + value(x + 37 * k, (21 + i * 5.4) * k, vs * 0.92, v);
      });
    } else if (template === 'grid') {
      s +=
        field(x, rowsY(0), lab.surname, surname, ls, vs) +
        field(x, rowsY(1), lab.given, given, ls, vs) +
        field(x, rowsY(2), lab.nationality, c.nat, ls, vs);
      s += field(x, rowsY(3), lab.dob, printed(rng, dateStyle, birth), ls, vs);
      if (personal) s += field(x + colW * 0.55, rowsY(3), 'Personal No.', personal, ls, vs);
      s += field(x, rowsY(4), lab.sex, sexPrinted, ls, vs);
      if (pob !== null) s += field(x + 22 * k, rowsY(4), pobLabel!, pob, ls, vs);
      else if (originRow) s += field(x + 22 * k, rowsY(4), originRow[0], originRow[1], ls, vs);
      s +=
        field(x, rowsY(5), lab.doi, printed(rng, dateStyle, issue), ls, vs) +
        field(x + colW * 0.55, rowsY(5), lab.authority.slice(0, 26), c.authority, ls, vs);
      s += field(x, rowsY(6), lab.doe, printed(rng, dateStyle, expiry), ls, vs);
    } else {
      s +=
        field(x, rowsY(0), lab.surname, surname, ls, vs) +
        field(x, rowsY(1), lab.given, given, ls, vs) +
        field(x, rowsY(2), lab.nationality, c.nat, ls, vs);
      s +=
        field(x, rowsY(3), lab.dob.slice(0, 42), printed(rng, dateStyle, birth), ls, vs) +
        field(x + colW * 0.72, rowsY(3), lab.sex, sexPrinted, ls, vs);
      if (pob !== null) s += field(x, rowsY(4), pobLabel!, pob, ls, vs);
      else if (originRow) s += field(x, rowsY(4), originRow[0], originRow[1], ls, vs);
      s += field(x, rowsY(5), lab.doi, printed(rng, dateStyle, issue), ls, vs);
      s +=
        field(x, rowsY(6), lab.doe, printed(rng, dateStyle, expiry), ls, vs) +
        field(x + colW * 0.6, rowsY(6), lab.authority.slice(0, 26), c.authority, ls, vs);
    }
    if (rng.bool(0.35)) s += `<g opacity="0.35">${face(rng, w - 16 * k, 44 * k, 11 * k, 14 * k, true)}</g>`;
    if (rng.bool(0.12))
      s += `<text x="${w * 0.3}" y="${h * 0.55}" font-size="16" fill="#b33" fill-opacity="0.25" transform="rotate(-20 ${w * 0.3} ${h * 0.55})" font-weight="bold">SPECIMEN</text>`;
  }
  s += '</g>';
  const n = mrz[0]!.length,
    pitch = rng.range(0.985, 1.015);
  const mx = (w - n * PITCH * pitch) / 2 + rng.range(-1, 1);
  const lastBase = h - rng.range(7.5, 9.5),
    spacing = type === 'TD1' ? 6.35 * 0.93 : 6.35 * rng.range(0.93, 1.05);
  const baselines = mrz.map((_, i) => lastBase - (mrz.length - 1 - i) * spacing);
  s += mrzPaths(rng, mrz, mx, baselines, {
    style: rng.pick(['regular', 'regular', 'sharp']),
    ink: rng.pick(['#050505', '#151515', '#222', '#333', '#3a3a3a']),
    weight: rng.pick([0, 0, 8, 16, 26]),
    pitch,
    jitter: rng.pick([0, 0.02, 0.05]),
  });
  return {
    svg: s,
    type,
    w,
    h,
    mrz,
    mrzBox: [mx, baselines[0]! - 2.8, n * PITCH * pitch, baselines.at(-1)! - baselines[0]! + 3.0],
    country: c.code,
    template,
    font,
    truth: {
      surname,
      given,
      surnameMrz: transliterate(surname),
      givenMrz: transliterate(given),
      nationality: c.mrz,
      issuer: c.mrz,
      documentNumber: p.documentNumber,
      birthDate: unknownDay ? p.birth : iso(birth),
      sex,
      expiryDate: iso(expiry),
      optional: personal,
      placeOfBirth: printedPob,
      placeOfBirthLabel: printedPob === null ? null : lab.pob,
    },
  };
}
/** Puts a drawing in millimetres into an SVG file of a given resolution. */
export function wrapSvg(inner: string, w: number, h: number, pxPerMm: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(w * pxPerMm)}" height="${Math.round(h * pxPerMm)}" viewBox="0 0 ${w} ${h}">${inner}</svg>`;
}
