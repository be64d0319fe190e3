import { PROMETHEUS_TYPE } from '../../http/prometheus';
import { readMetrics } from '../../services/streams/metrics';
import { openStream } from '../../services/streams/open-stream';
import { type Call, call } from '../call';
import { upgradeRequest } from '../sockets';
import { REVIEWER } from '../who';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // nginx would collect the events before it passes them on (nginx.org/en/docs/http/ngx_http_proxy_module.html).
  'X-Accel-Buffering': 'no',
};

export const STREAM_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/stream',
    id: 'streamEvent',
    summary: 'Receive the event’s numbers as server-sent events',
    description:
      'An event `state` comes at once and after each change, at most five a second; its `data` is a `Display` as JSON on ' +
      'one line, and its `id` the room’s version. A client that reads slowly gets the newest state only. A comment comes ' +
      'every 15 s. `end` is the last event when the event was deleted or the key or session has ended: `{"reason": ' +
      '"event_deleted"}` or `{"reason": "access_ended"}`. A stream that ends without it (after an hour, or ' +
      'when a new session has replaced its own) is to be opened again. An event has at most 20 streams at a time.',
    who: REVIEWER,
    scope: 'read',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'Accepted from clients that connect again. They get the newest state, which is all there is.',
      },
    ],
    answer: 'stream',
    errors: ['limit_reached', 'unavailable'],
    handle: async ({ c, ctx, access }) =>
      c.req.method === 'HEAD'
        ? c.body(null, 200, HEADERS)
        : c.body(await openStream(ctx, access, upgradeRequest), 200, HEADERS),
  }),
  call({
    route: 'GET /api/events/:eventId/metrics',
    id: 'readMetrics',
    summary: 'Get the event’s figures for Prometheus',
    description:
      'The text format 0.0.4: occupancy, capacity and totals of areas and venue, devices and machines that count, the time ' +
      'of the newest tap, and open alerts. All metrics are gauges, because an undo lowers totals. ' +
      'They keep the numbers during an evacuation, when displays and streams have none.',
    who: REVIEWER,
    scope: 'read',
    answer: 'metrics',
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) =>
      c.body(await readMetrics(ctx, access), 200, { 'Content-Type': PROMETHEUS_TYPE }),
  }),
];
