import { Hono } from 'hono';
import { jsonBody, objectBody } from './request/body';
import { mailLanguage } from '../http/accept-language';
import type { AppEnv } from '../services/context';
import { clearSessionCookie, writeDeviceCookie, writeSessionCookie } from './request/session-cookie';
import { describeUser } from '../services/accounts/profile';
import { forgotPassword } from '../services/passwords/forgot';
import { resetPassword } from '../services/passwords/reset';
import { signUp } from '../services/accounts/sign-up';
import { confirmSession } from '../services/sessions/confirm';
import { endOwnSession } from '../services/sessions/own-sessions';
import { logIn, readOpened } from '../services/sessions/log-in';
import { requireSession } from '../services/access';
import { SUCCESS } from '../shared/schemas/success';

export const auth = new Hono<AppEnv>();

auth.post('/signup', async (c) => {
  const { email, password } = objectBody(c);
  return c.json(await signUp(c.get('services'), { email, password }), 201);
});

auth.post('/login', async (c) => {
  const { session, token, device } = await logIn(c.get('services'), jsonBody(c));
  writeSessionCookie(c, token);
  writeDeviceCookie(c, device);
  const opened = await readOpened(c.get('services'), session);
  return c.json({ success: true, user: describeUser(session), ...opened });
});

auth.get('/verify', (c) => c.json({ success: true, user: describeUser(requireSession(c.get('services'))) }));

auth.post('/confirm', async (c) => {
  const { password } = objectBody(c);
  await confirmSession(c.get('services'), { password });
  return c.json(SUCCESS);
});

auth.post('/forgot-password', async (c) => {
  const { email } = objectBody(c);
  await forgotPassword(c.get('services'), { email }, mailLanguage(c.req.header('accept-language')));
  return c.json(SUCCESS);
});

auth.post('/reset-password', async (c) => {
  const { token, password } = objectBody(c);
  await resetPassword(c.get('services'), { token, password }, mailLanguage(c.req.header('accept-language')));
  return c.json(SUCCESS);
});

/** The call works without a session, too, so that logging out twice succeeds. */
auth.post('/logout', async (c) => {
  clearSessionCookie(c);
  await endOwnSession(c.get('services'));
  return c.json(SUCCESS);
});
