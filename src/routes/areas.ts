import { deleteArea, updateArea } from '../services/areas/change';
import { createArea } from '../services/areas/create';
import { listAreas } from '../services/areas/list';
import { readCountingError, recountArea, resetAllAreas, resetArea } from '../services/areas/occupancy';
import {
  AreaDefinitionSchema,
  AreaListSchema,
  AreaSchema,
  RecountAnswerSchema,
  RecountSchema,
} from '../shared/schemas/area';
import { CountingErrorSchema } from '../shared/schemas/area';
import { AreaChangeSchema, NewAreaSchema } from '../shared/schemas/inputs';
import { type Call, call } from './call';
import { READING_CLIENT, readingClientOf } from './request/reading-client';
import { AREA_ADMIN, AREA_SUPERVISOR, EVENT_ADMIN, REVIEWER, WATCHER } from './who';

export const AREA_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/areas',
    id: 'listAreas',
    summary: 'List the areas with their counts',
    description:
      'The answer also contains what a device without a socket would miss: the open alerts, the event, and whether ' +
      'its account is allowed to count. A session of an access code gets the orders that are for its device, and the ' +
      'id of no other device; members get all orders. `accessCode` is empty for a viewer.',
    who: WATCHER,
    scope: 'read',
    parameters: [READING_CLIENT],
    answer: AreaListSchema,
    errors: ['too_fast', 'unavailable'],
    handle: ({ c, ctx, access }) => listAreas(ctx, access, readingClientOf(c)),
  }),
  call({
    route: 'POST /api/events/:eventId/areas',
    id: 'createArea',
    summary: 'Create an area',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: NewAreaSchema,
    example: { areaName: 'Main hall', capacity: 500 },
    answer: AreaSchema,
    status: 201,
    errors: ['limit_reached'],
    handle: ({ ctx, access, body }) => createArea(ctx, access, body),
  }),
  call({
    route: 'POST /api/events/:eventId/reset',
    id: 'resetAllAreas',
    summary: 'Set the occupancy of all areas to 0 at once',
    description:
      'The totals of the areas do not change. As with the reset of a single area, a tap that was made before the ' +
      'reset and arrives later counts in the totals but does not change the occupancy.',
    who: EVENT_ADMIN,
    scope: 'manage',
    errors: ['unavailable'],
    handle: ({ ctx, access }) => resetAllAreas(ctx, access),
  }),
  call({
    route: 'PATCH /api/areas/:areaId',
    id: 'updateArea',
    summary: 'Change an area’s name, capacity, or both',
    who: AREA_ADMIN,
    scope: 'manage',
    body: AreaChangeSchema,
    example: { areaName: 'Terrace', capacity: 120 },
    answer: AreaDefinitionSchema,
    handle: ({ ctx, access, body }) => updateArea(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/areas/:areaId',
    id: 'deleteArea',
    summary: 'Delete an area',
    description: 'While an evacuation or a drill runs, an area with people inside cannot be deleted.',
    who: AREA_ADMIN,
    scope: 'manage',
    errors: ['limit_reached', 'unavailable'],
    handle: ({ ctx, access }) => deleteArea(ctx, access),
  }),
  call({
    route: 'PUT /api/areas/:areaId/reset',
    id: 'resetArea',
    summary: 'Set an area’s occupancy to 0',
    description: 'The totals of the area do not change.',
    who: AREA_ADMIN,
    scope: 'manage',
    errors: ['unavailable'],
    handle: ({ ctx, access }) => resetArea(ctx, access),
  }),
  call({
    route: 'PUT /api/areas/:areaId/recount',
    id: 'recountArea',
    summary: 'Set an area’s occupancy to the number that somebody counted by eye',
    description:
      'The totals of the area do not change. The journal records the drift and the reason. With `categories`, it is ' +
      'known afterwards how many people of each are inside; they must add up to the occupancy. A recount without them ' +
      'makes that unknown, unless it is 0.',
    who: AREA_SUPERVISOR,
    scope: 'manage',
    body: RecountSchema,
    example: { occupancy: 12, reason: 'Counted by eye' },
    answer: RecountAnswerSchema,
    errors: ['unknown_category', 'unavailable'],
    handle: ({ ctx, access, body }) => recountArea(ctx, access, body),
  }),
  call({
    route: 'GET /api/events/:eventId/counting-error',
    id: 'readCountingError',
    summary: 'Get by how many people the present numbers may be wrong',
    description:
      'The estimate comes from the event’s recounts of the last 90 days: from how far the numbers were off, and how ' +
      'many people had passed. It grows with the people in and out since an area’s last reset or recount.',
    who: REVIEWER,
    scope: 'read',
    answer: CountingErrorSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readCountingError(ctx, access),
  }),
];
