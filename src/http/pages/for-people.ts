import { hash } from 'node:crypto';
import { type FailedAnswer, tell } from '../../projections/failure.ts';
import { matchesTag } from '../answer.ts';
import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, html, page, writePage } from './html.ts';
import { performForPage } from './perform-page.ts';

/** What was refused, to be told on a page. */
export class RefusedPage extends Error {
  readonly answer: FailedAnswer;
  constructor(answer: FailedAnswer) {
    super(answer.error.code);
    this.answer = answer;
  }
}

/** Performs a document and returns its data; throws a RefusedPage, which `forPeople` shows. */
export async function readData<Data>(
  arrival: Arrival,
  { door }: RouteTools,
  operation: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const answer = await performForPage(door, arrival, operation, variables);
  if ('error' in answer) throw new RefusedPage(answer);
  return answer.data as Data;
}

/** Makes a handler that tells everything that goes wrong on a page, in words for people. */
export function forPeople(handle: Route['handle']): Route['handle'] {
  return async (arrival, tools) => {
    try {
      await handle(arrival, tools);
    } catch (error) {
      const { services } = tools.door.engine;
      const answer =
        error instanceof RefusedPage ? error.answer : tell(error, arrival.exchange.requestId, services.log);
      if (!arrival.request.complete) arrival.exchange.lastOnConnection = true;
      writeRefusal(arrival, answer);
    }
  };
}

const refusals: Record<number, { title: string; text: string }> = {
  401: {
    title: 'This link is not complete',
    text: 'Open the whole link that you kept, with everything behind the question mark.',
  },
  403: { title: 'That form was not ours', text: 'It was sent from another site. Nothing was done.' },
  404: { title: 'There is no such page', text: 'The address is wrong, or what it names does not exist.' },
  410: { title: 'This link has run out', text: 'Links to an order work for 30 days.' },
  413: { title: 'That was too much', text: 'The form was larger than this page takes.' },
  429: {
    title: 'One moment, please',
    text: 'Too many requests came from your network. Load this page again in a minute.',
  },
};
const unexpected = { title: 'That did not work', text: 'Nothing was charged. Load this page again in a moment.' };

/** Writes the page of a failure. */
export function writeRefusal(arrival: Arrival, { status, error, retryAfterSeconds }: FailedAnswer, more?: Html): void {
  arrival.code = error.code;
  const { title, text } = refusals[status] ?? unexpected;
  const content = html`<div class="card"><h1>${title}</h1>
<p role="alert">${text}</p>
${more}
<p class="soft">Reference: ${arrival.exchange.requestId}</p></div>`;
  writePage(arrival.response, arrival.exchange, status, page(title, content), {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  });
}

/** Writes a page that is the same for everybody: it may be kept, and is sent again only when it has changed. */
export function writeCachedPage(arrival: Arrival, content: Html, maxAgeSeconds: number): void {
  const tag = `W/"${hash('sha1', content.text, 'base64url')}"`;
  const headers = { etag: tag, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  if (matchesTag(arrival.request, tag)) {
    arrival.response.writeHead(304, { ...headers, 'x-request-id': arrival.exchange.requestId }).end();
    return;
  }
  writePage(arrival.response, arrival.exchange, 200, content, headers);
}

/** Sends the browser elsewhere on this service. */
export function redirect({ response, exchange }: Arrival, status: 302 | 303 | 308, location: string): void {
  response.writeHead(status, { location, 'x-request-id': exchange.requestId, 'cache-control': 'no-store' }).end();
}
