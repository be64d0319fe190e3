import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { SPOKEN_VERSIONS } from '../shared/protocol/version';

/** Whether the caller speaks a version of the protocol that rooms speak. A missing v means 1 (design section 3). */
export const speaksOurVersion = (c: Context<AppEnv>): boolean => SPOKEN_VERSIONS.has(c.req.query('v') ?? '1');
