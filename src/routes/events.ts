import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { readJoinKey, replaceAccessCode } from '../services/events/access-code';
import { duplicateEvent } from '../services/events/copies/duplicate';
import { setCategories } from '../services/events/categories';
import { createEvent, listEvents } from '../services/events/create-list';
import { findEventByCode } from '../services/events/find-by-code';
import { acknowledgeAlert, listAlerts, listDevices, readFlow } from '../services/events/live';
import { deleteEvent, renameEvent } from '../services/events/rename-delete';
import {
  readCapacityPlan,
  readSchedule,
  setCapacityPlan,
  setLetterhead,
  setSchedule,
  setVenue,
} from '../services/events/settings';
import { EVENTS_PER_ACCOUNT_MAX } from '../shared/accounts/limits';
import { ALERT_NOTE_MAX_LENGTH, ALERTS_PER_PAGE_MAX, LETTERHEAD_MAX_LENGTHS } from '../shared/schemas/limits';
import { AcknowledgementSchema } from '../shared/protocol/up';
import { CapacityPlanAnswerSchema, NewCapacityPlanSchema } from '../shared/rules/capacity-rules/plan';
import { readTimeZone } from '../shared/rules/business-day';
import { AlertListSchema, ListedAlertsSchema } from '../shared/schemas/alert';
import { NewCategoriesSchema } from '../shared/schemas/category';
import { DeviceListSchema } from '../shared/schemas/device';
import { EventListSchema, EventSchema, JoinKeySchema } from '../shared/schemas/event';
import { FlowSchema } from '../shared/schemas/flow';
import { EventNameSchema } from '../shared/schemas/inputs';
import { LetterheadSchema } from '../shared/schemas/report';
import { ScheduleSchema } from '../shared/schedule/schemas';
import { NewVenueSettingsSchema } from '../shared/schemas/venue-settings';
import { type Call, call } from './call';
import { arrayPageParameters, linkNext, pageOf, pageParameters } from './request/page';
import { ADMIN, COUNTING, EVENT_ADMIN, MEMBER, REVIEWER, SIGNED_IN } from './who';

/** Returns the time zone of the device, otherwise the zone that Cloudflare reports (docs/product.md, D2). */
const timeZoneOf = (c: Context<AppEnv>): string =>
  readTimeZone(c.req.header('time-zone')) ?? readTimeZone(c.req.raw.cf?.timezone) ?? 'UTC';

