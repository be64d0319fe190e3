import { describeUser } from '../services/accounts/profile';
import { acceptInvitation, describeInvitation } from '../services/members/accept';
import { changeMember, removeMember } from '../services/members/change';
import { endInvitation, inviteMember } from '../services/members/invite';
import { listMembers } from '../services/members/list';
import { listMade } from '../services/members/made';
import {
  AcceptanceSchema,
  CreatedMemberInvitationSchema,
  MemberChangeSchema,
  MadeListSchema,
  MemberListSchema,
  NewMemberInvitationSchema,
  OpenInvitationSchema,
  RemovalSchema,
} from '../shared/members/schemas';
import { SUCCESS } from '../shared/schemas/success';
import { EnteredSchema } from '../shared/schemas/session';
import { type Call, call } from './call';
import { MAIL_LANGUAGE, mailLanguageOf } from './request/mail-language';
import { writeSessionCookie } from './request/session-cookie';
import { CONFIRMED_OWNER, INVITATION_LINK, MEMBERS_OWNER } from './who';

export const MEMBER_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/members',
    id: 'listMembers',
    summary: 'List who belongs to the account, and its open invitations',
    who: MEMBERS_OWNER,
    answer: MemberListSchema,
    handle: ({ ctx, access }) => listMembers(ctx, access),
  }),
  call({
    route: 'POST /api/members/invitations',
    id: 'inviteMember',
    summary: 'Invite somebody to the account',
    description:
      'No other call returns the token again: `/invitation#` and the token is the link. It works once, within seven days. ' +
      'With an `email` only that address can accept it, and it gets the link by mail if this installation sends mails.',
    who: CONFIRMED_OWNER,
    parameters: [MAIL_LANGUAGE],
    body: NewMemberInvitationSchema,
    example: { role: 'manager', email: 'bea@example.com' },
    answer: CreatedMemberInvitationSchema,
    status: 201,
    errors: ['limit_reached', 'too_many_attempts'],
    handle: ({ c, ctx, access, body }) => inviteMember(ctx, access, body, mailLanguageOf(c)),
  }),
  call({
    route: 'DELETE /api/members/invitations/:invitationId',
    id: 'endInvitation',
    summary: 'End an invitation',
    who: MEMBERS_OWNER,
    errors: ['not_found'],
    handle: ({ ctx, access, params }) => endInvitation(ctx, access, params.invitationId),
  }),
  call({
    route: 'PATCH /api/members/:personId',
    id: 'changeMember',
    summary: 'Change a member’s role, and the events for which it holds',
    description:
      '`eventIds` is for the roles `supervisor` and `viewer`, which need at least one event; their API keys end. The member’s ' +
      'open sockets close, and come back with the new role.',
    who: CONFIRMED_OWNER,
    body: MemberChangeSchema,
    example: { role: 'owner' },
    errors: ['not_found', 'last_owner'],
    handle: ({ ctx, access, params, body }) => changeMember(ctx, access, params.personId, body),
  }),
  call({
    route: 'DELETE /api/members/:personId',
    id: 'removeMember',
    summary: 'Remove a member from the account, and end the member’s sessions',
    description:
      'What the member did stays. Of the API keys, recipients and links that the member made, those end that are in `ends`; ' +
      'the others stay in force.',
    who: CONFIRMED_OWNER,
    body: RemovalSchema,
    isBodyOptional: true,
    example: { ends: [] },
    errors: ['not_found', 'last_owner'],
    handle: ({ ctx, access, params, body }) => removeMember(ctx, access, params.personId, body),
  }),
  call({
    route: 'GET /api/members/:personId/made',
    id: 'listMade',
    summary: 'List what a member has made that goes on working without the member',
    who: MEMBERS_OWNER,
    answer: MadeListSchema,
    errors: ['not_found'],
    handle: async ({ ctx, access, params }) => ({ made: await listMade(ctx, access, params.personId) }),
  }),
  call({
    route: 'GET /api/invitations/:token',
    id: 'readInvitation',
    summary: 'Get what an invitation is to',
    who: INVITATION_LINK,
    answer: OpenInvitationSchema,
    handle: ({ access }) => describeInvitation(access),
  }),
  call({
    route: 'POST /api/invitations/:token/accept',
    id: 'acceptInvitation',
    summary: 'Accept an invitation, and log in to its account',
    description:
      'With the email and password of a login, the login also belongs to this account from now on; with a new email they ' +
      'become a login, unless `isNew` is false: then an email without a login is refused. Without a password, the login is that of the session. Attempts with a password count as sign-ups, ' +
      'and wrong passwords as failed logins. How the installation takes sign-ups does not matter. ' +
      'For a second step, `code` and `secret` do what they do at a login.',
    who: INVITATION_LINK,
    body: AcceptanceSchema,
    example: { email: 'bea@example.com', password: 'Correct-horse-1!' },
    isBodyOptional: true,
    answer: EnteredSchema,
    errors: [
      'invalid_invitation',
      'invalid_credentials',
      'second_step_needed',
      'second_step_wrong',
      'second_step_demanded',
      'forbidden',
      'member_already',
      'too_many_attempts',
    ],
    handle: async ({ c, ctx, access, body }) => {
      const { session, token, recoveryCodes } = await acceptInvitation(ctx, access, body);
      writeSessionCookie(c, token);
      return { ...SUCCESS, user: await describeUser(ctx, session), ...(recoveryCodes && { recoveryCodes }) };
    },
  }),
];
