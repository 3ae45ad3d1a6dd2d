/** Visits every connected group of set places in a mask (diagonals connect), each with the indexes of its places. */
export function eachComponent(
  mask: Uint8Array,
  width: number,
  height: number,
  visit: (places: Int32Array) => void,
): void {
  const seen = new Uint8Array(width * height);
  const queue = new Int32Array(width * height);
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || seen[start]) continue;
    let head = 0;
    let tail = 0;
    queue[tail++] = start;
    seen[start] = 1;
    while (head < tail) {
      const place = queue[head++]!;
      const x = place % width;
      const y = (place / width) | 0;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const next = v * width + u;
          if (!mask[next] || seen[next]) continue;
          seen[next] = 1;
          queue[tail++] = next;
        }
      }
    }
    visit(queue.subarray(0, tail));
  }
}
