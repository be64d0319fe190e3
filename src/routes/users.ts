import { Hono } from 'hono';
import { attachment } from './attachment';
import { objectBody } from './request/body';
import { mailLanguage } from '../http/accept-language';
import type { AppEnv } from '../services/context';
import { textStream } from '../http/text-stream';
import { clearSessionCookie, writeSessionCookie } from './request/session-cookie';
import { deleteAccount } from '../services/accounts/delete';
import { describeUser, readProfile } from '../services/accounts/profile';
import { exportAccount } from '../services/accounts/export';
import { readActivity } from '../services/accounts/profile';
import { saveBillingDetails } from '../services/accounts/profile';
import { changePassword } from '../services/passwords/change';
import { listOwnSessions, revokeOtherSessions, revokeSession } from '../services/sessions/own-sessions';
import { requireSession } from '../services/access';
import { signedIn } from './middleware/session';
import { SUCCESS } from '../shared/schemas/success';

export const users = new Hono<AppEnv>();

users.use(signedIn);

users.get('/me', (c) => c.json(describeUser(requireSession(c.get('services')))));

users.get('/profile', async (c) => c.json(await readProfile(c.get('services'))));

users.get('/activity', async (c) => c.json(await readActivity(c.get('services'))));

users.put('/billing-details', async (c) => c.json(await saveBillingDetails(c.get('services'), objectBody(c))));

users.post('/password', async (c) => {
  const { currentPassword, newPassword } = objectBody(c);
  const language = mailLanguage(c.req.header('accept-language'));
  writeSessionCookie(c, await changePassword(c.get('services'), { currentPassword, newPassword }, language));
  return c.json(SUCCESS);
});

users.get('/sessions', async (c) => c.json(await listOwnSessions(c.get('services'))));

users.delete('/sessions', async (c) => {
  await revokeOtherSessions(c.get('services'));
  return c.json(SUCCESS);
});

users.delete('/sessions/:sessionId', async (c) => {
  const { isCurrent } = await revokeSession(c.get('services'), c.req.param('sessionId'));
  if (isCurrent) clearSessionCookie(c);
  return c.json(SUCCESS);
});

users.get('/export', async (c) => {
  const pieces = await exportAccount(c.get('services'));
  const day = new Date(c.get('services').now()).toISOString().slice(0, 10);
  return c.body(textStream(pieces), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    ...attachment(`Headroom account ${day}.json`),
  });
});

users.delete('/', async (c) => {
  await deleteAccount(c.get('services'));
  clearSessionCookie(c);
  return c.json(SUCCESS);
});
