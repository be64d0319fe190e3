import { CALLS } from '../../../src/routes/api';
import { type Call, takesSession } from '../../../src/routes/call';
import { newEmail, PASSWORD } from './accounts';
import { type Principal, PRINCIPALS, type World } from './permissions/world';
import { UPGRADE } from './sockets';

/** The callers that may make the call, in the words of its declaration. */
type Access = Call['who']['name'];

/** A call without any mistake. */
export interface SampleCall {
  access: Access;
  /** Values of parameters that differ from the world's event, area, code, display, alert, order and the caller's session. */
  parameters?: Readonly<Record<string, string>>;
  query?: string;
  body?: object | undefined;
  headers?: Record<string, string>;
  /** The status that permitted callers get. */
  taken: number;
  /** The code of their refusal, when it is not the usual code of its status. */
  code?: string;
  /** True if the call succeeds once in a world. */
  isOnce?: boolean;
  /** The statuses of permitted callers for whom there is nothing behind the address. */
  others?: Statuses;
}

type Statuses = Partial<Record<Principal, number>>;

/** The address and header of an inspector who has opened a link. */
const OPENED = { parameters: { token: '{{inspection}}' }, headers: { 'x-inspection': '{{opening}}' } };

/** A link in a mail about alerts. */
const MAILED = { parameters: { token: '{{mail}}' } };

/** What samples need besides the declarations. Names in double braces in bodies stand for values of the world. */
const MORE: Readonly<Record<string, Partial<Omit<SampleCall, 'access'>>>> = {
  // Sentry is not set up here.
  'POST /api/errors': { body: {}, taken: 404 },
  'POST /api/auth/signup': { body: { email: '{{new-email}}', password: PASSWORD } },
  'POST /api/auth/login': { body: { username: '{{code}}', password: null } },
  'POST /api/auth/forgot-password': { body: { email: '{{new-email}}' }, taken: 503, code: 'mail_not_configured' },
  'POST /api/auth/reset-password': { taken: 400, code: 'invalid_reset_link' },
  // Nobody knows the passwords of the world's accounts.
  'POST /api/auth/confirm': { taken: 400 },
  'POST /api/users/password': { taken: 400 },
  // Nobody of the world has a second step.
  'PUT /api/users/second-step': { taken: 400 },
  'DELETE /api/users/second-step': { taken: 404 },
  'DELETE /api/members/:personId/second-step': { taken: 404 },
  'POST /api/operator/second-step/reset': { taken: 404 },
  // Each caller means the account of the session: an owner deletes it, a manager leaves it.
  'DELETE /api/users': { body: {} },
  'POST /api/billing/create-setup-intent': { taken: 503 },
  'POST /api/billing/attach-payment-method': { taken: 503 },
  'POST /api/billing/webhook': { taken: 503 },
  // A viewer learns no code by trying.
  'GET /api/events/by-access-code/:code': {
    others: { other: 404, otherCode: 404, elsewhereSupervisor: 404, viewer: 404 },
  },
  'POST /api/events/:eventId/occupancy': {
    // The tap is sent at the time it is made, so the clock does not matter.
    body: { clientId: '{{client}}', seq: 1, sentAt: 1, taps: [{ areaId: '{{area}}', change: 1, at: 1 }] },
  },
  // It counts nobody, so that the counts of a fuzzed world are those of its taps.
  'POST /api/events/:eventId/counts/pretix': {
    query: '?areaId={{area}}',
    body: { notification_id: 1, action: 'pretix.event.order.paid' },
  },
  // No machine has sent in this world.
  'GET /api/events/:eventId/sources/:sourceId': { taken: 404 },
  'DELETE /api/events/:eventId/sources/:sourceId': { taken: 404 },
  // No machine of this world is in doubt.
  'POST /api/events/:eventId/sources/:sourceId/doubt': { taken: 404 },
  'DELETE /api/events/:eventId': { isOnce: true },
  'DELETE /api/areas/:areaId': { isOnce: true },
  'DELETE /api/events/:eventId/orders/:orderId': { isOnce: true },
  'POST /api/events/:eventId/evacuations': { isOnce: true },
  'POST /api/events/:eventId/orders/:orderId/confirm': { body: { clientId: '{{client}}' } },
  // None runs in this world.
  'POST /api/events/:eventId/evacuations/:evacuationId/end': { taken: 404 },
  'POST /api/events/:eventId/evacuations/:evacuationId/show-numbers': { taken: 404 },
  'POST /api/inspections/:token/openings': { parameters: { token: '{{inspection}}' } },
  // No browser of this world has a subscription.
  'POST /api/alert-recipients/renewals': { taken: 404 },
  'DELETE /api/alert-recipients/:recipientId': { isOnce: true },
  'POST /api/alert-mails/:token/confirm': MAILED,
  // The first caller ends it for the others.
  'POST /api/alert-mails/:token/leave': {
    ...MAILED,
    others: Object.fromEntries(PRINCIPALS.filter((who) => who !== 'guest').map((who) => [who, 404])),
  },
  'GET /api/invitations/:token': { parameters: { token: '{{invited}}' } },
  // An invitation works once.
  'POST /api/invitations/:token/accept': {
    parameters: { token: '{{invited}}' },
    body: { email: '{{new-email}}', password: PASSWORD },
    isOnce: true,
  },
  'DELETE /api/members/invitations/:invitationId': { isOnce: true },
  'DELETE /api/members/:personId': { isOnce: true },
  'POST /api/session/account': { body: { accountId: '{{account}}' } },
  'GET /api/public/:token': { parameters: { token: '{{public}}' } },
  'GET /api/inspections/:token': OPENED,
  'GET /api/inspections/:token/report': OPENED,
  'GET /api/inspections/:token/seals': OPENED,
  'GET /api/inspections/:token/occupancy': { ...OPENED, query: '?at={{moment}}' },
  // No day of this world has ended.
  'GET /api/inspections/:token/evidence': { ...OPENED, taken: 404 },
  'GET /api/events/:eventId/evidence': { taken: 404 },
  // The bucket is empty, and the installation is not.
  'GET /api/operator/backups/file': { taken: 404 },
  'POST /api/operator/backups/restore': { taken: 400 },
  // These calls restore to no moment, import nothing, send a part of no import, and finish an import that is over.
  'POST /api/operator/events/:eventId/restore': { body: {}, taken: 400 },
  'POST /api/operator/events/import': { taken: 400 },
  'GET /api/events/:eventId/occupancy': { query: '?at=2020-01-01T12:00', taken: 200 },
  'PUT /api/operator/events/import/:eventId': { query: '?offset=0', taken: 404 },
};

