import type { Direction } from '../../../src/shared/schemas/device';
import type { NewVenueSettings } from '../../../src/shared/schemas/venue-settings';
import { type Doors, playCrowd } from '../../../test/support/crowd';
import { type Random } from '../../../test/support/random';
import { type Curve, percentAt } from './curve';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A machine that counts at a door instead of a phone. */
export interface MachineSpec {
  sourceId: string;
  /** A turnstile sends deltas with a seq, a camera the totals since it was switched on. */
  kind: 'turnstile' | 'camera';
  door: string;
  /** The area that people enter who go in; in a passage also the one that they come from. */
  areas: readonly [number] | readonly [number, number];
}

/** One event of the demo: what it is called, its areas, devices and doors, and how its crowd moves. */
export interface Show extends Doors {
  /** The beginning of its devices' ids. It never changes, because ids are known to the rooms. */
  key: string;
  eventName: string;
  areas: readonly { name: string; capacity: number }[];
  venue: NewVenueSettings;
  devices: readonly { name: string; direction: Direction; machine?: MachineSpec }[];
  /** How full each area is today: hours since the doors opened, and percent of its capacity. */
  curves: readonly Curve[];
  /** How long the doors have been open when the demo begins, in hours. */
  openFor: number;
  /** The mean pause between two taps of all devices together, in ms. */
  pauseMs: number;
  /** How each area's people come and go while the demo is open: the minutes of a wave, and its height in percent. */
  waves?: readonly { minutes: number; percent: number }[];
  /** The index of the device in the control room. */
  controlDesk: number;
  /** The device that is offline while the demo is open. */
  offline?: number;
  /** The drill that begins when the demo opens: its assembly points, and the device that counts there. */
  drill?: { points: readonly string[]; steward: number };
}

/** A device's id, name and direction. */
export type Door = ReturnType<typeof doorOf>;

/** Returns the id, name and direction of one of the show's devices. */
export function doorOf({ key, eventName, devices }: Show, device: number) {
  const spec = devices[device];
  if (spec === undefined) throw new Error(`${eventName} has no device ${device}`);
  const deviceId = `${key}-${String(device).padStart(4, '0')}`;
  return { deviceId, deviceName: spec.name, direction: spec.direction };
}

/** Returns an area's capacity at this size. */
const sizedCapacity = (capacity: number, size: number): number => Math.max(1, Math.round(capacity * size));

/** Returns the show with the capacities, staff and limits of this size; 1 is the whole show. */
export function sized<S extends Show>(show: S, size: number): S {
  const { areas, venue } = show;
  return {
    ...show,
    areas: areas.map(({ name, capacity }) => ({ name, capacity: sizedCapacity(capacity, size) })),
    venue: {
      ...venue,
      capacity: venue.capacity === null ? null : sizedCapacity(venue.capacity, size),
      staffAllowance: Math.round(venue.staffAllowance * size),
      ...(venue.limits && {
        limits: venue.limits.map((limit) => ({ ...limit, capacity: sizedCapacity(limit.capacity, size) })),
      }),
    },
  };
}

/** Returns the show without the gates of the device that is offline. */
export const staffed = (show: Show): Show => ({
  ...show,
  gates: show.gates.filter(({ device }) => device !== show.offline),
});

/** Returns how full each area should be `hours` after the doors opened, in percent of its capacity. */
const goalsOf = ({ curves }: Pick<Show, 'curves'>, hours: number): number[] =>
  curves.map((curve) => percentAt(curve, hours));

/** Returns how full each area should be `elapsedMs` after the demo's start, in percent: today's curves and the waves. */
export const liveGoals = (show: Show, elapsedMs: number): number[] =>
  goalsOf(show, show.openFor + elapsedMs / HOUR_MS).map((goal, area) => {
    const { minutes, percent } = show.waves?.[area] ?? { minutes: 1, percent: 0 };
    return goal + percent * Math.sin((2 * Math.PI * elapsedMs) / (minutes * MINUTE_MS));
  });

export interface PlayOptions {
  random: Random;
  /** The time when the doors open, epoch ms. */
  opensAt: number;
  /** When its people begin to move, and when they stop; epoch ms. */
  from: number;
  to: number;
  /** The number of people in each area when it begins. It changes as they move. */
  occupancy: number[];
  /** Returns the mean pause after a tap, in ms. */
  pauseMs: (at: number, missing: number) => number;
}

/** Plays a show's crowd along its curves. */
export const playShow = (show: Show, { opensAt, ...options }: PlayOptions) =>
  playCrowd({
    ...options,
    doors: show,
    capacities: show.areas.map(({ capacity }) => capacity),
    goalsAt: (at) => goalsOf(show, (at - opensAt) / HOUR_MS),
  });
