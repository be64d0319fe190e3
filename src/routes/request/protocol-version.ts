import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { OLDEST_VERSION, PROTOCOL_VERSION } from '../../shared/protocol/version';
import type { Parameter } from '../call';

/** The protocol versions that rooms support, newest first. */
const SPOKEN_VERSIONS: readonly number[] = Array.from(
  { length: PROTOCOL_VERSION - OLDEST_VERSION + 1 },
  (_, index) => PROTOCOL_VERSION - index,
);

/** The parameter with which a caller names its protocol version. */
export const VERSION: Parameter = {
  name: 'v',
  in: 'query',
  description: `The protocol version that the caller uses: ${SPOKEN_VERSIONS.map((version) => `\`${version}\``).join(
    ', ',
  )}. If the parameter is missing, the server assumes \`${OLDEST_VERSION}\`.`,
};

/** Returns the protocol version in the request's `v` parameter; the oldest one without it. */
const versionOf = (c: Context<AppEnv>): string => c.req.query('v') ?? String(OLDEST_VERSION);

/** Whether rooms support the caller's protocol version. */
export const isSupportedProtocol = (c: Context<AppEnv>): boolean =>
  SPOKEN_VERSIONS.some((version) => String(version) === versionOf(c));

/** Returns the caller's protocol version. {@link isSupportedProtocol} must be true. */
export const protocolOf = (c: Context<AppEnv>): number => Number(versionOf(c));
