import type { WebhookSender } from './webhook-sender.port.ts';

/** Tells for health whether receivers on this machine are allowed, which is for development only. */
export function describeCallbacks({ allowsLoopback }: Pick<WebhookSender, 'allowsLoopback'>): {
  ok: boolean;
  reason?: string;
} {
  return allowsLoopback
    ? { ok: false, reason: 'ALLOW_PRIVATE_CALLBACKS is on: webhooks may call this machine; for development only' }
    : { ok: true };
}
