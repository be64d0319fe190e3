import type { Direction } from '../../../src/shared/schemas/device';
import type { NewVenueSettings } from '../../../src/shared/schemas/venue-settings';
import { type Curve, percentAt } from './curve';

/** A machine that counts at a door instead of a phone. */
export interface MachineSpec {
  sourceId: string;
  /** A turnstile sends deltas with a seq, a camera the totals since it was switched on. */
  kind: 'turnstile' | 'camera';
  door: string;
  /** The area that people enter who go in; in a passage also the one that they come from. */
  areas: readonly [number] | readonly [number, number];
}

/** One event of the demo: what it is called, its areas and its devices. */
export interface Show {
  /** The beginning of its devices' ids. It never changes, because ids are known to the rooms. */
  key: string;
  eventName: string;
  areas: readonly { name: string; capacity: number }[];
  venue: NewVenueSettings;
  devices: readonly { name: string; direction: Direction; machine?: MachineSpec }[];
}

/** A door to the outside, with its share of those who come and of those who leave. */
interface Gate {
  device: number;
  area: number;
  ins: number;
  outs: number;
}

/** A door between two areas. */
interface Passage {
  device: number;
  areas: readonly [number, number];
}

export interface Doors {
  gates: readonly Gate[];
  passages: readonly Passage[];
}

/** A show whose crowd moves from tap to tap, and not by a festival's plan. */
export interface PlayedShow extends Show, Doors {
  /** How full each area is: hours since the doors opened, and percent of its capacity. */
  curves: readonly Curve[];
  /** How long the doors have been open when the demo begins, in hours. */
  openFor: number;
  /** The mean pause between two taps of all devices together, in ms. */
  pauseMs: number;
  /** The index of the device in the control room. */
  controlDesk: number;
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

/** Returns how full each area should be `hours` after the doors opened, in percent of its capacity. */
export const goalsOf = ({ curves }: PlayedShow, hours: number): number[] =>
  curves.map((curve) => percentAt(curve, hours));
