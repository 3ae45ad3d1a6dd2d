import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { EventType } from '../events/event.ts';
import { type AddingNeeds, addWebhook } from './add-webhook.ts';
import { requireCallbackUrl } from './require-callback-url.ts';
import { type IssuedWebhook, readEventTypes } from './webhook.ts';
import type { WebhookSender } from './webhook-sender.port.ts';

/**
 * Makes an endpoint for the events of all of the account's applications, present and future. The secret is returned here and never
 * again. Throws INVALID_CALLBACK_URL for a URL that may not be called.
 */
export async function createWebhook(
  ctx: AddingNeeds & { caller: Caller; webhookSender: WebhookSender },
  request: {
    callbackUrl: string;
    description?: string | null | undefined;
    events?: readonly EventType[] | null | undefined;
  },
): Promise<IssuedWebhook> {
  const caller = requireAccount(ctx.caller);
  await requireCallbackUrl(ctx, request.callbackUrl, 'input.callbackUrl');
  return addWebhook(ctx, caller, {
    applicationId: null,
    callbackUrl: request.callbackUrl,
    description: request.description ?? null,
    events: readEventTypes(request.events),
  });
}
