import type { Meter } from '../support/meter.ts';
import { DAY, type Visits } from './measure.ts';

/** What an event-day uses, and what it costs. */

export interface Usage {
  workerRequests: number;
  workerCpuMs: number;
  objectRequests: number;
  objectGbSeconds: number;
  rowsRead: number;
  rowsWritten: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  objectGbMonths: number;
}

/** Cloudflare's public prices of the Workers Paid plan in USD, past the included amounts; sources in docs/cost.md. */
const PRICES: Readonly<Usage> = {
  workerRequests: 0.3e-6,
  workerCpuMs: 0.02e-6,
  objectRequests: 0.15e-6,
  objectGbSeconds: 12.5e-6,
  rowsRead: 0.001e-6,
  rowsWritten: 1e-6,
  d1RowsRead: 0.001e-6,
  d1RowsWritten: 1e-6,
  objectGbMonths: 0.2,
};

/** Included every month for all of an account; storage is left out, since it is kept for longer. */
export const INCLUDED: Readonly<Usage> = {
  workerRequests: 10e6,
  workerCpuMs: 30e6,
  objectRequests: 1e6,
  objectGbSeconds: 400_000,
  rowsRead: 25e9,
  rowsWritten: 50e6,
  d1RowsRead: 25e9,
  d1RowsWritten: 50e6,
  objectGbMonths: 0,
};

/** Incoming messages that are billed as one request. */
export const MESSAGES_PER_REQUEST = 20;
/** A Durable Object is billed as if it used all of it, whatever it uses. */
const OBJECT_GB = 0.128;
export const VIEWERS = 500;
/** The event's room and its admin's hub, whose upkeep is at most the room's. */
export const OBJECTS = 2;
/** Screens lock and lines change: each device comes back so often, on average every half hour. */
export const RECONNECTIONS_A_PERSON = DAY.hours * 2;
/** Assumed for all of them, though files take less and password hashes more. */
export const CPU_MS_PER_REQUEST = 5;
/** A frame keeps the room up until its last broadcast timer: 200 ms for viewers (src/room/limits.ts), and its own work. */
const ACTIVE_S_PER_FRAME = 0.205;
const ACTIVE_S_PER_REQUEST = 0.02;
/** For how long the room's storage is kept. */
export const KEPT_MONTHS = 12;
export const PRICE_PER_DAY = 3;

export const byKind = (of: (kind: keyof Usage) => number): Usage => ({
  workerRequests: of('workerRequests'),
  workerCpuMs: of('workerCpuMs'),
  objectRequests: of('objectRequests'),
  objectGbSeconds: of('objectGbSeconds'),
  rowsRead: of('rowsRead'),
  rowsWritten: of('rowsWritten'),
  d1RowsRead: of('d1RowsRead'),
  d1RowsWritten: of('d1RowsWritten'),
  objectGbMonths: of('objectGbMonths'),
});

/** USD by kind. */
export const bill = (usage: Usage): Usage => byKind((kind) => usage[kind] * PRICES[kind]);

export const totalOf = (usd: Usage): number => Object.values(usd).reduce((sum, one: number) => sum + one, 0);

/** What was measured, and what it is put together to. */
export interface Measured {
  device: Visits;
  display: Visits;
  /** Of one object and minute. */
  upkeep: Meter;
  /** A whole day's taps, by taps a frame. */
  days: ReadonlyMap<number, Meter>;
  /** What the service worker fetches and keeps at a first visit, each an invocation of the worker. */
  files: number;
}

interface DayCost {
  usage: Usage;
  usd: Usage;
  total: number;
}

/** One event's day. With `isAlwaysActive` the room is billed for all of its hours, as if it never could hibernate. */
export function dayCost({ device, display, upkeep, files }: Measured, taps: Meter, isAlwaysActive: boolean): DayCost {
  const visits = (of: (part: Meter) => number, { arrival, reconnection }: Visits): number =>
    of(arrival) + RECONNECTIONS_A_PERSON * of(reconnection);
  const minutes = DAY.hours * 60;
  const all = (of: (part: Meter) => number): number =>
    DAY.devices * visits(of, device) + VIEWERS * visits(of, display) + minutes * OBJECTS * of(upkeep) + of(taps);
  const workerRequests = all((part) => part.workerRequests) + (DAY.devices + VIEWERS) * files;
  const objectRequests = all((part) => part.objectRequests);
  const leanS = taps.socketMessages * ACTIVE_S_PER_FRAME + objectRequests * ACTIVE_S_PER_REQUEST;
  const activeS = isAlwaysActive ? DAY.hours * 3600 : Math.min(DAY.hours * 3600, leanS);
  const usage: Usage = {
    workerRequests,
    workerCpuMs: workerRequests * CPU_MS_PER_REQUEST,
    objectRequests: objectRequests + all((part) => part.socketMessages) / MESSAGES_PER_REQUEST,
    objectGbSeconds: activeS * OBJECT_GB,
    rowsRead: all((part) => part.rowsRead),
    rowsWritten: all((part) => part.rowsWritten + part.alarmsSet),
    d1RowsRead: all((part) => part.d1RowsRead),
    d1RowsWritten: all((part) => part.d1RowsWritten),
    objectGbMonths: (taps.roomBytes / 1e9) * KEPT_MONTHS,
  };
  const usd = bill(usage);
  return { usage, usd, total: totalOf(usd) };
}

/** Cells of docs/cost.md. */
export const whole = (value: number): string =>
  value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US');
export const cents = (usd: number): string => `$${usd.toFixed(4)}`;
