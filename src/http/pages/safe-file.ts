import { baseHeaders } from '../answer.ts';
import type { Arrival } from '../door.ts';

/** Whatever a file holds, a browser saves it and runs nothing of it, and nobody keeps a copy on the way. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with a personal file, to be saved under a name of ours. */
export function writeFile(
  { response, exchange }: Arrival,
  file: { bytes: Uint8Array; type: string; filename: string },
): void {
  response
    .writeHead(200, {
      ...baseHeaders(exchange),
      ...safeHeaders,
      'content-type': file.type,
      'content-length': file.bytes.length,
      'content-disposition': `attachment; filename="${file.filename}"`,
    })
    .end(file.bytes);
}
