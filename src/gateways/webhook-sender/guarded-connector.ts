import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Resolve } from './resolve.ts';
import { mayConnect } from './url-policy.ts';

/** A connection that was refused because of where it would have gone. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** A host name that could not be resolved. */
export class UnknownHost extends Error {
  override name = 'UnknownHost';
}

/** Makes what opens connections with a given way to look names up; replaced in tests, which must not call strangers. */
export type Dial = (lookup: LookupFunction) => buildConnector.connector;

/** How connections are opened. */
export interface ConnectorOptions {
  allowsLoopback: boolean;
  resolve: Resolve;
  connectMs: number;
  dial?: Dial;
}

/**
 * Makes undici's connector. Whatever a host resolves to at the moment of connecting, each of its addresses must be allowed, and
 * it is one of these very addresses that is connected to: no second look-up in between, no trust in an earlier one.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowsLoopback, connectMs } = options;
  const dial: Dial =
    options.dial ??
    ((lookup) => buildConnector({ lookup, timeout: connectMs, allowH2: false, maxCachedSessions: 500 }));
  const connectors = {
    'https:': dial(guardedLookup(options, 'https:')),
    'http:': dial(guardedLookup(options, 'http:')),
  };
  return (target, callback) => {
    const protocol = target.protocol === 'https:' ? 'https:' : 'http:';
    const mayReach = (address: string) => mayConnect(address, protocol, allowsLoopback);
    const hostname = target.hostname.replace(/^\[|\]$/g, '');
    // An address in the URL is connected to without a look-up.
    if (isIP(hostname) !== 0 && !mayReach(hostname)) return callback(new RefusedAddress(), null);
    connectors[protocol](target, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(error, null);
      if (socket.remoteAddress !== undefined && mayReach(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new RefusedAddress(), null);
    });
  };
}

function guardedLookup({ resolve, allowsLoopback }: ConnectorOptions, protocol: string): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const isRefused = addresses.some((address) => !mayConnect(address, protocol, allowsLoopback));
        if (addresses.length === 0 || isRefused) return callback(new RefusedAddress(), []);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (cause) => callback(new UnknownHost('', { cause }), []),
    );
  };
}
