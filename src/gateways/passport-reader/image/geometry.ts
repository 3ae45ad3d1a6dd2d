import type { Point } from './raster.ts';

/** A rectangle at an angle: its centre, its long side as width, and the direction of that side in radians. */
export interface TiltedBox {
  cx: number;
  cy: number;
  width: number;
  height: number;
  angle: number;
}

/** Returns an angle as the same direction between -π and π. */
export function normalAngle(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** Returns the direction of a line without its sense: between -π/2 and π/2. */
export function lineAngle(angle: number): number {
  const normal = normalAngle(angle);
  if (normal > Math.PI / 2) return normal - Math.PI;
  return normal < -Math.PI / 2 ? normal + Math.PI : normal;
}

/** Returns the middle value of some numbers, the upper of two; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Solves the normal equations of a least-squares fit, rows of coefficients with their right side; null when they do not determine it. */
export function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    const lead = rows[i]![i]!;
    if (Math.abs(lead) < 1e-9) return null;
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = rows[r]![i]! / lead;
      for (let c = i; c <= size; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}

/** Fits `y = a + b x + c x²` to weighted points, without `c` for degree 1. `stiffness` pulls the last coefficient to 0. */
export function fitCurve(
  points: readonly { x: number; y: number; weight: number }[],
  degree: 1 | 2,
  stiffness = 0,
): [number, number, number] | null {
  const size = degree + 1;
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
  for (const { x, y, weight } of points) {
    const powers = [1, x, x * x];
    for (let r = 0; r < size; r++) {
      for (let c = 0; c < size; c++) rows[r]![c]! += weight * powers[r]! * powers[c]!;
      rows[r]![size]! += weight * powers[r]! * y;
    }
  }
  rows[size - 1]![size - 1]! += stiffness;
  const found = solve(rows);
  return found && [found[0] ?? 0, found[1] ?? 0, found[2] ?? 0];
}

/** Returns the smallest rectangle, at any angle, around some points. */
export function smallestBox(points: readonly Point[]): TiltedBox {
  const hull = convexHull(points);
  let best: TiltedBox = { cx: 0, cy: 0, width: 0, height: 0, angle: 0 };
  let area = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.length; i++) {
    const [ax, ay] = hull[i]!;
    const [bx, by] = hull[(i + 1) % hull.length]!;
    const angle = Math.atan2(by - ay, bx - ax);
    const box = boxAlong(hull, angle);
    if (box.width * box.height < area) [area, best] = [box.width * box.height, box];
  }
  if (best.height <= best.width) return best;
  return { ...best, width: best.height, height: best.width, angle: best.angle + Math.PI / 2 };
}

/** Returns the rectangle around some points whose width runs in a given direction. */
export function boxAlong(points: readonly Point[], angle: number): TiltedBox {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    const u = x * c + y * s;
    const v = y * c - x * s;
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { cx: u * c - v * s, cy: u * s + v * c, width: right - left, height: bottom - top, angle };
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (order: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of order) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}
