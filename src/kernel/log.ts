/** One wide line an event: a name, and facts from an allow-list. No bodies, no personal data, no secrets. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/** The only facts that reach the log. */
export interface LogFacts {
  request_id?: string;
  operation?: string;
  method?: string;
  path?: string;
  status?: number;
  code?: string;
  duration_ms?: number;
  account_id?: string;
  order_id?: string;
  application_id?: string;
  document_id?: string;
  webhook_id?: string;
  delivery_id?: string;
  event_id?: string;
  attempt?: number;
  count?: number;
  queue?: string;
  url?: string;
  mode?: string;
  product?: string;
  reason?: string;
  /** The name and the stack of an error: code positions, never its message, which may quote data. */
  error?: unknown;
}
