import type { Context } from '../../projections/perform.ts';
import { baseHeaders } from '../answer.ts';
import type { Route } from '../routes.ts';

/** Returns the file of a document to its owner; throws NOT_FOUND for everybody else. */
export type ReadContent = (
  ctx: Context,
  request: { id: string; guestToken: string | null },
) => Promise<{ bytes: Buffer; type: string; filename: string }>;

/** Whatever a file holds, a browser saves it and runs nothing of it, and nobody keeps a copy on the way. */
const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** Makes the route that serves the files of documents. */
export function documentContentRoute(readContent: ReadContent): Route {
  return {
    method: 'GET',
    path: '/api/v1/agent/documents/:id/content',
    access: 'KEY_OR_GUEST_TOKEN',
    async handle(arrival, tools) {
      const guestToken = new URLSearchParams(arrival.query).get('guest_token');
      const file = await readContent(await tools.context(), { id: arrival.params.id ?? '', guestToken });
      arrival.response
        .writeHead(200, {
          ...baseHeaders(arrival.exchange),
          ...safeHeaders,
          'content-type': file.type,
          'content-length': file.bytes.length,
          'content-disposition': `attachment; filename="${file.filename}"`,
        })
        .end(file.bytes);
    },
  };
}
