import type { Context } from '../../projections/perform.ts';
import { baseHeaders, writeJson } from '../answer.ts';
import { maxBodyBytes, readBody } from '../body.ts';
import type { Route } from '../routes.ts';

/** Takes in a notice of the payment provider: its bytes as they came, and the signature that proves them. */
export type ReceiveNotice = (
  ctx: Context,
  notice: { body: Uint8Array; signature: string | undefined },
) => Promise<void>;

/**
 * Makes the route to which Stripe sends its events. It is not a document: what counts is the bytes and their signature, nobody else has a use
 * for it, and it is not limited, since Stripe sends bursts and repeats what is refused.
 */
export function stripeWebhookRoute(receive: ReceiveNotice): Route {
  return {
    method: 'POST',
    path: '/api/v1/agent/stripe/webhook',
    access: 'OPEN',
    async handle({ request, response, exchange }, { door, context }) {
      const header = request.headers['stripe-signature'];
      const body = await readBody(request, maxBodyBytes);
      await receive(await context(), { body, signature: Array.isArray(header) ? header.join(',') : header });
      const { text, bytes } = door.envelope.success(JSON.stringify({ received: true }), exchange.requestId);
      writeJson(response, 200, baseHeaders(exchange), text, bytes);
    },
  };
}
