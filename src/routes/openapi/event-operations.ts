import { PollAnswerSchema } from '../../shared/protocol/down';
import { AcknowledgementSchema, PollSchema } from '../../shared/protocol/up';
import { AlertListSchema } from '../../shared/schemas/alert';
import { AreaDefinitionSchema, AreaListSchema, AreaSchema } from '../../shared/schemas/area';
import { DeviceListSchema } from '../../shared/schemas/device';
import { DisplayLinkSchema, DisplaySchema } from '../../shared/schemas/display';
import { EventListSchema, EventSchema, JoinKeySchema } from '../../shared/schemas/event';
import { FlowSchema } from '../../shared/schemas/flow';
import { AreaChangeSchema, EventNameSchema, NewAreaSchema } from '../../shared/schemas/inputs';
import { RecountAnswerSchema, RecountSchema } from '../../shared/schemas/area';
import { ScheduleSchema } from '../../shared/schemas/schedule';
import { SuccessSchema } from '../../shared/schemas/success';
import { NewVenueSettingsSchema } from '../../shared/schemas/venue-settings';
import { OLDEST_VERSION } from '../../shared/protocol/version';
import { SPOKEN_VERSIONS } from '../request/protocol-version';
import type { Operation, Parameter } from './operation';

const VERSION: Parameter = {
  name: 'v',
  in: 'query',
  description: `The protocol version that the caller speaks: ${SPOKEN_VERSIONS.map((version) => `\`${version}\``).join(
    ', ',
  )}. Where it is missing, \`${OLDEST_VERSION}\` is meant.`,
};

export const EVENTS: readonly Operation[] = [
  {
    route: 'GET /api/events',
    id: 'listEvents',
    summary: 'The account’s events, oldest first',
    who: 'admin',
    answer: EventListSchema,
  },
  {
    route: 'POST /api/events',
    id: 'createEvent',
    summary: 'Create an event with an access code of its own',
    who: 'admin',
    parameters: [
      {
        name: 'Time-Zone',
        in: 'header',
        description:
          'IANA zone in which the event’s days begin, at 06:00. Otherwise where the call seems to come from.',
      },
    ],
    body: EventNameSchema,
    answer: EventSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
  },
  {
    route: 'GET /api/events/by-access-code/:code',
    id: 'findEventByCode',
    summary: 'The event of an access code',
    description: 'Case, spaces and hyphens do not matter.',
    who: 'counting',
    answer: EventSchema,
  },
  {
    route: 'PATCH /api/events/:eventId',
    id: 'renameEvent',
    summary: 'Rename an event',
    who: 'owner',
    body: EventNameSchema,
    answer: EventSchema,
  },
  {
    route: 'DELETE /api/events/:eventId',
    id: 'deleteEvent',
    summary: 'Delete an event with its areas and counts',
    who: 'owner',
    answer: SuccessSchema,
  },
  {
    route: 'POST /api/events/:eventId/duplicate',
    id: 'duplicateEvent',
    summary: 'Create an event with the areas and settings of another',
    description:
      'Names, capacities and order of the areas, the venue’s settings and the schedule; no counts and no reports. It has an ' +
      'access code of its own, and no public display.',
    who: 'owner',
    body: EventNameSchema,
    answer: EventSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
  },
  {
    route: 'POST /api/events/:eventId/access-code',
    id: 'replaceAccessCode',
    summary: 'Replace the access code',
    description: 'The sessions of the old one end.',
    who: 'owner',
    answer: EventSchema,
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/events/:eventId/join-key',
    id: 'readJoinKey',
    summary: 'What the join link carries beside the code',
    description:
      'The link is `/login?code={accessCode}&key={joinKey}`. Logins with it are let in where others wait, after too many ' +
      'failures at their address.',
    who: 'counting',
    answer: JoinKeySchema,
  },
  {
    route: 'PUT /api/events/:eventId/venue',
    id: 'setVenue',
    summary: 'Replace all venue settings: capacity over all areas, staff, safety margin, alerts',
    description: 'Thresholds rise, and at least one guest must have a place.',
    who: 'owner',
    body: NewVenueSettingsSchema,
    answer: EventSchema,
  },
  {
    route: 'GET /api/events/:eventId/schedule',
    id: 'readSchedule',
    summary: 'By which clock the event’s business days go, and on which it takes place',
    who: 'owner',
    answer: ScheduleSchema,
  },
  {
    route: 'PUT /api/events/:eventId/schedule',
    id: 'setSchedule',
    summary: 'Replace all of the schedule',
    description:
      'A changed clock holds from the next business day on. The dates stand for themselves: nothing is locked on other days.',
    who: 'owner',
    body: ScheduleSchema,
    answer: ScheduleSchema,
  },
  {
    route: 'GET /api/events/:eventId/devices',
    id: 'listDevices',
    summary: 'The devices that count, or have counted on this business day',
    who: 'owner',
    answer: DeviceListSchema,
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/events/:eventId/flow',
    id: 'readFlow',
    summary: 'In, out and inside, minute by minute over the last hour',
    who: 'owner',
    answer: FlowSchema,
    errors: ['unavailable'],
  },
  {
    route: 'POST /api/events/:eventId/alerts/:alertId/acknowledge',
    id: 'acknowledgeAlert',
    summary: 'Somebody has seen an alert',
    description: 'Answers all alerts that are not over; `clientId` names the device in the journal.',
    who: 'counting',
    body: AcknowledgementSchema,
    isBodyOptional: true,
    answer: AlertListSchema,
    errors: ['unavailable'],
  },
];

