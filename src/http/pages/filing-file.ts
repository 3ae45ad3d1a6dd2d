import type { Context } from '../../projections/perform.ts';
import type { Route } from '../routes.ts';
import { writeFile } from './safe-file.ts';

/** Returns a file of a form that the operator has in hand; throws for everybody else and everything else. */
export type ReadFilingFile = (
  ctx: Context,
  request: { applicationId: string; documentId: string },
) => Promise<{ bytes: Buffer; type: string; filename: string }>;

/** Makes the route where operators read the files of a form. */
export function filingFileRoute(read: ReadFilingFile): Route {
  return {
    method: 'GET',
    path: '/api/v1/agent/filings/:id/files/:document',
    access: 'OPERATOR',
    async handle(arrival, tools) {
      const { id = '', document = '' } = arrival.params;
      writeFile(arrival, await read(await tools.context(), { applicationId: id, documentId: document }));
    },
  };
}
