import { Agent, request } from 'undici';
import type { WebhookSender } from '../../../src/domain/webhooks/webhook-sender.port.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';

/** How a worker of pg-boss sends: as Node.js comes, with undici over connections that stay open, or as this service does. */
export type SenderName = 'fetch' | 'undici' | 'own';

type Exchange = (
  url: string,
  options: { method: 'POST'; headers: Record<string, string>; body: Uint8Array<ArrayBuffer>; signal: AbortSignal },
) => Promise<{ status: number; text: string }>;

const viaFetch: Exchange = async (url, options) => {
  const answer = await fetch(url, { ...options, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};

function viaUndici(): Exchange {
  const dispatcher = new Agent({ connections: 16, pipelining: 1, keepAliveTimeout: 30_000 });
  return async (url, options) => {
    const { statusCode, body } = await request(url, { ...options, dispatcher });
    return { status: statusCode, text: await body.text() };
  };
}

/** Makes a sender by its name. */
export function openSender(name: SenderName): Pick<WebhookSender, 'send'> {
  if (name === 'own') return createWebhookSender({ allowsLoopback: true });
  const exchange = name === 'fetch' ? viaFetch : viaUndici();
  return {
    send: async ({ url, headers, body }) => {
      const started = performance.now();
      const { status, text } = await exchange(url, {
        method: 'POST',
        headers: { ...headers },
        body: Buffer.from(body),
        signal: AbortSignal.timeout(15_000),
      });
      return {
        responseStatus: status,
        error: null,
        responseExcerpt: text.slice(0, 1_000) || null,
        retryAfter: null,
        durationMs: Math.round(performance.now() - started),
      };
    },
  };
}
