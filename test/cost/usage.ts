import type { Meter } from '../support/meter.ts';
import { DAY, type Visits } from './measure.ts';
import { bill, MESSAGES_PER_REQUEST, OBJECT_GB, totalOf, type Usage } from './prices.ts';

/** What was measured, and what it is put together to. */
export interface Measured {
  device: Visits;
  display: Visits;
  /** Of one object and minute. */
  upkeep: Meter;
  /** A whole day's taps, by taps a frame. */
  days: ReadonlyMap<number, Meter>;
  /** As many taps by ten times as many devices in a tenth of the time, one a frame. */
  manyDevices: Meter;
  /** What the service worker fetches and keeps at a first visit, each an invocation of the worker. */
  files: number;
}

export const VIEWERS = 500;
/** The event's room and its admin's hub, whose upkeep is at most the room's. */
export const OBJECTS = 2;
/** Screens lock and lines change: each device comes back so often, on average every half hour. */
export const RECONNECTIONS_A_PERSON = DAY.hours * 2;
const MINUTES = DAY.hours * 60;
/** Assumed for all of them, though files take less and password hashes more. */
export const CPU_MS_PER_REQUEST = 5;
/** A frame keeps the room up until its last broadcast timer: 200 ms for viewers (src/room/limits.ts), and its own work. */
const ACTIVE_S_PER_FRAME = 0.205;
const ACTIVE_S_PER_REQUEST = 0.02;
/** For how long the room's storage is kept. */
export const KEPT_MONTHS = 12;
export const PRICE_PER_DAY = 3;

/** Who comes, what their taps use, and what stands between them and the room. */
export interface Crowd {
  devices: number;
  taps: Meter;
  /** Objects that hold the sockets; each is active for all of the day. */
  relays: number;
  /** Bills the room for all of its hours, as if it never could hibernate. */
  isAlwaysActive: boolean;
}

export interface DayCost {
  usage: Usage;
  usd: Record<keyof Usage, number>;
  total: number;
}

/** One event's day. */
export function dayCost(measured: Measured, { devices, taps, relays, isAlwaysActive }: Crowd): DayCost {
  const { device, display, upkeep, files } = measured;
  const visits = (of: (part: Meter) => number, { arrival, reconnection }: Visits): number =>
    of(arrival) + RECONNECTIONS_A_PERSON * of(reconnection);
  const all = (of: (part: Meter) => number): number =>
    devices * visits(of, device) + VIEWERS * visits(of, display) + MINUTES * OBJECTS * of(upkeep) + of(taps);
  const workerRequests = all((part) => part.workerRequests) + (devices + VIEWERS) * files;
  const objectRequests = all((part) => part.objectRequests);
  const messages = all((part) => part.socketMessages);
  const activeS = isAlwaysActive
    ? DAY.hours * 3600
    : Math.min(DAY.hours * 3600, taps.socketMessages * ACTIVE_S_PER_FRAME + objectRequests * ACTIVE_S_PER_REQUEST);
  const usage: Usage = {
    workerRequests,
    workerCpuMs: workerRequests * CPU_MS_PER_REQUEST,
    objectRequests: objectRequests + messages / MESSAGES_PER_REQUEST,
    objectGbSeconds: (1 + relays) * activeS * OBJECT_GB,
    rowsRead: all((part) => part.rowsRead),
    rowsWritten: all((part) => part.rowsWritten + part.alarmsSet),
    d1RowsRead: all((part) => part.d1RowsRead),
    d1RowsWritten: all((part) => part.d1RowsWritten),
    objectGbMonths: (taps.roomBytes / 1e9) * KEPT_MONTHS,
  };
  const usd = bill(usage);
  return { usage, usd, total: totalOf(usd) };
}
