import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { createHandler, type Request, type RequestParams, type Response } from 'graphql-sse';
import type { FeedPosition } from '../domain/events/event.ts';
import type { EventFeed } from '../domain/events/event-feed.ts';
import { Failure } from '../kernel/failure.ts';
import { newSecret } from '../kernel/id.ts';
import { admit } from './admission.ts';
import type { Call, Engine } from './perform.ts';
import { presentError, presentRefusal } from './present-error.ts';
import { catchUp } from './stream/catch-up.ts';
import { Group } from './stream/group.ts';
import { createPreparation, type Prepared } from './stream/prepare.ts';
import { QueueSink } from './stream/queue-sink.ts';
import { createReservations, openingOf } from './stream/reservations.ts';
import { DirectSink, type Outlet, type Sink } from './stream/sink.ts';

/** One request to the stream. */
export interface StreamRequest {
  method: string;
  url: string;
  header(name: string): string | undefined;
  /** The header that proved who is calling: asked again as long as the subscription lasts. */
  authorization: string | undefined;
  /** The body, as text. */
  body: string;
  call: Call;
}

/** The answer: a text, or a stream that begins on the connection it is given. */
export type StreamAnswer =
  | { kind: 'text'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'stream'; begin(outlet: Outlet): void };

/** Answers GraphQL over server-sent events, on connections of one subscription or of several. */
export interface StreamFace {
  answer(request: StreamRequest): Promise<StreamAnswer>;
  /** Ends all subscriptions; their clients go on elsewhere with `after`. */
  close(): Promise<void>;
}

const heartbeatSeconds = 15;
/** A subscriber that reads nothing of what it missed for this long is closed. */
const stuckSeconds = 30;
const largestAudience = 20_000;
const heartbeat = Buffer.from(':\n\n');

