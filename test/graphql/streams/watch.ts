import { type Client, createClient } from 'graphql-sse';

/** One subscription as a client sees it. */
export interface Watch<Data> {
  /** Results so far, in order of arrival. */
  results: { data?: Data | null; errors?: readonly { message: string; extensions?: Record<string, unknown> }[] }[];
  /** Resolves when that many results have arrived, with them. */
  until(count: number): Promise<Data[]>;
  /** Resolves when the service has taken the subscription: whatever happens from then on arrives. */
  live: Promise<void>;
  /** Resolves when the stream has ended. */
  ended: Promise<void>;
  stop(): void;
}

let watches = 0;
const answered = new Map<number, () => void>();

/** Tells a watch when its request was answered. */
const observedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  answered.get(body?.extensions?.watch)?.();
  return response;
};

/** Subscribes and collects what comes. */
export function watch<Data = Record<string, unknown>>(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
): Watch<Data> {
  const results: Watch<Data>['results'] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  const tell = () => {
    for (const wait of waiting) if (results.length >= wait.count) wait.resolve();
  };
  let stop = () => {};
  watches += 1;
  const number = watches;
  const live = new Promise<void>((resolve) => answered.set(number, resolve));
  const ended = new Promise<void>((resolve, reject) => {
    stop = client.subscribe(
      { query, variables, extensions: { watch: number } },
      {
        next: (result) => {
          results.push(result as Watch<Data>['results'][number]);
          tell();
        },
        error: reject,
        complete: resolve,
      },
    );
  });
  ended.catch(() => {});
  return {
    results,
    live,
    ended,
    stop,
    until: async (count) => {
      const enough = new Promise<void>((resolve) => waiting.push({ count, resolve }));
      tell();
      await Promise.race([
        enough,
        ended.then(() => {
          if (results.length < count) throw new Error(`the stream ended: ${JSON.stringify(results)}`);
        }),
      ]);
      return results.slice(0, count).map(({ data }) => data as Data);
    },
  };
}

/** Makes a client of the stream of a service. */
export function streamClient(url: string, options: { key?: string; singleConnection?: boolean } = {}): Client {
  return createClient({
    url: `${url}/graphql/stream`,
    singleConnection: options.singleConnection ?? false,
    retryAttempts: 0,
    fetchFn: observedFetch,
    headers: {
      'x-agent-friendly': 'true',
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
    },
  } as Parameters<typeof createClient>[0]);
}
