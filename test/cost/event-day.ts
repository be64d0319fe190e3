import { table } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { DAY, type Visits } from './measure.ts';
import {
  bill,
  byKind,
  cents,
  CPU_MS_PER_REQUEST,
  dayCost,
  INCLUDED,
  KEPT_MONTHS,
  type Measured,
  MESSAGES_PER_REQUEST,
  OBJECTS,
  PRICE_PER_DAY,
  RECONNECTIONS_A_PERSON,
  totalOf,
  type Usage,
  VIEWERS,
  whole,
} from './prices.ts';

const EVENTS_AT_ONCE = 1_000;
const PEOPLE = DAY.devices + VIEWERS;
/** Where no socket gets through, a device asks for the areas every three seconds (src/shared/limits.ts). */
const POLLS = (DAY.hours * 3600) / 3;
/** Every device's heartbeat, which the runtime answers without waking the room (docs/product.md, R6). */
const PINGS = (PEOPLE * DAY.hours * 3600) / 25;

const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;

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

/** What is measured of a visit or of a minute, and under which head it stands. */
const COUNTED: [keyof Meter, string][] = [
  ['workerRequests', 'worker requests'],
  ['objectRequests', 'object requests'],
  ['rowsWritten', 'rows written by the room'],
  ['d1Queries', 'D1 queries'],
  ['d1RowsRead', 'D1 rows read'],
  ['d1RowsWritten', 'D1 rows written'],
];

const meterRow = (what: string, counted: Meter): string[] => [what, ...COUNTED.map(([kind]) => String(counted[kind]))];

/** The tables of docs/cost.md. */
export function costTables(measured: Measured): string {
  const { days } = measured;
  const sizes = [...days.keys()];
  const costs = [...days.values()].map((taps) => dayCost(measured, taps, true));
  const lean = [...days.values()].map((taps) => dayCost(measured, taps, false));
  const perThousand = (of: (day: Meter) => number) =>
    [...days.values()].map((day) => whole((of(day) * 1000) / DAY.taps));
  const [first] = costs;
  if (first === undefined) throw new Error('Nothing measured');
  const { usage } = first;
  const within = (kind: keyof Usage): string => whole(Math.floor(INCLUDED[kind] / usage[kind]));
  return [
    ...table(
      ['measured per 1,000 taps', ...sizes.map((size) => `${size} a frame`)],
      [
        ['rows written by the room', ...perThousand((day) => day.rowsWritten)],
        ['rows read by the room', ...perThousand((day) => day.rowsRead)],
        ['messages in', ...perThousand((day) => day.socketMessages)],
      ],
    ),
    '',
    ...table(
      ['measured', ...COUNTED.map(([, name]) => name)],
      [
        meterRow('a device’s arrival, without files', measured.device.arrival),
        meterRow('its reconnection', measured.device.reconnection),
        meterRow('a display’s arrival, without files', measured.display.arrival),
        meterRow('its reconnection', measured.display.reconnection),
        meterRow('a minute of upkeep', measured.upkeep),
      ],
    ),
    '',
    ...table(
      ['an event-day, room active for all 8 hours', ...sizes.flatMap((size) => [`${size} a frame`, 'USD'])],
      [
        ...LINES.map(([kind, name]) => [
          name,
          ...costs.flatMap((cost) => [whole(cost.usage[kind]), cents(cost.usd[kind])]),
        ]),
        ['**total**', ...costs.flatMap(({ total }) => [`**${share(total)}**`, `**${cents(total)}**`])],
        [
          'total where the room is billed only while it is active',
          ...lean.flatMap(({ total }) => [share(total), cents(total)]),
        ],
      ],
    ),
    '',
    `A device that gets no socket and polls for all of the day adds ${cents(pollingCost(measured))}.`,
    '',
    `Were the ${whole(PINGS)} heartbeats billed as messages, that would add ` +
      `${cents(bill({ ...usage, objectRequests: PINGS / MESSAGES_PER_REQUEST }).objectRequests)}.`,
    '',
    `Event-days a month within what the plan includes, at one tap a frame: rows written ${within('rowsWritten')}, ` +
      `duration ${within('objectGbSeconds')}, requests of objects ${within('objectRequests')}, ` +
      `requests of the worker ${within('workerRequests')}.`,
    '',
    ...table(
      [`${whole(EVENTS_AT_ONCE)} such events at once`, 'a second'],
      loadAtOnce(measured).map(([what, perSecond]) => [what, whole(perSecond)]),
    ),
  ].join('\n');
}

/** A poll costs what a reconnection costs without its upgrade: half of its requests, and no more rows. */
const pollingCost = ({ device: { reconnection } }: Measured): number =>
  totalOf(
    bill({
      ...byKind(() => 0),
      workerRequests: POLLS,
      workerCpuMs: POLLS * CPU_MS_PER_REQUEST,
      objectRequests: POLLS,
      d1RowsRead: (POLLS * reconnection.d1RowsRead) / reconnection.workerRequests,
    }),
  );

function loadAtOnce({ device, display, upkeep }: Measured): [string, number][] {
  const seconds = DAY.hours * 3600;
  const queries = (visit: keyof Visits): number =>
    DAY.devices * device[visit].d1Queries + VIEWERS * display[visit].d1Queries;
  return [
    ['taps, over as many rooms', (EVENTS_AT_ONCE * DAY.taps) / seconds],
    ['D1 queries while everybody arrives, within an hour', (EVENTS_AT_ONCE * queries('arrival')) / 3600],
    ['D1 queries of reconnections', (EVENTS_AT_ONCE * RECONNECTIONS_A_PERSON * queries('reconnection')) / seconds],
    ['D1 queries of upkeep', (EVENTS_AT_ONCE * OBJECTS * upkeep.d1Queries) / 60],
  ];
}
