/** Where a text occurs best in another one, and how many characters differ there. */
export interface Occurrence {
  edits: number;
  from: number;
  to: number;
}

/** Finds the best approximate occurrence of a needle, by edit distance (Sellers). */
export function locate(needle: string, hay: string): Occurrence {
  let previous = new Array<number>(hay.length + 1).fill(0);
  let starts = Array.from({ length: hay.length + 1 }, (_, i) => i);
  for (let i = 1; i <= needle.length; i++) {
    const current = [i];
    const from = [0];
    for (let j = 1; j <= hay.length; j++) {
      const replaced = previous[j - 1]! + (needle[i - 1] === hay[j - 1] ? 0 : 1);
      const dropped = previous[j]! + 1;
      const added = current[j - 1]! + 1;
      const least = Math.min(replaced, dropped, added);
      current[j] = least;
      from[j] = least === replaced ? starts[j - 1]! : least === dropped ? starts[j]! : from[j - 1]!;
    }
    previous = current;
    starts = from;
  }
  let best: Occurrence = { edits: previous[0]!, from: 0, to: 0 };
  for (let j = 0; j <= hay.length; j++)
    if (previous[j]! < best.edits) best = { edits: previous[j]!, from: starts[j]!, to: j };
  return best;
}