const sampleOf = ({ route, who, example, answer, status }: Call): SampleCall => ({
  access: who.name,
  body: example,
  taken: answer === 'socket' ? 101 : (status ?? 200),
  ...(answer === 'socket' && { headers: UPGRADE }),
  ...MORE[route],
});

for (const route of Object.keys(MORE))
  if (!CALLS.some((call) => call.route === route)) throw new Error(`There is no call ${route}`);

/** One call for each declared route, made from its declaration. */
export const SAMPLES: Readonly<Record<string, SampleCall>> = Object.fromEntries(
  CALLS.map((call) => [call.route, sampleOf(call)]),
);

/**
 * The inspector's link that this caller has. An opening writes into the event's journal, so callers from outside have the
 * link of the other account.
 */
const inspectionOf = ({ inspection, foreign }: World, who: Principal) =>
  who === 'owner' || who === 'code' || who.endsWith('Key') ? inspection : foreign.inspection;

/** The values of names in double braces and of address parameters. */
export const namesOf = (world: World, who: Principal): Record<string, string> => ({
  event: world.event.eventId,
  area: world.areaId,
  code: world.event.accessCode,
  display: world.displayToken,
  link: world.inspection.linkId,
  inspection: inspectionOf(world, who).token,
  opening: inspectionOf(world, who).opening,
  alert: world.alertId,
  order: world.orderId,
  recipient: world.recipients[who === 'other' ? 'other' : 'owner'].recipientId,
  'foreign-recipient': world.recipients[who === 'other' ? 'owner' : 'other'].recipientId,
  key: world.spareKeys[who === 'other' ? 'other' : 'owner'],
  'foreign-key': world.spareKeys[who === 'other' ? 'owner' : 'other'],
  invitation: world.invitations[who === 'other' ? 'other' : 'owner'].invitationId,
  'foreign-invitation': world.invitations[who === 'other' ? 'owner' : 'other'].invitationId,
  invited: world.invitations.owner.token,
  member: world.members[who === 'other' ? 'other' : 'owner'],
  'foreign-member': world.members[who === 'other' ? 'owner' : 'other'],
  account: who === 'other' ? world.otherId : world.ownerId,
  'foreign-account': who === 'other' ? world.ownerId : world.otherId,
  mail: world.recipients.owner.mailToken,
  moment: new Date().toISOString(),
  client: `client-of-${who}-000000`,
  session: world.sessionIds[who] ?? world.sessionIds.owner,
  'foreign-session': world.sessionIds[who === 'other' ? 'owner' : 'other'],
  'new-email': newEmail(),
  'own-event': world.otherEvent.eventId,
  'own-area': world.otherAreaId,
  'foreign-event': world.foreign.event.eventId,
  'foreign-area': world.foreign.areaId,
  public: world.publicToken,
  'foreign-display': world.foreign.displayToken,
  'foreign-link': world.foreign.inspection.linkId,
});

