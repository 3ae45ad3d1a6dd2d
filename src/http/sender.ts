import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Sender } from '../projections/admission.ts';

/** Reads off a request who sends it. */
export type ReadSender = (request: IncomingMessage) => Sender;

const rememberedAddresses = 10_000;

/** Makes the reader of senders; `X-Forwarded-For` is believed only from the given addresses and CIDR ranges. */
export function createSenderReader(trustedProxies: readonly string[]): ReadSender {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  const known = new Map<string, string>();
  return (request) => {
    const { headers } = request;
    const remote = request.socket.remoteAddress ?? '';
    let address = known.get(remote);
    if (address === undefined) {
      address = network(plain(remote));
      if (known.size >= rememberedAddresses) known.clear();
      known.set(remote, address);
    }
    if (trustedProxies.length > 0) {
      address = plain(remote);
      const hops = String(headers['x-forwarded-for'] ?? '').split(',');
      while (hops.length > 0 && isTrusted(address)) {
        const hop = plain(hops.pop()!.trim());
        if (isIP(hop) === 0) break;
        address = hop;
      }
      address = network(address);
    }
    return { address, authorization: headers.authorization, browserShaped: isBrowserShaped(headers) };
  };
}

/** Takes an IPv4 address out of the IPv6 form in which a dual-stack socket gives it, and a port or brackets off. */
function plain(address: string): string {
  const bare =
    /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : bare;
}

/** One household or machine has a whole /64 of IPv6: it counts as one address. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address.replace(/%.*$/, ''));
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

const engines = /AppleWebKit|Gecko|Trident|Presto|KHTML|Blink|Goanna|Servo|MSIE/i;

/** The fetch of Node.js and Deno sends `Sec-Fetch-Mode` like a browser, but neither a site nor a language. */
const isScript = (headers: IncomingMessage['headers']) =>
  headers['accept-language'] === '*' && headers['sec-fetch-site'] === undefined;

/** Tells whether a request looks like a browser's and does not say that an agent sends it. */
export function isBrowserShaped(headers: IncomingMessage['headers']): boolean {
  const friendly = headers['x-agent-friendly'];
  if (friendly !== undefined && String(friendly).trim().toLowerCase() === 'true') return false;
  const agent = headers['user-agent'] ?? '';
  if (agent.startsWith('Mozilla/') && engines.test(agent)) return true;
  return headers['sec-fetch-mode'] !== undefined && !isScript(headers);
}
