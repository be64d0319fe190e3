import { pollEvent } from '../services/events/live';
import { AppError } from '../shared/errors';
import { PollAnswerSchema } from '../shared/protocol/down';
import { PollSchema } from '../shared/protocol/up';
import { type Call, call } from './call';
import { protocolOf, VERSION, WAITS } from './request/protocol-version';
import { READING_CLIENT, readingClientOf } from './request/reading-client';
import { connect, connectAccount } from './sockets';
import { ADMIN, COUNTING, WATCHER } from './who';

export const COUNTING_CALLS: readonly Call[] = [
  call({
    route: 'POST /api/events/:eventId/occupancy',
    id: 'count',
    summary: 'Send taps without a socket',
    description:
      'The taps of each client are numbered without gaps, and `seq` is the number of the first tap in the call. If a ' +
      'call gets no answer, send it again unchanged: its taps count only once. The answer says up to which tap all ' +
      'taps are durable or refused, and contains all counts. A transfer has the field `to`, and `moves` instead of ' +
      '`change`, so that a server that does not support transfers refuses the call.',
    who: COUNTING,
    parameters: [VERSION, READING_CLIENT],
    body: PollSchema,
    example: {
      clientId: 'door-phone-00000001',
      seq: 1,
      sentAt: 1_793_743_200_140,
      taps: [{ areaId: 'an-area-id', change: 1, at: 1_793_743_200_000 }],
    },
    answer: PollAnswerSchema,
    errors: ['reload_needed', 'client_id_taken', 'too_fast', 'unavailable'],
    handle: ({ c, ctx, access, body }) => {
      if (protocolOf(c) === null) throw new AppError('reload_needed');
      return pollEvent(ctx, access, body, readingClientOf(c));
    },
  }),
  call({
    route: 'GET /api/events/:eventId/socket',
    id: 'openEventSocket',
    summary: 'Count over a WebSocket',
    description:
      'Frames are JSON text. The client sends `join_event`, then `update_occupancy` and `request_sync`. It also sends' +
      ' the text `ping` every 25 s, and the server answers `pong`. The room sends `sync`, `ack`, `retry`, ' +
      '`occupancy_updated`, `alerts_changed`, `orders_changed` and frames about changes of the event. If the protocol version is not ' +
      'supported, the server closes the socket with 4426. The first socket of an event decides where it is counted, unless an ' +
      'admin’s socket waits for that.',
    who: WATCHER,
    parameters: [VERSION, WAITS],
    answer: 'socket',
    handle: ({ c, access }) => connect(c, access),
  }),
  call({
    route: 'GET /api/account/socket',
    id: 'openAccountSocket',
    summary: 'Receive changes of the account’s events over a WebSocket',
    description:
      'The client sends only the text `ping`. The hub sends `event_created`, `event_updated`, `event_deleted` and ' +
      '`force_refresh`. It sends `events_changed` when several events may have changed at once, for example after a ' +
      'restore of the database.',
    who: ADMIN,
    parameters: [VERSION],
    answer: 'socket',
    handle: ({ c, access }) => connectAccount(c, access),
  }),
];
