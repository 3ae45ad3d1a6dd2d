/** One wide line an event: a name, and facts from an allow-list. No bodies, no personal data, no secrets. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
  /** False where `info` writes nothing, so that nobody needs to gather facts for it. */
  readonly tellsInfo?: boolean;
}

/** The only facts that reach the log; what is undefined is left out. */
export interface LogFacts {
  request_id?: string | undefined;
  operation?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  duration_ms?: number | undefined;
  account_id?: string | undefined;
  order_id?: string | undefined;
  application_id?: string | undefined;
  document_id?: string | undefined;
  webhook_id?: string | undefined;
  delivery_id?: string | undefined;
  event_id?: string | undefined;
  attempt?: number | undefined;
  count?: number | undefined;
  queue?: string | undefined;
  url?: string | undefined;
  mode?: string | undefined;
  product?: string | undefined;
  reason?: string | undefined;
  /** The name and the stack of an error: code positions, never its message, which may quote data. */
  error?: unknown;
}
