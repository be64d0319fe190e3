import { createMiddleware } from 'hono/factory';
import { type Env, requiresHttps, trustedProxy } from '../../env';
import { hasLines, logError } from '../../observability/log';
import { readJurisdiction } from '../../rpc/placement';
import { TRUSTED_PROXIES } from '../../http/visitor';
import type { AppEnv } from '../../services/context';

/** Variables that need other variables, and why. */
const NEEDED: readonly { by: keyof Env; needed: readonly (keyof Env)[] }[] = [
  // Without the first no card can be saved; without the second nobody hears of a payment.
  { by: 'STRIPE_SECRET_KEY', needed: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  // No mail leaves without address and sender, and no link in a mail works without the origin.
  { by: 'MAIL_API_KEY', needed: ['MAIL_API_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN'] },
  { by: 'MAIL_API_URL', needed: ['MAIL_API_KEY'] },
  { by: 'MAIL_TO_CONSOLE', needed: ['PUBLIC_ORIGIN'] },
  // Errors of staging would be taken for errors of production.
  { by: 'SENTRY_DSN', needed: ['ENVIRONMENT'] },
];

/** What the operator has set only partly, one sentence each; without values, which may be secret. */
function halfSet(env: Env): string[] {
  const sentences = NEEDED.filter(({ by }) => env[by]).flatMap(({ by, needed }) => {
    const missing = needed.filter((name) => !env[name]);
    return missing.length > 0 ? [`${by} is set, but not ${missing.join(', ')}`] : [];
  });
  if (env.TRUSTED_PROXY && trustedProxy(env) === null) {
    sentences.push(`TRUSTED_PROXY is ${env.TRUSTED_PROXY}, not one of ${TRUSTED_PROXIES.join(', ')}`);
  }
  if (requiresHttps(env) && trustedProxy(env) === null)
    sentences.push('TRUSTED_PROXY is not set, though only HTTPS is served: a proxy’s word for it is not taken');
  try {
    readJurisdiction(env.JURISDICTION);
  } catch (error) {
    sentences.push(error instanceof Error ? error.message : String(error));
  }
  return sentences;
}

let isChecked = false;

/** Logs once, when the worker starts to serve, what is set only partly. */
export const configuration = createMiddleware<AppEnv>(async (c, next) => {
  if (!isChecked && hasLines()) {
    isChecked = true;
    for (const sentence of halfSet(c.env)) logError('configuration', sentence);
  }
  await next();
});
