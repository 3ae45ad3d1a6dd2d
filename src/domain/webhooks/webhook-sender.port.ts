import type { AttemptOutcome } from './delivery.ts';

/** Why a URL is no callback URL: malformed, no https, with credentials, an unsafe port, or not of public addresses. */
export type UrlProblem = 'INVALID_URL' | 'SCHEME' | 'CREDENTIALS' | 'PORT' | 'ADDRESS';

/** What is asked of whoever reaches receivers. */
export interface WebhookSender {
  /** Whether receivers on this machine are allowed, also over http: for development only. */
  readonly allowsLoopback: boolean;
  /** Judges a URL as it is now, with every address that its host has; null when it may be called. */
  inspect(url: string): Promise<UrlProblem | null>;
  /**
   * Posts a body as exactly these bytes and tells what came of it; never throws. Follows no redirect, and never connects to an
   * address that `inspect` would refuse, whatever the host resolves to by now.
   */
  send(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array;
  }): Promise<AttemptOutcome>;
  /** Lets go of idle connections. */
  close(): Promise<void>;
}
