/** How much of an answer's body is kept. */
const mostKept = 1_000;

/** Returns the beginning of a body as plain text: capped, well-formed, without control characters; null when there is nothing. */
export function excerptOf(chunks: readonly Uint8Array[]): string | null {
  if (chunks.length === 0) return null;
  const text = Buffer.concat(chunks)
    .subarray(0, 4 * mostKept)
    .toString('utf8')
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
    .slice(0, mostKept)
    .toWellFormed();
  return text === '' ? null : text;
}
