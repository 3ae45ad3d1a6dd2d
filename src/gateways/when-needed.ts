import type { FileCleaner } from '../domain/documents/file-cleaner.port.ts';
import type { WebhookSender } from '../domain/webhooks/webhook-sender.port.ts';
import type { CleanerLimits } from './file-cleaner/file-cleaner.ts';
import type { WebhookSenderOptions } from './webhook-sender/webhook-sender.ts';

/** Loads something once, when it is first asked for. */
function once<Value>(load: () => Promise<Value>): { get(): Promise<Value>; made(): Promise<Value> | undefined } {
  let made: Promise<Value> | undefined;
  return {
    get: () => {
      made ??= load();
      return made;
    },
    made: () => made,
  };
}

/** The cleaner of files, whose libraries take longer to load than the rest of the service: no start waits for them. */
export function fileCleanerWhenNeeded(limits: CleanerLimits): FileCleaner {
  const cleaner = once(async () => (await import('./file-cleaner/file-cleaner.ts')).createFileCleaner(limits));
  return {
    detect: async (bytes) => (await cleaner.get()).detect(bytes),
    clean: async (bytes, type) => (await cleaner.get()).clean(bytes, type),
  };
}

/** The sender of webhooks, loaded when the first callback URL is judged or the first event is sent. */
export function webhookSenderWhenNeeded(options: WebhookSenderOptions): WebhookSender {
  const sender = once(async () => (await import('./webhook-sender/webhook-sender.ts')).createWebhookSender(options));
  return {
    allowsLoopback: options.allowsLoopback,
    inspect: async (url) => (await sender.get()).inspect(url),
    send: async (request) => (await sender.get()).send(request),
    close: async () => (await sender.made())?.close(),
  };
}
