import { addressKey, networkKey } from './address';
import { isHttps } from './origin';

/** What stands in front of the worker and is believed (docs/operations.md, "Behind a proxy"). */
export const TRUSTED_PROXIES = ['cloudflare', 'forwarded'] as const;
export type TrustedProxy = (typeof TRUSTED_PROXIES)[number];

/** Addresses that are counted together as well, and of how many the attempts are let through. */
export interface Network {
  key: string;
  addresses: number;
}

/** A /48 is what a site gets, or a carrier gives to many: RFC 6177. */
const ADDRESSES_PER_48 = 10;
/** Whoever names an address of their own at each call gets no further than two could. */
const UNVERIFIED: Network = { key: 'unverified', addresses: 2 };

/** The entry that the nearest proxy has added: those before it are the client's own words. */
const lastOf = (list: string | null): string | undefined => list?.split(',').at(-1)?.trim();

/** Whether the visitor came by HTTPS, as the address or the proxy that ends TLS says. */
export const isOverHttps = ({ url, headers }: Request, proxy: TrustedProxy | null): boolean =>
  isHttps(url) || (proxy === 'forwarded' && lastOf(headers.get('x-forwarded-proto'))?.toLowerCase() === 'https');

/**
 * Where attempts are counted. Without a proxy that is believed, the address is what the local runtime says: the peer's, unless
 * the client has named another, so all of them are counted together, too.
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
