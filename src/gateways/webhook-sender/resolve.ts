import { Resolver } from 'node:dns/promises';

/** Finds all addresses of a host name; throws when there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Makes a resolver that asks the name servers itself, within seconds. The system's own (getaddrinfo) has four threads for the whole
 * process: a few names whose servers never answer would hold up everybody else's deliveries.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    // RFC 6761, 6.3: such names are never asked for.
    if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error('the host has no address');
  };
}
