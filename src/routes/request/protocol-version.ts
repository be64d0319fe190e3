import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { OLDEST_VERSION, PROTOCOL_VERSION } from '../../shared/protocol/version';
import type { Parameter } from '../call';

/** The protocol versions from the oldest to the newest one that rooms support. */
export const versionsBetween = (oldest: number, newest: number): readonly string[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => String(oldest + index));

const SPOKEN_VERSIONS = versionsBetween(OLDEST_VERSION, PROTOCOL_VERSION);

/** The parameter with which a caller names its protocol version. */
export const VERSION: Parameter = {
  name: 'v',
  in: 'query',
  description: `The protocol version that the caller uses: ${SPOKEN_VERSIONS.map((version) => `\`${version}\``).join(
    ', ',
  )}. If the parameter is missing, the server assumes \`1\`.`,
};

/** With it, an admin's socket does not open the event (docs/decisions/0029): the caller waits until somebody counts. */
export const WAITS: Parameter = {
  name: 'waits',
  in: 'query',
  description: 'With `1`, an admin’s socket is closed with 4425 until somebody has joined to count.',
};

/**
 * Returns the version that a caller has given, or 1 if it has given none; null if rooms do not support it.
 * @param spoken the versions that rooms support
 */
export function readVersion(given: string | undefined, spoken: readonly string[]): number | null {
  const version = given ?? '1';
  return spoken.includes(version) ? Number(version) : null;
}

/** Returns the caller's protocol version; null if rooms do not support it. */
export const protocolOf = (c: Context<AppEnv>): number | null => readVersion(c.req.query('v'), SPOKEN_VERSIONS);
