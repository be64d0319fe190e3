import { describeUser } from '../services/accounts/profile';
import { signUp } from '../services/accounts/sign-up';
import { forgotPassword } from '../services/passwords/forgot';
import { resetPassword } from '../services/passwords/reset';
import { confirmSession } from '../services/sessions/confirm';
import { logIn, readOpened } from '../services/sessions/log-in';
import { switchAccount, SwitchSchema } from '../services/sessions/switch-account';
import { endOwnSession } from '../services/sessions/own-sessions';
import {
  ConfirmationSchema,
  ForgotPasswordSchema,
  LoginSchema,
  PasswordResetSchema,
  SignUpSchema,
} from '../shared/schemas/inputs';
import { LoginAnswerSchema } from '../shared/schemas/session';
import { SessionAnswerSchema, UserSchema } from '../shared/schemas/user';
import { SUCCESS } from '../shared/schemas/success';
import { type Call, call } from './call';
import { MAIL_LANGUAGE, mailLanguageOf } from './request/mail-language';
import { clearSessionCookie, writeDeviceCookie, writeSessionCookie } from './request/session-cookie';
import { ANYONE, MEMBER, SIGNED_IN } from './who';

export const SESSION_CALLS: readonly Call[] = [
  call({
    route: 'POST /api/auth/signup',
    id: 'signUp',
    summary: 'Create an admin’s account, which starts in its trial',
    description:
      'This call does not log the admin in. An installation may take new accounts only with an invitation, or none; ' +
      '`signUp` of `GET /api/config` says so. An invitation works once, within seven days.',
    who: ANYONE,
    body: SignUpSchema,
    example: { email: 'ann@example.com', password: 'Correct-horse-1!' },
    answer: UserSchema,
    status: 201,
    errors: [
      'email_taken',
      'too_many_attempts',
      'invalid_invitation',
      'invitation_needed',
      'sign_up_closed',
      'sign_up_paused',
      'unavailable',
    ],
    handle: ({ ctx, body }) => signUp(ctx, body),
  }),
  call({
    route: 'POST /api/auth/login',
    id: 'logIn',
    summary: 'Log in with an email and password, or with an access code',
    description:
      'A successful login sets the session cookie and ends the session that the request was sent with, if there was ' +
      'one. The number of failed logins is limited. For an access code, the answer also contains the event, its areas' +
      ' and its open alerts, unless the room fails or takes too long. A login with a second step also needs a `code`: of ' +
      'the authenticator app, or a recovery code. `second_step_needed` and the like are answered only if the password is ' +
      'right. If the account demands a second step and the login has none, `secret` and a `code` of it set one up, and ' +
      'the answer contains its recovery codes.',
    who: ANYONE,
    body: LoginSchema,
    example: { username: 'ABCD-2345', password: null },
    answer: LoginAnswerSchema,
    errors: [
      'invalid_credentials',
      'second_step_needed',
      'second_step_wrong',
      'second_step_demanded',
      'too_many_attempts',
    ],
    handle: async ({ c, ctx, body }) => {
      const { session, token, device, recoveryCodes } = await logIn(ctx, body);
      writeSessionCookie(c, token);
      writeDeviceCookie(c, device);
      const user = await describeUser(ctx, session);
      return { ...SUCCESS, user, ...(await readOpened(ctx, session)), ...(recoveryCodes && { recoveryCodes }) };
    },
  }),
  call({
    route: 'POST /api/auth/forgot-password',
    id: 'forgotPassword',
    summary: 'Mail a link to reset the password',
    description: 'The answer is the same whether or not the account exists. The link works once, within an hour.',
    who: ANYONE,
    parameters: [MAIL_LANGUAGE],
    body: ForgotPasswordSchema,
    example: { email: 'ann@example.com' },
    errors: ['mail_not_configured', 'too_many_attempts'],
    handle: ({ c, ctx, body }) => forgotPassword(ctx, body, mailLanguageOf(c)),
  }),
  call({
    route: 'POST /api/auth/reset-password',
    id: 'resetPassword',
    summary: 'Set a new password with the token from a mailed link',
    description:
      'This call ends all sessions of the account and invalidates all its other reset links. It does not log the ' +
      'admin in.',
    who: ANYONE,
    parameters: [MAIL_LANGUAGE],
    body: PasswordResetSchema,
    example: { token: '0'.repeat(64), password: 'Correct-horse-1!' },
    errors: ['invalid_reset_link', 'too_many_attempts'],
    handle: ({ c, ctx, body }) => resetPassword(ctx, body, mailLanguageOf(c)),
  }),
  call({
    route: 'GET /api/auth/verify',
    id: 'verifySession',
    summary: 'Verify the session and get its user',
    who: SIGNED_IN,
    answer: SessionAnswerSchema,
    handle: async ({ ctx, access }) => ({ ...SUCCESS, user: await describeUser(ctx, access) }),
  }),
  call({
    route: 'POST /api/session/account',
    id: 'switchAccount',
    summary: 'Move the session to another account of the same person',
    description:
      'The answer sets a new cookie. The session’s sockets are closed, and reconnect to the other account with it.',
    who: MEMBER,
    body: SwitchSchema,
    example: { accountId: '0'.repeat(32) },
    answer: SessionAnswerSchema,
    errors: ['not_found', 'too_many_attempts'],
    handle: async ({ c, ctx, access, body }) => {
      const { session, token } = await switchAccount(ctx, access, body);
      writeSessionCookie(c, token);
      return { ...SUCCESS, user: await describeUser(ctx, session) };
    },
  }),
  call({
    route: 'POST /api/auth/confirm',
    id: 'confirmSession',
    summary: 'Confirm the session with the account’s password',
    description:
      'For the next ten minutes, the session can make the calls that otherwise answer `confirmation_needed`. A login ' +
      'also confirms its new session for ten minutes. Wrong passwords count as failed logins.',
    who: MEMBER,
    body: ConfirmationSchema,
    example: { password: 'Correct-horse-1!' },
    errors: ['too_many_attempts'],
    handle: ({ ctx, access, body }) => confirmSession(ctx, access, body),
  }),
  call({
    route: 'POST /api/auth/logout',
    id: 'logOut',
    summary: 'End the session and close its sockets',
    who: ANYONE,
    handle: async ({ c, ctx }) => {
      clearSessionCookie(c);
      await endOwnSession(ctx);
    },
  }),
];
