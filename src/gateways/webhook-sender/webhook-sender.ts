import { Agent } from 'undici';
import type { AttemptError, AttemptOutcome } from '../../domain/webhooks/delivery.ts';
import type { UrlProblem, WebhookSender } from '../../domain/webhooks/webhook-sender.port.ts';
import { type Answer, exchange, NoAnswerInTime } from './exchange.ts';
import { createGuardedConnector, type Dial, RefusedAddress, UnknownHost } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { excerptOf } from './response-excerpt.ts';
import { type JudgedUrl, judgeUrl, mayConnect } from './url-policy.ts';

/** How receivers are reached. */
export interface WebhookSenderOptions {
  /** Receivers on this machine are allowed, also over http: for development only. */
  allowsLoopback: boolean;
  /** How long an attempt may take as a whole. */
  attemptMs?: number;
  /** Finds the addresses of host names, in place of the name servers. */
  resolve?: Resolve;
  /** Opens connections, in place of the network. */
  dial?: Dial;
}

const connectMs = 10_000;
const connectionsPerReceiver = 16;
const idleMs = 30_000;
const mostJudged = 2_000;

/** Makes the sender of webhooks: undici with connections that stay open, behind the guard against forged requests. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { allowsLoopback, attemptMs = 15_000, resolve = createResolve() } = options;
  const pool = {
    connect: createGuardedConnector({ ...options, resolve, connectMs }),
    connections: connectionsPerReceiver,
    headersTimeout: attemptMs,
    bodyTimeout: attemptMs,
    maxHeaderSize: 16_384,
  };
  const kept = new Agent({ ...pool, pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: 2 * idleMs });
  const fresh = new Agent({ ...pool, pipelining: 0 });

  // The text of a URL is always judged the same; what its host resolves to is not kept.
  const judgements = new Map<string, JudgedUrl | UrlProblem>();
  const judge = (text: string): JudgedUrl | UrlProblem => {
    const known = judgements.get(text);
    if (known !== undefined) return known;
    const judged = judgeUrl(text, allowsLoopback);
    if (judgements.size >= mostJudged) judgements.clear();
    judgements.set(text, judged);
    return judged;
  };

  const post = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<Answer> => {
    const request = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST' as const,
      headers: { ...headers, 'user-agent': 'visa-agent-service/1.0 (webhooks)', accept: '*/*' },
      body,
    };
    const started = performance.now();
    try {
      return await exchange(kept, request, attemptMs);
    } catch (error) {
      // A receiver may close an idle connection at the very moment at which it is used again: that is no failure of its own.
      if (!isBroken(error)) throw error;
      return exchange(fresh, request, attemptMs - (performance.now() - started));
    }
  };

  return {
    allowsLoopback,
    inspect: async (text) => {
      const judged = judgeUrl(text, allowsLoopback);
      if (typeof judged === 'string') return judged;
      if (judged.isAddress) return null;
      const addresses = await resolve(judged.hostname).catch(() => []);
      const isAllowed = addresses.every((address) => mayConnect(address, judged.url.protocol, allowsLoopback));
      return addresses.length > 0 && isAllowed ? null : 'ADDRESS';
    },
    send: async ({ url: text, headers, body }): Promise<AttemptOutcome> => {
      const started = performance.now();
      const spent = () => Math.round(performance.now() - started);
      const judged = judge(text);
      if (typeof judged === 'string') return failed(judged === 'ADDRESS' ? 'ADDRESS' : 'URL', spent());
      try {
        const { status, retryAfter, chunks } = await post(judged.url, headers, body);
        const responseExcerpt = excerptOf(chunks);
        return { responseStatus: status, error: null, responseExcerpt, retryAfter, durationMs: spent() };
      } catch (error) {
        return failed(errorOf(error), spent());
      }
    },
    close: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

const failed = (error: AttemptError, durationMs: number): AttemptOutcome => ({
  responseStatus: null,
  error,
  responseExcerpt: null,
  retryAfter: null,
  durationMs,
});

const breaks = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Tells whether a connection broke before anything was answered. */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && breaks.has(code);
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT']);

/** Says in a word why no answer came. */
function errorOf(error: unknown): AttemptError {
  if (error instanceof RefusedAddress) return 'ADDRESS';
  if (error instanceof UnknownHost) return 'DNS';
  const { code } = error as { code?: unknown };
  if (error instanceof NoAnswerInTime || (typeof code === 'string' && timeouts.has(code))) return 'TIMEOUT';
  return typeof code === 'string' && /CERT|_TLS_|_SSL_|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'TLS' : 'CONNECTION';
}
