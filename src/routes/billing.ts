import { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { requireAdmin } from '../services/sessions/require';
import { AppError } from '../shared/errors';
import { signedIn } from './middleware/session';

/** Cards belong to the payment provider; without one every call of an admin is 503. */
export const billing = new Hono<AppEnv>();

billing.use(signedIn);

billing.on('POST', ['/create-setup-intent', '/attach-payment-method'], (c) => {
  requireAdmin(c.get('services'));
  throw new AppError('billing_not_configured');
});
