import type { IncomingMessage } from 'node:http';

/**
 * Tells whether a form was sent from a page of this service. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; what says
 * neither is no browser, and carries nobody's session.
 */
export function isFromHere({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return origin === new URL(baseUrl).origin || new URL(origin).host === headers.host;
}
