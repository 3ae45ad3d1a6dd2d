import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Db } from './db.ts';
import { inTime } from './in-time.ts';

/**
 * Hears what was notified on a channel. Called without a payload when notifications may have been missed, after a
 * connection was lost: what matters must then be read from the tables.
 */
export type NotificationHandler = (payload: string | undefined) => void;

/** Stops listening. */
export type StopListening = () => Promise<void>;

const heartbeatChannel = 'heartbeat';
const defaultHeartbeatSeconds = 15;
const subscribeSeconds = 3;

/**
 * Tells the listeners of every process on a channel, at most 8,000 bytes, once the transaction is committed; never when
 * it is rolled back.
 */
export async function notify(tx: Db, channel: string, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Listens within the process: the embedded engine has no other. */
export async function listenEmbedded(
  client: PGlite,
  channel: string,
  handler: NotificationHandler,
): Promise<StopListening> {
  const stop = await client.listen(channel, handler);
  return async () => {
    if (!client.closed) await stop();
  };
}

/** The one connection of a process that hears notifications from all. */
export interface Listener {
  listen(channel: string, handler: NotificationHandler): Promise<StopListening>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own that is made again whenever it is lost. `beat` sends a notification through the
 * pool; when it is not heard back, the connection is dead even though nobody said so, and is replaced.
 */
export function createListener(
  url: string,
  beat: (channel: string) => Promise<void>,
  heartbeatSeconds: number = defaultHeartbeatSeconds,
): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>();
  let client = connect(url);
  let heard = true;
  let timer: NodeJS.Timeout | undefined;

  const dispatch = (channel: string, payload: string | undefined): void => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };
  const subscribe = async (on: postgres.Sql, channel: string): Promise<void> => {
    let connected = false;
    await on.listen(
      channel,
      (payload) => dispatch(channel, payload),
      () => {
        if (connected) dispatch(channel, undefined);
        connected = true;
      },
    );
  };
  const replace = async (): Promise<void> => {
    client.end({ timeout: 0 }).catch(() => {});
    client = connect(url);
    await inTime(Promise.all([...handlers.keys()].map((channel) => subscribe(client, channel))), subscribeSeconds);
    heard = true;
    for (const channel of handlers.keys()) dispatch(channel, undefined);
  };
  const check = async (): Promise<void> => {
    try {
      if (!heard) await replace();
      heard = false;
      await beat(heartbeatChannel);
    } catch {
      heard = false;
    }
    timer = setTimeout(check, heartbeatSeconds * 1000).unref();
  };

  return {
    listen: async (channel, handler) => {
      if (!timer) {
        timer = setTimeout(check, heartbeatSeconds * 1000).unref();
        const hear = (): void => {
          heard = true;
        };
        handlers.set(heartbeatChannel, new Set([hear]));
        await subscribe(client, heartbeatChannel);
      }
      const known = handlers.get(channel);
      if (known) known.add(handler);
      else {
        handlers.set(channel, new Set([handler]));
        await subscribe(client, channel);
      }
      return async () => {
        handlers.get(channel)?.delete(handler);
      };
    },
    close: async () => {
      clearTimeout(timer);
      handlers.clear();
      await client.end({ timeout: 1 });
    },
  };
}

function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 3,
    backoff: () => 0.5,
    onnotice: () => {},
    connection: { application_name: 'visa-agent-listener' },
  });
}
