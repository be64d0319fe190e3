import {
  endEvacuation,
  listEvacuations,
  setAssemblyPoints,
  showNumbers,
  startEvacuation,
} from '../../services/events/evacuations';
import {
  AssemblyPointsSchema,
  EvacuationEndSchema,
  EvacuationListSchema,
  EvacuationRecordSchema,
  NewEvacuationSchema,
} from '../../shared/evacuation/schemas';
import { type Call, call } from '../call';
import { EVENT_ADMIN, REVIEWER, SUPERVISOR } from '../who';

export const EVACUATION_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/evacuations',
    id: 'listEvacuations',
    summary: 'List evacuations and drills with their timelines',
    description:
      'Newest first, the running one included. Counting devices get the running one with `sync`, `evacuation_changed` and ' +
      'the list of areas.',
    who: REVIEWER,
    scope: 'read',
    answer: EvacuationListSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => listEvacuations(ctx, access),
  }),
  call({
    route: 'POST /api/events/:eventId/evacuations',
    id: 'startEvacuation',
    summary: 'Start an evacuation or a drill',
    description:
      'One can run at a time. In a drill, devices count on the areas’ twins, and no figure of the day changes. Assembly ' +
      'points begin with nobody. An evacuation that is started while a drill runs makes it real: the drill’s numbers become ' +
      'the day’s. With an evacuation end the orders that let people in; the answer has them as `endedOrders`. At most ten ' +
      'drills begin within an hour.',
    who: SUPERVISOR,
    scope: 'manage',
    body: NewEvacuationSchema,
    example: { isDrill: true },
    answer: EvacuationRecordSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
    handle: ({ ctx, access, body }) => startEvacuation(ctx, access, body),
  }),
  call({
    route: 'POST /api/events/:eventId/evacuations/:evacuationId/end',
    id: 'endEvacuation',
    summary: 'End the running evacuation or drill',
    description:
      'With `recounts`, these areas are recounted: this is how many people are inside now. `isMistake` marks it as started ' +
      'by mistake. After an evacuation, displays ask people to speak to the staff until their numbers are shown again.',
    who: SUPERVISOR,
    scope: 'manage',
    body: EvacuationEndSchema,
    example: {},
    answer: EvacuationRecordSchema,
    errors: ['unknown_area', 'unavailable'],
    handle: ({ ctx, access, params, body }) => endEvacuation(ctx, access, params.evacuationId, body),
  }),
  call({
    route: 'POST /api/events/:eventId/evacuations/:evacuationId/show-numbers',
    id: 'showNumbers',
    summary: 'Show numbers on displays and to the public again after an evacuation',
    description:
      'Until then displays ask people to speak to the staff. It must be the newest evacuation, and have ended.',
    who: SUPERVISOR,
    scope: 'manage',
    answer: EvacuationRecordSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access, params }) => showNumbers(ctx, access, params.evacuationId),
  }),
  call({
    route: 'PUT /api/events/:eventId/assembly-points',
    id: 'setAssemblyPoints',
    summary: 'Set the names of the assembly points',
    description: 'While an evacuation or a drill runs, points can be added and not removed.',
    who: EVENT_ADMIN,
    scope: 'manage',
    body: AssemblyPointsSchema,
    example: { names: ['Car park', 'Church square'] },
    answer: EvacuationListSchema,
    errors: ['limit_reached', 'unavailable'],
    handle: ({ ctx, access, body }) => setAssemblyPoints(ctx, access, body),
  }),
];
