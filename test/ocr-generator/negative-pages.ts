import { mrzPaths, renderDoc } from './draw-document.ts';
import type { Rng } from './random.ts';

const esc = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const words =
  'the quick brown invoice total amount passport travel visa embassy application number date please find enclosed reference account holder valid until issued authority signature terms conditions hotel booking flight departure arrival'.split(
    ' ',
  );
const FONTS = ['Liberation Sans', 'Liberation Mono', 'DejaVu Sans Mono', 'Open Sans', 'Liberation Serif', 'OCR B'];
function lines(
  n: number,
  f: (i: number) => string,
  font: string,
  size: number,
  x: number,
  y: number,
  dy: number,
): string {
  let s = `<g font-family="'${font}'" font-size="${size}" fill="#111">`;
  for (let i = 0; i < n; i++) s += `<text x="${x}" y="${y + i * dy}" xml:space="preserve">${esc(f(i))}</text>`;
  return `${s}</g>`;
}
/** A page as SVG, one unit a millimetre. */
export type Page = { svg: string; w: number; h: number };
/** Papers and things that hold no complete machine-readable zone, some made to look as if they did. */
export const pages: Record<string, (rng: Rng) => Page> = {
  letter: (r) => ({
    w: 210,
    h: 297,
    svg:
      '<rect width="210" height="297" fill="#fff"/>' +
      lines(
        34,
        () => Array.from({ length: r.int(6, 11) }, () => r.pick(words)).join(' '),
        r.pick(FONTS.slice(0, 5)),
        4.2,
        20,
        40,
        6.5,
      ),
  }),
  receipt: (r) => ({
    w: 80,
    h: 180,
    svg:
      '<rect width="80" height="180" fill="#fdfdf8"/>' +
      lines(
        24,
        () => `${r.pick(words).toUpperCase().padEnd(16, '.')}${r.int(1, 99)}.${r.digits(2)} EUR`,
        'Liberation Mono',
        3.6,
        5,
        14,
        6.4,
      ),
  }),
  mergeConflict: (r) => ({
    w: 200,
    h: 120,
    svg:
      '<rect width="200" height="120" fill="#1e1e1e"/><g fill="#eee">' +
      lines(
        14,
        (i) =>
          i % 7 === 0
            ? '<<<<<<<<<<<<<<<<<<<<<<<<< HEAD <<<<<<<<<<<<<<<<'
            : i % 7 === 6
              ? '>>>>>>>>>>>>>>>>>>>>>>>> feature/abc'
              : `const ${r.pick(words)} = ${r.int(0, 999999)}; // ${r.pick(words)}`,
        'DejaVu Sans Mono',
        5,
        8,
        12,
        7.6,
      ).replace('#111', '#ddd') +
      '</g>',
  }),
  paymentSlip: (r) => ({
    w: 210,
    h: 106,
    svg:
      '<rect width="210" height="106" fill="#fbe3d0"/>' +
      lines(7, () => Array.from({ length: 4 }, () => r.pick(words)).join(' '), 'Liberation Sans', 4, 12, 14, 8) +
      lines(
        2,
        (i) => (i === 0 ? `${r.digits(13)}>${r.digits(27)}+` : `${r.digits(9)}>              `),
        'OCR B',
        4.6,
        40,
        88,
        8.4,
      ),
  }),
  cheque: (r) => ({
    w: 175,
    h: 80,
    svg:
      '<rect width="175" height="80" fill="#e8f0e8"/>' +
      lines(4, () => Array.from({ length: 5 }, () => r.pick(words)).join(' '), 'Liberation Serif', 4.4, 10, 14, 10) +
      lines(1, () => `<${r.digits(8)}< ${r.digits(6)}<: ${r.digits(10)}>`, 'OCR B', 5, 20, 72, 8),
  }),
  boardingPass: (r) => ({
    w: 200,
    h: 82,
    svg:
      '<rect width="200" height="82" fill="#fff"/><rect width="200" height="14" fill="#05a"/>' +
      lines(
        5,
        (i) =>
          [
            'NAME OF PASSENGER',
            'DOE/JOHN MR',
            `FROM ${r.letters(3)} TO ${r.letters(3)}`,
            `FLIGHT ${r.letters(2)} ${r.digits(4)} DATE ${r.digits(2)}MAR`,
            `SEAT ${r.digits(2)}A GATE ${r.digits(2)}`,
          ][i]!,
        'Liberation Mono',
        5,
        8,
        26,
        9,
      ) +
      lines(
        1,
        () => `M1DOE/JOHN            E${r.letters(6)} ${r.letters(6)} ${r.digits(4)} ${r.digits(3)}Y${r.digits(3)}A`,
        'OCR B',
        4,
        8,
        76,
        8,
      ),
  }),
  fakeZone: (r) => {
    const w = 125,
      h = 88;
    const ls = [0, 1].map(() =>
      Array.from({ length: r.int(28, 50) }, () => (r.bool(0.35) ? '<' : r.bool(0.5) ? r.letters(1) : r.digits(1))).join(
        '',
      ),
    );
    return {
      w,
      h,
      svg:
        `<rect width="${w}" height="${h}" fill="#f3f3ee"/>` +
        lines(7, () => Array.from({ length: 4 }, () => r.pick(words)).join(' '), 'Liberation Sans', 3.4, 40, 16, 6.5) +
        mrzPaths(
          r,
          ls.map((l) => l.slice(0, 46)),
          4,
          [73, 79.3],
          { style: 'regular', ink: '#111', weight: 0, pitch: 1, jitter: 0.02 },
        ),
    };
  },
  fillerOnly: (r) => ({
    w: 125,
    h: 88,
    svg:
      '<rect width="125" height="88" fill="#f3f3ee"/>' +
      mrzPaths(r, ['<'.repeat(44), '<'.repeat(44)], 6, [73, 79.3], {
        style: 'regular',
        ink: '#111',
        weight: 0,
        pitch: 1,
        jitter: 0,
      }),
  }),
  noZone: (r) => {
    const d = renderDoc(r, { fonts: FONTS.slice(0, 5), type: 'TD3' });
    const cutH = d.mrzBox[1] - 1.5;
    return { w: d.w, h: cutH, svg: d.svg };
  },
  oneLine: (r) => {
    const d = renderDoc(r, { fonts: FONTS.slice(0, 5), type: 'TD3' });
    return { w: d.w, h: d.mrzBox[1] + 5.2, svg: d.svg };
  },
  hiddenZone: (r) => {
    const d = renderDoc(r, { fonts: FONTS.slice(0, 5), type: 'TD3' });
    const [x, y, w, h] = d.mrzBox;
    return {
      w: d.w,
      h: d.h,
      svg:
        d.svg +
        `<ellipse cx="${x + w * r.range(0.3, 0.7)}" cy="${y + h / 2}" rx="${w * 0.33}" ry="${h * 1.4}" fill="#d9a98a"/>`,
    };
  },
  licence: (r) => ({
    w: 85.6,
    h: 54,
    svg:
      '<rect width="85.6" height="54" rx="3" fill="#f7e8ee"/><rect x="4" y="12" width="22" height="28" fill="#ccc"/><ellipse cx="15" cy="25" rx="7" ry="9" fill="#b98"/>' +
      lines(7, (i) => `${i + 1}. ${r.letters(r.int(5, 10))} ${r.digits(4)}`, 'Liberation Sans', 3, 30, 14, 5) +
      lines(
        1,
        () => `${r.letters(5)}${r.digits(6)}${r.letters(2)}9${r.letters(2)} ${r.digits(2)}`,
        'OCR B',
        3.2,
        8,
        50,
        5,
      ),
  }),
  bankCard: (r) => ({
    w: 85.6,
    h: 54,
    svg:
      '<rect width="85.6" height="54" rx="3" fill="#224a8a"/><rect x="8" y="18" width="11" height="9" rx="1.5" fill="#dcb"/>' +
      lines(
        2,
        (i) => (i === 0 ? `${r.digits(4)} ${r.digits(4)} ${r.digits(4)} ${r.digits(4)}` : 'JOHN DOE   12/29'),
        'OCR B',
        5.2,
        8,
        36,
        10,
      ).replace('#111', '#eee'),
  }),
  table: (r) => ({
    w: 210,
    h: 150,
    svg:
      '<rect width="210" height="150" fill="#fff"/>' +
      lines(
        18,
        () => Array.from({ length: 7 }, () => r.digits(6)).join('  '),
        r.pick(['Liberation Mono', 'OCR B']),
        4.4,
        8,
        12,
        7.4,
      ),
  }),
  barcode: (r) => {
    let s = '<rect width="120" height="80" fill="#fff"/>';
    for (let x = 8; x < 112; x += r.range(0.5, 2))
      s += `<rect x="${x}" y="10" width="${r.range(0.3, 1.2).toFixed(2)}" height="45" fill="#000"/>`;
    return { w: 120, h: 80, svg: s + lines(1, () => r.digits(20), 'OCR B', 5, 20, 65, 6) };
  },
  selfie: (r) => {
    const f = renderDoc(r, { fonts: ['Liberation Sans'], type: 'TD3' });
    void f;
    return {
      w: 90,
      h: 120,
      svg: `<rect width="90" height="120" fill="${r.pick(['#ccd', '#bca', '#889'])}"/><ellipse cx="45" cy="118" rx="40" ry="28" fill="#345"/><ellipse cx="45" cy="50" rx="26" ry="34" fill="#432"/><ellipse cx="45" cy="55" rx="22" ry="29" fill="${r.pick(['#e8c4a0', '#8d5b3c'])}"/><circle cx="37" cy="50" r="2" fill="#222"/><circle cx="53" cy="50" r="2" fill="#222"/>`,
    };
  },
  blank: (r) => ({
    w: 125,
    h: 88,
    svg: `<rect width="125" height="88" fill="${r.pick(['#fff', '#000', '#eef', '#777'])}"/>`,
  }),
  keyboard: (r) => {
    let s = '<rect width="150" height="60" fill="#222"/>';
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 14; i++)
        s += `<rect x="${3 + i * 10.4}" y="${4 + j * 13.5}" width="8.6" height="11" rx="1" fill="#444"/><text x="${6 + i * 10.4}" y="${12 + j * 13.5}" font-family="Liberation Sans" font-size="5" fill="#eee">${r.letters(1)}</text>`;
    return { w: 150, h: 60, svg: s };
  },
};
