import * as z from 'zod/mini';
import type { Ack, Sync } from '../../../../src/shared/protocol/down';
import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { type Area, type AreaCount, AreaCountSchema, AreaDefinitionSchema } from '../../../../src/shared/schemas/area';
import { assertNever } from '../../../../src/shared/assert-never';
import type { QueuedTap } from '../outbox/queued-tap';
import {
  type AreaChange,
  type AreaTaps,
  changesOf,
  type CountedTap,
  NO_TAPS,
  type PeopleSum,
  sumOn,
  withCategoryTaps,
  sumsOf,
  withoutTaps,
  withTaps,
} from './tap-sums';

/** The change by an acknowledged tap of this device, which the area's value may not contain yet. */
interface AckedChange extends AreaChange {
  /** The version from which on the area's value contains the change. */
  readonly version: number;
  /** True for this page's own taps, false for a closed tab's. The page's syncs contain its own acknowledged taps. */
  readonly own: boolean;
}

interface ResentTaps {
  /** The seq of the last resent tap: its ack decides the outcome of all of them. */
  readonly through: number;
  readonly areas: ReadonlySet<string>;
}

export interface RoomState {
  /** The id of the room's storage; null before the first sync. */
  readonly epoch: string | null;
  /** The areas in the server's order; null before the first list. */
  readonly areas: readonly Area[] | null;
  /** This page's unacknowledged taps. */
  readonly own: AreaTaps;
  /** Unacknowledged taps of closed tabs, which this page delivers. */
  readonly adopted: AreaTaps;
  readonly acked: readonly AckedChange[];
  /** The areas of closed tabs' taps in a running call. Only its answer shows which values contain them. */
  readonly inDoubt: ReadonlySet<string>;
  /** This page's taps that polling may have delivered and that the socket sends again; null if there are none. */
  readonly resent: ResentTaps | null;
  /** Whether the account may count; null before the first sync. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
}

/** What the room says about the account, which may be locked. */
type Lock = Pick<RoomState, 'countingAllowed' | 'subscriptionStatus'>;

/** Actions of this page's own taps. `taps` leave the outbox with the action, except those of `resent`. */
type OwnAction =
  | ({ type: 'tapped' } & CountedTap)
  | { type: 'acked'; taps: readonly QueuedTap[]; ack: Ack }
  /** Another page has adopted the taps and delivers them. */
  | { type: 'dropped'; taps: readonly QueuedTap[] }
  | { type: 'counted'; areas: readonly AreaCount[] }
  /**
   * The answer of GET areas, which does not say which of this page's taps it contains. `lock` is set if the answer is
   * the newest information about the account.
   */
  | { type: 'listed'; areas: readonly Area[]; lock?: Lock }
  | { type: 'synced'; taps: readonly QueuedTap[]; sync: Sync }
  /** The taps are sent again. They stay in the outbox: an update may contain them before their ack arrives. */
  | { type: 'resent'; taps: readonly QueuedTap[] };

/** Actions of a closed tab's taps on this event. Only one call delivers such taps at a time. */
export type AdoptedAction =
  | { type: 'adopted'; taps: readonly QueuedTap[] }
  | { type: 'sending'; taps: readonly CountedTap[] }
  | { type: 'delivered'; taps: readonly QueuedTap[]; ack: Ack; areas: readonly Area[] }
  /** The call failed. It is unknown whether the room has the taps. */
  | { type: 'returned' }
  /** The taps will not be delivered, or not by this page. */
  | { type: 'given_up'; taps: readonly QueuedTap[] };

/** Undoes that become ordinary taps, because their undone taps do not exist under the new client id. */
export interface DetachedAction {
  readonly type: 'detached';
  readonly of: 'own' | 'adopted';
  readonly taps: readonly QueuedTap[];
}

export type RoomAction = OwnAction | AdoptedAction | DetachedAction;

const NO_AREAS: ReadonlySet<string> = new Set();

export const emptyRoom: RoomState = {
  epoch: null,
  areas: null,
  own: NO_TAPS,
  adopted: NO_TAPS,
  acked: [],
  inDoubt: NO_AREAS,
  resent: null,
  countingAllowed: null,
  subscriptionStatus: null,
};

/**
 * The version of areas that an earlier visit has kept. It is below every version of a room, so that any value from the
 * room replaces them, in any epoch.
 */
const REMEMBERED_VERSION = -1;

/** Returns the state that an earlier visit has kept. */
export const rememberedRoom = (areas: readonly Area[]): RoomState => ({
  ...emptyRoom,
  areas: areas.map((area) => ({ ...area, version: REMEMBERED_VERSION })),
});

/** Drops acknowledged changes that the area's value contains, or whose area is deleted. */
function settled(state: RoomState): RoomState {
  if (state.acked.length === 0) return state;
  const versions = new Map(state.areas?.map((area) => [area.areaId, area.version]));
  const open = state.acked.filter((tap) => tap.version > (versions.get(tap.areaId) ?? Number.POSITIVE_INFINITY));
  return open.length === state.acked.length ? state : { ...state, acked: open };
}

const areasOf = (taps: readonly CountedTap[]): ReadonlySet<string> =>
  new Set(taps.flatMap(changesOf).map(({ areaId }) => areaId));

/** Returns the changes of an ack's taps: without refused taps, and with fewer people for floored ones. */
function ackedChanges(
  taps: readonly QueuedTap[],
  ack: Ack,
  rest: (change: AreaChange) => Pick<AckedChange, 'version' | 'own'>,
): readonly AckedChange[] {
  const refused = new Set(ack.rejected?.map((tap) => tap.seq));
  const flooredBy = new Map(ack.floored?.map((tap) => [tap.seq, tap.amount]));
  return taps
    .filter(({ seq }) => !refused.has(seq))
    .flatMap((tap) => {
      // A transfer is refused as a whole; it is never floored.
      const floored = flooredBy.get(tap.seq) ?? 0;
      return changesOf(tap).map((one) => ({ ...one, change: one.change + floored, ...rest(one) }));
    });
}

const resentAbove = (seq: number, { resent }: RoomState): ResentTaps | null =>
  resent && resent.through > seq ? resent : null;

function acked(state: RoomState, taps: readonly QueuedTap[], ack: Ack): RoomState {
  const more = ackedChanges(taps, ack, () => ({ version: ack.version, own: true }));
  const resent = resentAbove(ack.seq, state);
  return settled({ ...state, resent, own: withoutTaps(state.own, taps), acked: [...state.acked, ...more] });
}

/**
 * Returns the areas with the answer's counts. An area keeps its counts if the answer may contain this page's taps that
 * are still added to the shown value.
 */
function withAnswered(state: RoomState, areas: readonly Area[]): readonly Area[] {
  if (!state.areas) return areas;
  const answered = new Map(areas.map((area) => [area.areaId, area]));
  return state.areas.map((held) => {
    const area = answered.get(held.areaId);
    if (!area || area.version <= held.version || state.own.has(held.areaId)) return held;
    const isMixed = state.acked.some((tap) => tap.own && tap.areaId === held.areaId && tap.version > area.version);
    return isMixed ? held : withCountsOf(area, held);
  });
}

/**
 * Applies an answer that acknowledges a closed tab's taps. The answer's areas contain them at exactly the areas'
 * versions; the ack's version may belong to a later tap. The counts are applied at once, because the next batch makes
 * the areas uncertain again before an update can arrive.
 */
function delivered(state: RoomState, { taps, ack, areas }: Extract<AdoptedAction, { type: 'delivered' }>): RoomState {
  const versions = new Map(areas.map((area) => [area.areaId, area.version]));
  const more = ackedChanges(taps, ack, ({ areaId }) => ({ version: versions.get(areaId) ?? 0, own: false }));
  const next = { ...state, adopted: withoutTaps(state.adopted, taps), acked: [...state.acked, ...more] };
  return settled({ ...next, inDoubt: NO_AREAS, areas: withAnswered(state, areas) });
}

function counted(state: RoomState, counts: readonly AreaCount[]): RoomState {
  if (!state.areas) return state;
  const latest = new Map(counts.map((count) => [count.areaId, count]));
  const areas = state.areas.map((held) => {
    const count = latest.get(held.areaId);
    const waits = state.inDoubt.has(held.areaId) || state.resent?.areas.has(held.areaId);
    return count && count.version > held.version && !waits ? { ...held, mayBeLowBy: undefined, ...count } : held;
  });
  return settled({ ...state, areas });
}

/** Returns `area` with the counts of `held`. */
const withCountsOf = (held: Area, area: Area): Area => ({
  ...z.parse(AreaDefinitionSchema, area),
  ...z.parse(AreaCountSchema, held),
});

/**
 * Applies a list of areas. It may contain a tap whose ack has not arrived yet, so that using its counts would show that
 * tap twice. So areas with unacknowledged taps keep their counts until the ack and the update arrive.
 */
function listed(state: RoomState, { areas: list, lock }: Extract<OwnAction, { type: 'listed' }>): RoomState {
  const held = new Map(state.areas?.map((area) => [area.areaId, area]));
  const areas = list.map((area) => {
    const own = held.get(area.areaId);
    const keeps = own && (own.version > area.version || state.own.has(area.areaId) || state.inDoubt.has(area.areaId));
    return keeps ? withCountsOf(own, area) : area;
  });
  return settled({ ...state, ...lock, areas });
}

/** Applies a sync. Its values contain `taps`, this page's up to lastSeq, and all that was acknowledged before. */
function synced(state: RoomState, taps: readonly QueuedTap[], sync: Sync): RoomState {
  const { epoch, countingAllowed, subscriptionStatus } = sync;
  const said = { countingAllowed, subscriptionStatus };
  const sameHistory = state.epoch === null || state.epoch === epoch;
  const held = new Map(sameHistory ? state.areas?.map((area) => [area.areaId, area]) : []);
  const areas = sync.areas.map((area) => {
    const own = held.get(area.areaId);
    return own && (own.version > area.version || state.inDoubt.has(area.areaId)) ? withCountsOf(own, area) : area;
  });
  const versions = new Map(sync.areas.map((area) => [area.areaId, area.version]));
  const contained: readonly AreaChange[] = [...state.acked.filter((tap) => tap.own), ...taps.flatMap(changesOf)];
  const inOldValues = contained.filter(({ areaId }) => state.inDoubt.has(areaId));
  const acks = [
    ...state.acked.filter((tap) => !tap.own),
    ...inOldValues.map((one) => ({ ...one, own: true, version: versions.get(one.areaId) ?? 0 })),
  ];
  const own = withoutTaps(state.own, taps);
  // In another epoch, values contain nothing that the room acknowledged before.
  const resent = sameHistory ? resentAbove(sync.lastSeq, state) : null;
  return settled({ ...state, ...said, epoch, areas, own, resent, acked: sameHistory ? acks : [] });
}

function resentTaps(taps: readonly QueuedTap[]): ResentTaps | null {
  const last = taps.at(-1);
  return last ? { through: last.seq, areas: areasOf(taps) } : null;
}

function detached(state: RoomState, { of, taps }: DetachedAction): RoomState {
  const plain = taps.map(({ areaId, change, to, category }) => ({ areaId, change, to, category }));
  return { ...state, [of]: withTaps(withoutTaps(state[of], taps), plain) };
}

/** Computes an event's next state on this device, without side effects (docs/product.md, C11 and section R). */
export function reduceRoom(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'tapped':
      return { ...state, own: withTaps(state.own, [action]) };
    case 'acked':
      return acked(state, action.taps, action.ack);
    case 'dropped':
      return { ...state, own: withoutTaps(state.own, action.taps) };
    case 'counted':
      return counted(state, action.areas);
    case 'listed':
      return listed(state, action);
    case 'synced':
      return synced(state, action.taps, action.sync);
    case 'resent':
      return { ...state, resent: resentTaps(action.taps) };
    case 'adopted':
      return { ...state, adopted: withTaps(state.adopted, action.taps) };
    case 'sending':
      return { ...state, inDoubt: areasOf(action.taps) };
    case 'delivered':
      return delivered(state, action);
    case 'returned':
      return { ...state, inDoubt: NO_AREAS };
    case 'detached':
      return detached(state, action);
    case 'given_up':
      return { ...state, adopted: withoutTaps(state.adopted, action.taps) };
    default:
      return assertNever(action);
  }
}

