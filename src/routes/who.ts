import {
  type AreaAccess,
  type EventAdminAccess,
  type EventVerbAccess,
  requireArea,
  requireEvent,
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
  type ConfirmedMember,
  type Payer,
  requireAdmin,
  requireConfirmedMember,
  requireConfirmedVerb,
  requireMember,
  requirePayer,
  requireSession,
  requireVerb,
  type VerbAccess,
} from '../services/access/session';
import type { AdminSession, MemberSession, ServiceContext, Session } from '../services/context';
import { type CallingKeyAccess, requireCallingKey } from '../services/keys/calling-key';
import { requireSource, type SourceAccess } from '../services/access/source';
import type { EventVerb } from '../shared/rules/roles';
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
    | 'member'
    | 'admin'
    | 'owner'
    | 'payer'
    | 'watcher'
    | 'counting'
    | 'reviewer'
    | 'supervisor'
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
  text: 'Members and access-code users can make this call.',
  errors: ['unauthenticated'],
  check: requireSession,
};

export const CALLING_KEY: Who<NoParams, CallingKeyAccess> = {
  name: 'key',
  text: 'Only an API key can make this call.',
  errors: ['unauthenticated', 'forbidden'],
  check: requireCallingKey,
};

export const MEMBER: Who<NoParams, MemberSession> = {
  name: 'member',
  text: 'Only members of an account can make this call.',
  errors: ['unauthenticated', 'forbidden'],
  check: requireMember,
};

export const CONFIRMED_MEMBER: Who<NoParams, ConfirmedMember> = {
  name: 'member',
  text: 'Only members of an account can make this call, and only soon after they have entered their password.',
  errors: [...MEMBER.errors, 'confirmation_needed'],
  check: requireConfirmedMember,
};

export const ADMIN: Who<NoParams, AdminSession> = {
  name: 'admin',
  text: 'Only admins can make this call.',
  errors: MEMBER.errors,
  check: requireAdmin,
};

export const CONFIRMED_ADMIN: Who<NoParams, ConfirmedAdmin> = {
  name: 'admin',
  text: 'Only admins can make this call, and only soon after they have entered their password.',
  errors: CONFIRMED_MEMBER.errors,
  check: (ctx) => requireConfirmedVerb(ctx, 'manage'),
};

const ownerWho = <May extends 'billing' | 'members'>(may: May): Who<NoParams, VerbAccess<May>> => ({
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

const FOR_OTHERS = 'For everybody to whom the event does not belong, it does not exist.';

const NO_EVENT = ['unauthenticated', 'not_found'] as const;

/** The people who may do something at an event, by the verb. */
const AT_EVENT = {
  watch: {
    name: 'watcher',
    text: `The event’s members and access-code users can make this call. ${FOR_OTHERS}`,
    errors: NO_EVENT,
  },
  count: {
    name: 'counting',
    text: `The event’s admins, supervisors and access-code users can make this call. ${FOR_OTHERS}`,
    errors: [...NO_EVENT, 'forbidden'],
  },
  review: {
    name: 'reviewer',
    text: `Only the event’s members can make this call. ${FOR_OTHERS}`,
    errors: [...NO_EVENT, 'forbidden'],
  },
  control: {
    name: 'supervisor',
    text: `Only the event’s admins and supervisors can make this call. ${FOR_OTHERS}`,
    errors: [...NO_EVENT, 'forbidden'],
  },
  manage: {
    name: 'eventAdmin',
    text: `Only the event’s admins can make this call. ${FOR_OTHERS}`,
    errors: [...NO_EVENT, 'forbidden'],
  },
} as const satisfies Record<EventVerb, Omit<Who<never, never>, 'check'>>;

const eventWho = <May extends EventVerb>(may: May): Who<{ eventId: string }, EventVerbAccess<May>> => ({
  ...AT_EVENT[may],
  check: (ctx, { eventId }) => requireEvent(ctx, eventId, may),
});

export const WATCHER = eventWho('watch');

export const COUNTING = eventWho('count');

export const REVIEWER = eventWho('review');

export const SUPERVISOR = eventWho('control');

export const EVENT_ADMIN: Who<{ eventId: string }, EventAdminAccess> = {
  ...AT_EVENT.manage,
  check: (ctx, { eventId }) => requireOwnEvent(ctx, eventId),
};

export const SOURCE: Who<{ eventId: string }, SourceAccess> = {
  ...AT_EVENT.manage,
  text: `Only an API key and the event’s admins can make this call. ${FOR_OTHERS}`,
  check: (ctx, { eventId }) => requireSource(ctx, eventId),
};

const areaWho = <May extends EventVerb>(may: May): Who<{ areaId: string }, AreaAccess<May>> => ({
  ...AT_EVENT[may],
  check: (ctx, { areaId }) => requireArea(ctx, areaId, may),
});

export const AREA_ADMIN = areaWho('manage');

export const AREA_SUPERVISOR = areaWho('control');

export const OPERATOR: Who<NoParams, OperatorAccess> = {
  name: 'operator',
  text:
    'Only operators can make this call. They send the installation’s token in the header `Authorization: Bearer`. If ' +
    'the installation has no such token, the call does not exist.',
  errors: ['unauthenticated', 'not_found', 'too_many_attempts'],
  check: requireOperator,
};
