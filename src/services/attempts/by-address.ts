import type { AttemptLimit } from '../../shared/rules/attempts';
import type { ServiceContext } from '../context';
import type { Counted } from './check';

/** What is counted for the visitor's address, and for its network at so many times the limit. */
export const byAddress = ({ address, network }: ServiceContext, what: string, limit: AttemptLimit): Counted[] => [
  { key: `${what}:${address}`, limit },
  ...(network ? [{ key: `${what}:${network.key}`, limit: { ...limit, limit: limit.limit * network.addresses } }] : []),
];
