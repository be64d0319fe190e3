import { table } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { DAY, type Visits } from './measure.ts';

/** Computes what an event-day uses and what it costs. */

const VIEWERS = 500;
/** The event's room and its admin's hub. The hub's upkeep is at most the room's. */
const OBJECTS = 2;
/** Screens lock and connections change, so each device reconnects every half hour on average. */
const RECONNECTIONS_A_PERSON = DAY.hours * 2;
/** The page itself. All other files are served without the worker (wrangler.toml, assets). */
const PAGES_A_FIRST_VISIT = 1;
/** Assumed for all requests, though pages take less and password hashes take more. */
const CPU_MS_PER_REQUEST = 5;
/** A frame keeps the room active until its broadcast timer (10 ms for 20 devices, src/room/limits.ts), plus its work. */
const ACTIVE_S_PER_FRAME = 0.015;
const ACTIVE_S_PER_REQUEST = 0.02;
/** Cloudflare bills a Durable Object for all of this memory, whatever it uses. */
const OBJECT_GB = 0.128;
/** Incoming messages that Cloudflare bills as one request. */
const MESSAGES_PER_REQUEST = 20;
/** How long the room's storage is kept. */
const KEPT_MONTHS = 12;
const PRICE_PER_DAY = 3;
const EVENTS_AT_ONCE = 1_000;
const SECONDS = DAY.hours * 3600;
/** The viewers are on one relay, to which the room publishes at most once in this time (src/room/limits.ts). */
const PUBLISH_EVERY_S = 1;
const FRAMES_A_SECOND = DAY.taps / SECONDS;
/** The chance that no tap comes until the room may publish again, if taps come independently of each other. */
const QUIET = Math.exp(-FRAMES_A_SECOND * PUBLISH_EVERY_S);
/** After a publication the room publishes again when it may, or at the next tap if none has come until then. */
const PUBLICATIONS = SECONDS / (PUBLISH_EVERY_S + QUIET / FRAMES_A_SECOND);
/** A tap that comes before the room may publish again starts a timer, which keeps the room active. */
const WAIT_S_PER_PUBLICATION = PUBLISH_EVERY_S - (1 - QUIET) / FRAMES_A_SECOND;
/** Half a thousand viewers in ten slices, each with a timer (src/room/sockets/fan-out.ts). */
const RELAY_ACTIVE_S_PER_PUBLICATION = 0.03;
/** A relay’s alarm looks every 15 s whether its room is silent. Setting it again is a row. */
const RELAY_ALARMS = SECONDS / 15;
/** A device without a working socket asks for the areas every three seconds (src/shared/limits.ts). */
const POLLS = SECONDS / 3;
/** The heartbeats of all devices. The runtime answers them without waking the room (docs/product.md, R6). */
const PINGS = ((DAY.devices + VIEWERS) * SECONDS) / 25;

/**
 * Cloudflare's public prices of the Workers Paid plan in USD, beyond what the plan includes for an account every month;
 * sources in docs/cost.md. No storage counts as included, because it is kept longer than a month.
 */
const KINDS = {
  rowsWritten: { name: 'rows written by room, relay and hub', usd: 1e-6, included: 50e6 },
  objectGbSeconds: { name: 'duration, GB-s', usd: 12.5e-6, included: 400_000 },
  objectRequests: { name: 'requests of room, relay and hub', usd: 0.15e-6, included: 1e6 },
  workerRequests: { name: 'requests of the worker, pages too', usd: 0.3e-6, included: 10e6 },
  workerCpuMs: { name: `CPU of the worker, ms (${CPU_MS_PER_REQUEST} a request)`, usd: 0.02e-6, included: 30e6 },
  d1RowsWritten: { name: 'rows written in D1', usd: 1e-6, included: 50e6 },
  d1RowsRead: { name: 'rows read in D1', usd: 0.001e-6, included: 25e9 },
  rowsRead: { name: 'rows read by room and hub', usd: 0.001e-6, included: 25e9 },
  objectGbMonths: { name: `storage for ${KEPT_MONTHS} months, GB-months`, usd: 0.2, included: 0 },
};
type Kind = keyof typeof KINDS;
type Usage = Record<Kind, number>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a constant
const ALL = Object.keys(KINDS) as Kind[];

const usdOf = (usage: Partial<Usage>, kind: Kind): number => (usage[kind] ?? 0) * KINDS[kind].usd;
const totalOf = (usage: Partial<Usage>): number => ALL.reduce((sum, kind) => sum + usdOf(usage, kind), 0);

/** The measurements from which the costs are computed. */
export interface Measured {
  device: Visits;
  display: Visits;
  /** For one object and one minute. */
  upkeep: Meter;
  /** A whole day's taps, by number of taps per frame. */
  days: ReadonlyMap<number, Meter>;
}

/** Computes an event-day's usage. With `isAlwaysActive` all hours of room and relay are billed, as if they never
 * hibernated. */
