import { type DestinationStream, destination, pino } from 'pino';
import type { Log, LogFacts } from '../kernel/log.ts';

/** How much is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const facts: Record<keyof Required<LogFacts>, 'text' | 'number' | 'error'> = {
  request_id: 'text',
  operation: 'text',
  method: 'text',
  path: 'text',
  status: 'number',
  code: 'text',
  duration_ms: 'number',
  account_id: 'text',
  order_id: 'text',
  application_id: 'text',
  document_id: 'text',
  webhook_id: 'text',
  delivery_id: 'text',
  event_id: 'text',
  attempt: 'number',
  count: 'number',
  queue: 'text',
  url: 'text',
  mode: 'text',
  product: 'text',
  reason: 'text',
  error: 'error',
};

/** Where an error and its causes arose: names, codes and code positions, never a message, which may quote data. */
function describeError(error: unknown, depth = 0): object | undefined {
  if (!(error instanceof Error)) return error === undefined ? undefined : { name: typeof error };
  const { code } = error as { code?: unknown };
  const cause = depth < 4 ? describeError(error.cause, depth + 1) : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' && /^\w{1,64}$/.test(code) && { code }),
    stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(cause && { cause }),
  };
}

/** Keeps the facts on the list, each only as the kind of value that it is meant to be. */
function allowed(given: LogFacts): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in given) {
    const kind = facts[name as keyof LogFacts];
    const value = given[name as keyof LogFacts];
    if (kind === undefined || value === undefined) continue;
    if (kind === 'error') kept[name] = describeError(value);
    else if (kind === 'number' ? typeof value === 'number' : typeof value === 'string') kept[name] = value;
  }
  return kept;
}

/** Makes a log of one JSON line an event, on standard error unless another stream is given. */
export function createPinoLog(level: LogLevel, stream: DestinationStream = destination({ fd: 2, sync: false })): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' }, stream);
  const at = (name: 'debug' | 'info' | 'warn' | 'error') =>
    logger.isLevelEnabled(name)
      ? (event: string, given: LogFacts = {}) => logger[name](allowed(given), event)
      : () => {};
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    tellsInfo: logger.isLevelEnabled('info'),
  };
}
