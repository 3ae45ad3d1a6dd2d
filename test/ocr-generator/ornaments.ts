import type { Rng } from './random.ts';

/** Draws fine wavy lines as on security paper. */
export function guilloche(
  rng: Rng,
  w: number,
  y0: number,
  y1: number,
  n: number,
  colour: string,
  alpha: number,
): string {
  let s = `<g fill="none" stroke="${colour}" stroke-opacity="${alpha}" stroke-width="0.12">`;
  const f = rng.range(0.1, 0.4),
    a = rng.range(0.8, 4);
  for (let k = 0; k < n; k++) {
    const yb = y0 + ((y1 - y0) * k) / n,
      ph = rng.range(0, 6.28);
    let d = '';
    for (let x = 0; x <= w; x += 1.5)
      d += `${x === 0 ? 'M' : 'L'}${x.toFixed(1)},${(yb + a * Math.sin(f * x + ph + k * 0.35)).toFixed(2)}`;
    s += `<path d="${d}"/>`;
  }
  return `${s}</g>`;
}
/** Draws a simple portrait. */
export function face(rng: Rng, x: number, y: number, w: number, h: number, grey: boolean): string {
  const skin = grey ? '#bbb' : rng.pick(['#e8c4a0', '#c99a6b', '#8d5b3c', '#f0d0b8', '#b07a50']);
  const hair = grey ? '#444' : rng.pick(['#2b1b10', '#5a3a1a', '#111', '#8a6a3a', '#777']);
  const bg = grey ? '#ddd' : rng.pick(['#e6e9ee', '#d9dde2', '#f2f2ef']);
  const cx = x + w / 2;
  return (
    `<g><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${bg}"/>` +
    `<ellipse cx="${cx}" cy="${y + h * 0.98}" rx="${w * 0.45}" ry="${h * 0.24}" fill="${rng.pick(['#334', '#555', '#7a2e2e', '#224'])}"/>` +
    `<rect x="${cx - w * 0.09}" y="${y + h * 0.6}" width="${w * 0.18}" height="${h * 0.2}" fill="${skin}"/>` +
    `<ellipse cx="${cx}" cy="${y + h * 0.4}" rx="${w * 0.27}" ry="${h * 0.3}" fill="${hair}"/>` +
    `<ellipse cx="${cx}" cy="${y + h * 0.45}" rx="${w * 0.23}" ry="${h * 0.26}" fill="${skin}"/>` +
    `<circle cx="${cx - w * 0.09}" cy="${y + h * 0.42}" r="${w * 0.025}" fill="#222"/><circle cx="${cx + w * 0.09}" cy="${y + h * 0.42}" r="${w * 0.025}" fill="#222"/>` +
    `<path d="M${cx - w * 0.08},${y + h * 0.58}Q${cx},${y + h * 0.61} ${cx + w * 0.08},${y + h * 0.58}" stroke="#844" stroke-width="0.5" fill="none"/></g>`
  );
}