function usageOf({ device, display, upkeep }: Measured, taps: Meter, isAlwaysActive: boolean): Usage {
  const visits = (of: (part: Meter) => number, { arrival, reconnection }: Visits): number =>
    of(arrival) + RECONNECTIONS_A_PERSON * of(reconnection);
  const minutes = DAY.hours * 60;
  const all = (of: (part: Meter) => number): number =>
    DAY.devices * visits(of, device) + VIEWERS * visits(of, display) + minutes * OBJECTS * of(upkeep) + of(taps);
  const workerRequests = all((part) => part.workerRequests) + (DAY.devices + VIEWERS) * PAGES_A_FIRST_VISIT;
  const objectRequests = all((part) => part.objectRequests) + PUBLICATIONS + RELAY_ALARMS;
  // The upkeep of the relay looks at its sockets only.
  const roomS =
    taps.socketMessages * ACTIVE_S_PER_FRAME +
    PUBLICATIONS * WAIT_S_PER_PUBLICATION +
    all((part) => part.objectRequests) * ACTIVE_S_PER_REQUEST;
  const relayS = PUBLICATIONS * RELAY_ACTIVE_S_PER_PUBLICATION + RELAY_ALARMS * ACTIVE_S_PER_REQUEST;
  const activeS = (leanS: number): number => (isAlwaysActive ? SECONDS : Math.min(SECONDS, leanS));
  return {
    workerRequests,
    workerCpuMs: workerRequests * CPU_MS_PER_REQUEST,
    objectRequests: objectRequests + all((part) => part.socketMessages) / MESSAGES_PER_REQUEST,
    objectGbSeconds: (activeS(roomS) + activeS(relayS)) * OBJECT_GB,
    rowsRead: all((part) => part.rowsRead),
    rowsWritten: all((part) => part.rowsWritten + part.alarmsSet) + RELAY_ALARMS,
    d1RowsRead: all((part) => part.d1RowsRead),
    d1RowsWritten: all((part) => part.d1RowsWritten),
    objectGbMonths: (taps.roomBytes / 1e9) * KEPT_MONTHS,
  };
}

const whole = (value: number): string => (value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US'));
const cents = (usd: number): string => `$${usd.toFixed(4)}`;
const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;

/** The counters measured for a visit or a minute, with their column heads. */
const COUNTED: [keyof Meter, string][] = [
  ['workerRequests', 'worker requests'],
  ['objectRequests', 'object requests'],
  ['rowsWritten', 'rows written by the room'],
  ['d1Queries', 'D1 queries'],
  ['d1RowsRead', 'D1 rows read'],
  ['d1RowsWritten', 'D1 rows written'],
];
const meterRow = (what: string, counted: Meter): string[] => [what, ...COUNTED.map(([kind]) => String(counted[kind]))];

/** Renders the tables of docs/cost.md. */
export function costTables(measured: Measured): string {
  const { device, display, upkeep } = measured;
  const days = [...measured.days.values()];
  const sizes = [...measured.days.keys()].map((size) => `${size} a frame`);
  const usages = days.map((taps) => usageOf(measured, taps, true));
  const totals = usages.map(totalOf);
  const lean = days.map((taps) => totalOf(usageOf(measured, taps, false)));
  const [first] = usages;
  if (first === undefined) throw new Error('Nothing measured');
  const perThousand = (of: keyof Meter) => days.map((day) => whole((day[of] * 1000) / DAY.taps));
  const within = (kind: Kind): string => whole(Math.floor(KINDS[kind].included / first[kind]));
  const queries = (visit: keyof Visits) => DAY.devices * device[visit].d1Queries + VIEWERS * display[visit].d1Queries;
  const atOnce = (what: string, perEvent: number, seconds: number) => [
    what,
    whole((EVENTS_AT_ONCE * perEvent) / seconds),
  ];
  // A poll costs as much as a reconnection without its upgrade: half the requests and the same rows.
  const polling = totalOf({
    workerRequests: POLLS,
    workerCpuMs: POLLS * CPU_MS_PER_REQUEST,
    objectRequests: POLLS,
    d1RowsRead: (POLLS * device.reconnection.d1RowsRead) / device.reconnection.workerRequests,
  });
  return [
    ...table(
      ['measured per 1,000 taps', ...sizes],
      [
        ['rows written by the room', ...perThousand('rowsWritten')],
        ['rows read by the room', ...perThousand('rowsRead')],
        ['messages in', ...perThousand('socketMessages')],
      ],
    ),
    '',
    ...table(
      ['measured', ...COUNTED.map(([, name]) => name)],
      [
        meterRow('a device’s arrival, without the page', device.arrival),
        meterRow('its reconnection', device.reconnection),
        meterRow('a display’s arrival, without the page', display.arrival),
        meterRow('its reconnection', display.reconnection),
        meterRow('a minute of upkeep', upkeep),
      ],
    ),
    '',
    ...table(
      ['an event-day, room and relay active for all 8 hours', ...sizes.flatMap((size) => [size, 'USD'])],
      [
        ...ALL.map((kind) => [
          KINDS[kind].name,
          ...usages.flatMap((usage) => [whole(usage[kind]), cents(usdOf(usage, kind))]),
        ]),
        ['**total**', ...totals.flatMap((total) => [`**${share(total)}**`, `**${cents(total)}**`])],
        [
          'total where they are billed only while they are active',
          ...lean.flatMap((total) => [share(total), cents(total)]),
        ],
      ],
    ),
    '',
    `A device that gets no socket and polls for all of the day adds ${cents(polling)}.`,
    '',
    `Were the ${whole(PINGS)} heartbeats billed as messages, that would add ` +
      `${cents(usdOf({ objectRequests: PINGS / MESSAGES_PER_REQUEST }, 'objectRequests'))}.`,
    '',
    `Event-days a month within what the plan includes, at one tap a frame: rows written ${within('rowsWritten')}, ` +
      `duration ${within('objectGbSeconds')}, requests of objects ${within('objectRequests')}, ` +
      `requests of the worker ${within('workerRequests')}.`,
    '',
    ...table(
      [`${whole(EVENTS_AT_ONCE)} such events at once`, 'a second'],
      [
        atOnce('taps, over as many rooms', DAY.taps, SECONDS),
        atOnce('D1 queries while everybody arrives, within an hour', queries('arrival'), 3600),
        atOnce('D1 queries of reconnections', RECONNECTIONS_A_PERSON * queries('reconnection'), SECONDS),
        atOnce('D1 queries of upkeep', OBJECTS * upkeep.d1Queries, 60),
      ],
    ),
  ].join('\n');
}
