import { Failure } from '../../kernel/failure.ts';
import { admit } from '../../projections/admission.ts';
import type { Context } from '../../projections/perform.ts';
import type { Arrival } from '../door.ts';
import { readMultipart } from '../multipart.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, writePage } from './html.ts';
import { uploadDone, uploadForm, uploadOver } from './upload-words.ts';

type Over = 'used' | 'expired' | 'unknown';

/** What the pages of upload links do: how a link stands, and the one upload of it. */
export interface UploadLinks {
  read(ctx: Context, token: string): Promise<{ state: Over } | { state: 'open'; kind: string; expiresAt: Date }>;
  redeem(
    ctx: Context,
    token: string,
    file: { filename: string; mime: string; content: Uint8Array },
  ): Promise<
    { state: Over } | { state: 'open'; document: { kind: string; checks: { ok: boolean; message: string }[] } }
  >;
}

const statusOfState = { used: 410, expired: 410, unknown: 404 } as const;

/** Makes the routes of the page on which a traveler uploads one file. */
export function uploadPageRoutes(links: UploadLinks): Route[] {
  const path = '/upload/:token';
  const enter = async (arrival: Arrival, tools: RouteTools) => {
    const ctx = await tools.context();
    const { gate } = tools.door.engine;
    await admit(gate, { access: 'PUBLIC', limited: true }, ctx.caller, arrival.address, arrival.exchange);
    return { ctx, token: arrival.params.token ?? '' };
  };

  return [
    {
      method: 'GET',
      path,
      access: 'OPEN',
      async handle(arrival, tools) {
        const { ctx, token } = await enter(arrival, tools);
        const link = await links.read(ctx, token);
        if (link.state === 'open') show(arrival, 200, uploadForm(link));
        else show(arrival, statusOfState[link.state], uploadOver(link.state));
      },
    },
    {
      method: 'POST',
      path,
      access: 'OPEN',
      async handle(arrival, tools) {
        const { ctx, token } = await enter(arrival, tools);
        const link = await links.read(ctx, token);
        if (link.state !== 'open') {
          arrival.exchange.lastOnConnection = true;
          return show(arrival, statusOfState[link.state], uploadOver(link.state));
        }
        try {
          const file = await readFile(arrival, tools);
          const result = await links.redeem(ctx, token, file);
          if (result.state === 'open') show(arrival, 201, uploadDone(result.document));
          else show(arrival, statusOfState[result.state], uploadOver(result.state));
        } catch (error) {
          if (!(error instanceof Failure) || error.status === 429) throw error;
          arrival.code = error.code;
          if (!arrival.request.complete) arrival.exchange.lastOnConnection = true;
          show(arrival, error.status, uploadForm(link, error.message));
        }
      },
    },
  ];
}

async function readFile(arrival: Arrival, tools: RouteTools) {
  const document = tools.door.documents.find('UploadDocument');
  if (document?.fileVariable === undefined) throw new Error('no document takes files');
  const fields = await readMultipart(arrival.request, document);
  return {
    filename: String(fields.filename),
    mime: String(fields.mime),
    content: fields[document.fileVariable] as Uint8Array,
  };
}

function show({ response, exchange }: Arrival, status: number, content: Html): void {
  writePage(response, exchange, status, content, { 'x-robots-tag': 'noindex' });
}
