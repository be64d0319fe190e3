import { AccountExportSchema } from '../../services/accounts/export-schema';
import { AccountActivitySchema } from '../../shared/schemas/user';
import { CardSetupSchema, UsageSchema } from '../../shared/schemas/billing';
import {
  ConfirmationSchema,
  ForgotPasswordSchema,
  LoginSchema,
  NewBillingDetailsSchema,
  PasswordChangeSchema,
  PasswordResetSchema,
  PaymentMethodSchema,
  SignUpSchema,
} from '../../shared/schemas/inputs';
import { LoginAnswerSchema } from '../../shared/schemas/session';
import { ProfileSchema } from '../../services/accounts/profile-schema';
import { OwnSessionListSchema } from '../../shared/schemas/session';
import { ReceivedSchema, SuccessSchema } from '../../shared/schemas/success';
import { ConfigSchema, HealthSchema, OpenApiSchema, ReadinessSchema } from '../../shared/schemas/system';
import { SessionAnswerSchema, UserSchema } from '../../shared/schemas/user';
import type { Operation, Parameter } from './operation';

const MAIL_LANGUAGE: Parameter = {
  name: 'Accept-Language',
  in: 'header',
  description: 'The language of the mail: `en` or `de`.',
};

export const SYSTEM: readonly Operation[] = [
  {
    route: 'GET /api/health',
    id: 'readHealth',
    summary: 'Whether the server and its database work',
    who: 'anyone',
    answer: HealthSchema,
    brokenAnswer: HealthSchema,
  },
  {
    route: 'GET /api/health/ready',
    id: 'readReadiness',
    summary: 'Whether all that the product needs works, part by part',
    description:
      'One measurement answers everyone for five seconds. `ok`, and with it the status, is that of `database` and `rooms`: what is billed late keeps nobody from counting.',
    who: 'anyone',
    answer: ReadinessSchema,
    brokenAnswer: ReadinessSchema,
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/config',
    id: 'readConfig',
    summary: 'What the web needs to know of this installation',
    who: 'anyone',
    answer: ConfigSchema,
  },
  {
    route: 'POST /api/errors',
    id: 'reportError',
    summary: 'Pass on what the browser reports to Sentry',
    description:
      'The body is an envelope of Sentry’s SDK for the DSN of `GET /api/config`, of at most 1 MB. There is no such call without a DSN.',
    who: 'anyone',
    answer: SuccessSchema,
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
  },
  {
    route: 'GET /api/openapi.json',
    id: 'readOpenApi',
    summary: 'This document',
    who: 'anyone',
    answer: OpenApiSchema,
  },
];

export const SESSIONS: readonly Operation[] = [
  {
    route: 'POST /api/auth/signup',
    id: 'signUp',
    summary: 'Create an admin’s account in its trial',
    description: 'It does not log in.',
    who: 'anyone',
    body: SignUpSchema,
    answer: UserSchema,
    status: 201,
    errors: ['email_taken', 'too_many_attempts'],
  },
  {
    route: 'POST /api/auth/login',
    id: 'logIn',
    summary: 'Log in with an email and its password, or with an access code',
    description:
      'Sets the session’s cookie. The session that came along ends. Failures are limited. An access code’s event and areas come along, unless their room is in trouble.',
    who: 'anyone',
    body: LoginSchema,
    answer: LoginAnswerSchema,
    errors: ['invalid_credentials', 'too_many_attempts'],
  },
  {
    route: 'POST /api/auth/forgot-password',
    id: 'forgotPassword',
    summary: 'Mail a link that resets the password',
    description: 'The answer is the same whether there is such an account or not. The link works once, for an hour.',
    who: 'anyone',
    parameters: [MAIL_LANGUAGE],
    body: ForgotPasswordSchema,
    answer: SuccessSchema,
    errors: ['mail_not_configured', 'too_many_attempts'],
  },
  {
    route: 'POST /api/auth/reset-password',
    id: 'resetPassword',
    summary: 'Choose a new password with the token of a mailed link',
    description: 'All sessions of the account end, and every other link. It does not log in.',
    who: 'anyone',
    parameters: [MAIL_LANGUAGE],
    body: PasswordResetSchema,
    answer: SuccessSchema,
    errors: ['invalid_reset_link', 'too_many_attempts'],
  },
  {
    route: 'GET /api/auth/verify',
    id: 'verifySession',
    summary: 'Who is logged in',
    who: 'signedIn',
    answer: SessionAnswerSchema,
  },
  {
    route: 'POST /api/auth/confirm',
    id: 'confirmSession',
    summary: 'Show the account’s password once more',
    description:
      'For ten minutes the session may make calls that ask for it with `confirmation_needed`; so may one that has just ' +
      'begun with a login. Failures count with those of logins.',
    who: 'admin',
    body: ConfirmationSchema,
    answer: SuccessSchema,
    errors: ['too_many_attempts'],
  },
  {
    route: 'POST /api/auth/logout',
    id: 'logOut',
    summary: 'End the session and its sockets',
    who: 'anyone',
    answer: SuccessSchema,
  },
];

