import type { AttemptLimit } from './slices';
import type { ServiceContext } from '../context';
import type { Counted } from './check';

/** The limit for the visitor's address, and a higher one for its network. */
export const byAddress = ({ address, network }: ServiceContext, what: string, limit: AttemptLimit): Counted[] => [
  { key: `${what}:${address}`, limit },
  ...(network ? [{ key: `${what}:${network.key}`, limit: { ...limit, limit: limit.limit * network.addresses } }] : []),
];