const PARAMETERS: Readonly<Record<string, string>> = {
  eventId: '{{event}}',
  areaId: '{{area}}',
  code: '{{code}}',
  token: '{{display}}',
  alertId: '{{alert}}',
  orderId: '{{order}}',
  sessionId: '{{session}}',
  linkId: '{{link}}',
  recipientId: '{{recipient}}',
  keyId: '{{key}}',
  invitationId: '{{invitation}}',
  personId: '{{member}}',
};

/** The address of a route, with names in double braces. */
export const pathOf = (route: string, parameters: Readonly<Record<string, string>> = {}): string =>
  (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? PARAMETERS[name] ?? name);

export const filledIn = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{([\w+-]+)\}\}/g, (whole, name: string) => names[name] ?? whole);

/** Fills in the names in the values of headers. */
export const filledHeaders = (
  headers: Readonly<Record<string, string>> | undefined,
  names: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, filledIn(value, names)]));

/** Callers without a session, or without a valid one. */
const STRANGERS: Statuses = {
  guest: 401,
  display: 401,
  operator: 401,
  expired: 401,
  revoked: 401,
  deleted: 401,
  removed: 401,
};

const CODE_HOLDERS: Statuses = { otherCode: 403, code: 403 };

/** Members with chosen events may do nothing for the whole account. */
const CHOSEN: Statuses = { elsewhereSupervisor: 403, viewer: 403, supervisor: 403 };

/** Callers to whom the event does not belong. */
const OUTSIDERS: Statuses = { ...STRANGERS, other: 404, elsewhereSupervisor: 404 };

/** The statuses for callers without permission. Events and areas that are not theirs do not exist for them. */
const REFUSED: Readonly<Record<Access, Statuses>> = {
  anyone: {},
  link: {},
  opening: {},
  signedIn: STRANGERS,
  member: { ...STRANGERS, ...CODE_HOLDERS },
  admin: { ...STRANGERS, ...CODE_HOLDERS, ...CHOSEN },
  owner: { ...STRANGERS, ...CODE_HOLDERS, ...CHOSEN, manager: 403 },
  key: { ...STRANGERS, ...CODE_HOLDERS, ...CHOSEN, other: 403, manager: 403, owner: 403 },
  payer: { ...STRANGERS, ...CODE_HOLDERS, ...CHOSEN, manager: 403 },
  watcher: { ...OUTSIDERS, otherCode: 404 },
  counting: { ...OUTSIDERS, otherCode: 404, viewer: 403 },
  reviewer: { ...OUTSIDERS, ...CODE_HOLDERS },
  supervisor: { ...OUTSIDERS, ...CODE_HOLDERS, viewer: 403 },
  eventAdmin: { ...OUTSIDERS, ...CODE_HOLDERS, viewer: 403, supervisor: 403 },
  operator: Object.fromEntries(PRINCIPALS.filter((who) => who !== 'operator').map((who) => [who, 401])),
};

/** The statuses for callers with an API key. Keys stand in the place of sessions, and no key does in that of a link. */
function refusedKeys(route: string, access: Access): Statuses {
  const call = CALLS.find((one) => one.route === route);
  if (!call || !takesSession(call.who)) return {};
  const { scope } = call;
  const ended: Statuses = { expiredKey: 401, revokedKey: 401, elsewhereKey: 403 };
  if (scope === undefined)
    return { ...ended, otherEventKey: 403, otherKey: 403, readKey: 403, countKey: 403, manageKey: 403 };
  if (scope === 'any') return ended;
  const others = (['readKey', 'countKey', 'manageKey'] as const).filter((who) => who !== `${scope}Key`);
  return {
    ...ended,
    ...Object.fromEntries(others.map((who) => [who, 403])),
    ...(access === 'admin' || access === 'member' ? { otherEventKey: 403 } : { otherEventKey: 404, otherKey: 404 }),
  };
}

/** The statuses for callers who may not make the call. */
export const refusedAt = (route: string, access: Access): Statuses => ({
  ...REFUSED[access],
  ...refusedKeys(route, access),
});

export const isAllowed = (route: string, access: Access, who: Principal): boolean =>
  refusedAt(route, access)[who] === undefined;
