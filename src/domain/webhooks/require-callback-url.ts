import { Failure } from '../../kernel/failure.ts';
import type { UrlProblem, WebhookSender } from './webhook-sender.port.ts';

/** Host names are looked up for the caller, so what was found is not told: only that it is not public. */
const meanings: Record<UrlProblem, string> = {
  INVALID_URL: 'The callback URL is not an absolute URL of at most 2,048 characters.',
  SCHEME: 'The callback URL must begin with https://.',
  CREDENTIALS: 'The callback URL must not contain a user name or a password.',
  PORT: 'The callback URL uses a port that is not safe to call.',
  ADDRESS: 'The host of the callback URL does not resolve to public addresses only.',
};

/** Refuses a callback URL that may not be called, with INVALID_CALLBACK_URL. */
export async function requireCallbackUrl(
  ctx: { webhookSender: WebhookSender },
  url: string,
  argument: string,
): Promise<void> {
  const problem = await ctx.webhookSender.inspect(url);
  if (problem !== null) throw new Failure('INVALID_CALLBACK_URL', { message: meanings[problem], argument });
}
