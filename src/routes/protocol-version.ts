import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { SPOKEN_VERSIONS } from '../shared/protocol/version';

/** What the caller says that it speaks. A missing v means 1 (design section 3). */
const versionOf = (c: Context<AppEnv>): string => c.req.query('v') ?? '1';

/** Whether the caller speaks a version of the protocol that rooms speak. */
export const speaksOurVersion = (c: Context<AppEnv>): boolean => SPOKEN_VERSIONS.has(versionOf(c));

/** The version that a caller speaks who {@link speaksOurVersion}. */
export const protocolOf = (c: Context<AppEnv>): number => Number(versionOf(c));
