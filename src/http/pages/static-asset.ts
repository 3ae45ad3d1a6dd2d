import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { baseHeaders } from '../answer.ts';
import type { Route } from '../routes.ts';

/** Serves one file of an installed package at a path of ours: pages load nothing from elsewhere. Read once, on the first request. */
export function packagedScript(path: string, file: string): Route {
  let content: Promise<Buffer> | undefined;
  return {
    method: 'GET',
    path,
    access: 'OPEN',
    async handle({ response, exchange }) {
      content ??= readFile(fileURLToPath(import.meta.resolve(file)));
      const bytes = await content;
      response
        .writeHead(200, {
          ...baseHeaders(exchange),
          'content-type': 'text/javascript; charset=utf-8',
          'content-length': bytes.length,
          'cache-control': 'public, max-age=86400',
          'x-content-type-options': 'nosniff',
        })
        .end(bytes);
    },
  };
}
