import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Addresses of this machine that no other machine reaches (RFC 1122, RFC 4291). */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address));

/** Whether a server that listens at this host can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isIn(LOOPBACK, host);

/** The connections whose word about the client is taken: their addresses, or null if there is no proxy. */
export type Proxies = BlockList | null;

interface ProxySettings {
  TRUSTED_PROXY?: string | undefined;
  PROXY_ADDRESS?: string | undefined;
}

/**
 * Reads which proxy is trusted. Without PROXY_ADDRESS it is one on this machine.
 * @throws {Error} the settings are wrong, or would let anybody in the network claim another address
 */
export function readProxies({ TRUSTED_PROXY: kind, PROXY_ADDRESS: named }: ProxySettings, host: string): Proxies {
  if (!kind) {
    if (named) throw new Error('PROXY_ADDRESS is set, but not TRUSTED_PROXY=forwarded.');
    return null;
  }
  if (kind !== 'forwarded') throw new Error(`TRUSTED_PROXY is ${kind}. With npm start it can only be forwarded.`);
  if (!named) {
    if (isLoopback(host)) return LOOPBACK;
    throw new Error(
      `TRUSTED_PROXY=forwarded with HOST=${host}: everybody in the network could claim any address. ` +
        'Set PROXY_ADDRESS to the address of the proxy, or HOST=localhost if the proxy runs on this machine.',
    );
  }
  const proxies = new BlockList();
  for (const address of named.split(',').map((one) => one.trim())) {
    if (isIP(address) === 0) throw new Error(`PROXY_ADDRESS is ${named}. It takes IP addresses, with commas between.`);
    proxies.addAddress(address, familyOf(address));
  }
  return proxies;
}

/** Returns the last entry, which the nearest proxy added. The client itself may have written earlier entries. */
const lastOf = (list: string | string[] | undefined): string =>
  String(list ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

/** Removes the port that some proxies add. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)?.slice(1).find(Boolean) ?? entry;

export interface Client {
  address: string;
  scheme: 'http' | 'https';
}

/** Returns who is at the other end: what the trusted proxy says, otherwise what the connection itself shows. */
export function clientOf(peer: string, headers: IncomingHttpHeaders, proxies: Proxies): Client {
  if (proxies === null || !isIn(proxies, peer)) return { address: peer, scheme: 'http' };
  const told = withoutPort(lastOf(headers['x-forwarded-for']));
  const isHttps = lastOf(headers['x-forwarded-proto']).toLowerCase() === 'https';
  return { address: isIP(told) === 0 ? peer : told, scheme: isHttps ? 'https' : 'http' };
}
