import { Hono } from 'hono';
import { jsonBody, objectBody } from './body';
import type { AppEnv } from '../services/context';
import { clearSessionCookie, writeSessionCookie } from './session-cookie';
import { describeUser } from '../services/accounts/describe';
import { signUp } from '../services/accounts/sign-up';
import { endOwnSession } from '../services/sessions/end';
import { logIn } from '../services/sessions/log-in';
import { requireSession } from '../services/sessions/require';
import { SUCCESS } from '../shared/schemas/success';

export const auth = new Hono<AppEnv>();

auth.post('/signup', async (c) => {
  const { email, password } = objectBody(c);
  return c.json(await signUp(c.get('services'), { email, password }), 201);
});

auth.post('/login', async (c) => {
  const { session, token } = await logIn(c.get('services'), jsonBody(c));
  writeSessionCookie(c, token);
  return c.json({ success: true, user: describeUser(session) });
});

auth.get('/verify', (c) => c.json({ success: true, user: describeUser(requireSession(c.get('services'))) }));

/** Also without a session: who logs out twice is logged out. */
auth.post('/logout', async (c) => {
  clearSessionCookie(c);
  await endOwnSession(c.get('services'));
  return c.json(SUCCESS);
});