export const EVENT_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events',
    id: 'listEvents',
    summary: 'List the account’s events, oldest first',
    who: MEMBER,
    scope: 'read',
    parameters: arrayPageParameters('events', EVENTS_PER_ACCOUNT_MAX),
    answer: EventListSchema,
    handle: async ({ c, ctx, access }) => {
      const page = pageOf(c, EVENTS_PER_ACCOUNT_MAX);
      const { entries, next } = await listEvents(ctx, access, page);
      linkNext(c, page, next);
      return entries;
    },
  }),
  call({
    route: 'POST /api/events',
    id: 'createEvent',
    summary: 'Create an event with its own access code',
    who: ADMIN,
    scope: 'manage',
    parameters: [
      {
        name: 'Time-Zone',
        in: 'header',
        description:
          'The IANA time zone of the event. Its business days begin at 06:00 in this time zone. Without a valid ' +
          'header, the server uses the time zone from which the call seems to come, or else UTC.',
      },
    ],
    body: EventNameSchema,
    example: { eventName: 'Summer Festival' },
    answer: EventSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
    handle: ({ c, ctx, access, body }) => createEvent(ctx, access, { ...body, timeZone: timeZoneOf(c) }),
  }),
  call({
    route: 'GET /api/events/by-access-code/:code',
    id: 'findEventByCode',
    summary: 'Find an event by its access code',
    description:
      'Case, spaces and hyphens in the access code do not matter. Admins find their account’s events, supervisors ' +
      'those chosen for them, access-code users only theirs.',
    who: SIGNED_IN,
    answer: EventSchema,
    errors: ['not_found'],
    handle: ({ ctx, access, params }) => findEventByCode(ctx, access, params.code),
  }),
  call({
    route: 'PATCH /api/events/:eventId',
    id: 'renameEvent',
    summary: 'Rename an event',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: EventNameSchema,
    example: { eventName: 'Summer Festival' },
    answer: EventSchema,
    handle: ({ ctx, access, body }) => renameEvent(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/events/:eventId',
    id: 'deleteEvent',
    summary: 'Delete an event with its areas and counts',
    who: EVENT_ADMIN,
    scope: 'manage',
    handle: ({ ctx, access }) => deleteEvent(ctx, access),
  }),
  call({
    route: 'POST /api/events/:eventId/duplicate',
    id: 'duplicateEvent',
    summary: 'Create an event with the areas and settings of another event',
    description:
      'The call copies the names, capacities, limits and order of the areas, the venue settings, the capacity plan, ' +
      'the categories, the letterhead and the schedule. It copies no counts and no reports. The new event has its own ' +
      'access code and no public display.',
    who: EVENT_ADMIN,
    body: EventNameSchema,
    example: { eventName: 'Summer Festival' },
    answer: EventSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
    handle: ({ ctx, access, body }) => duplicateEvent(ctx, access, body),
  }),
  call({
    route: 'POST /api/events/:eventId/access-code',
    id: 'replaceAccessCode',
    summary: 'Replace the event’s access code',
    description: 'The sessions of the old access code end.',
    who: EVENT_ADMIN,
    answer: EventSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => replaceAccessCode(ctx, access),
  }),
  call({
    route: 'GET /api/events/:eventId/join-key',
    id: 'readJoinKey',
    summary: 'Get the key for the event’s join link',
    description:
      'The join link is `/login?code={accessCode}&key={joinKey}`. Logins with this key are exempt from the limit on ' +
      'failed logins from one network address.',
    who: COUNTING,
    answer: JoinKeySchema,
    handle: async ({ ctx, access }) => ({ joinKey: await readJoinKey(ctx, access) }),
  }),
  call({
    route: 'PUT /api/events/:eventId/venue',
    id: 'setVenue',
    summary: 'Replace all venue settings: capacity, staff allowance, safety margin, alert thresholds and limits',
    description:
      'Each alert threshold must be higher than the one before it. After the staff allowance and the safety margin, ' +
      'the capacity must leave a place for at least one person. `limits` has at most one limit from the license and ' +
      'one from fire safety; the lowest number counts everywhere. Without `limits`, the limits stay as they are. With ' +
      '`followsExpectedError`, the safety margin is set anew after this call and after each recount, once two recounts ' +
      'are known; without the field, that stays as it is. `emergency` has what displays say in an evacuation (null for ' +
      '“EVACUATION. Do not enter. Leave by the nearest exit.”, in the language of the display) and show in a drill, and ' +
      'after how many minutes recipients are told of an order that a door has not confirmed; without it, that stays, too. ' +
      'Its `targetMinutes` are the minutes in which everybody is to be out, null for no target; without it, that stays.',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: NewVenueSettingsSchema,
    example: { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] },
    answer: EventSchema,
    handle: ({ ctx, access, body }) => setVenue(ctx, access, body),
  }),
  call({
    route: 'PUT /api/events/:eventId/categories',
    id: 'setCategories',
    summary: 'Replace the event’s categories, by which its doors tell people apart',
    description:
      'A category without an id is new. A known one that is left out is not offered any more, but keeps its name for ' +
      'what was counted: this call changes no counts. Without `areOutsNamed`, exits may leave the category out; then ' +
      'nobody knows how many people of a category are inside, and no category can have a capacity.',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: NewCategoriesSchema,
    example: { categories: [{ name: 'Adults' }, { name: 'Children', capacity: 50 }], areOutsNamed: true },
    answer: EventSchema,
    errors: ['unknown_category', 'limit_reached', 'unavailable'],
    handle: ({ ctx, access, body }) => setCategories(ctx, access, body),
  }),
  call({
    route: 'GET /api/events/:eventId/capacity-plan',
    id: 'readCapacityPlan',
    summary: 'Get the event’s capacity plan',
    description: 'The plan is what the organizer typed into the capacity assistant, with what the rules said about it.',
    who: REVIEWER,
    scope: 'read',
    answer: CapacityPlanAnswerSchema,
    handle: async ({ ctx, access }) => ({ plan: await readCapacityPlan(ctx, access) }),
  }),
  call({
    route: 'PUT /api/events/:eventId/capacity-plan',
    id: 'setCapacityPlan',
    summary: 'Compute a capacity plan and keep it with the event',
    description:
      'The answer has how many people floor, exits and the own number allow, each with its rule. This is advice: the ' +
      'authority decides, and no capacity changes.',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: NewCapacityPlanSchema,
    example: {
      place: 'at-st',
      units: 'metric',
      isOutdoors: false,
      spaces: [{ name: 'Hall', areaId: null, use: 'standing', size: 200 }],
      exits: [],
      escapeMinutes: 5,
      own: 450,
      peoplePerManager: 250,
      exitRate: null,
    },
    answer: CapacityPlanAnswerSchema,
    handle: async ({ ctx, access, body }) => ({ plan: await setCapacityPlan(ctx, access, body) }),
  }),
  call({
    route: 'GET /api/events/:eventId/schedule',
    id: 'readSchedule',
    summary: 'Get the event’s schedule: its time zone, report time and dates',
    who: REVIEWER,
    scope: 'read',
    answer: ScheduleSchema,
    handle: ({ ctx, access }) => readSchedule(ctx, access),
  }),
  call({
    route: 'PUT /api/events/:eventId/schedule',
    id: 'setSchedule',
    summary: 'Replace the event’s whole schedule',
    description:
      'A new time zone or report time takes effect with the next business day. The dates do not restrict counting: ' +
      'nothing is locked on other days.',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: ScheduleSchema,
    example: { timeZone: 'Europe/Berlin', reportTime: '05:00', startDate: null, endDate: null },
    answer: ScheduleSchema,
    handle: ({ ctx, access, body }) => setSchedule(ctx, access, body),
  }),
  call({
    route: 'PUT /api/events/:eventId/letterhead',
    id: 'setLetterhead',
    summary: 'Replace the letterhead of the event’s reports: the organizer and the venue’s address',
    description: `All reports of the event show it from then on, also those of earlier days. An empty text leaves its line out. The organizer has at most ${LETTERHEAD_MAX_LENGTHS.organizer} characters, the address ${LETTERHEAD_MAX_LENGTHS.address}.`,
    who: EVENT_ADMIN,
    scope: 'manage',
    body: LetterheadSchema,
    example: { organizer: 'Riverside Events Ltd', address: '12 Quay Street, Bristol BS1 4DJ' },
    answer: LetterheadSchema,
    handle: ({ ctx, access, body }) => setLetterhead(ctx, access, body),
  }),
  call({
    route: 'GET /api/events/:eventId/devices',
    id: 'listDevices',
    summary: 'List the devices that are connected or were active on this business day',
    who: REVIEWER,
    scope: 'read',
    answer: DeviceListSchema,
    errors: ['unavailable'],
    handle: async ({ ctx, access }) => ({ devices: await listDevices(ctx, access) }),
  }),
  call({
    route: 'GET /api/events/:eventId/flow',
    id: 'readFlow',
    summary: 'Get ins, outs and occupancy for each minute of the last hour',
    who: REVIEWER,
    scope: 'read',
    answer: FlowSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readFlow(ctx, access),
  }),
  call({
    route: 'GET /api/events/:eventId/alerts',
    id: 'listAlerts',
    summary: 'List the open alerts and those that ended within the last 24 hours, newest first',
    description: 'Alerts about machines are in `machineAlerts`, on the first page.',
    who: REVIEWER,
    scope: 'read',
    parameters: pageParameters('alerts', ALERTS_PER_PAGE_MAX),
    answer: ListedAlertsSchema,
    errors: ['unavailable'],
    handle: ({ c, ctx, access }) => listAlerts(ctx, access, pageOf(c, ALERTS_PER_PAGE_MAX)),
  }),
  call({
    route: 'POST /api/events/:eventId/alerts/:alertId/acknowledge',
    id: 'acknowledgeAlert',
    summary: 'Acknowledge an alert, or change its note',
    description:
      'The answer contains all alerts that are not over. `clientId` identifies the device, whose name the journal ' +
      `records. A \`note\` of at most ${ALERT_NOTE_MAX_LENGTH} characters says what was done and replaces the note before, ` +
      'also when the alert is acknowledged already or over. An empty note removes it.',
    who: COUNTING,
    scope: 'manage',
    body: AcknowledgementSchema,
    example: { clientId: 'door-phone-00000001', note: 'North gate closed for ten minutes' },
    isBodyOptional: true,
    answer: AlertListSchema,
    errors: ['too_fast', 'unavailable'],
    handle: async ({ ctx, access, params, body }) => ({
      alerts: await acknowledgeAlert(ctx, access, params.alertId, body),
    }),
  }),
];
