import { addressKey, networkKey, unmapped } from './address';

/**
 * Who says in CF-Connecting-IP where a request comes from, and lets no client say it: Cloudflare, or the front door of
 * `npm start` (scripts/local/door). Both give the request the URL with which the client asked.
 */
export const TRUSTED_PROXIES = ['cloudflare', 'door'] as const;
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

/**
 * Returns the keys by which attempts are counted. Without a trusted proxy a client can claim any address, so all such
 * addresses are counted together, too. `clientAddress` is the whole address; null without a trusted proxy.
 */
export function callerAddress(
  { headers }: Request,
  proxy: TrustedProxy | null,
): { address: string; network: Network | null; clientAddress: string | null } {
  const given = headers.get('cf-connecting-ip') ?? undefined;
  const address = addressKey(given);
  if (proxy === null) return { address, network: UNVERIFIED, clientAddress: null };
  const clientAddress = unmapped(given) || null;
  const key = networkKey(given);
  return { address, network: key === null ? null : { key, addresses: ADDRESSES_PER_48 }, clientAddress };
}
