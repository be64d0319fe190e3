import { publicKeys } from '../crypto/evidence-key';
import { trustedProxy, billingConfig, linkOrigin, publicOrigin, signUpMode } from '../env';
import { callerAddress } from '../http/caller-address';
import { canResetPasswords } from '../mail/open';
import { errorReporting } from '../observability/error-reporting';
import { VERSION } from '../observability/version';
import { noSuchCall } from '../services/access/operator';
import { forwardErrorReport } from '../services/error-reports/forward';
import { isDatabaseThere, readReadiness } from '../services/readiness/read';
import { EvidenceKeysSchema } from '../shared/sealed/schemas';
import { type Config, ConfigSchema, type Health, HealthSchema, ReadinessSchema } from '../shared/schemas/system';
import { type Call, call } from './call';
import { bodyBytes } from './request/body';
import { ANYONE } from './who';

/** Calls that need no account. They are answered before the session is read, so `ctx` and the database are not used. */
export const SYSTEM_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/health',
    id: 'readHealth',
    summary: 'Get the health of the server and its database',
    who: ANYONE,
    answer: HealthSchema,
    brokenAnswer: HealthSchema,
    handle: async ({ c }) => {
      const ok = await isDatabaseThere(c.env, c.get('requestId'));
      return c.json({ ok, version: VERSION } satisfies Health, ok ? 200 : 503);
    },
  }),
  call({
    route: 'GET /api/health/ready',
    id: 'readReadiness',
    summary: 'Get the health of each part that the product needs',
    description:
      'The server answers all callers with the same measurement for five seconds. `ok` and the status code depend ' +
      'only on `database` and `rooms`, because late billing and mails do not stop anybody from counting. `degraded` ' +
      'names the broken parts, and the `message` of a broken check says who is affected.',
    who: ANYONE,
    answer: ReadinessSchema,
    brokenAnswer: ReadinessSchema,
    errors: ['unavailable'],
    handle: async ({ c }) => {
      const readiness = await readReadiness(c.env);
      return c.json(readiness, readiness.ok ? 200 : 503);
    },
  }),
  call({
    route: 'GET /api/config',
    id: 'readConfig',
    summary: 'Get the public configuration that the web app needs',
    who: ANYONE,
    answer: ConfigSchema,
    // Nothing here is secret (docs/product.md, X2).
    handle: ({ c: { env } }) =>
      ({
        supportEmail: env.SUPPORT_EMAIL,
        signUp: signUpMode(env),
        billing: billingConfig(env),
        publicOrigin: linkOrigin(env),
        passwordReset: canResetPasswords(env, publicOrigin(env)),
        errorReporting: errorReporting(env),
      }) satisfies Config,
  }),
  call({
    route: 'POST /api/errors',
    id: 'reportError',
    summary: 'Forward a browser’s error report to Sentry',
    description:
      'The body is an envelope of Sentry’s SDK, addressed to the DSN that `GET /api/config` returns. It has at most 1' +
      ' MB. If the installation has no DSN, this call does not exist.',
    who: ANYONE,
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    handle: async ({ c }) => {
      const reporting = errorReporting(c.env);
      if (reporting === null) throw noSuchCall();
      await forwardErrorReport(
        { now: () => Date.now(), send: (url, init) => fetch(url, init) },
        { envelope: bodyBytes(c), address: callerAddress(c.req.raw, trustedProxy(c.env)).address, dsn: reporting.dsn },
      );
    },
  }),
  call({
    route: 'GET /api/evidence-keys',
    id: 'readEvidenceKeys',
    summary: 'Get the public keys with which this installation signs the seals of closed days',
    description:
      'A JSON Web Key Set (RFC 7517): the present key first, then earlier ones. A key’s `kid` is its thumbprint (RFC ' +
      '7638). The set is empty if the installation seals without a signature.',
    who: ANYONE,
    answer: EvidenceKeysSchema,
    // The people who check a pack have no account.
    handle: ({ c }) => publicKeys(c.env),
  }),
];
