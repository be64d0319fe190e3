import { table } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { SETTINGS } from '../../src/shared/settings.ts';
import { DAY, type Visits } from './measure.ts';
import {
  ALL,
  type Kind,
  KINDS,
  type Measured,
  MESSAGES_PER_REQUEST,
  OBJECTS,
  RECONNECTIONS_A_PERSON,
  refusalUsage,
  ROWS_PER_TAP_MAX,
  SECONDS,
  type Setting,
  totalOf,
  trialUsage,
  type Usage,
  usageOf,
  usdOf,
  VIEWERS,
} from './usage.ts';

/** Renders the tables of docs/cost.md. */

const TRIAL_TAPS = SETTINGS.MAX_TRIAL_TAPS.default;
const TRIAL_EVENTS = SETTINGS.MAX_TRIAL_EVENTS.default;
const PRICE_PER_DAY = 3;
const EVENTS_AT_ONCE = 1_000;
/** A device without a working socket asks for the areas every three seconds (src/shared/protocol/limits.ts). */
const POLLS = SECONDS / 3;
/**
 * The heartbeats of all devices (docs/product.md, R6) and displays (docs/decisions/0013-displays-and-the-overview.md). The
 * runtime answers them without waking the room.
 */
const PINGS = (DAY.devices * SECONDS) / 25 + (VIEWERS * SECONDS) / 5;

