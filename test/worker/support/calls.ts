import type { WHO } from '../../../src/routes/openapi/operation';
import { newEmail, PASSWORD } from './accounts';
import { type Principal, PRINCIPALS, type World } from './permissions/world';
import { UPGRADE } from './sockets';

/** The callers that may make the call, in the words of the API document. */
export type Access = keyof typeof WHO;

/** A call without any mistake. */
export interface SampleCall {
  access: Access;
  /** Values of parameters that differ from the world's event, area, code, display, alert and the caller's session. */
  parameters?: Readonly<Record<string, string>>;
  query?: string;
  body?: object;
  headers?: Record<string, string>;
  /** The status that permitted callers get; 200 by default. */
  taken?: number;
  /** The code of their refusal, when it is not the usual code of its status. */
  code?: string;
}

const call = (access: Access, more: Omit<SampleCall, 'access'> = {}): SampleCall => ({ access, ...more });

/** One call for each route of the app. Names in double braces in bodies stand for values of the world. */
export const CALLS: Readonly<Record<string, SampleCall>> = {
  'GET /api/health': call('anyone'),
  'GET /api/health/ready': call('anyone'),
  'GET /api/config': call('anyone'),
  'GET /api/openapi.json': call('anyone'),
  // Sentry is not set up here.
  'POST /api/errors': call('anyone', { body: {}, taken: 404 }),
  'POST /api/auth/signup': call('anyone', { body: { email: '{{new-email}}', password: PASSWORD }, taken: 201 }),
  'POST /api/auth/login': call('anyone', { body: { username: '{{code}}', password: null } }),
  'POST /api/auth/logout': call('anyone'),
  'POST /api/auth/forgot-password': call('anyone', {
    body: { email: '{{new-email}}' },
    taken: 503,
    code: 'mail_not_configured',
  }),
  'POST /api/auth/reset-password': call('anyone', {
    body: { token: '0'.repeat(64), password: PASSWORD },
    taken: 400,
    code: 'invalid_reset_link',
  }),
  'GET /api/auth/verify': call('signedIn'),
  'GET /api/users/me': call('signedIn'),
  'GET /api/users/profile': call('admin'),
  'GET /api/users/activity': call('admin'),
  'PUT /api/users/billing-details': call('admin', { body: { billing_address_country: 'DE' } }),
  // Nobody knows the passwords of the world's accounts.
  'POST /api/auth/confirm': call('admin', { body: { password: PASSWORD }, taken: 400 }),
  'POST /api/users/password': call('admin', {
    body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    taken: 400,
  }),
  'GET /api/users/sessions': call('admin'),
  'DELETE /api/users/sessions': call('admin'),
  'DELETE /api/users/sessions/:sessionId': call('admin'),
  'GET /api/users/export': call('admin'),
  'DELETE /api/users': call('admin'),
  'GET /api/billing/usage': call('admin'),
  'POST /api/billing/create-setup-intent': call('admin', { taken: 503 }),
  'POST /api/billing/attach-payment-method': call('admin', { body: { payment_method_id: 'pm_1' }, taken: 503 }),
  'POST /api/billing/webhook': call('anyone', { taken: 503 }),
  'GET /api/events': call('admin'),
  'POST /api/events': call('admin', { body: { eventName: 'New' }, taken: 201 }),
  'GET /api/events/by-access-code/:code': call('counting'),
  'PATCH /api/events/:eventId': call('owner', { body: { eventName: 'New' } }),
  'DELETE /api/events/:eventId': call('owner'),
  'POST /api/events/:eventId/duplicate': call('owner', { body: { eventName: 'Copy' }, taken: 201 }),
  'POST /api/events/:eventId/access-code': call('owner'),
  'GET /api/events/:eventId/join-key': call('counting'),
  'GET /api/events/:eventId/areas': call('counting'),
  'POST /api/events/:eventId/areas': call('owner', { body: { areaName: 'Door', capacity: 5 }, taken: 201 }),
  'POST /api/events/:eventId/reset': call('owner'),
  'POST /api/events/:eventId/occupancy': call('counting', {
    // The tap is sent at the time it is made, so the clock does not matter.
    body: { clientId: '{{client}}', seq: 1, sentAt: 1, taps: [{ areaId: '{{area}}', change: 1, at: 1 }] },
  }),
  'PUT /api/events/:eventId/venue': call('owner', {
    body: { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] },
  }),
  'GET /api/events/:eventId/schedule': call('owner'),
  'PUT /api/events/:eventId/schedule': call('owner', {
    body: { timeZone: 'Europe/Berlin', reportTime: '05:00', startDate: null, endDate: null },
  }),
  'GET /api/events/:eventId/report': call('owner'),
  'GET /api/events/:eventId/report/ledger': call('owner'),
  'GET /api/events/:eventId/reports': call('owner'),
  'GET /api/events/:eventId/display': call('owner'),
  'POST /api/events/:eventId/display': call('owner'),
  'DELETE /api/events/:eventId/display': call('owner'),
  'GET /api/events/:eventId/devices': call('owner'),
  'GET /api/events/:eventId/flow': call('owner'),
  'POST /api/events/:eventId/alerts/:alertId/acknowledge': call('counting'),
  'GET /api/displays/:token': call('link'),
  'PATCH /api/areas/:areaId': call('owner', { body: { areaName: 'Pit', capacity: 7 } }),
  'PUT /api/areas/:areaId/reset': call('owner'),
  'PUT /api/areas/:areaId/recount': call('owner', { body: { occupancy: 12, reason: 'Counted by eye' } }),
  'DELETE /api/areas/:areaId': call('owner'),
  'GET /api/events/:eventId/socket': call('counting', { headers: UPGRADE, taken: 101 }),
  'GET /api/displays/:token/socket': call('link', { headers: UPGRADE, taken: 101 }),
  'GET /api/account/socket': call('admin', { headers: UPGRADE, taken: 101 }),
  'GET /api/operator/events/:eventId/export': call('operator'),
  // These calls restore to no moment, import nothing, send a part of no import, and finish an import that is over.
  'POST /api/operator/events/:eventId/restore': call('operator', { body: {}, taken: 400 }),
  'POST /api/operator/events/import': call('operator', { body: {}, taken: 400 }),
  'PUT /api/operator/events/import/:eventId': call('operator', { query: '?offset=0', taken: 404 }),
  'POST /api/operator/events/import/:eventId': call('operator'),
  'DELETE /api/operator/events/import/:eventId': call('operator'),
};

