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
/** A device without a working socket asks for the areas every three seconds (src/shared/limits.ts). */
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
const SETTINGS: [string, Setting[]][] = [
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
  SETTINGS.map(([name, settings]) => [
    name,
    ...settings.map((setting) => share(totalOf(usageOf(measured, taps, setting)))),
  ]);

/** What a trial costs at most, for one event and for all that it may create. */
function trialRows(taps: Meter): string[][] {
  const row = (what: string, usage: Partial<Usage>): string[] => {
    const usd = totalOf(usage);
    return [what, whole(usage.rowsWritten ?? 0), `$${usd.toFixed(2)}`, `$${(usd * TRIAL_EVENTS).toFixed(2)}`];
  };
  const most = `${ROWS_PER_TAP_MAX} rows each, the most that a tap can write`;
  return [
    row(`its ${whole(TRIAL_TAPS)} taps, one a frame, as those of the day above`, trialUsage(taps)),
    row(`the same, by ever new clients: ${most}`, trialUsage(taps, ROWS_PER_TAP_MAX)),
    row('each day afterwards: refusals to one session, 100 frames a second', refusalUsage()),
  ];
}

const usageRows = (usages: readonly Usage[]): string[][] => [
  ...ALL.map((kind) => [
    KINDS[kind].name,
    ...usages.flatMap((usage) => [whole(usage[kind]), cents(usdOf(usage, kind))]),
  ]),
  ['**total**', ...usages.map(totalOf).flatMap((total) => [`**${share(total)}**`, `**${cents(total)}**`])],
];

/** Renders the tables of docs/cost.md. */
export function costTables(measured: Measured): string {
  const { device, display, relayed, upkeep, cpuMs } = measured;
  const days = [...measured.days.values()];
  const [firstDay] = days;
  if (firstDay === undefined) throw new Error('Nothing measured');
  const sizes = [...measured.days.keys()].map((size) => `${size} a frame`);
  const usages = days.map((taps) => usageOf(measured, taps, PRESENT));
  const billedFully = usageOf(measured, firstDay, { viewers: 'relay', alwaysActive: 'all' });
  const perThousand = (of: keyof Meter, taps = days) => taps.map((day) => whole((day[of] * 1000) / DAY.taps));
  const named = [...measured.named.values()];
  const within = (kind: Kind): string => whole(Math.floor(KINDS[kind].included / billedFully[kind]));
  const queries = (visit: keyof Visits) => DAY.devices * device[visit].d1Queries + VIEWERS * relayed[visit].d1Queries;
  const atOnce = (what: string, perEvent: number, seconds: number) => [
    what,
    whole((EVENTS_AT_ONCE * perEvent) / seconds),
  ];
  // A poll costs as much as a reconnection without its upgrade: half the requests and the same rows.
  const polling = totalOf({
    workerRequests: POLLS,
    workerCpuMs: POLLS * cpuMs,
    objectRequests: POLLS,
    d1RowsRead: (POLLS * device.reconnection.d1RowsRead) / device.reconnection.workerRequests,
  });
  return [
    ...table(
      ['measured per 1,000 taps', ...sizes],
      [
        ['rows written by the room', ...perThousand('rowsWritten')],
        ['the same with two categories, pressed by turns', ...perThousand('rowsWritten', named)],
        ['rows read by the room', ...perThousand('rowsRead')],
        ['messages in', ...perThousand('socketMessages')],
        ['bytes stored by the room', ...perThousand('roomBytes')],
        ['the same with two categories, pressed by turns', ...perThousand('roomBytes', named)],
      ],
    ),
    '',
    ...table(
      ['measured', ...COUNTED.map(([, name]) => name)],
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
    `CPU of a request, measured as that of a display’s reconnection with the room and the database: ${cpuMs.toFixed(1)} ms.`,
    '',
    ...table(
      ['an event-day, objects billed while they are active', ...sizes.flatMap((size) => [size, 'USD'])],
      usageRows(usages),
    ),
    '',
    ...table(
      [
        'total at one tap a frame, share of the price',
        'billed while active',
        'room billed for all 8 hours',
        'room and relay billed for all 8 hours',
      ],
      settingRows(measured, firstDay),
    ),
    '',
    ...table(
      ['a free trial at most', 'rows written', 'an event', `all ${whole(TRIAL_EVENTS)} events`],
      trialRows(firstDay),
    ),
    '',
    `A device that gets no socket and polls for all of the day adds ${cents(polling)}.`,
    '',
    `Were the ${whole(PINGS)} heartbeats billed as messages, that would add ` +
      `${cents(usdOf({ objectRequests: PINGS / MESSAGES_PER_REQUEST }, 'objectRequests'))}.`,
    '',
    `Event-days a month within what the plan includes, at one tap a frame, with room and relay billed for all 8 hours: ` +
      `rows written ${within('rowsWritten')}, duration ${within('objectGbSeconds')}, requests of objects ` +
      `${within('objectRequests')}, requests of the worker ${within('workerRequests')}.`,
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
