import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { askForPrice } from '../billing/price';
import { openDatabase } from '../db/client';
import { billingConfig, isBillingOn, linkOrigin, publicOrigin } from '../env';
import type { AppEnv } from '../services/context';
import { addressKey } from '../lib/address';
import { errorReporting } from '../lib/error-reporting';
import { logError } from '../lib/log';
import { openProbeRoom } from '../lib/objects';
import { canResetPasswords } from '../mail/open';
import { forwardErrorReport } from '../services/error-reports/forward';
import { readReadiness } from '../services/readiness/read';
import { SUCCESS } from '../shared/schemas/success';
import type { Config, Health } from '../shared/schemas/system';
import { bodyBytes } from './body';
import { notFound } from './failures';
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

system.get('/health/ready', async (c) => {
  const readiness = await readReadiness({
    db: openDatabase(c.env.DB),
    pingRoom: () => openProbeRoom(c.env).ping(),
    isBillingOn: isBillingOn(c.env),
    askForPrice: () => askForPrice(c.env),
    now: () => Date.now(),
  });
  return c.json(readiness, readiness.ok ? 200 : 503);
});

/** What the web needs to know of this installation; nothing secret. */
system.get('/config', (c) =>
  c.json({
    supportEmail: c.env.SUPPORT_EMAIL,
    billing: billingConfig(c.env),
    publicOrigin: linkOrigin(c.env),
    passwordReset: canResetPasswords(c.env, publicOrigin(c.env)),
    errorReporting: errorReporting(c.env),
  } satisfies Config),
);

/** What the browser reports: by way of us, for content blockers know Sentry's own address. */
system.post('/errors', async (c) => {
  const reporting = errorReporting(c.env);
  if (reporting === null) return await notFound(c);
  await forwardErrorReport(
    { now: () => Date.now(), send: (url, init) => fetch(url, init) },
    { envelope: bodyBytes(c), address: addressKey(c.req.header('cf-connecting-ip')), dsn: reporting.dsn },
  );
  return c.json(SUCCESS);
});

system.get('/openapi.json', (c) => c.json(openApiDocument()));
