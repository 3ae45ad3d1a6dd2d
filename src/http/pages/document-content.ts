import type { Context } from '../../projections/perform.ts';
import type { Route } from '../routes.ts';
import { writeFile } from './safe-file.ts';

/** Returns the file of a document to its owner; throws NOT_FOUND for everybody else. */
export type ReadContent = (
  ctx: Context,
  request: { id: string; guestToken: string | null },
) => Promise<{ bytes: Buffer; type: string; filename: string }>;

/** Makes the route that serves the files of documents. */
export function documentContentRoute(readContent: ReadContent): Route {
  return {
    method: 'GET',
    path: '/api/v1/agent/documents/:id/content',
    access: 'KEY_OR_GUEST_TOKEN',
    async handle(arrival, tools) {
      const guestToken = new URLSearchParams(arrival.query).get('guest_token');
      writeFile(arrival, await readContent(await tools.context(), { id: arrival.params.id ?? '', guestToken }));
    },
  };
}
