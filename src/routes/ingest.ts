import { countFromSource } from '../services/events/sources';
import { SourceAnswerSchema, SourceBatchSchema } from '../rpc/source-batch';
import { type Call, call } from './call';
import { SOURCE } from './who';

export const INGEST: readonly Call[] = [
  call({
    route: 'POST /api/events/:eventId/counts',
    id: 'countFromSource',
    summary: 'Send what a machine has counted',
    description:
      'A source is a turnstile, a camera or another machine. The first call with its id adds it; what a later call leaves ' +
      'out of `source` stays as it was. An item is a delta (`in`, `out`) with a `seq` that counts from 1 without gaps or ' +
      'with a `key` of its own, or it is totals (`inTotal`, `outTotal`) since the machine’s start. If a call gets no ' +
      'answer, send it again unchanged: each item counts once, in whatever order calls arrive. The answer has an entry ' +
      'for each item, and a refused item does not refuse the others. A source may send one call in 5 s on average, 20 at ' +
      'once. Times without an offset are of the source’s time zone.',
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
    errors: ['limit_reached', 'too_fast', 'unavailable'],
    handle: ({ ctx, access, body }) => countFromSource(ctx, access, body),
  }),
];
