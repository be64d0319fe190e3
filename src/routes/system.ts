import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { openDatabase } from '../db/client';
import { billingConfig } from '../env';
import type { AppEnv } from '../services/context';
import { logError } from '../lib/log';
import type { Config, Health } from '../shared/schemas/system';
import { openApiDocument } from './openapi/document';
import { VERSION } from '../lib/version';

/** Calls that work without accounts. */
export const system = new Hono<AppEnv>();

system.get('/health', async (c) => {
  try {
    await openDatabase(c.env.DB).get(sql`SELECT 1`);
    return c.json({ ok: true, version: VERSION } satisfies Health);
  } catch (error) {
    logError('health', error, { requestId: c.get('requestId') });
    return c.json({ ok: false, version: VERSION } satisfies Health, 503);
  }
});

/** What the web needs to know of this installation; nothing secret. */
system.get('/config', (c) =>
  c.json({
    supportEmail: c.env.SUPPORT_EMAIL,
    billing: billingConfig(c.env),
    passwordReset: false,
    errorReporting: null,
  } satisfies Config),
);

system.get('/openapi.json', (c) => c.json(openApiDocument()));