export const USERS: readonly Operation[] = [
  { route: 'GET /api/users/me', id: 'readUser', summary: 'Who is logged in', who: 'signedIn', answer: UserSchema },
  {
    route: 'GET /api/users/profile',
    id: 'readProfile',
    summary: 'The account with its billing details',
    who: 'admin',
    answer: ProfileSchema,
  },
  {
    route: 'PUT /api/users/billing-details',
    id: 'saveBillingDetails',
    summary: 'Replace all billing details',
    who: 'admin',
    body: NewBillingDetailsSchema,
    answer: ProfileSchema,
    errors: ['too_many_attempts'],
  },
  {
    route: 'POST /api/users/password',
    id: 'changePassword',
    summary: 'Change the account’s password',
    description: 'Sets a new cookie for this session; all others of the account end, and their sockets.',
    who: 'admin',
    parameters: [MAIL_LANGUAGE],
    body: PasswordChangeSchema,
    answer: SuccessSchema,
    errors: ['too_many_attempts'],
  },
  {
    route: 'GET /api/users/sessions',
    id: 'listSessions',
    summary: 'The account’s own sessions, the newest first',
    description: 'Those of access codes are not among them: they end when the event’s code is replaced.',
    who: 'admin',
    answer: OwnSessionListSchema,
  },
  {
    route: 'DELETE /api/users/sessions',
    id: 'endOtherSessions',
    summary: 'End all of the account’s sessions but this one, and their sockets',
    who: 'admin',
    answer: SuccessSchema,
  },
  {
    route: 'DELETE /api/users/sessions/:sessionId',
    id: 'endSession',
    summary: 'End one of the account’s sessions and its sockets',
    who: 'admin',
    answer: SuccessSchema,
    errors: ['not_found'],
  },
  {
    route: 'GET /api/users/export',
    id: 'exportAccount',
    summary: 'All that is stored of the account, as a file',
    description:
      'Its events with their counts, devices, journals and daily reports; `elsewhere` says what is not in it. It is sent ' +
      'while it is read.',
    who: 'admin',
    answer: AccountExportSchema,
    errors: ['too_many_attempts'],
  },
  {
    route: 'GET /api/users/activity',
    id: 'readActivity',
    summary: 'How many events the account has, and how many devices count on them right now',
    description:
      'A device counts while it is connected to its event with an access code, or has counted there on this business day.',
    who: 'admin',
    answer: AccountActivitySchema,
    errors: ['unavailable'],
  },
  {
    route: 'DELETE /api/users',
    id: 'deleteAccount',
    summary: 'Delete the account with its events',
    description:
      'At once and for good: its sessions and access codes end, and every device on its events is told. Only within ten ' +
      'minutes of the login, or of `POST /api/auth/confirm`.',
    who: 'admin',
    answer: SuccessSchema,
    errors: ['confirmation_needed'],
  },
];

export const BILLING: readonly Operation[] = [
  {
    route: 'POST /api/billing/webhook',
    id: 'receiveWebhook',
    summary: 'News of the payment provider',
    description: 'The `Stripe-Signature` header stands for a session.',
    who: 'anyone',
    answer: ReceivedSchema,
    errors: ['invalid_signature', 'billing_not_configured', 'unavailable'],
  },
  {
    route: 'GET /api/billing/usage',
    id: 'readUsage',
    summary: 'The days counted in the present billing period, and what they cost',
    who: 'admin',
    answer: UsageSchema,
  },
  {
    route: 'POST /api/billing/create-setup-intent',
    id: 'openCardSetup',
    summary: 'Open a card setup at the payment provider',
    who: 'admin',
    answer: CardSetupSchema,
    errors: ['billing_not_configured', 'not_found', 'too_many_attempts', 'unavailable'],
  },
  {
    route: 'POST /api/billing/attach-payment-method',
    id: 'attachPaymentMethod',
    summary: 'Make a confirmed card the account’s',
    description: 'What is open is paid with it.',
    who: 'admin',
    body: PaymentMethodSchema,
    answer: SuccessSchema,
    errors: ['billing_not_configured', 'not_found', 'payment_failed', 'too_many_attempts', 'unavailable'],
  },
];
