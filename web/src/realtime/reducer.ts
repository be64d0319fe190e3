import type { Ack, Sync } from '../../../src/shared/protocol/down';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import type { Area, AreaCount } from '../../../src/shared/schemas/area';
import { assertNever } from '../../../src/shared/assert-never';

/** A tap of this device that the values held may not contain yet. */
interface OwnTap {
  readonly seq: number;
  readonly areaId: string;
  readonly change: number;
  /** The room's version that holds this tap; null while it is not acknowledged. */
  readonly ackedVersion: number | null;
}

export interface RoomState {
  /** Identity of the room's storage; null before the first sync. */
  readonly epoch: string | null;
  /** In the server's order; null before the first list. */
  readonly areas: readonly Area[] | null;
  readonly taps: readonly OwnTap[];
  /** null before the first sync. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
}

export type RoomAction =
  | { type: 'tapped'; seq: number; areaId: string; change: number }
  | { type: 'acked'; ack: Ack }
  | { type: 'counted'; areas: readonly AreaCount[] }
  /** The answer of GET areas, which says nothing about own taps. */
  | { type: 'listed'; areas: readonly Area[] }
  | { type: 'synced'; sync: Sync }
  /** The unacknowledged taps got a new client id and go out again as 1, 2, … (design section 3). */
  | { type: 'renumbered' };

export const emptyRoom: RoomState = {
  epoch: null,
  areas: null,
  taps: [],
  countingAllowed: null,
  subscriptionStatus: null,
};

/** Below every version of a room: a remembered value gives way to whatever the room says, of whichever history. */
const REMEMBERED_VERSION = -1;

/** What an earlier visit knew. */
export const rememberedRoom = (areas: readonly Area[]): RoomState => ({
  ...emptyRoom,
  areas: areas.map((area) => ({ ...area, version: REMEMBERED_VERSION })),
});

/** Drops acknowledged taps that the values held contain, or whose area is gone. */
function settled(state: RoomState): RoomState {
  if (state.taps.every((tap) => tap.ackedVersion === null)) return state;
  const versions = new Map(state.areas?.map((area) => [area.areaId, area.version]));
  const open = ({ ackedVersion, areaId }: OwnTap) =>
    ackedVersion === null || ackedVersion > (versions.get(areaId) ?? Number.POSITIVE_INFINITY);
  return state.taps.every(open) ? state : { ...state, taps: state.taps.filter(open) };
}

function acked(state: RoomState, { seq, version, rejected, floored }: Ack): RoomState {
  const refused = new Set(rejected?.map((tap) => tap.seq));
  const flooredBy = new Map(floored?.map((tap) => [tap.seq, tap.amount]));
  const taps = state.taps.flatMap((tap) => {
    if (tap.seq > seq || tap.ackedVersion !== null) return [tap];
    if (refused.has(tap.seq)) return [];
    return [{ ...tap, change: tap.change + (flooredBy.get(tap.seq) ?? 0), ackedVersion: version }];
  });
  return settled({ ...state, taps });
}

function counted(state: RoomState, counts: readonly AreaCount[]): RoomState {
  if (!state.areas) return state;
  const news = new Map(counts.map((count) => [count.areaId, count]));
  const areas = state.areas.map((held) => {
    const count = news.get(held.areaId);
    return count && count.version > held.version ? { ...held, ...count } : held;
  });
  return settled({ ...state, areas });
}

/** The counts of one area, with the name and capacity of another. */
const withCountsOf = (held: Area, area: Area): Area => ({ ...held, areaName: area.areaName, capacity: area.capacity });

/**
 * A list may hold a tap whose ack is still on its way. Taking its counts would show that tap twice, so areas with
 * unacknowledged taps keep theirs: the tap's own ack and update follow.
 */
function listed(state: RoomState, list: readonly Area[]): RoomState {
  const held = new Map(state.areas?.map((area) => [area.areaId, area]));
  const waiting = new Set(state.taps.filter((tap) => tap.ackedVersion === null).map((tap) => tap.areaId));
  const areas = list.map((area) => {
    const own = held.get(area.areaId);
    return own && (own.version > area.version || waiting.has(area.areaId)) ? withCountsOf(own, area) : area;
  });
  return settled({ ...state, areas });
}

function synced(state: RoomState, sync: Sync): RoomState {
  const sameHistory = state.epoch === null || state.epoch === sync.epoch;
  const held = new Map(sameHistory ? state.areas?.map((area) => [area.areaId, area]) : []);
  const areas = sync.areas.map((area) => {
    const own = held.get(area.areaId);
    return own && own.version > area.version ? withCountsOf(own, area) : area;
  });
  // Another history never saw this client: what is not acknowledged goes there again, what was is part of the past.
  const open = (tap: OwnTap) => (sameHistory ? tap.seq > sync.lastSeq : tap.ackedVersion === null);
  const { epoch, countingAllowed, subscriptionStatus } = sync;
  return settled({ epoch, areas, taps: state.taps.filter(open), countingAllowed, subscriptionStatus });
}

function renumbered(state: RoomState): RoomState {
  const waiting = state.taps.filter((tap) => tap.ackedVersion === null);
  return {
    ...state,
    taps: waiting.map(({ areaId, change }, index) => ({ seq: index + 1, areaId, change, ackedVersion: null })),
  };
}

/** What a device knows of one event. Pure; design section 3 is its specification. */
export function reduceRoom(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'tapped': {
      const { seq, areaId, change } = action;
      return { ...state, taps: [...state.taps, { seq, areaId, change, ackedVersion: null }] };
    }
    case 'acked':
      return acked(state, action.ack);
    case 'counted':
      return counted(state, action.areas);
    case 'listed':
      return listed(state, action.areas);
    case 'synced':
      return synced(state, action.sync);
    case 'renumbered':
      return renumbered(state);
    default:
      return assertNever(action);
  }
}

/** An area as it is shown: the last value plus this device's own taps on it. */
export type ShownArea = Area;

export function shownAreas({ areas, taps }: RoomState): readonly ShownArea[] | null {
  if (!areas || taps.length === 0) return areas;
  const own = new Map<string, { net: number; ins: number; outs: number }>();
  for (const { areaId, change } of taps) {
    const sum = own.get(areaId) ?? { net: 0, ins: 0, outs: 0 };
    own.set(areaId, {
      net: sum.net + change,
      ins: sum.ins + Math.max(change, 0),
      outs: sum.outs + Math.max(-change, 0),
    });
  }
  return areas.map((area) => {
    const sum = own.get(area.areaId);
    if (!sum) return area;
    return {
      ...area,
      currentOccupancy: Math.max(0, area.currentOccupancy + sum.net),
      totalEntries: area.totalEntries + sum.ins,
      totalExits: area.totalExits + sum.outs,
    };
  });
}

/** The areas as the room has them, own taps included once it has acknowledged them. */
export const heldAreas = ({ areas, taps, ...rest }: RoomState): readonly ShownArea[] | null =>
  shownAreas({ ...rest, areas, taps: taps.filter(({ ackedVersion }) => ackedVersion !== null) });
