import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { EventType } from '../events/event.ts';
import { insertDeliveries } from './delivery.store.ts';
import type { Delivery } from './delivery.ts';
import { inOwnersTime } from './owners-time.ts';
import { testPayload } from './test-payload.ts';
import { lockWebhook } from './webhook.store.ts';

/**
 * Delivers an invented event to one endpoint, signed and retried as any other. Throws NOT_FOUND, and WEBHOOK_DISABLED when the
 * endpoint gets nothing.
 */
export async function sendTestEvent(
  ctx: {
    caller: Caller;
    db: Db;
    clock: Clock;
    realClock: Clock;
    wake(queue: 'webhooks'): void;
    once?: Once | undefined;
  },
  request: { webhookId: string; type?: EventType | null | undefined },
): Promise<Delivery> {
  const caller = requireAccount(ctx.caller);
  const now = ctx.clock.now();
  const due = ctx.realClock.now();
  const sent = await ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, caller, request.webhookId);
    if (!webhook) throw new Failure('NOT_FOUND');
    if (webhook.disabledAt) throw new Failure('WEBHOOK_DISABLED');
    const payload = testPayload(newId('evt'), request.type ?? 'status_change', caller.mode, now);
    const delivery: Delivery = {
      id: newId('dlv'),
      webhookId: webhook.id,
      eventId: payload.id,
      eventType: payload.type,
      status: 'pending',
      attempts: 0,
      nextAttemptAt: due,
      lastAttemptAt: null,
      responseStatus: null,
      responseExcerpt: null,
      error: null,
      durationMs: null,
      createdAt: now,
    };
    await insertDeliveries(tx, [{ ...delivery, endpointId: webhook.id, seq: 0, payload }], due);
    const [told] = inOwnersTime([delivery], caller);
    await ctx.once?.settle(tx, told);
    return told!;
  });
  ctx.wake('webhooks');
  return sent;
}
