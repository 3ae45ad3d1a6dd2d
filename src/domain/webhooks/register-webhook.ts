import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { EventType } from '../events/event.ts';
import { requireApplication } from '../orders/require-application.ts';
import { type AddingNeeds, addWebhook } from './add-webhook.ts';
import { requireCallbackUrl } from './require-callback-url.ts';
import { type IssuedWebhook, readEventTypes } from './webhook.ts';
import type { WebhookSender } from './webhook-sender.port.ts';

/**
 * Registers where the events of one application are delivered to, from now on. The secret that signs them is returned here and
 * never again. Throws NOT_FOUND for an application that is not the caller's, INVALID_CALLBACK_URL for a URL that may not be called.
 */
export async function registerWebhook(
  ctx: AddingNeeds & { caller: Caller; webhookSender: WebhookSender },
  request: { applicationId: string; callbackUrl: string; events?: readonly EventType[] | null | undefined },
): Promise<IssuedWebhook> {
  const caller = requireAccount(ctx.caller);
  const { application } = await requireApplication({ ...ctx, caller }, request.applicationId);
  await requireCallbackUrl(ctx, request.callbackUrl, 'input.callbackUrl');
  return addWebhook(ctx, caller, {
    applicationId: application.id,
    callbackUrl: request.callbackUrl,
    description: null,
    events: readEventTypes(request.events),
  });
}
