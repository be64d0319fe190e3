import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { OLDEST_VERSION, PROTOCOL_VERSION, readVersion, versionsBetween } from '../../shared/protocol/version';
import type { Parameter } from '../call';

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

/** Returns the caller's protocol version; null if rooms do not support it. */
export const protocolOf = (c: Context<AppEnv>): number | null => readVersion(c.req.query('v'), SPOKEN_VERSIONS);
