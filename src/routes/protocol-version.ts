import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { OLDEST_VERSION, PROTOCOL_VERSION } from '../shared/protocol/version';

/** The versions that rooms speak, newest first. */
export const SPOKEN_VERSIONS: readonly number[] = Array.from(
  { length: PROTOCOL_VERSION - OLDEST_VERSION + 1 },
  (_, index) => PROTOCOL_VERSION - index,
);

/** What the caller says that it speaks. */
const versionOf = (c: Context<AppEnv>): string => c.req.query('v') ?? String(OLDEST_VERSION);

/** Whether the caller speaks a version of the protocol that rooms speak. */
export const speaksOurVersion = (c: Context<AppEnv>): boolean =>
  SPOKEN_VERSIONS.some((version) => String(version) === versionOf(c));

/** The version that a caller speaks who {@link speaksOurVersion}. */
export const protocolOf = (c: Context<AppEnv>): number => Number(versionOf(c));
