import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { OLDEST_VERSION, PROTOCOL_VERSION } from '../../shared/protocol/version';

/** The versions that rooms speak, newest first. */
export const SPOKEN_VERSIONS: readonly number[] = Array.from(
  { length: PROTOCOL_VERSION - OLDEST_VERSION + 1 },
  (_, index) => PROTOCOL_VERSION - index,
);

/** The version that the caller claims to speak. */
const versionOf = (c: Context<AppEnv>): string => c.req.query('v') ?? String(OLDEST_VERSION);

/** Whether rooms speak the caller's protocol version. */
export const isSupportedProtocol = (c: Context<AppEnv>): boolean =>
  SPOKEN_VERSIONS.some((version) => String(version) === versionOf(c));

/** The version of a caller for whom {@link isSupportedProtocol} is true. */
export const protocolOf = (c: Context<AppEnv>): number => Number(versionOf(c));
