import type { Readable } from 'node:stream';

/** How much of an answer is read before the connection is given up. */
const mostRead = 16_384;
/** How much of it is kept. */
const mostKept = 1_000;

/**
 * Reads the beginning of an answer's body as plain text: capped, well-formed, without control characters. Of a body that is
 * longer than a few kilobytes, or breaks off, it returns what came.
 */
export async function readExcerpt(body: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostRead) break;
    }
  } catch {
    // The status has been told; the rest of the body is not worth a failed delivery.
  }
  if (size === 0) return null;
  const text = Buffer.concat(chunks)
    .subarray(0, 4 * mostKept)
    .toString('utf8')
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
    .slice(0, mostKept)
    .toWellFormed();
  return text === '' ? null : text;
}
