import { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { readDisplay } from '../services/displays/display-link';

/** Calls of public displays. The token of the display link replaces a session. */
export const displays = new Hono<AppEnv>();

displays.get('/:token', async (c) =>
  c.body(await readDisplay(c.get('services'), c.req.param('token')), 200, { 'Content-Type': 'application/json' }),
);
