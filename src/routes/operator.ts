import { textStream } from '../http/text-stream';
import { listEndedKeys } from '../services/backups/ended-keys';
import { listAwaitedEvents, listBackups, readBackup } from '../services/backups/read-backups';
import { restoreDatabase } from '../services/backups/restore-database';
import {
  AwaitedEventListSchema,
  BackupListSchema,
  DatabaseRestoredSchema,
  DatabaseRestoreSchema,
  EndedKeyListSchema,
} from '../services/backups/schemas';
import { exportEvent } from '../services/operator/export-event';
import { invite } from '../services/operator/invite';
import { listAllEvents } from '../services/operator/list-events';
import { abortImport, beginImport, finishImport, importPart } from '../services/operator/import-event';
import { restoreEvent } from '../services/operator/restore-event';
import {
  EventImportProgressSchema,
  EventImportStartedSchema,
  EventImportStartSchema,
  EventRestoredSchema,
  EventRestoreSchema,
  InvitationSchema,
  LostSecondStepSchema,
  OperatorEventListSchema,
} from '../services/operator/schemas';
import { resetAsOperator } from '../services/second-steps/reset';
import { EventSchema } from '../shared/schemas/event';
import { attachment } from './attachment';
import { type Call, call } from './call';
import { bodyBytes } from './request/body';
import { OPERATOR } from './who';

/** The parameter of lists that are sorted by id. */
const AFTER_ID = {
  name: 'after',
  in: 'query',
  description: 'The last id of the page before, which is its `next`. Without it, the list begins with the first event.',
} as const;

