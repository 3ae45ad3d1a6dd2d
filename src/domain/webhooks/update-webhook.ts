import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { EventType } from '../events/event.ts';
import { requireCallbackUrl } from './require-callback-url.ts';
import { disableWebhookRow, findWebhook, lockWebhook, updateWebhookRow, type WebhookChange } from './webhook.store.ts';
import { readEventTypes, receiverOf, type Webhook } from './webhook.ts';
import type { WebhookSender } from './webhook-sender.port.ts';

/** What to change; what is absent stays as it is. */
export interface WebhookUpdate {
  callbackUrl?: string | null | undefined;
  description?: string | null | undefined;
  events?: readonly EventType[] | null | undefined;
  enabled?: boolean | null | undefined;
}

/**
 * Changes an endpoint of the caller's account. Disabling gives up what was still to be delivered; enabling delivers what happens
 * from then on, and what was missed can be replayed. Throws NOT_FOUND, and INVALID_CALLBACK_URL for a URL that may not be called.
 */
export async function updateWebhook(
  ctx: { caller: Caller; db: Db; clock: Clock; webhookSender: WebhookSender; once?: Once | undefined },
  id: string,
  update: WebhookUpdate,
): Promise<Webhook> {
  const caller = requireAccount(ctx.caller);
  const { callbackUrl, description, events, enabled } = update;
  if (callbackUrl !== undefined && callbackUrl !== null) {
    if (!(await findWebhook(ctx.db, caller, id))) throw new Failure('NOT_FOUND');
    await requireCallbackUrl(ctx, callbackUrl, 'input.callbackUrl');
  }
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const present = await lockWebhook(tx, caller, id);
    if (!present) throw new Failure('NOT_FOUND');
    const change: WebhookChange = { updatedAt: now };
    if (callbackUrl) Object.assign(change, { callbackUrl, receiver: receiverOf(callbackUrl) });
    if (description !== undefined) change.description = description;
    if (events) change.events = readEventTypes(events);
    if (enabled === true) Object.assign(change, { disabledAt: null, disabledReason: null, failingSince: null });
    if (enabled === false) await disableWebhookRow(tx, id, { reason: 'owner', at: now });
    const webhook = await updateWebhookRow(tx, id, change);
    await ctx.once?.settle(tx, webhook);
    return webhook;
  });
}
