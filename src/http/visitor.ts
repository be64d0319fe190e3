import { addressKey, networkKey } from './address';
import { isHttps } from './origin';

/** The proxies that are trusted (docs/operations.md, "Behind a proxy"). */
export const TRUSTED_PROXIES = ['cloudflare', 'forwarded'] as const;
export type TrustedProxy = (typeof TRUSTED_PROXIES)[number];

/** A group of addresses that is also counted together, and the number of addresses whose attempts it may use up. */
export interface Network {
  key: string;
  addresses: number;
}

/** A /48 is what a site gets, or what a carrier gives to many: RFC 6177. */
const ADDRESSES_PER_48 = 10;
/** Clients that name a new address with each call can use up the attempts of two addresses, no more. */
const UNVERIFIED: Network = { key: 'unverified', addresses: 2 };

/** The entry that the nearest proxy has added. Earlier entries are the client's own claims. */
const lastOf = (list: string | null): string | undefined => list?.split(',').at(-1)?.trim();

/** Whether the visitor came by HTTPS, according to the address or to the proxy that ends TLS. */
export const isOverHttps = ({ url, headers }: Request, proxy: TrustedProxy | null): boolean =>
  isHttps(url) || (proxy === 'forwarded' && lastOf(headers.get('x-forwarded-proto'))?.toLowerCase() === 'https');

/**
 * The key by which attempts are counted. Without a trusted proxy the address is the peer's, as the local runtime
 * reports it, unless the client has claimed another; therefore all such addresses are also counted together.
 */
export function visitorAddress(
  { headers }: Request,
  proxy: TrustedProxy | null,
): { address: string; network: Network | null } {
  const told = proxy === 'forwarded' ? lastOf(headers.get('x-forwarded-for')) : headers.get('cf-connecting-ip');
  const address = addressKey(told ?? undefined);
  if (proxy === null) return { address, network: UNVERIFIED };
  const key = networkKey(told ?? undefined);
  return { address, network: key === null ? null : { key, addresses: ADDRESSES_PER_48 } };
}