/** Makes the face that serves `/graphql/stream` under the same access, limits, guards and errors as `/graphql`. */
export function createStreamFace(engine: Engine, schema: GraphQLSchema, feed: EventFeed): StreamFace {
  const prepare = createPreparation(engine, schema);
  const groups = new Map<string, Group>();
  const outlets = new Set<Outlet>();
  const sinks = new Set<Sink>();
  let stopping = false;

  const toError = (thrown: unknown, requestId: string): GraphQLFormattedError => {
    const { message, locations, path, extensions } = presentError(thrown, engine, requestId).toJSON();
    const { http: _, ...told } = extensions ?? {};
    return { message, ...(locations && { locations }), ...(path && { path }), extensions: told };
  };
  const tooSlow = reasonOf(new Failure('SUBSCRIBER_TOO_SLOW'));

  const groupOf = ({ key, followed, execute }: Prepared, call: Call, authorization: string | undefined): Group => {
    const known = groups.get(key);
    if (known) return known;
    const group = new Group(feed, key, {
      interest: followed.interest,
      execute,
      verify: () => {
        if (followed.until && followed.until <= engine.services.realClock.now()) {
          throw new Failure('GUEST_SESSION_EXPIRED');
        }
        if (authorization === undefined) return;
        const found = engine.gate.identify(authorization);
        if (found instanceof Promise) return found.then(() => {});
      },
      refuse: (sink, reason) => sink.fail(toError(reason, call.requestId)),
    });
    groups.set(key, group);
    return group;
  };

  const isStuck = async (room: Promise<void>): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, stuckSeconds * 1000, true).unref();
    });
    return Promise.race([room.then(() => false), late]).finally(() => clearTimeout(timer));
  };

  const letGo = (group: Group, sink: Sink) => {
    if (!sinks.delete(sink)) return;
    group.leave(sink);
    group.users -= 1;
    if (group.users > 0) return;
    group.close();
    if (groups.get(group.key) === group) groups.delete(group.key);
  };

  /** Serves a subscription on its sink until it is let go of. Keeps nothing of the request, of which there may be thousands. */
  const run = async (group: Group, sink: Sink, after: FeedPosition): Promise<void> => {
    try {
      const joined = await catchUp(feed, group, sink, after, isStuck);
      if (!joined) sink.fail(tooSlow);
      else if (!sinks.has(sink)) group.leave(sink);
    } catch (error) {
      sink.fail(toError(error, 'none'));
    }
  };
  const begin = (prepared: Prepared, request: StreamRequest, sink: Sink): Group => {
    const group = groupOf(prepared, request.call, request.authorization);
    group.users += 1;
    sinks.add(sink);
    void run(group, sink, prepared.followed.after ?? feed.position());
    return group;
  };

  const beginDirect = (prepared: Prepared, request: StreamRequest) => (outlet: Outlet) => {
    outlets.add(outlet);
    const sink = new DirectSink(outlet, tooSlow);
    endWith(outlet, begin(prepared, request, sink), sink);
    outlet.write(heartbeat);
  };
  const endWith = (outlet: Outlet, group: Group, sink: Sink) =>
    outlet.onClose(() => {
      outlets.delete(outlet);
      letGo(group, sink);
    });

  const beat = () => {
    for (const outlet of outlets) if (outlet.backlog() === 0) outlet.write(heartbeat);
    for (const group of groups.values()) void group.verify();
    reservations.expire(engine.services.realClock.now());
  };
  const timer = setInterval(beat, heartbeatSeconds * 1000).unref();

  const subscribe = async (raw: Request<StreamRequest, object>, asked: RequestParams) => {
    const request = raw.raw;
    try {
      if (stopping || sinks.size >= largestAudience) throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
      await feed.open();
      const prepared = await prepare(asked, request.call);
      if (raw.headers.get('accept') === 'text/event-stream') {
        direct.set(request, beginDirect(prepared, request));
        return [null, { status: 200, statusText: 'OK' }] satisfies Response;
      }
      const token = tokenOf(request)!;
      let leave = () => {};
      const sink = new QueueSink(reservations.connection(token), tooSlow, () => leave());
      const group = begin(prepared, request, sink);
      leave = reservations.join(token, sink, () => letGo(group, sink));
      return sink as never;
    } catch (thrown) {
      const { http } = presentError(thrown, engine, request.call.requestId).extensions as { http?: HttpHint };
      const errors = [toError(thrown, request.call.requestId)];
      // Where it can, the protocol tells it as an event: a browser's EventSource shows no other answer.
      if (http?.status === undefined || http.spec) return { data: null, errors } as never;
      const headers = { ...http.headers, 'content-type': 'application/json; charset=utf-8' };
      return [JSON.stringify({ errors }), { status: http.status, statusText: '', headers }] satisfies Response;
    }
  };
  const direct = new WeakMap<StreamRequest, (outlet: Outlet) => void>();

  const handle = createHandler<StreamRequest, object>({
    schema,
    authenticate: async ({ raw, context }) => {
      if ('opens' in context) return context.opens as string;
      if (raw.method !== 'PUT') return reservations.known(tokenOf(raw));
      await admit(engine.gate, { access: 'PUBLIC', limited: true }, raw.call.caller, raw.call.address, raw.call);
      const token = newSecret('str_');
      reservations.add(token, engine.services.realClock.now());
      return token;
    },
    onSubscribe: subscribe,
  });
  const reservations = createReservations((token) => handle(openingOf(token)));

  return {
    answer: async (request) => {
      if (stopping) throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
      const [body, init] = await handle(adapt(request));
      const begin = direct.get(request);
      if (begin) return { kind: 'stream', begin };
      if (body === null || typeof body === 'string') {
        const { status } = init;
        const headers = { ...init.headers } as Record<string, string>;
        if (status < 400) return { kind: 'text', status, headers, text: body ?? '' };
        headers['content-type'] ??= 'application/json; charset=utf-8';
        return { kind: 'text', status, headers, text: presentRefusal(status, body) };
      }
      const token = reservations.known(tokenOf(request));
      return {
        kind: 'stream',
        begin: (outlet) => {
          if (token !== undefined) reservations.open(token, outlet);
          outlets.add(outlet);
          outlet.onClose(() => {
            outlets.delete(outlet);
            void body.return(undefined);
          });
          void pump(body, outlet);
        },
      };
    },
    close: async () => {
      stopping = true;
      clearInterval(timer);
      const reason = reasonOf(
        new Failure('SERVICE_UNAVAILABLE', {
          message: 'This process of the service stops.',
          hint: 'Subscribe again with after set to the id of the last event that was handled; nothing is lost.',
        }),
      );
      for (const sink of sinks) sink.fail(reason);
      reservations.close();
      // Reasons on shared connections pass through the library first.
      await new Promise((resolve) => setImmediate(resolve));
      for (const outlet of outlets) outlet.end();
    },
  };
}

/** Says a failure that is no news to the log. */
const reasonOf = ({ code, message, hint }: Failure): GraphQLFormattedError => ({ message, extensions: { code, hint } });

type HttpHint = { status?: number; spec?: boolean; headers?: Record<string, string> };

const tokenOf = (request: StreamRequest): string | undefined =>
  request.header('x-graphql-event-stream-token') ??
  new URL(request.url, 'http://localhost').searchParams.get('token') ??
  undefined;

function adapt(request: StreamRequest): Request<StreamRequest, object> {
  return {
    method: request.method,
    url: request.url,
    headers: {
      get: (name) => {
        const value = request.header(name);
        return name === 'accept' && value?.includes('text/event-stream') ? 'text/event-stream' : value;
      },
    },
    body: request.body,
    raw: request,
    context: {},
  };
}

async function pump(body: AsyncGenerator<string>, outlet: Outlet): Promise<void> {
  for await (const text of body) {
    if (!outlet.isOpen()) break;
    outlet.write(text);
  }
  outlet.end();
}
