import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { Failure } from '../kernel/failure.ts';
import { tell } from '../projections/failure.ts';
import type { GraphqlFace } from '../projections/graphql.ts';
import type { Call } from '../projections/perform.ts';
import { baseHeaders, writeFailure } from './answer.ts';
import { maxBodyBytes, mediaType, parseJson, readBody } from './body.ts';
import type { Arrival, Door } from './door.ts';
import type { Route, RouteTools } from './routes.ts';

/** Loads the server of GraphQL ahead of the first query: it takes longer than all else, so no start waits for it. */
export const preloadGraphql = (): Promise<unknown> => import('../projections/graphql.ts');

/** Makes the routes of `/graphql`: queries and changes by POST, GraphiQL for a browser. Yoga is loaded when it is first needed. */
export function graphqlRoutes(schema: GraphQLSchema): Route[] {
  let face: Promise<GraphqlFace> | undefined;
  const faceOf = ({ engine, documents }: Door) => {
    face ??= import('../projections/graphql.ts').then(({ createGraphqlFace }) =>
      createGraphqlFace(engine, documents, schema),
    );
    return face;
  };
  const answer = async (arrival: Arrival, { door, call: recognize }: RouteTools) => {
    try {
      const body = arrival.request.method === 'POST' ? await readQuery(arrival.request) : undefined;
      const call = await recognize();
      await write(arrival, call, await (await faceOf(door)).answer(toRequest(arrival.request, body), call));
    } catch (error) {
      refuseGraphql(arrival, error, door);
    }
  };
  return [
    { method: 'POST', path: '/graphql', access: 'OPEN', handle: answer },
    {
      method: 'GET',
      path: '/graphql',
      access: 'OPEN',
      handle: async (arrival, tools) => {
        const { request } = arrival;
        const asked = new URLSearchParams(arrival.query);
        if (!asked.has('query') && !asked.has('documentId') && request.headers.accept?.includes('text/html')) {
          return serveGraphiql(arrival);
        }
        const isAnonymous = request.headers.authorization === undefined && !asked.has('documentId');
        if (isAnonymous) {
          const failure = new Failure('METHOD_NOT_ALLOWED', {
            message: 'Queries without an API key are sent with POST.',
            hint: 'Send the query with POST, or open this address in a browser for GraphiQL.',
          });
          arrival.response.setHeader('allow', 'POST');
          return refuseGraphql(arrival, failure, tools.door);
        }
        return answer(arrival, tools);
      },
    },
  ];
}

/** Says a refusal of the whole request as GraphQL over HTTP does: in `errors`, with the status of the failure. */
export function refuseGraphql(arrival: Arrival, thrown: unknown, door: Door): void {
  const { response, exchange, request } = arrival;
  const { error, status, retryAfterSeconds } = tell(thrown, exchange.requestId, door.engine.services.log);
  const { message, ...extensions } = error;
  arrival.code = error.code;
  if (!request.complete) exchange.lastOnConnection = true;
  const body = JSON.stringify({ errors: [{ message, extensions }] });
  writeFailure(
    response,
    exchange,
    { status, error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    {
      ...door.envelope,
      failure: () => body,
    },
  );
}

/** Reads the body of a query; JSON that is none, or a batch, is refused before anything looks into it. */
async function readQuery(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request, maxBodyBytes);
  if (!mediaType(request).endsWith('json')) return body;
  const asked = parseJson(body);
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
    throw new Failure('INVALID_REQUEST', { message: 'The body is not one JSON object; batches are not served.' });
  }
  return body;
}

/** Headers that GraphQL over HTTP looks at. */
const relevant = ['accept', 'content-type'] as const;

function toRequest(request: IncomingMessage, body: Buffer | undefined): Request {
  const headers = new Headers();
  for (const name of relevant) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(`http://localhost${request.url}`, {
    method: request.method!,
    headers,
    ...(body !== undefined && { body: body as unknown as BodyInit }),
  });
}

async function write({ response, exchange }: Arrival, call: Call, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = baseHeaders(exchange);
  answer.headers.forEach((value, name) => {
    headers[name] = value;
  });
  if (call.replayed) headers['idempotent-replayed'] = 'true';
  headers['content-length'] = body.length;
  response.writeHead(answer.status, headers).end(body);
}

let page: Promise<string> | undefined;

/** Serves GraphiQL as one page that loads nothing from elsewhere. */
async function serveGraphiql({ response, exchange }: Arrival): Promise<void> {
  page ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) =>
    renderGraphiQL({ title: 'GraphiQL', endpoint: '/graphql', defaultQuery: '{\n  __typename\n}\n' }),
  );
  const html = await page;
  response
    .writeHead(200, {
      ...baseHeaders(exchange),
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'content-security-policy':
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .end(html);
}
