import ipaddr from 'ipaddr.js';

/**
 * Addresses that are not globally reachable unicast: the special-purpose registries of IANA (iana-ipv4-special-registry,
 * iana-ipv6-special-registry), multicast, and what clouds serve to their own machines.
 */
const refusedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Microsoft Azure's WireServer has an address of a public range.
  '168.63.129.16/32',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The only range of IPv6 that is assigned to global unicast. */
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Within it: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const refusedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

const loopback = [ipaddr.IPv4.parseCIDR('127.0.0.0/8'), ipaddr.IPv6.parseCIDR('::1/128')] as const;

/** Tells whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  return parsed instanceof ipaddr.IPv4 ? parsed.match(loopback[0]) : parsed.match(loopback[1]);
}

/**
 * Tells whether an address is one of the public internet. Every IPv6 prefix that carries an IPv4 address in it is refused whole, whatever it
 * carries; so are scoped addresses, and text that is no address in its plain form.
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  if (parsed instanceof ipaddr.IPv4) return !refusedV4.some((range) => parsed.match(range));
  return parsed.match(globalV6) && !refusedV6.some((range) => parsed.match(range)) && !isIsatap(parsed);
}

/** ISATAP (RFC 5214) hides an IPv4 address behind the interface identifier 0:5efe or 200:5efe of any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (address.includes('%')) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : undefined;
}
