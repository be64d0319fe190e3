import { createMiddleware } from 'hono/factory';
import { isBillingOn } from '../../env';
import { logError } from '../../lib/log';
import type { AppEnv } from '../../services/context';

/** Without the first no card can be saved, without the second nobody hears of a payment. */
const NEEDED_FOR_BILLING = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

let isChecked = false;

/** Tells the operator once, as the worker starts to serve, what billing lacks though it is on. */
export const configuration = createMiddleware<AppEnv>(async (c, next) => {
  if (!isChecked) {
    isChecked = true;
    const missing = NEEDED_FOR_BILLING.filter((name) => !c.env[name]);
    if (isBillingOn(c.env) && missing.length > 0) {
      logError('configuration', `STRIPE_SECRET_KEY is set, but not ${missing.join(', ')}`);
    }
  }
  await next();
});