/** The values of names in double braces and of address parameters. */
export const namesOf = (world: World, who: Principal): Record<string, string> => ({
  event: world.event.eventId,
  area: world.areaId,
  code: world.event.accessCode,
  display: world.displayToken,
  alert: world.alertId,
  client: `client-of-${who}-000000`,
  session: world.sessionIds[who] ?? world.sessionIds.owner,
  'foreign-session': world.sessionIds[who === 'other' ? 'owner' : 'other'],
  'new-email': newEmail(),
  'own-event': world.otherEvent.eventId,
  'own-area': world.otherAreaId,
  'foreign-event': world.foreign.event.eventId,
  'foreign-area': world.foreign.areaId,
  'foreign-display': world.foreign.displayToken,
});

const PARAMETERS: Readonly<Record<string, string>> = {
  eventId: '{{event}}',
  areaId: '{{area}}',
  code: '{{code}}',
  token: '{{display}}',
  alertId: '{{alert}}',
  sessionId: '{{session}}',
};

/** The address of a route, with names in double braces. */
export const pathOf = (route: string, parameters: Readonly<Record<string, string>> = {}): string =>
  (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? PARAMETERS[name] ?? name);

export const filledIn = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{([\w+-]+)\}\}/g, (whole, name: string) => names[name] ?? whole);

type Statuses = Partial<Record<Principal, number>>;

/** Callers without a session, or without a valid one. */
const STRANGERS: Statuses = { guest: 401, viewer: 401, operator: 401, expired: 401, revoked: 401, deleted: 401 };

/** The statuses for callers without permission. Another account's event or area does not exist for them. */
export const REFUSED: Readonly<Record<Access, Statuses>> = {
  anyone: {},
  link: {},
  signedIn: STRANGERS,
  admin: { ...STRANGERS, otherCode: 403, code: 403 },
  counting: { ...STRANGERS, otherCode: 404, other: 404 },
  owner: { ...STRANGERS, otherCode: 403, code: 403, other: 404 },
  operator: Object.fromEntries(PRINCIPALS.filter((who) => who !== 'operator').map((who) => [who, 401])),
};

export const isAllowed = (access: Access, who: Principal): boolean => REFUSED[access][who] === undefined;
