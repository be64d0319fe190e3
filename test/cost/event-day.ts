import { DAY, type Metered } from './measure.ts';
import { bill, INCLUDED, MESSAGES_PER_REQUEST, OBJECT_GB, type Usage } from './prices.ts';

/** What was measured, and what it is put together to. */
export interface Measured {
  arrival: Metered;
  reconnection: Metered;
  /** Of one object and minute. */
  upkeep: Metered;
  /** A whole day's taps, by taps a frame. */
  days: ReadonlyMap<number, Metered>;
  /** Files of the build: a first visit fetches some of them, each an invocation of the worker. */
  files: number;
}

const VIEWERS = 500;
const PEOPLE = DAY.devices + VIEWERS;
/** Screens lock and lines change: each device comes back so often, on average every half hour. */
const RECONNECTIONS = PEOPLE * DAY.hours * 2;
/** The event's room and its admin's hub, whose upkeep is at most the room's. */
const OBJECTS = 2;
const MINUTES = DAY.hours * 60;
/** Assumed for all of them, though files take less and password hashes more. */
const CPU_MS_PER_REQUEST = 5;
/** A frame keeps the room up until its last broadcast timer: 200 ms for viewers (src/room/limits.ts), and its own work. */
const ACTIVE_S_PER_FRAME = 0.205;
const ACTIVE_S_PER_REQUEST = 0.02;
/** For how long the room's storage is kept. */
const KEPT_MONTHS = 12;
const PRICE_PER_DAY = 3;
/** Where no socket gets through, a device asks for the areas every three seconds (src/shared/limits.ts). */
const POLLS = (DAY.hours * 3600) / 3;
const EVENTS_AT_ONCE = 1_000;
/** Every device's heartbeat, spec section 9: answered by the runtime, without waking the room. */
const PINGS = (PEOPLE * DAY.hours * 3600) / 25;

interface DayCost {
  usage: Usage;
  usd: Record<keyof Usage, number>;
  total: number;
}

/** One event's day. `isAlwaysActive` bills the room for all of its hours, as if it never could hibernate. */
function dayCost(measured: Measured, tapsPerFrame: number, isAlwaysActive: boolean): DayCost {
  const { arrival, reconnection, upkeep, files } = measured;
  const taps = measured.days.get(tapsPerFrame);
  if (taps === undefined) throw new Error(`Not measured: ${tapsPerFrame} taps a frame`);
  const all = (of: (part: Metered) => number): number =>
    PEOPLE * of(arrival) + RECONNECTIONS * of(reconnection) + MINUTES * OBJECTS * of(upkeep) + of(taps);
  const workerRequests = all((part) => part.workerRequests) + PEOPLE * files;
  const objectRequests = all((part) => part.objectRequests);
  const messages = all((part) => part.socketMessages);
  const activeS = isAlwaysActive
    ? DAY.hours * 3600
    : Math.min(DAY.hours * 3600, taps.socketMessages * ACTIVE_S_PER_FRAME + objectRequests * ACTIVE_S_PER_REQUEST);
  const usage: Usage = {
    workerRequests,
    workerCpuMs: workerRequests * CPU_MS_PER_REQUEST,
    objectRequests: objectRequests + messages / MESSAGES_PER_REQUEST,
    objectGbSeconds: activeS * OBJECT_GB,
    rowsRead: all((part) => part.rowsRead),
    rowsWritten: all((part) => part.rowsWritten + part.alarmsSet),
    d1RowsRead: all((part) => part.d1RowsRead),
    d1RowsWritten: all((part) => part.d1RowsWritten),
    objectGbMonths: (taps.roomBytes / 1e9) * KEPT_MONTHS,
  };
  const usd = bill(usage);
  return { usage, usd, total: Object.values(usd).reduce((sum, one) => sum + one, 0) };
}

const LINES: [keyof Usage, string][] = [
  ['rowsWritten', 'rows written by room and hub'],
  ['objectGbSeconds', 'duration, GB-s'],
  ['objectRequests', 'requests of room and hub'],
  ['workerRequests', 'requests of the worker, files too'],
  ['workerCpuMs', `CPU of the worker, ms (${CPU_MS_PER_REQUEST} a request)`],
  ['d1RowsWritten', 'rows written in D1'],
  ['d1RowsRead', 'rows read in D1'],
  ['rowsRead', 'rows read by room and hub'],
  ['objectGbMonths', `storage for ${KEPT_MONTHS} months, GB-months`],
];

