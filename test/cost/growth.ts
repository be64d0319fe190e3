import { LOG_ROWS, LOG_SLOTS } from '../../src/room/limits';
import { table } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { DAY, IN_SHARE } from './measure.ts';
import {
  beyondIncluded,
  cents,
  dayCost,
  type DayCost,
  dollars,
  type Measured,
  PRICE_PER_DAY,
  whole,
} from './prices.ts';

/** How many devices tap how often, and what stands between them and the room. */
interface Load {
  name: string;
  devices: number;
  /** Of one device on a day. */
  taps: number;
  relays: number;
  /** Folds the log by time instead, s; null as the room does it. */
  foldEveryS: number | null;
}

const SECONDS = DAY.hours * 3600;
export const EVENTS_AT_ONCE = 1_000;
/** Of one device, as in the event-day: one every 19 s. */
const TAPS_A_DEVICE = DAY.taps / DAY.devices;
/** At the doors' peak a device taps every two seconds. */
const TAPS_AT_PEAK = SECONDS / 2;
/** For how long a relay gathers, s. */
const GATHERING_S = 0.05;

/** Rows written for each tap, by table, and how many taps share a flush. */
interface RowsPerTap {
  tapsPerFlush: number;
  log: number;
  clients: number;
  ledger: number;
  /** Areas, and the log's generation. */
  rest: number;
  sum: number;
}
const PARTS = ['log', 'clients', 'ledger', 'rest', 'sum'] as const;

/** Chance that two taps on one area, `perSecond` of them on it, occur in the same minute: gaps are exponential. */
const sameMinute = (perSecond: number): number => 1 - (1 - Math.exp(-60 * perSecond)) / (60 * perSecond);

/** Chance that two taps in a row go the same way, over a day on which the share of ins falls evenly. */
const sameChange = (): number => {
  const { first, last } = IN_SHARE;
  const meanSquare = (first ** 2 + first * last + last ** 2) / 3;
  return 1 - (first + last) + 2 * meanSquare;
};

/**
 * Every tap by a device drawn at random. Flush: a relay's taps of one gathering, else a tap alone. A window lies between
 * two folds: in it each client that tapped is one row, each area too. A ledger row goes on while the next tap on its area
 * is of the same device and minute and goes the same way.
 */
function rowsPerTap({ devices, taps, relays, foldEveryS }: Omit<Load, 'name'>): RowsPerTap {
  const perSecond = (devices * taps) / SECONDS;
  const gathered = relays === 0 ? 0 : (perSecond / relays) * GATHERING_S;
  const tapsPerFlush = gathered === 0 ? 1 : gathered / (1 - Math.exp(-gathered));
  const log = 1 / tapsPerFlush;
  const ledger = 1 - (DAY.areas / devices) * sameMinute(perSecond / DAY.areas) * sameChange();
  const window = foldEveryS === null ? Math.min(LOG_SLOTS * tapsPerFlush, LOG_ROWS / ledger) : perSecond * foldEveryS;
  const clients = (devices * (1 - (1 - 1 / devices) ** window)) / window;
  const rest = (DAY.areas + 1) / window;
  return { tapsPerFlush, log, clients, ledger, rest, sum: log + clients + ledger + rest };
}

/** A day of that load: rows by the formula, all else in the measure of the measured day with one tap a frame. */
function costOf(measured: Measured, load: Omit<Load, 'name'>): DayCost {
  const day = measured.days.get(1);
  if (day === undefined) throw new Error('The day with one tap a frame was not measured');
  const taps = load.devices * load.taps;
  const rows = rowsPerTap(load);
  const ofDay = taps / DAY.taps;
  const metered: Meter = {
    ...day,
    rowsWritten: taps * rows.sum,
    rowsRead: day.rowsRead * ofDay,
    // What a relay gathered comes in once more, at the room.
    socketMessages: taps + (load.relays === 0 ? 0 : taps / rows.tapsPerFlush),
    roomBytes: day.roomBytes * ofDay,
  };
  return dayCost(measured, { devices: load.devices, taps: metered, relays: load.relays, isAlwaysActive: true });
}

const alone = (devices: number) => ({ devices, taps: TAPS_A_DEVICE, relays: 0, foldEveryS: null });
const relayed = { devices: 10_000, taps: TAPS_A_DEVICE, relays: 20, foldEveryS: null };
const LOADS: readonly Load[] = [
  { name: '20', ...alone(20) },
  { name: '200', ...alone(200) },
  { name: '1,000', ...alone(1_000) },
  { name: '10,000, 20 relays', ...relayed },
  { name: '10,000, folded once a minute', ...relayed, foldEveryS: 60 },
  { name: '10,000, a tap every 2 s', ...relayed, taps: TAPS_AT_PEAK },
  { name: '10,000, both', ...relayed, taps: TAPS_AT_PEAK, foldEveryS: 60 },
];

/** The most devices of a room that serves them alone and costs no more than `usd` a day. */
function devicesFor(measured: Measured, usd: number): number {
  let devices = 1;
  while (costOf(measured, alone(devices + 1)).total <= usd) devices += 1;
  return devices;
}

/** The tables of how it grows. */
export function growthTables(measured: Measured): string[] {
  const perTap = (metered: Meter | undefined) => ((metered?.rowsWritten ?? 0) / DAY.taps).toFixed(2);
  const seen = new Map([
    ['20', perTap(measured.days.get(1))],
    ['200', perTap(measured.manyDevices)],
  ]);
  const costs = LOADS.map((load) => ({ load, ...costOf(measured, load) }));
  const [event] = costs;
  if (event === undefined) throw new Error('No loads');
  const atOnce = EVENTS_AT_ONCE * event.total;
  const beyond = beyondIncluded(event.usage, EVENTS_AT_ONCE);
  return [
    ...table(
      ['rows written per tap, devices in one event', 'taps a flush', ...PARTS, 'measured'],
      LOADS.map((load) => {
        const { tapsPerFlush, ...rows } = rowsPerTap(load);
        const parts = PARTS.map((part) => rows[part].toFixed(2));
        return [load.name, tapsPerFlush.toFixed(1), ...parts, seen.get(load.name) ?? ''];
      }),
    ),
    '',
    ...table(
      'USD for 8 hours, devices in one event|taps|rows|duration|storage|all else|total|times $3|past what a month includes'.split(
        '|',
      ),
      costs.map(({ load, usage, usd, total }) => [
        load.name,
        whole(load.devices * load.taps),
        dollars(usd.rowsWritten),
        dollars(usd.objectGbSeconds),
        dollars(usd.objectGbMonths),
        dollars(total - usd.rowsWritten - usd.objectGbSeconds - usd.objectGbMonths),
        dollars(total),
        (total / PRICE_PER_DAY).toFixed(2),
        dollars(beyondIncluded(usage)),
      ]),
    ),
    '',
    `At a tap every 19 s, ${whole(devicesFor(measured, PRICE_PER_DAY / 20))} devices cost 5 % of the price, ` +
      `${whole(devicesFor(measured, PRICE_PER_DAY))} all of it.`,
    '',
    ...table(
      [`USD for ${whole(EVENTS_AT_ONCE)} events of 20 devices at once`, 'a day', 'an event'],
      [
        ['nothing included', dollars(atOnce), cents(atOnce / EVENTS_AT_ONCE)],
        ["past what a month includes, on the month's first day", dollars(beyond), cents(beyond / EVENTS_AT_ONCE)],
      ],
    ),
  ];
}
