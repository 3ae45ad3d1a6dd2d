import { hash } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { prefix } from '../projections/directory.ts';
import { baseHeaders, matchesTag, writeJson } from './answer.ts';
import type { Door } from './door.ts';
import type { Route } from './routes.ts';

const maxAgeSeconds = 300;

/** Makes the route of the OpenAPI document, which is written at the first request and kept. */
export function openapiRoute(schema: GraphQLSchema, baseUrl: string): Route {
  let written: Promise<{ text: string; tag: string }> | undefined;
  const write = async ({ documents }: Door) => {
    const { createOpenapi } = await import('../projections/openapi/openapi.ts');
    const text = JSON.stringify(createOpenapi(documents, schema, baseUrl));
    return { text, tag: `"${hash('sha1', text, 'base64url')}"` };
  };
  return {
    method: 'GET',
    path: `${prefix}/openapi.json`,
    access: 'PUBLIC',
    handle: async ({ request, response, exchange }, { door }) => {
      written ??= write(door);
      const { text, tag } = await written;
      const headers = { ...baseHeaders(exchange), etag: tag, 'cache-control': `public, max-age=${maxAgeSeconds}` };
      if (matchesTag(request, tag)) response.writeHead(304, headers).end();
      else writeJson(response, 200, headers, text);
    },
  };
}
