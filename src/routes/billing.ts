import { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { attachPaymentMethod, createSetupIntent } from '../services/billing/cards';
import { readUsage } from '../services/billing/read-usage';
import { receiveWebhook } from '../services/billing/receive-webhook';
import { requirePayer } from '../services/access';
import { bodyBytes, objectBody } from './request/body';
import { signedIn } from './middleware/session';
import { RECEIVED, SUCCESS } from '../shared/schemas/success';

/** Calls about cards and costs. Those that need Stripe answer 503 when billing is off. */
export const billing = new Hono<AppEnv>();

/** Stripe makes this call. Its signature replaces a session. */
billing.post('/webhook', async (c) => {
  const signature = c.req.header('stripe-signature') ?? '';
  await receiveWebhook(c.get('services'), { payload: bodyBytes(c), signature });
  return c.json(RECEIVED);
});

billing.use(signedIn);

billing.get('/usage', async (c) => c.json(await readUsage(c.get('services'))));

billing.post('/create-setup-intent', async (c) => c.json(await createSetupIntent(c.get('services'))));

billing.post('/attach-payment-method', async (c) => {
  const services = c.get('services');
  requirePayer(services);
  await attachPaymentMethod(services, objectBody(c));
  return c.json(SUCCESS);
});
