import type { AccountCaller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import type { EventType } from '../events/event.ts';
import { newSigningSecret } from './signature.ts';
import { countWebhooks, insertWebhook } from './webhook.store.ts';
import { type IssuedWebhook, mostWebhooks, receiverOf, secretPlace, type Webhook } from './webhook.ts';

/** What adding an endpoint needs. */
export interface AddingNeeds {
  db: Db;
  vault: Vault;
  clock: Clock;
  once?: Once | undefined;
}

/** Adds an endpoint whose URL was inspected, with a new secret. Throws INVALID_REQUEST when there are too many. */
export async function addWebhook(
  ctx: AddingNeeds,
  { accountId, mode }: AccountCaller,
  wanted: { applicationId: string | null; callbackUrl: string; description: string | null; events: EventType[] },
): Promise<IssuedWebhook> {
  const now = ctx.clock.now();
  const signingSecret = newSigningSecret();
  const webhook: Webhook = {
    ...wanted,
    id: newId('whk'),
    accountId,
    mode,
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  return ctx.db.transaction(async (tx) => {
    const most = mostWebhooks[wanted.applicationId === null ? 'account' : 'application'];
    if ((await countWebhooks(tx, accountId, wanted.applicationId)) >= most) {
      throw new Failure('INVALID_REQUEST', {
        message: `There are ${most} webhooks already, and no more are possible.`,
        hint: 'Delete one with the GraphQL mutation deleteWebhook.',
      });
    }
    await insertWebhook(tx, {
      ...webhook,
      receiver: receiverOf(wanted.callbackUrl),
      secret: ctx.vault.seal(Buffer.from(signingSecret), secretPlace(webhook.id)),
    });
    const issued = { ...webhook, signingSecret };
    await ctx.once?.settle(tx, issued);
    return issued;
  });
}
