import { countFromSource, settleDoubt } from '../services/events/sources';
import { DoubtSettlementSchema, SourceAnswerSchema, SourceBatchSchema } from '../rpc/source-batch';
import { countFromPretix, PretixAnswerSchema, PretixNotificationSchema } from '../services/events/pretix';
import { deleteSource, listSources, readSource } from '../services/events/source-list';
import { SourceDetailSchema, SourceListSchema } from '../rpc/source-views';
import { type Call, call } from './call';
import { EVENT_ADMIN, REVIEWER, SOURCE, SUPERVISOR } from './who';

export const INGEST_CALLS: readonly Call[] = [
  call({
    route: 'POST /api/events/:eventId/counts',
    id: 'countFromSource',
    summary: 'Send what a machine has counted',
    description:
      'A source is a turnstile, a camera or another machine. The first call with its id adds it; what a later call leaves ' +
      'out of `source` stays as it was. An item is a delta (`in`, `out`) with a `seq` that counts from 1 without gaps or ' +
      'with a `key` of its own, or it is totals (`inTotal`, `outTotal`) since the machine’s start. If a call gets no ' +
      'answer, send it again unchanged: each item counts once, in whatever order calls arrive. The answer has an entry ' +
      'for each item, and a refused item does not refuse the others; unknown fields are refused by their path. A source may ' +
      'send one call in 5 s on average, 20 at once, and all sources of a key may write 100 rows a second. Times without an ' +
      'offset are of the source’s time zone. A source belongs to the key that added it; another one is refused with ' +
      '`source_owned` while that key is in force, unless it sends `takeOver: true`.',
    who: SOURCE,
    scope: 'count',
    body: SourceBatchSchema,
    example: {
      source: {
        sourceId: 'north-turnstile',
        door: 'North door',
        kind: 'turnstile',
        direction: 'both',
        areaId: 'an-area-id',
      },
      items: [{ seq: 1, in: 2, out: 1 }],
    },
    answer: SourceAnswerSchema,
    errors: ['limit_reached', 'too_fast', 'source_owned', 'unavailable'],
    handle: ({ ctx, access, body }) => countFromSource(ctx, access, body),
  }),
  call({
    route: 'POST /api/events/:eventId/counts/pretix',
    id: 'countFromPretix',
    summary: 'Count tickets that are scanned with pretix',
    description:
      'For a webhook of pretix, with the key as the password in its address. `pretix.event.checkin` counts one person in, ' +
      '`pretix.event.checkin.reverted` takes back the newest entry of the last hour, and everything else is ignored. Each ' +
      '`notification_id` counts once. A notification has no time: people count when it arrives. What can never be counted ' +
      'has the status `refused`, so that pretix does not send it again. An event takes 20 such calls a second on average, 600 at once.',
    who: SOURCE,
    scope: 'count',
    parameters: [
      { name: 'areaId', in: 'query', description: 'The area in which people are counted. Required.' },
      { name: 'door', in: 'query', description: 'The name of the door, for the list of devices and the report.' },
      {
        name: 'checkinList',
        in: 'query',
        description: 'The number of a check-in list. Scans of other lists are ignored then.',
      },
    ],
    body: PretixNotificationSchema,
    example: { notification_id: 1, action: 'pretix.event.checkin', checkin_list: 1 },
    answer: PretixAnswerSchema,
    errors: ['limit_reached', 'too_fast', 'source_owned', 'unknown_area', 'area_deleted', 'unavailable'],
    handle: ({ c, ctx, access, body }) => countFromPretix(ctx, access, c.req.query(), body),
  }),
  call({
    route: 'GET /api/events/:eventId/sources',
    id: 'listSources',
    summary: 'List the machines that count at the event',
    description: 'In the order in which they were added. A machine that was not heard for 90 days is forgotten.',
    who: REVIEWER,
    scope: 'read',
    answer: SourceListSchema,
    errors: ['unavailable'],
    handle: async ({ ctx, access }) => ({ sources: await listSources(ctx, access) }),
  }),
  call({
    route: 'GET /api/events/:eventId/sources/:sourceId',
    id: 'readSource',
    summary: 'Read a machine with what it sent last',
    description:
      'Its last 20 items, refusals and notices with their answers, newest first. They are in memory alone: what came before the ' +
      'event last slept is not among them. Everything else is stored.',
    who: REVIEWER,
    scope: 'read',
    answer: SourceDetailSchema,
    errors: ['not_found', 'unavailable'],
    handle: ({ ctx, access, params }) => readSource(ctx, access, params.sourceId),
  }),
  call({
    route: 'DELETE /api/events/:eventId/sources/:sourceId',
    id: 'deleteSource',
    summary: 'Forget a machine',
    description:
      'What it has counted stays. If it sends again, it is a new machine: its numbers begin with 1, and its first totals count ' +
      'nobody. Keys of items stay known for seven days.',
    who: EVENT_ADMIN,
    scope: 'manage',
    errors: ['not_found', 'unavailable'],
    handle: ({ ctx, access, params }) => deleteSource(ctx, access, params.sourceId),
  }),
  call({
    route: 'POST /api/events/:eventId/sources/:sourceId/doubt',
    id: 'settleDoubt',
    summary: 'Say whether people who may be missing have been counted',
    description:
      'When the totals of a machine fall and nothing explains it, nobody is counted by them, and the area says by how many ' +
      'people it may be low (`mayBeLowBy`). With `counted: true` these people count now, as of the time at which the totals ' +
      'fell; with `counted: false` they were counted otherwise. `people` is how many they are by what you read (the sum of the source’s ' +
      '`doubts`): if they are others by now, the call is refused (`conflict`). A reset or a recount of the area ends the doubt, too.',
    who: SUPERVISOR,
    scope: 'manage',
    body: DoubtSettlementSchema,
    example: { counted: true, people: 5000 },
    errors: ['conflict', 'counting_locked', 'trial_used_up', 'unknown_area', 'area_deleted', 'unavailable'],
    handle: ({ ctx, access, params, body }) => settleDoubt(ctx, access, params.sourceId, body),
  }),
];
