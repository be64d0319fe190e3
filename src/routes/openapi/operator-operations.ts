import { EventSchema } from '../../shared/schemas/event';
import {
  EventImportProgressSchema,
  EventImportStartSchema,
  EventImportStartedSchema,
  EventRestoredSchema,
  EventRestoreSchema,
} from '../../services/operator/schemas';
import { SuccessSchema } from '../../shared/schemas/success';
import type { Operation } from './operation';

export const OPERATOR: readonly Operation[] = [
  {
    route: 'GET /api/operator/events/:eventId/export',
    id: 'exportEvent',
    summary: 'One event with all that was counted in it, as a file',
    description:
      'NDJSON in ASCII, as of one moment: a head, a line for each row, and an end with their counts and a hash. It is sent ' +
      'while it is read, and counting goes on.',
    who: 'operator',
    answer: 'ndjson',
    errors: ['unavailable'],
  },
  {
    route: 'POST /api/operator/events/:eventId/restore',
    id: 'restoreEvent',
    summary: 'Set an event’s room back to a moment of the last 30 days',
    description:
      'Counts, ledger, journal and reports are those of the moment, areas and names those of now. All devices connect anew; ' +
      'what was counted since is gone from them, too. The answer’s `undoBookmark`, sent as `bookmark`, undoes it. Only where ' +
      'Cloudflare keeps the room’s history; 503 elsewhere, and nothing has changed.',
    who: 'operator',
    body: EventRestoreSchema,
    answer: EventRestoredSchema,
    errors: ['unavailable'],
  },
  {
    route: 'POST /api/operator/events/import',
    id: 'beginEventImport',
    summary: 'Begin to import an event’s file',
    description:
      'Its room stays shut until the import is finished; one of which nothing comes for an hour is given up.',
    who: 'operator',
    body: EventImportStartSchema,
    answer: EventImportStartedSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
  },
  {
    route: 'PUT /api/operator/events/import/:eventId',
    id: 'sendEventImportPart',
    summary: 'Send the next part of the file',
    description:
      'The body is the file’s own text from `offset` on, head and end included; a part may end anywhere. One that does not ' +
      'begin where the last has ended is not taken. What cannot be read ends the import.',
    who: 'operator',
    parameters: [
      {
        name: 'offset',
        in: 'query',
        description: 'Bytes of the file before it.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    answer: EventImportProgressSchema,
    errors: ['unavailable'],
  },
  {
    route: 'POST /api/operator/events/import/:eventId',
    id: 'finishEventImport',
    summary: 'Finish the import: the event is there, or nothing of it',
    description: 'Refused when the file has been changed, is not complete, or its counts do not add up.',
    who: 'operator',
    answer: EventSchema,
    errors: ['unavailable'],
  },
  {
    route: 'DELETE /api/operator/events/import/:eventId',
    id: 'abortEventImport',
    summary: 'Give the import up',
    who: 'operator',
    answer: SuccessSchema,
    errors: ['unavailable'],
  },
];
