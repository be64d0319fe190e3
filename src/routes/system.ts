import { Hono } from 'hono';
import { askForPrice } from '../billing/usage/price';
import { openDatabase } from '../db/client';
import { billingConfig, isBillingOn, linkOrigin, publicOrigin, trustedProxy } from '../env';
import type { AppEnv } from '../services/context';
import { errorReporting } from '../observability/error-reporting';
import { logError } from '../observability/log';
import { getProbeRoom } from '../rpc/objects';
import { canResetPasswords } from '../mail/open';
import { forwardErrorReport } from '../services/error-reports/forward';
import { isDatabaseThere, readReadiness } from '../services/readiness/read';
import { SUCCESS } from '../shared/schemas/success';
import type { Config, Health } from '../shared/schemas/system';
import { bodyBytes } from './request/body';
import { notFound } from './error-handler';
import { openApiDocument } from './openapi/document';
import { VERSION } from '../observability/version';
import { visitorAddress } from '../http/visitor';

/** Calls that need no account. */
export const system = new Hono<AppEnv>();

system.get('/health', async (c) => {
  const ok = await isDatabaseThere({
    db: openDatabase(c.env.DB),
    binding: c.env.DB,
    now: () => Date.now(),
    onFailure: (error) => logError('health', error, { requestId: c.get('requestId') }),
  });
  return c.json({ ok, version: VERSION } satisfies Health, ok ? 200 : 503);
});

system.get('/health/ready', async (c) => {
  const readiness = await readReadiness({
    db: openDatabase(c.env.DB),
    pingRoom: () => getProbeRoom(c.env).ping(),
    isBillingOn: isBillingOn(c.env),
    askForPrice: () => askForPrice(c.env),
    now: () => Date.now(),
  });
  return c.json(readiness, readiness.ok ? 200 : 503);
});

/** Answers what the web needs from this installation's configuration; nothing secret (docs/product.md, O2). */
system.get('/config', (c) =>
  c.json({
    supportEmail: c.env.SUPPORT_EMAIL,
    billing: billingConfig(c.env),
    publicOrigin: linkOrigin(c.env),
    passwordReset: canResetPasswords(c.env, publicOrigin(c.env)),
    errorReporting: errorReporting(c.env),
  } satisfies Config),
);

/** Forwards error reports of browsers to Sentry, because content blockers block Sentry's own address. */
system.post('/errors', async (c) => {
  const reporting = errorReporting(c.env);
  if (reporting === null) return await notFound(c);
  await forwardErrorReport(
    { now: () => Date.now(), send: (url, init) => fetch(url, init) },
    { envelope: bodyBytes(c), address: visitorAddress(c.req.raw, trustedProxy(c.env)).address, dsn: reporting.dsn },
  );
  return c.json(SUCCESS);
});

system.get('/openapi.json', (c) => c.json(openApiDocument()));