export const OPERATOR_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/operator/events',
    id: 'listAllEvents',
    summary: 'List the events of all accounts',
    description: 'The events are sorted by id, at most 500 in one answer. Deleted events are not included.',
    who: OPERATOR,
    parameters: [AFTER_ID],
    answer: OperatorEventListSchema,
    handle: ({ c, ctx, access }) => listAllEvents(ctx, access, c.req.query('after') ?? ''),
  }),
  call({
    route: 'GET /api/operator/events/:eventId/export',
    id: 'exportEvent',
    summary: 'Export one event with everything that was counted in it as a file',
    description:
      'The file is NDJSON in ASCII and contains the event as of one moment. It consists of a head, a line for each ' +
      'row, and an end with the number of rows and a hash. The server streams the file while it reads the data, and ' +
      'counting continues meanwhile.',
    who: OPERATOR,
    answer: 'ndjson',
    errors: ['unavailable'],
    handle: async ({ c, ctx, access, params: { eventId } }) =>
      c.body(textStream(await exportEvent(ctx, access, eventId)), 200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        ...attachment(`${eventId}.ndjson`),
      }),
  }),
  call({
    route: 'POST /api/operator/events/:eventId/restore',
    id: 'restoreEvent',
    summary: 'Restore an event’s room to a moment of the last 30 days',
    description:
      'The counts, ledger, journal and reports return to that moment. The areas and names stay as they are now. All ' +
      'devices reconnect, and taps that were counted after that moment are gone from the devices, too. To undo the ' +
      'restore, send the answer’s `undoBookmark` as `bookmark`. The call works only where Cloudflare keeps the room’s' +
      ' history. Elsewhere it answers 503 and changes nothing.',
    who: OPERATOR,
    body: EventRestoreSchema,
    example: { at: '2026-11-20T22:00:00Z' },
    answer: EventRestoredSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access, params, body }) => restoreEvent(ctx, access, params.eventId, body),
  }),
  call({
    route: 'GET /api/operator/backups',
    id: 'listBackups',
    summary: 'List the files of the nightly backups',
    description: 'The files are sorted by key, at most 1,000 in one answer. Without a bucket, the call answers 404.',
    who: OPERATOR,
    parameters: [
      {
        name: 'after',
        in: 'query',
        description:
          'The last key of the page before, which is its `next`. Without it, the list begins with the first file.',
      },
    ],
    answer: BackupListSchema,
    handle: ({ c, ctx, access }) => listBackups(ctx, access, c.req.query('after') ?? ''),
  }),
  call({
    route: 'GET /api/operator/backups/file',
    id: 'readBackup',
    summary: 'Read one file of the nightly backups',
    description: 'The file is NDJSON in ASCII: an event’s file as the export writes it, or one of the database.',
    who: OPERATOR,
    parameters: [{ name: 'key', in: 'query', description: 'The key of the file.' }],
    answer: 'ndjson',
    handle: async ({ c, ctx, access }) =>
      c.body(await readBackup(ctx, access, c.req.query('key') ?? ''), 200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
      }),
  }),
  call({
    route: 'POST /api/operator/backups/restore',
    id: 'restoreDatabase',
    summary: 'Restore an empty database from one of its files',
    description:
      'The call is refused if the installation has an account. Accounts and recorded days are back at once, and ' +
      'so are events without a file of their own. Events with a file exist once that file is imported with `keepId`; ' +
      'until then, calls to them answer 503. Nobody is logged in afterwards, and API keys come back as ended ones. What ' +
      'was deleted, revoked or replaced after the file was written stays so. The holders of mail addresses are asked ' +
      'again whether they want alerts.',
    who: OPERATOR,
    body: DatabaseRestoreSchema,
    example: { key: 'production/database/2026-11-23T02-23-00Z.ndjson' },
    answer: DatabaseRestoredSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access, body }) => restoreDatabase(ctx, access, body),
  }),
  call({
    route: 'GET /api/operator/backups/awaited',
    id: 'listAwaitedEvents',
    summary: 'List the events that a restored database still awaits',
    description: 'These are the events whose files are still to be imported, sorted by id, at most 500 in one answer.',
    who: OPERATOR,
    parameters: [AFTER_ID],
    answer: AwaitedEventListSchema,
    handle: ({ c, ctx, access }) => listAwaitedEvents(ctx, access, c.req.query('after') ?? ''),
  }),
  call({
    route: 'GET /api/operator/backups/ended-keys',
    id: 'listEndedKeys',
    summary: 'List the API keys that the last restore has ended',
    description: 'Their machines and programs need new ones. The keys are sorted by id, at most 500 in one answer.',
    who: OPERATOR,
    parameters: [
      {
        name: 'after',
        in: 'query',
        description:
          'The last id of the page before, which is its `next`. Without it, the list begins with the first key.',
      },
    ],
    answer: EndedKeyListSchema,
    handle: ({ c, ctx, access }) => listEndedKeys(ctx, access, c.req.query('after') ?? ''),
  }),
  call({
    route: 'POST /api/operator/events/import',
    id: 'beginEventImport',
    summary: 'Begin the import of an event’s file',
    description:
      'The event’s room stays closed until the import is finished. An import that receives nothing for an hour is ' +
      'discarded.',
    who: OPERATOR,
    body: EventImportStartSchema,
    example: {
      email: 'ann@example.com',
      keepId: false,
      head: { type: 'head', format: 'headroom-event', formatVersion: 1 },
    },
    answer: EventImportStartedSchema,
    status: 201,
    errors: ['limit_reached', 'unavailable'],
    handle: ({ ctx, access, body }) => beginImport(ctx, access, body),
  }),
  call({
    route: 'PUT /api/operator/events/import/:eventId',
    id: 'sendEventImportPart',
    summary: 'Send the next part of the file',
    description:
      'The body is the unchanged text of the file from `offset` on. The file’s head and end are sent, too. A part can' +
      ' end anywhere. The server ignores a part that does not begin where the previous part ended. A part that cannot' +
      ' be read ends the import.',
    who: OPERATOR,
    parameters: [
      {
        name: 'offset',
        in: 'query',
        description: 'The number of bytes of the file before this part.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    answer: EventImportProgressSchema,
    errors: ['unavailable'],
    handle: ({ c, ctx, access, params }) => {
      const offset = Number(c.req.query('offset') ?? NaN);
      return importPart(ctx, access, params.eventId, { offset, part: bodyBytes(c) });
    },
  }),
  call({
    route: 'POST /api/operator/events/import/:eventId',
    id: 'finishEventImport',
    summary: 'Finish the import and create the event',
    description:
      'The call creates the whole event or nothing of it. It is refused if the file was changed or is not complete, ' +
      'or if its counts do not add up.',
    who: OPERATOR,
    answer: EventSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access, params }) => finishImport(ctx, access, params.eventId),
  }),
  call({
    route: 'DELETE /api/operator/events/import/:eventId',
    id: 'abortEventImport',
    summary: 'Cancel the import',
    who: OPERATOR,
    errors: ['unavailable'],
    handle: ({ ctx, access, params }) => abortImport(ctx, access, params.eventId),
  }),
  call({
    route: 'POST /api/operator/invitations',
    id: 'createInvitation',
    summary: 'Make an invitation to sign up',
    description:
      'The link `/signup#` and the token opens the sign-up once, within seven days. Only a hash of the token is stored. ' +
      'Where the sign-up is closed, an invitation opens the first account only, and the call is refused afterwards.',
    who: OPERATOR,
    answer: InvitationSchema,
    status: 201,
    errors: ['sign_up_closed'],
    handle: ({ ctx, access }) => invite(ctx, access),
  }),
  call({
    route: 'POST /api/operator/second-step/reset',
    id: 'resetSecondStepAsOperator',
    summary: 'End a login’s lost second step at once',
    description:
      'This is for the only owner of an account. The login’s holder and all owners of its accounts are told by mail.',
    who: OPERATOR,
    body: LostSecondStepSchema,
    example: { email: 'ann@example.com' },
    handle: ({ ctx, access, body }) => resetAsOperator(ctx, access, body),
  }),
];
