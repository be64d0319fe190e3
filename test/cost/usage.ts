import type { Meter } from '../support/meter.ts';
import { RELAY_UNHEARD_MS } from '../../src/relay/limits.ts';
import { FLUSH_AT_TAPS, REFUSALS_EVERY_MS } from '../../src/room/counting/limits.ts';
import { broadcastIntervalMs } from '../../src/room/sockets/limits.ts';
import { SETTINGS } from '../../src/shared/settings.ts';
import { DAY, type Visits } from './measure.ts';

/** Computes what an event-day uses and what that costs. */

const TRIAL_TAPS = SETTINGS.MAX_TRIAL_TAPS.default;
export const VIEWERS = 500;
/** The event's room and its admin's hub. The hub's upkeep is at most the room's. */
export const OBJECTS = 2;
/** Screens lock and connections change, so each device reconnects every half hour on average. */
export const RECONNECTIONS_A_PERSON = DAY.hours * 2;
/** The page itself. All other files are served without the worker (wrangler.toml, assets). */
const PAGES_A_FIRST_VISIT = 1;
/** What a frame keeps the room active for, beside its timers: until it is durable and acknowledged. */
const ACTIVE_S_PER_FRAME = 0.01;
export const ACTIVE_S_PER_REQUEST = 0.02;
/** Cloudflare bills a Durable Object for all of this memory, whatever it uses. */
export const OBJECT_GB = 0.128;
/** Incoming messages that Cloudflare bills as one request. */
export const MESSAGES_PER_REQUEST = 20;
/** What one session may send (`MAX_FRAMES_PER_SECOND` of wrangler.toml). */
const FRAMES_PER_SECOND = 100;
/** How long the room's storage is kept. */
const KEPT_MONTHS = 12;
export const SECONDS = DAY.hours * 3600;
/** A call of a relay keeps the room active until the relay has answered, and the relay while it sends ten slices. */
const ACTIVE_S_PER_PUBLICATION = 0.03;

/**
 * Cloudflare's public prices of the Workers Paid plan in USD, beyond what the plan includes for an account every month;
 * sources in docs/cost.md. No storage counts as included, because it is kept longer than a month.
 */
export const KINDS = {
  rowsWritten: { name: 'rows written by room, relay and hub', usd: 1e-6, included: 50e6 },
  objectGbSeconds: { name: 'duration, GB-s', usd: 12.5e-6, included: 400_000 },
  objectRequests: { name: 'requests of room, relay and hub', usd: 0.15e-6, included: 1e6 },
  workerRequests: { name: 'requests of the worker, pages too', usd: 0.3e-6, included: 10e6 },
  workerCpuMs: { name: 'CPU of the worker, ms', usd: 0.02e-6, included: 30e6 },
  d1RowsWritten: { name: 'rows written in D1', usd: 1e-6, included: 50e6 },
  d1RowsRead: { name: 'rows read in D1', usd: 0.001e-6, included: 25e9 },
  rowsRead: { name: 'rows read by room and hub', usd: 0.001e-6, included: 25e9 },
  objectGbMonths: { name: `storage for ${KEPT_MONTHS} months, GB-months`, usd: 0.2, included: 0 },
};
export type Kind = keyof typeof KINDS;
export type Usage = Record<Kind, number>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a constant
export const ALL = Object.keys(KINDS) as Kind[];

export const usdOf = (usage: Partial<Usage>, kind: Kind): number => (usage[kind] ?? 0) * KINDS[kind].usd;
export const totalOf = (usage: Partial<Usage>): number => ALL.reduce((sum, kind) => sum + usdOf(usage, kind), 0);

/** The measurements from which the costs are computed. */
export interface Measured {
  device: Visits;
  /** The visits of a display that the room serves itself. */
  display: Visits;
  /** The visits of a display behind a relay. */
  relayed: Visits;
  /** For one object and one minute. */
  upkeep: Meter;
  /** The worker's CPU for one request, ms. */
  cpuMs: number;
  /** A whole day's taps, by number of taps per frame. */
  days: ReadonlyMap<number, Meter>;
  /** The same taps with two categories that each device presses by turns. */
  named: ReadonlyMap<number, Meter>;
}

/**
 * About the most rows that one tap can write: one of the log, and its client's, if no client taps twice. Blocks of the
 * ledger come on top, one for hundreds of taps.
 */
export const ROWS_PER_TAP_MAX = 2;
const DAY_S = 24 * 3600;