/** An area as it is shown: the last value from the room, plus this device's taps that the value does not contain. */
export interface ShownArea extends Area {
  /** How many of this device's taps on the area are unacknowledged; missing for none. */
  readonly unsentTaps?: number;
  /** The people of those taps; missing for none. */
  readonly unsent?: PeopleSum;
}

/** Returns the areas to show. The work grows with the number of areas, not with the number of unsent taps. */
export function shownAreas({ areas, own, adopted, acked: through }: RoomState): readonly ShownArea[] | null {
  if (!areas) return null;
  const waiting = [own, adopted];
  const onTop = [...waiting, sumsOf(through)];
  return areas.map((area) => {
    const sum = sumOn(area.areaId, onTop);
    if (!sum) return area;
    const unsent = sumOn(area.areaId, waiting);
    const currentOccupancy = Math.max(0, area.currentOccupancy + sum.ins - sum.outs);
    return {
      ...area,
      currentOccupancy,
      totalEntries: area.totalEntries + sum.ins,
      totalExits: area.totalExits + sum.outs,
      ...(area.categories && { categories: withCategoryTaps(area.categories, sum.categories, currentOccupancy) }),
      ...(unsent && { unsentTaps: unsent.taps, unsent: { ins: unsent.ins, outs: unsent.outs } }),
    };
  });
}

/** Returns the areas as the room has them, including this device's acknowledged taps. */
export const heldAreas = (state: RoomState): readonly ShownArea[] | null =>
  shownAreas({ ...state, own: NO_TAPS, adopted: NO_TAPS });
