import { addressKey, networkKey, unmapped } from './address';
import { isHttps } from './origin';

/** The proxies that are trusted (docs/operations.md, "Behind a proxy"). */
export const TRUSTED_PROXIES = ['cloudflare', 'forwarded'] as const;
export type TrustedProxy = (typeof TRUSTED_PROXIES)[number];

/** A group of addresses whose attempts are also counted together, and how many addresses' attempts it may use up. */
export interface Network {
  key: string;
  addresses: number;
}

/** How many addresses' attempts a /48 may use up. It belongs to a site, or to a carrier's customers (RFC 6177). */
const ADDRESSES_PER_48 = 10;
/**
 * The group of all clients without a trusted proxy: clients that claim a new address with each call can use up the
 * attempts of two addresses, no more.
 */
const UNVERIFIED: Network = { key: 'unverified', addresses: 2 };

/** Returns the last entry, which the nearest proxy added. The client itself may have written earlier entries. */
const lastOf = (list: string | null): string | undefined => list?.split(',').at(-1)?.trim();

/** Whether the request came over HTTPS, according to its URL or to the proxy that ends TLS. */
export const isOverHttps = ({ url, headers }: Request, proxy: TrustedProxy | null): boolean =>
  isHttps(url) || (proxy === 'forwarded' && lastOf(headers.get('x-forwarded-proto'))?.toLowerCase() === 'https');

/**
 * Returns the keys by which attempts are counted. Without a trusted proxy the address is that of the connection, as the
 * local runtime reports it, but clients can also claim another one. Therefore all such addresses are counted together,
 * too. `clientAddress` is the whole address; null without a trusted proxy, because a client can claim any.
 */
export function visitorAddress(
  { headers }: Request,
  proxy: TrustedProxy | null,
): { address: string; network: Network | null; clientAddress: string | null } {
  const told = proxy === 'forwarded' ? lastOf(headers.get('x-forwarded-for')) : headers.get('cf-connecting-ip');
  const address = addressKey(told ?? undefined);
  if (proxy === null) return { address, network: UNVERIFIED, clientAddress: null };
  const clientAddress = unmapped(told ?? undefined) || null;
  const key = networkKey(told ?? undefined);
  return { address, network: key === null ? null : { key, addresses: ADDRESSES_PER_48 }, clientAddress };
}
