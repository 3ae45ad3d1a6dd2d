import type { IncomingMessage } from 'node:http';
import { type Html, html } from './html.ts';

/** The link to an order: the session says which, the guest token opens its applications. */
export interface OrderLink {
  session: string;
  token?: string | undefined;
}

/** Returns the path of the page of an order. */
export function orderPath({ session, token }: OrderLink): string {
  return `/orders/${encodeURIComponent(session)}${token === undefined ? '' : `?guest_token=${token}`}`;
}

/**
 * Returns the header with which the browser itself keeps the link to an order until it is closed: the payment provider, which the payer
 * comes back from, never learns of it.
 */
export function keptBy({ baseUrl }: { baseUrl: string }, { session, token }: OrderLink): Record<string, string> {
  if (token === undefined) return {};
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return { 'set-cookie': `order=${session}.${token}; Path=/; HttpOnly; SameSite=Lax${secure}` };
}

/** Reads the link that this browser keeps; anything that is none counts as absent. */
function keptLink(request: IncomingMessage): OrderLink | undefined {
  const [, session, token] =
    /(?:^|;\s*)order=(cs_[\w-]{1,200})\.(gst_[\w-]{20,64})(?:;|$)/.exec(request.headers.cookie ?? '') ?? [];
  return session && token ? { session, token } : undefined;
}

/** Leads back to an order: by the link that the browser keeps, else to what whoever knows the session may see; nowhere without either. */
export function wayBack(request: IncomingMessage, session?: string): Html | undefined {
  const kept = keptLink(request);
  const link = session === undefined || kept?.session === session ? kept : { session };
  return link && html`<p><a href="${orderPath(link)}">Back to your order</a></p>`;
}
