import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A subscriber on a connection of its own, as bare as can be: it sees the bytes. */
export interface Reader {
  status: number;
  headers: IncomingMessage['headers'];
  /** Results so far. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  results: any[];
  /** All bytes so far, as text. */
  text(): string;
  /** Resolves when that many results have arrived. */
  until(count: number): Promise<void>;
  /** Resolves when the stream has ended, in whatever way. */
  ended: Promise<void>;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** What a reader asks. */
export interface Asking {
  query: string;
  variables?: Record<string, unknown>;
  key?: string | undefined;
  method?: 'GET' | 'POST';
}

/** Opens a stream and resolves once its headers are there: what happens from then on arrives. */
export function openReader(url: string, { query, variables, key, method = 'POST' }: Asking): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const target = new URL('/graphql/stream', url);
    if (method === 'GET') {
      target.searchParams.set('query', query);
      if (variables) target.searchParams.set('variables', JSON.stringify(variables));
    }
    const sent: ClientRequest = request(
      target,
      {
        method,
        agent: false,
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'x-agent-friendly': 'true',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
      },
      (response) => resolve(read(response)),
    );
    sent.once('error', reject);
    sent.end(method === 'POST' ? JSON.stringify({ query, variables }) : undefined);
  });
}

function read(response: IncomingMessage): Reader {
  const results: unknown[] = [];
  const chunks: Buffer[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  let rest = '';
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    rest += chunk.toString('utf8');
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end === -1) break;
      const [event, data] = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      if (event === 'event: next') results.push(JSON.parse(data!.slice('data: '.length)));
    }
    for (const wait of waiting) if (results.length >= wait.count) wait.resolve();
  });
  response.on('error', () => {});
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  return {
    status: response.statusCode!,
    headers: response.headers,
    results,
    text: () => Buffer.concat(chunks).toString('utf8'),
    ended,
    until: async (count) => {
      const enough = new Promise<void>((resolve) => waiting.push({ count, resolve }));
      if (results.length < count) await Promise.race([enough, ended]);
      if (results.length < count)
        throw new Error(`the stream ended after ${results.length}: ${JSON.stringify(results.at(-1)).slice(0, 300)}`);
    },
    pause: () => response.pause(),
    resume: () => response.resume(),
    destroy: () => response.destroy(),
  };
}
