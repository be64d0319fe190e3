import { textStream } from '../http/text-stream';
import { leaveOrDelete } from '../services/accounts/delete';
import { exportAccount } from '../services/accounts/export';
import { AccountExportSchema } from '../services/accounts/export-schema';
import { describeUser, readActivity, readProfile, saveBillingDetails } from '../services/accounts/profile';
import { ProfileSchema } from '../services/accounts/profile-schema';
import { changePassword } from '../services/passwords/change';
import { listOwnSessions, revokeOtherSessions, revokeSession } from '../services/sessions/own-sessions';
import { SESSIONS_PER_PAGE_MAX } from '../services/sessions/limits';
import { DeletionSchema, NewBillingDetailsSchema, PasswordChangeSchema } from '../shared/schemas/inputs';
import { OwnSessionListSchema } from '../shared/schemas/session';
import { AccountActivitySchema, UserSchema } from '../shared/schemas/user';
import { attachment } from './attachment';
import { type Call, call } from './call';
import { MAIL_LANGUAGE, mailLanguageOf } from './request/mail-language';
import { arrayPageParameters, linkNext, pageOf } from './request/page';
import { clearSessionCookie, writeSessionCookie } from './request/session-cookie';
import { ADMIN, BILLING_OWNER, CONFIRMED_MEMBER, MEMBER, SIGNED_IN } from './who';

export const ACCOUNT_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/users/me',
    id: 'readUser',
    summary: 'Get the logged-in user',
    who: SIGNED_IN,
    answer: UserSchema,
    handle: ({ ctx, access }) => describeUser(ctx, access),
  }),
  call({
    route: 'GET /api/users/profile',
    id: 'readProfile',
    summary: 'Get the account and its billing details',
    who: BILLING_OWNER,
    answer: ProfileSchema,
    handle: ({ ctx, access }) => readProfile(ctx, access),
  }),
  call({
    route: 'PUT /api/users/billing-details',
    id: 'saveBillingDetails',
    summary: 'Replace all billing details',
    who: BILLING_OWNER,
    body: NewBillingDetailsSchema,
    example: { billing_business_name: 'Harbor Club', billing_address_country: 'DE' },
    answer: ProfileSchema,
    errors: ['too_many_attempts'],
    handle: ({ ctx, access, body }) => saveBillingDetails(ctx, access, body),
  }),
  call({
    route: 'POST /api/users/password',
    id: 'changePassword',
    summary: 'Change the account’s password',
    description:
      'The answer sets a new cookie for this session. All other sessions of the account end, and their sockets are ' +
      'closed.',
    who: MEMBER,
    parameters: [MAIL_LANGUAGE],
    body: PasswordChangeSchema,
    example: { currentPassword: 'Correct-horse-1!', newPassword: 'Battery-staple-2!' },
    errors: ['too_many_attempts'],
    handle: async ({ c, ctx, access, body }) => {
      writeSessionCookie(c, await changePassword(ctx, access, body, mailLanguageOf(c)));
    },
  }),
  call({
    route: 'GET /api/users/sessions',
    id: 'listSessions',
    summary: 'List the account’s own sessions, newest first',
    description:
      'The list does not include sessions of access-code users. Those sessions end when the event’s access code is ' +
      'replaced.',
    who: MEMBER,
    parameters: arrayPageParameters('sessions', SESSIONS_PER_PAGE_MAX),
    answer: OwnSessionListSchema,
    handle: async ({ c, ctx, access }) => {
      const page = pageOf(c, SESSIONS_PER_PAGE_MAX);
      const { entries, next } = await listOwnSessions(ctx, access, page);
      linkNext(c, page, next);
      return entries;
    },
  }),
  call({
    route: 'DELETE /api/users/sessions',
    id: 'endOtherSessions',
    summary: 'End all of the account’s sessions except this one, and close their sockets',
    who: MEMBER,
    handle: ({ ctx, access }) => revokeOtherSessions(ctx, access),
  }),
  call({
    route: 'DELETE /api/users/sessions/:sessionId',
    id: 'endSession',
    summary: 'End one of the account’s sessions and close its sockets',
    who: MEMBER,
    errors: ['not_found'],
    handle: async ({ c, ctx, access, params }) => {
      const { isCurrent } = await revokeSession(ctx, access, params.sessionId);
      if (isCurrent) clearSessionCookie(c);
    },
  }),
  call({
    route: 'GET /api/users/export',
    id: 'exportAccount',
    summary: 'Export everything that is stored about the account as a file',
    description:
      'The file contains the account’s events with their counts, devices, journals and daily reports. The field ' +
      '`elsewhere` lists the data that the file does not contain. The server streams the file while it reads the ' +
      'data.',
    who: BILLING_OWNER,
    answer: AccountExportSchema,
    errors: ['too_many_attempts'],
    handle: async ({ c, ctx, access }) => {
      const pieces = await exportAccount(ctx, access);
      const day = new Date(ctx.now()).toISOString().slice(0, 10);
      return c.body(textStream(pieces), 200, {
        'Content-Type': 'application/json; charset=utf-8',
        ...attachment(`Headroom account ${day}.json`),
      });
    },
  }),
  call({
    route: 'GET /api/users/activity',
    id: 'readActivity',
    summary: 'Get the number of the account’s events, and of the devices that are counting now',
    description:
      'A device is counting if it is connected to its event and either uses an access code or has counted on this ' +
      'business day.',
    who: ADMIN,
    answer: AccountActivitySchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readActivity(ctx, access),
  }),
  call({
    route: 'DELETE /api/users',
    id: 'deleteAccount',
    summary: 'Delete the account and its events, or leave it',
    description:
      'The deletion takes effect at once and cannot be undone. The account’s sessions and access codes end, and the ' +
      'server notifies every device on its events. If the caller is no owner, or the account has another owner, the ' +
      'account stays and the caller leaves it. With `expect`, the call does that or nothing. With an `accountId`, null ' +
      'for the account that the caller has signed up, it answers 409 if the session is in another account. The call is ' +
      'allowed only within ten minutes of the session’s login or of `POST /api/auth/confirm`.',
    who: CONFIRMED_MEMBER,
    body: DeletionSchema,
    isBodyOptional: true,
    example: { accountId: null, expect: 'delete' },
    errors: ['conflict', 'last_owner', 'other_owner'],
    handle: async ({ c, ctx, access, body }) => {
      await leaveOrDelete(ctx, access, body);
      clearSessionCookie(c);
    },
  }),
];