const whole = (value: number): string => (value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US'));
const cents = (usd: number): string => `$${usd.toFixed(4)}`;
const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;

/** The counters measured for a visit or a minute, with their column heads. */
const COUNTED: [keyof Meter, string][] = [
  ['workerRequests', 'worker requests'],
  ['objectRequests', 'object requests'],
  ['rowsWritten', 'rows written by objects'],
  ['d1Queries', 'D1 queries'],
  ['d1RowsRead', 'D1 rows read'],
  ['d1RowsWritten', 'D1 rows written'],
];
const meterRow = (what: string, counted: Meter): string[] => [what, ...COUNTED.map(([kind]) => String(counted[kind]))];

const PRESENT: Setting = { viewers: 'relay', alwaysActive: 'none' };
const SETUPS: [string, Setting[]][] = [
  [
    'the viewers on a relay',
    [PRESENT, { viewers: 'relay', alwaysActive: 'room' }, { viewers: 'relay', alwaysActive: 'all' }],
  ],
  [
    'the viewers at the room',
    [
      { viewers: 'room', alwaysActive: 'none' },
      { viewers: 'room', alwaysActive: 'room' },
      { viewers: 'room', alwaysActive: 'all' },
    ],
  ],
];

/** The total for each setting, at one tap a frame. */
const settingRows = (measured: Measured, taps: Meter): string[][] =>
  SETUPS.map(([name, setups]) => [name, ...setups.map((setting) => share(totalOf(usageOf(measured, taps, setting))))]);

/** What a trial costs at most, for one event and for all that it may create. */
function trialRows(taps: Meter): string[][] {
  const row = (what: string, usage: Partial<Usage>): string[] => {
    const usd = totalOf(usage);
    return [what, whole(usage.rowsWritten ?? 0), `$${usd.toFixed(2)}`, `$${(usd * TRIAL_EVENTS).toFixed(2)}`];
  };
  return [
    row(`its ${whole(TRIAL_TAPS)} taps, one a frame`, trialUsage(taps)),
    row(`the same by ever new clients, ${ROWS_PER_TAP_MAX} rows each`, trialUsage(taps, ROWS_PER_TAP_MAX)),
    row('each day afterwards: refusals, 100 frames/s', refusalUsage()),
  ];
}

/** To three digits: alarms that ring while it is measured add a few rows to a slower run. */
const usageRows = (usage: Usage): string[][] => [
  ...ALL.map((kind) => [KINDS[kind].name, whole(Number(usage[kind].toPrecision(3))), cents(usdOf(usage, kind))]),
  ['**total**', `**${share(totalOf(usage))}**`, `**${cents(totalOf(usage))}**`],
];

/** What many such days cost at once, on the first of a month: each kind's included amount is taken off once. */
const pastIncluded = (usage: Usage): number =>
  ALL.reduce((sum, kind) => {
    const { usd, included } = KINDS[kind];
    return sum + usd * Math.max(0, EVENTS_AT_ONCE * usage[kind] - included);
  }, 0);

/** Renders what was measured, for the terminal. */
export function measuredTables({ device, display, relayed, upkeep, cpuMs, days, named }: Measured): string {
  const perThousand = (of: keyof Meter, taps: Measured['days']) =>
    [...taps.values()].map((day) => whole((day[of] * 1000) / DAY.taps));
  return [
    ...table(
      ['per 1,000 taps', ...[...days.keys()].map((size) => `${size} a frame`)],
      [
        ['rows written by the room', ...perThousand('rowsWritten', days)],
        ['the same with two categories, pressed by turns', ...perThousand('rowsWritten', named)],
        ['rows read by the room', ...perThousand('rowsRead', days)],
        ['messages in', ...perThousand('socketMessages', days)],
        ['bytes stored by the room', ...perThousand('roomBytes', days)],
        ['the same with two categories, pressed by turns', ...perThousand('roomBytes', named)],
      ],
    ),
    '',
    ...table(
      ['each', ...COUNTED.map(([, name]) => name)],
      [
        meterRow('a device’s arrival, without the page', device.arrival),
        meterRow('its reconnection', device.reconnection),
        meterRow('a display’s arrival at the room, without the page', display.arrival),
        meterRow('its reconnection', display.reconnection),
        meterRow('a display’s arrival at a relay, without the page', relayed.arrival),
        meterRow('its reconnection', relayed.reconnection),
        meterRow('a minute of upkeep', upkeep),
      ],
    ),
    '',
    `CPU of a request, as that of a display’s reconnection with the room and the database: ${cpuMs.toFixed(1)} ms.`,
  ].join('\n');
}

/** Renders the tables of docs/cost.md. */
export function costTables(measured: Measured): string {
  const { device, relayed, upkeep, cpuMs } = measured;
  const [firstDay] = measured.days.values();
  if (firstDay === undefined) throw new Error('Nothing measured');
  const billedFully = usageOf(measured, firstDay, { viewers: 'relay', alwaysActive: 'all' });
  const otherDays = [...measured.days].slice(1).map(([size, taps]) => {
    const usd = totalOf(usageOf(measured, taps, PRESENT));
    return `${size} taps a frame cost ${cents(usd)} (${share(usd)})`;
  });
  const rows = [...measured.days.values()].map((day) => whole((day.rowsWritten * 1000) / DAY.taps)).join(', ');
  const within = (kind: Kind): string => whole(Math.floor(KINDS[kind].included / billedFully[kind]));
  const queries = (visit: keyof Visits) => DAY.devices * device[visit].d1Queries + VIEWERS * relayed[visit].d1Queries;
  const aSecond = (perEvent: number, seconds: number) => whole((EVENTS_AT_ONCE * perEvent) / seconds);
  // A poll costs as much as a reconnection without its upgrade: half the requests and the same rows.
  const polling = totalOf({
    workerRequests: POLLS,
    workerCpuMs: POLLS * cpuMs,
    objectRequests: POLLS,
    d1RowsRead: (POLLS * device.reconnection.d1RowsRead) / device.reconnection.workerRequests,
  });
  const atOnce = (usd: number) => `$${whole(usd)} ($${(usd / EVENTS_AT_ONCE).toFixed(3)} an event)`;
  return [
    ...table(['an event-day, one tap a frame', 'amount', 'USD'], usageRows(usageOf(measured, firstDay, PRESENT))),
    '',
    ...table(
      [
        'share of the price',
        'objects billed while active',
        'room billed all 8 hours',
        'room and relay billed all 8 hours',
      ],
      settingRows(measured, firstDay),
    ),
    '',
    `- ${otherDays.join(', ')}. Rows of the room per 1,000 taps: ${rows}.`,
    `- A device that polls all day adds ${cents(polling)}. Heartbeats billed as messages would add ` +
      `${cents(usdOf({ objectRequests: PINGS / MESSAGES_PER_REQUEST }, 'objectRequests'))}.`,
    `- Event-days a month within the plan, with room and relay billed all day: rows ${within('rowsWritten')}, ` +
      `duration ${within('objectGbSeconds')}, object requests ${within('objectRequests')}, ` +
      `worker requests ${within('workerRequests')}.`,
    `- ${whole(EVENTS_AT_ONCE)} events at once, likewise: ${atOnce(EVENTS_AT_ONCE * totalOf(billedFully))} a day, ` +
      `${atOnce(pastIncluded(billedFully))} on a month's first day.`,
    `- Their taps: ${aSecond(DAY.taps, SECONDS)} a second. Their D1 queries a second: ${aSecond(queries('arrival'), 3600)} ` +
      `while all arrive within an hour, ${aSecond(RECONNECTIONS_A_PERSON * queries('reconnection'), SECONDS)} for ` +
      `reconnections, ${aSecond(OBJECTS * upkeep.d1Queries, 60)} for upkeep.`,
  ].join('\n');
}

/** Renders the table of a free trial in docs/cost.md. */
export function trialTable({ days }: Measured): string {
  const [firstDay] = days.values();
  if (firstDay === undefined) throw new Error('Nothing measured');
  const events = whole(TRIAL_EVENTS);
  return table(['a free trial at most', 'rows', 'an event', `${events} events`], trialRows(firstDay)).join('\n');
}
