import { Hono } from 'hono';
import { objectBody } from './body';
import type { AppEnv } from '../services/context';
import { clearSessionCookie } from './session-cookie';
import { deleteAccount } from '../services/accounts/delete';
import { describeUser } from '../services/accounts/describe';
import { readProfile } from '../services/accounts/read-profile';
import { saveBillingDetails } from '../services/accounts/save-billing-details';
import { requireSession } from '../services/sessions/require';
import { signedIn } from './middleware/session';
import { SUCCESS } from '../shared/schemas/success';

export const users = new Hono<AppEnv>();

users.use(signedIn);

users.get('/me', (c) => c.json(describeUser(requireSession(c.get('services')))));

users.get('/profile', async (c) => c.json(await readProfile(c.get('services'))));

users.put('/billing-details', async (c) => c.json(await saveBillingDetails(c.get('services'), objectBody(c))));

users.delete('/', async (c) => {
  await deleteAccount(c.get('services'));
  clearSessionCookie(c);
  return c.json(SUCCESS);
});