const whole = (value: number): string => (value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US'));
const cents = (usd: number): string => `$${usd.toFixed(4)}`;
const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;

/** The tables of docs/cost.md. */
export function costTables(measured: Measured): string {
  const { days } = measured;
  const sizes = [...days.keys()];
  const costs = sizes.map((size) => dayCost(measured, size, true));
  const lean = sizes.map((size) => dayCost(measured, size, false));
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const perThousand = (of: (day: Metered) => number) =>
    [...days.values()].map((day) => whole((of(day) * 1000) / DAY.taps));
  const [first] = costs;
  const [firstLean] = lean;
  if (first === undefined || firstLean === undefined) throw new Error('Nothing measured');
  const { usage } = firstLean;
  const included = [
    ['rows written', INCLUDED.rowsWritten / usage.rowsWritten],
    ['duration', INCLUDED.objectGbSeconds / usage.objectGbSeconds],
    ['requests of objects', INCLUDED.objectRequests / usage.objectRequests],
    ['requests of the worker', INCLUDED.workerRequests / usage.workerRequests],
  ] as const;
  return [
    row('measured per 1,000 taps', ...sizes.map((size) => `${size} a frame`)),
    row('---', ...sizes.map(() => '---:')),
    row('rows written by the room', ...perThousand((day) => day.rowsWritten)),
    row('rows read by the room', ...perThousand((day) => day.rowsRead)),
    row('messages in', ...perThousand((day) => day.socketMessages)),
    '',
    row('measured', 'worker requests', 'object requests', 'D1 queries', 'D1 rows read', 'D1 rows written'),
    row('---', '---:', '---:', '---:', '---:', '---:'),
    ...(['arrival', 'reconnection', 'upkeep'] as const).map((name) => {
      const { workerRequests, objectRequests, d1Queries, d1RowsRead, d1RowsWritten } = measured[name];
      const what = {
        arrival: 'an arrival, without files',
        reconnection: 'a reconnection',
        upkeep: 'a minute of upkeep',
      };
      return row(what[name], ...[workerRequests, objectRequests, d1Queries, d1RowsRead, d1RowsWritten].map(String));
    }),
    '',
    row('an event-day, room active for all 8 hours', ...sizes.flatMap((size) => [`${size} a frame`, 'USD'])),
    row('---', ...sizes.flatMap(() => ['---:', '---:'])),
    ...LINES.map(([kind, name]) =>
      row(name, ...costs.flatMap((cost) => [whole(cost.usage[kind]), cents(cost.usd[kind])])),
    ),
    row('**total**', ...costs.flatMap(({ total }) => [`**${share(total)}**`, `**${cents(total)}**`])),
    row(
      'total where the room is billed only while it is active',
      ...lean.flatMap(({ total }) => [share(total), cents(total)]),
    ),
    '',
    `A device that gets no socket and polls for all of the day adds ${cents(pollingCost(measured))}.`,
    '',
    `Were the ${whole(PINGS)} heartbeats billed as messages, that would add ` +
      `${cents(bill({ ...usage, objectRequests: PINGS / MESSAGES_PER_REQUEST }).objectRequests)}.`,
    '',
    `Event-days a month within what the plan includes, at one tap a frame: ${included
      .map(([name, eventDays]) => `${name} ${whole(Math.floor(eventDays))}`)
      .join(', ')}.`,
    '',
    row(`${whole(EVENTS_AT_ONCE)} such events at once`, 'a second'),
    row('---', '---:'),
    ...loadAtOnce(measured).map(([what, perSecond]) => row(what, whole(perSecond))),
  ].join('\n');
}

/** A poll costs what a reconnection costs without its upgrade: half of its requests, and no more rows. */
function pollingCost({ reconnection }: Measured): number {
  const usd = bill({
    workerRequests: POLLS,
    workerCpuMs: POLLS * CPU_MS_PER_REQUEST,
    objectRequests: POLLS,
    objectGbSeconds: 0,
    rowsRead: 0,
    rowsWritten: 0,
    d1RowsRead: (POLLS * reconnection.d1RowsRead) / reconnection.workerRequests,
    d1RowsWritten: 0,
    objectGbMonths: 0,
  });
  return Object.values(usd).reduce((sum, one) => sum + one, 0);
}

function loadAtOnce({ arrival, reconnection, upkeep }: Measured): [string, number][] {
  const seconds = DAY.hours * 3600;
  return [
    ['taps, over as many rooms', (EVENTS_AT_ONCE * DAY.taps) / seconds],
    ['D1 queries while everybody arrives, within an hour', (EVENTS_AT_ONCE * PEOPLE * arrival.d1Queries) / 3600],
    ['D1 queries of reconnections', (EVENTS_AT_ONCE * RECONNECTIONS * reconnection.d1Queries) / seconds],
    ['D1 queries of upkeep', (EVENTS_AT_ONCE * upkeep.d1Queries) / 60],
  ];
}