export const AREAS: readonly Operation[] = [
  {
    route: 'GET /api/events/:eventId/areas',
    id: 'listAreas',
    summary: 'The areas with their counts',
    description:
      'And what a device without a socket would miss: open alerts, the event, and whether its account may count.',
    who: 'counting',
    answer: AreaListSchema,
    errors: ['too_fast', 'unavailable'],
  },
  {
    route: 'POST /api/events/:eventId/areas',
    id: 'createArea',
    summary: 'Create an area',
    who: 'owner',
    body: NewAreaSchema,
    answer: AreaSchema,
    status: 201,
    errors: ['limit_reached'],
  },
  {
    route: 'POST /api/events/:eventId/reset',
    id: 'resetAllAreas',
    summary: 'Set the occupancy of all areas to 0, all at once',
    description:
      'Their totals stay. As with a single area, taps from before it that arrive later are counted, and bring nobody back.',
    who: 'owner',
    answer: SuccessSchema,
    errors: ['unavailable'],
  },
  {
    route: 'PATCH /api/areas/:areaId',
    id: 'updateArea',
    summary: 'Change an area’s name, capacity or both',
    who: 'owner',
    body: AreaChangeSchema,
    answer: AreaDefinitionSchema,
  },
  {
    route: 'DELETE /api/areas/:areaId',
    id: 'deleteArea',
    summary: 'Delete an area',
    who: 'owner',
    answer: SuccessSchema,
  },
  {
    route: 'PUT /api/areas/:areaId/reset',
    id: 'resetArea',
    summary: 'Set an area’s occupancy to 0',
    description: 'Its totals stay.',
    who: 'owner',
    answer: SuccessSchema,
    errors: ['unavailable'],
  },
  {
    route: 'PUT /api/areas/:areaId/recount',
    id: 'recountArea',
    summary: 'Set an area’s occupancy to what was counted by eye',
    description: 'Its totals stay; the journal keeps the drift and the reason.',
    who: 'owner',
    body: RecountSchema,
    answer: RecountAnswerSchema,
    errors: ['unavailable'],
  },
];

export const COUNTING: readonly Operation[] = [
  {
    route: 'POST /api/events/:eventId/occupancy',
    id: 'count',
    summary: 'Count without a socket',
    description:
      'Taps are numbered from `seq` on, per client and without gaps: a call that brought no answer is sent again as it ' +
      'was, and is counted once. Answers how far the taps are durable or rejected, and all counts. ' +
      'A transfer has `to`, and `moves` in place of `change`: a server that knows no transfers then refuses the call.',
    who: 'counting',
    parameters: [VERSION],
    body: PollSchema,
    answer: PollAnswerSchema,
    errors: ['reload_needed', 'client_id_taken', 'too_fast', 'unavailable'],
  },
  {
    route: 'GET /api/events/:eventId/socket',
    id: 'openEventSocket',
    summary: 'Count over a WebSocket',
    description:
      'JSON text frames. The client sends `join_event`, then `update_occupancy` and `request_sync`, and the text `ping` ' +
      'every 25 s, which is answered `pong`. The room sends `sync`, `ack`, `retry`, `occupancy_updated`, `alerts_changed` and news of ' +
      'the event. A version that is not spoken is closed with 4426.',
    who: 'counting',
    parameters: [VERSION],
    answer: 'socket',
  },
  {
    route: 'GET /api/account/socket',
    id: 'openAccountSocket',
    summary: 'Hear of the account’s events over a WebSocket',
    description:
      'The client sends nothing but the text `ping`. It hears `event_created`, `event_updated`, `event_deleted`, ' +
      '`events_changed` when several may have changed at once, as after a restore of the database, and `force_refresh`.',
    who: 'admin',
    parameters: [VERSION],
    answer: 'socket',
  },
];

export const DISPLAYS: readonly Operation[] = [
  {
    route: 'GET /api/events/:eventId/display',
    id: 'readDisplayLink',
    summary: 'The token of the public display’s link',
    description: 'The link is `/display/{token}`.',
    who: 'owner',
    answer: DisplayLinkSchema,
  },
  {
    route: 'POST /api/events/:eventId/display',
    id: 'makeDisplayLink',
    summary: 'Make a link to the public display, in place of an older one',
    who: 'owner',
    answer: DisplayLinkSchema,
  },
  {
    route: 'DELETE /api/events/:eventId/display',
    id: 'revokeDisplayLink',
    summary: 'Revoke the public display’s link',
    description: 'Who watches is cut off.',
    who: 'owner',
    answer: DisplayLinkSchema,
  },
  {
    route: 'GET /api/displays/:token',
    id: 'readDisplay',
    summary: 'What a public display shows',
    who: 'link',
    answer: DisplaySchema,
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/displays/:token/socket',
    id: 'openDisplaySocket',
    summary: 'Watch a public display over a WebSocket',
    description:
      'After `join_event` the room sends `display` frames, the first one at once. Nothing can be counted here.',
    who: 'link',
    parameters: [VERSION],
    answer: 'socket',
  },
];
