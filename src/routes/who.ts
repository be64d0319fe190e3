import {
  type AreaAccess,
  type CountingAccess,
  type EventAdminAccess,
  requireEvent,
  requireOwnArea,
  requireOwnEvent,
} from '../services/access/event';
import {
  type DisplayAccess,
  type InspectionAccess,
  type InvitationAccess,
  type MailLinkAccess,
  type OpenedInspection,
  type PublicAccess,
  requireDisplay,
  requireInspection,
  requireInvitation,
  requireMailLink,
  requireOpening,
  requirePublicLink,
} from '../services/access/links';
import { type OperatorAccess, requireOperator } from '../services/access/operator';
import {
  type Confirmed,
  type ConfirmedAdmin,
  type Payer,
  requireAdmin,
  requireConfirmedAdmin,
  requireConfirmedVerb,
  requirePayer,
  requireSession,
  requireVerb,
  type VerbAccess,
} from '../services/access/session';
import type { AdminSession, ServiceContext, Session } from '../services/context';
import { type CallingKeyAccess, requireCallingKey } from '../services/keys/calling-key';
import { requireSource, type SourceAccess } from '../services/access/source';
import type { Verb } from '../shared/rules/roles';
import type { ErrorCode } from '../shared/errors';

/**
 * Who may make a call: the check, which returns the access that the call's service requires, and what the OpenAPI
 * document says about it.
 * @template Params the parameters that the call's path must have
 */
export interface Who<Params, Access> {
  name:
    | 'anyone'
    | 'link'
    | 'opening'
    | 'key'
    | 'signedIn'
    | 'admin'
    | 'owner'
    | 'payer'
    | 'counting'
    | 'eventAdmin'
    | 'operator';
  text: string;
  /** The errors with which the check refuses everyone else. */
  errors: readonly ErrorCode[];
  check: (ctx: ServiceContext, params: Params) => Promise<Access> | Access;
}

type NoParams = object;

export const ANYONE: Who<NoParams, null> = {
  name: 'anyone',
  text: 'Anyone can make this call.',
  errors: [],
  check: () => null,
};

export const DISPLAY_LINK: Who<{ token: string }, DisplayAccess> = {
  name: 'link',
  text: 'Anyone who has the link can make this call. No session is needed.',
  errors: ['not_found'],
  check: (ctx, { token }) => requireDisplay(ctx, token),
};

export const INSPECTOR_LINK: Who<{ token: string }, InspectionAccess> = {
  ...DISPLAY_LINK,
  check: (ctx, { token }) => requireInspection(ctx, token),
};

export const PUBLIC_LINK: Who<{ token: string }, PublicAccess> = {
  ...DISPLAY_LINK,
  check: (ctx, { token }) => requirePublicLink(ctx, token),
};

export const MAIL_LINK: Who<{ token: string }, MailLinkAccess> = {
  ...DISPLAY_LINK,
  check: (ctx, { token }) => requireMailLink(ctx, token),
};

export const INVITATION_LINK: Who<{ token: string }, InvitationAccess> = {
  ...DISPLAY_LINK,
  check: (ctx, { token }) => requireInvitation(ctx, token),
};

export const INSPECTOR: Who<{ token: string }, OpenedInspection> = {
  name: 'opening',
  text: 'Anyone who has opened the link can make this call, with the opening in a header. No session is needed.',
  errors: [...DISPLAY_LINK.errors, 'forbidden'],
  check: (ctx, { token }) => requireOpening(ctx, token),
};

export const SIGNED_IN: Who<NoParams, Session> = {
  name: 'signedIn',
  text: 'Admins and access-code users can make this call.',
  errors: ['unauthenticated'],
  check: requireSession,
};

export const CALLING_KEY: Who<NoParams, CallingKeyAccess> = {
  name: 'key',
  text: 'Only an API key can make this call.',
  errors: ['unauthenticated', 'forbidden'],
  check: requireCallingKey,
};

export const ADMIN: Who<NoParams, AdminSession> = {
  name: 'admin',
  text: 'Only admins can make this call.',
  errors: ['unauthenticated', 'forbidden'],
  check: requireAdmin,
};

export const CONFIRMED_ADMIN: Who<NoParams, ConfirmedAdmin> = {
  name: 'admin',
  text: 'Only admins can make this call, and only soon after they have entered their password.',
  errors: [...ADMIN.errors, 'confirmation_needed'],
  check: requireConfirmedAdmin,
};

const ownerWho = <May extends Verb>(may: May): Who<NoParams, VerbAccess<May>> => ({
  name: 'owner',
  text: 'Only owners of the account can make this call.',
  errors: ADMIN.errors,
  check: (ctx) => requireVerb(ctx, may),
});

export const BILLING_OWNER = ownerWho('billing');

export const MEMBERS_OWNER = ownerWho('members');

export const CONFIRMED_OWNER: Who<NoParams, VerbAccess<'members'> & Confirmed> = {
  name: 'owner',
  text: 'Only owners of the account can make this call, and only soon after they have entered their password.',
  errors: CONFIRMED_ADMIN.errors,
  check: (ctx) => requireConfirmedVerb(ctx, 'members'),
};

export const PAYER: Who<NoParams, Payer> = {
  name: 'payer',
  text: 'Only owners of the account can make this call, and only on an installation that bills.',
  errors: [...ADMIN.errors, 'billing_not_configured'],
  check: requirePayer,
};

export const COUNTING: Who<{ eventId: string }, CountingAccess> = {
  name: 'counting',
  text: 'The event’s admin and its access-code users can make this call. For all other users, the event does not exist.',
  errors: ['unauthenticated', 'not_found'],
  check: (ctx, { eventId }) => requireEvent(ctx, eventId),
};

const EVENT_ADMINS = {
  name: 'eventAdmin',
  text: 'Only the event’s admin can make this call. For other admins, the event does not exist.',
  errors: ['unauthenticated', 'forbidden', 'not_found'],
} as const;

export const SOURCE: Who<{ eventId: string }, SourceAccess> = {
  ...EVENT_ADMINS,
  text: 'Only an API key and the event’s admin can make this call. For those of other accounts, the event does not exist.',
  check: (ctx, { eventId }) => requireSource(ctx, eventId),
};

export const EVENT_ADMIN: Who<{ eventId: string }, EventAdminAccess> = {
  ...EVENT_ADMINS,
  check: (ctx, { eventId }) => requireOwnEvent(ctx, eventId),
};

export const AREA_ADMIN: Who<{ areaId: string }, AreaAccess> = {
  ...EVENT_ADMINS,
  check: (ctx, { areaId }) => requireOwnArea(ctx, areaId),
};

export const OPERATOR: Who<NoParams, OperatorAccess> = {
  name: 'operator',
  text:
    'Only operators can make this call. They send the installation’s token in the header `Authorization: Bearer`. If ' +
    'the installation has no such token, the call does not exist.',
  errors: ['unauthenticated', 'not_found', 'too_many_attempts'],
  check: requireOperator,
};
