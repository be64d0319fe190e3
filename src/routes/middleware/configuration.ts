import { createMiddleware } from 'hono/factory';
import { wrongEvidenceSettings } from '../../crypto/evidence-key';
import { type Env, requiresHttps, trustedProxy } from '../../env';
import { openMail } from '../../mail/open';
import { hasLines, logError } from '../../observability/log';
import { readJurisdiction } from '../../rpc/placement';
import { TRUSTED_PROXIES } from '../../http/caller-address';
import type { AppEnv } from '../../services/context';

/** Variables that are useless without other variables. The comments say why. */
const NEEDED: readonly { by: keyof Env; needed: readonly (keyof Env)[] }[] = [
  // Without the publishable key no card can be saved. Without the webhook secret the server does not learn of payments.
  { by: 'STRIPE_SECRET_KEY', needed: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  // A mail needs the provider's URL and a sender, and links in a mail need the origin.
  { by: 'MAIL_API_KEY', needed: ['MAIL_API_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN'] },
  { by: 'MAIL_API_URL', needed: ['MAIL_API_KEY'] },
  { by: 'MAIL_TO_CONSOLE', needed: ['PUBLIC_ORIGIN'] },
  // Without the environment's name, staging's errors would look like production's.
  { by: 'SENTRY_DSN', needed: ['ENVIRONMENT'] },
];

/** Returns one sentence for each setting that is incomplete. Sentences contain no values that may be secret. */
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
  if (env.ALARM_EMAIL && openMail(env) === null) {
    sentences.push('ALARM_EMAIL is set, but mails need MAIL_API_KEY, MAIL_API_URL and MAIL_FROM');
  }
  for (const name of ['ALARM_WEBHOOK_URL', 'HEARTBEAT_URL'] as const) {
    if (env[name] && !URL.canParse(env[name])) sentences.push(`${name} is not a URL`);
  }
  if (env.EVIDENCE_MAIL && env.EVIDENCE_MAIL !== 'off') sentences.push('EVIDENCE_MAIL is set, but not to off');
  try {
    readJurisdiction(env.JURISDICTION);
  } catch (error) {
    sentences.push(error instanceof Error ? error.message : String(error));
  }
  return sentences;
}

let isChecked = false;

/** Logs the incomplete settings once, when the worker gets its first request. */
export const configuration = createMiddleware<AppEnv>(async (c, next) => {
  if (!isChecked && hasLines()) {
    isChecked = true;
    const sentences = [...halfSet(c.env), ...(await wrongEvidenceSettings(c.env))];
    for (const sentence of sentences) logError('configuration', sentence);
  }
  await next();
});
