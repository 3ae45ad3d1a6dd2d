import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { type Followed, findPlace, followed } from '../events/follow-events.ts';
import { requireApplication } from '../orders/require-application.ts';

/**
 * Follows the events of one application that the caller may see, from after an event of its own, or from now on. A guest token
 * follows until it expires. Throws as `requireApplication` does.
 */
export async function followApplication(
  ctx: { caller: Caller; db: Db; clock: Clock },
  request: { applicationId: string; guestToken?: string | null | undefined; after?: string | null | undefined },
): Promise<Followed> {
  const { order, application, visibleUntil } = await requireApplication(ctx, request.applicationId, request.guestToken);
  const after = await findPlace(
    ctx.db,
    request.after,
    (event) =>
      event.mode === order.mode &&
      (event.orderId === application.orderId ||
        (ctx.caller.kind === 'account' && event.accountId === ctx.caller.accountId)),
  );
  return followed({
    interest: { applicationId: application.id },
    after,
    until: visibleUntil,
  });
}
