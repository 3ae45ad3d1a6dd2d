import type { Conformance } from './conformance.ts';

/** An answer over REST. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The whole envelope; undefined when the body is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any;
  /** `body.data`. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  data: any;
  /** `body.error`. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  error: any;
  text: string;
}

/** What a call can carry besides its body. */
export interface CallOptions {
  /** API key. */
  key?: string | undefined;
  /** Guest token, sent as the query parameter `guest_token`. */
  guestToken?: string | undefined;
  idempotencyKey?: string | undefined;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
}

/** Calls the REST interface as an agent does: guests say `X-Agent-Friendly: true`. Paths are below `/api/v1/agent`. */
export interface ApiClient {
  url: string;
  get(path: string, options?: CallOptions): Promise<ApiAnswer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer>;
  delete(path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** Any method and any body: text and bytes as they are, a form as multipart, anything else as JSON. */
  send(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer>;
  /** A POST to `/graphql`. */
  graphql(query: string, variables?: Record<string, unknown>, options?: CallOptions): Promise<ApiAnswer>;
}

/** Makes a client of the service at a URL; every answer over REST is shown to `conforms` first, which may throw. */
export function apiClient(url: string, conforms: Conformance = () => {}): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, options = {}) => {
    const target = new URL(path.startsWith('/graphql') ? path : `/api/v1/agent${path}`, url);
    for (const [name, value] of Object.entries({ ...options.query, guest_token: options.guestToken })) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        'x-agent-friendly': 'true',
        ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: body === undefined ? null : isRaw ? (body as BodyInit) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    const parsed = isJson ? JSON.parse(text) : undefined;
    if (isJson && method !== 'HEAD') conforms(method, path.replace(/\?.*$/, ''), response.status, parsed);
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      data: parsed?.data,
      error: parsed?.error,
      text,
    };
  };
  return {
    url,
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    graphql: (query, variables, options) => send('POST', '/graphql', { query, variables }, options),
  };
}
