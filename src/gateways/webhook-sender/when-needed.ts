import type { WebhookSender } from '../../domain/webhooks/webhook-sender.port.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { WebhookSenderOptions } from './webhook-sender.ts';

/** The sender of webhooks, loaded when the first callback URL is judged or the first event is sent. */
export function webhookSenderWhenNeeded(options: WebhookSenderOptions): WebhookSender {
  const sender = whenNeeded(async () => (await import('./webhook-sender.ts')).createWebhookSender(options));
  return {
    allowsLoopback: options.allowsLoopback,
    inspect: async (url) => (await sender.get()).inspect(url),
    send: async (request) => (await sender.get()).send(request),
    close: async () => (await sender.made())?.close(),
  };
}