/** Computes the usage of an event that takes all taps of a trial, one a frame. */
export function trialUsage(taps: Meter, rowsPerTap = taps.rowsWritten / DAY.taps): Partial<Usage> {
  return {
    rowsWritten: TRIAL_TAPS * rowsPerTap,
    rowsRead: (TRIAL_TAPS * taps.rowsRead) / DAY.taps,
    objectRequests: TRIAL_TAPS / MESSAGES_PER_REQUEST,
    objectGbSeconds: TRIAL_TAPS * ACTIVE_S_PER_FRAME * OBJECT_GB,
    objectGbMonths: ((TRIAL_TAPS * taps.roomBytes) / DAY.taps / 1e9) * KEPT_MONTHS,
  };
}

/** Computes the usage of a day in which one session sends frames as fast as it may, and all their taps are refused. */
export const refusalUsage = (): Partial<Usage> => ({
  rowsWritten: (DAY_S * 1000) / REFUSALS_EVERY_MS + (DAY_S * FRAMES_PER_SECOND) / FLUSH_AT_TAPS,
  objectRequests: (DAY_S * FRAMES_PER_SECOND) / MESSAGES_PER_REQUEST,
  objectGbSeconds: DAY_S * OBJECT_GB,
});

/** Where the viewers' sockets are, and which objects Cloudflare bills for all hours, as if they never hibernated. */
export interface Setting {
  viewers: 'room' | 'relay';
  alwaysActive: 'none' | 'room' | 'all';
}

/** What broadcasts at most once per interval cause in a day, if frames come independently of each other. */
interface Broadcasts {
  perDay: number;
  /** How long a timer keeps the room active, in s: a frame that comes within an interval waits for its end. */
  waitS: number;
}

function broadcastsOf(frames: number, intervalMs: number): Broadcasts {
  const [everyS, perSecond] = [intervalMs / 1000, frames / SECONDS];
  /** The chance that no frame comes within an interval. */
  const quiet = Math.exp(-perSecond * everyS);
  // After a broadcast the next one is sent at the interval's end, or at the next frame if none has come until then.
  const perDay = SECONDS / (everyS + quiet / perSecond);
  return { perDay, waitS: perDay * (everyS - (1 - quiet) / perSecond) };
}

const RELAY_ALARMS = (SECONDS * 1000) / RELAY_UNHEARD_MS;

/** Computes an event-day's usage. */
export function usageOf(measured: Measured, taps: Meter, { viewers, alwaysActive }: Setting): Usage {
  const { device, upkeep, cpuMs } = measured;
  const isRelayed = viewers === 'relay';
  const display = isRelayed ? measured.relayed : measured.display;
  const visits = (of: (part: Meter) => number, { arrival, reconnection }: Visits): number =>
    of(arrival) + RECONNECTIONS_A_PERSON * of(reconnection);
  const all = (of: (part: Meter) => number): number =>
    DAY.devices * visits(of, device) + VIEWERS * visits(of, display) + DAY.hours * 60 * OBJECTS * of(upkeep) + of(taps);
  const toDevices = broadcastsOf(taps.socketMessages, broadcastIntervalMs.counting(DAY.devices));
  const toViewers = broadcastsOf(taps.socketMessages, broadcastIntervalMs[isRelayed ? 'relay' : 'viewer'](VIEWERS));
  const publications = isRelayed ? toViewers.perDay : 0;
  const relayAlarms = isRelayed ? RELAY_ALARMS : 0;
  const calls = all((part) => part.objectRequests);
  const fanOutS = toViewers.perDay * ACTIVE_S_PER_PUBLICATION;
  const roomS =
    taps.socketMessages * ACTIVE_S_PER_FRAME +
    toDevices.waitS +
    toViewers.waitS +
    fanOutS +
    calls * ACTIVE_S_PER_REQUEST;
  const relayS = isRelayed ? fanOutS + relayAlarms * ACTIVE_S_PER_REQUEST : 0;
  const billedS =
    (alwaysActive === 'none' ? Math.min(SECONDS, roomS) : SECONDS) +
    (isRelayed && alwaysActive === 'all' ? SECONDS : relayS);
  const workerRequests = all((part) => part.workerRequests) + (DAY.devices + VIEWERS) * PAGES_A_FIRST_VISIT;
  return {
    workerRequests,
    workerCpuMs: workerRequests * cpuMs,
    objectRequests: calls + publications + relayAlarms + all((part) => part.socketMessages) / MESSAGES_PER_REQUEST,
    objectGbSeconds: billedS * OBJECT_GB,
    rowsRead: all((part) => part.rowsRead),
    rowsWritten: all((part) => part.rowsWritten + part.alarmsSet) + relayAlarms,
    d1RowsRead: all((part) => part.d1RowsRead),
    d1RowsWritten: all((part) => part.d1RowsWritten),
    objectGbMonths: (taps.roomBytes / 1e9) * KEPT_MONTHS,
  };
}
