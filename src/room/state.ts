import { isoTimeOrNull } from '../shared/rules/iso-time';
import { isCountingAllowed } from '../shared/rules/subscription';
import type { LedgerFact } from '../shared/report/facts';
import type { Area, AreaCount } from '../shared/schemas/area';
import type { Event } from '../shared/schemas/event';
import type { AccountState, Principal, RoomRef } from '../lib/contract';
import type { DayRules } from './day-rules';
import type { MarkedDay } from './marked-days';

/** What the room keeps in memory; storage holds the same. Times are epoch ms. */

export interface AreaState {
  readonly areaId: string;
  readonly areaName: string;
  readonly capacity: number;
  readonly position: number;
  readonly occupancy: number;
  readonly ins: number;
  readonly outs: number;
  readonly floored: number;
  readonly adjustments: number;
  /** Taps that occurred before this (last reset or recount) do not move the occupancy. */
  readonly countsFrom: number;
  readonly lastUpdatedAt: number | null;
  readonly version: number;
  readonly deletedAt: number | null;
}

export interface ClientState {
  readonly clientId: string;
  readonly principal: Principal;
  /** All taps up to this seq are durable or rejected. */
  readonly lastSeq: number;
  /** The room's version at its last applied tap. */
  readonly version: number;
}

/** The event as D1 defined it at `revision`. */
export interface EventState extends RoomRef {
  readonly ownerId: string;
  readonly revision: number;
  /** The revision that brought the present access code: an older visit with a code is one with an older code. */
  readonly codeRevision: number;
  /** Of the display link that holds, null without one; undefined in a room that has not heard of it yet. */
  readonly displaySession?: string | null | undefined;
  readonly event: Event;
  readonly dayRules: DayRules;
  /** D1's count of how often the room was set back, as of `revision`; 0 where it is missing. */
  readonly generation?: number | undefined;
}

/** Later than any time: an account whose trial's end is not known bills nothing. */
export const TRIAL_END_UNKNOWN = Number.MAX_SAFE_INTEGER;

export interface LockState extends AccountState {
  /** Since when counting is locked; null while it is allowed. */
  readonly lockedAt: number | null;
}

export interface RoomState {
  readonly epoch: string;
  readonly event: EventState;
  readonly account: LockState;
  readonly deleted: boolean;
  /** Rises by one with every commit that moves a count. */
  readonly version: number;
  /** By id; deleted areas stay, so that taps on them are told apart from unknown ones. AREAS_EVER_PER_EVENT_MAX bounds them. */
  readonly areas: ReadonlyMap<string, AreaState>;
  /** The days of late on which something was counted, by day. */
  readonly days: ReadonlyMap<string, MarkedDay>;
}

/** One row of the ledger, but for its id. */
export type LedgerRow = Omit<LedgerFact, 'id'>;

export const liveAreas = (state: RoomState): AreaState[] =>
  [...state.areas.values()].filter((area) => area.deletedAt === null).toSorted((a, b) => a.position - b.position);

/** When its counts last changed, as it has written down; 0 for a room without any. */
export function latestTime(state: RoomState | undefined): number {
  let latest = 0;
  for (const { countsFrom, lastUpdatedAt } of state?.areas.values() ?? []) {
    latest = Math.max(latest, countsFrom, lastUpdatedAt ?? 0);
  }
  return latest;
}

export const areaCount = (area: AreaState): AreaCount => ({
  areaId: area.areaId,
  currentOccupancy: area.occupancy,
  totalEntries: area.ins,
  totalExits: area.outs,
  lastUpdatedAt: isoTimeOrNull(area.lastUpdatedAt),
  version: area.version,
});

export const areaView = (area: AreaState): Area => ({
  areaName: area.areaName,
  capacity: area.capacity,
  ...areaCount(area),
});

/** The account's news, if it is news: an older revision changes nothing. A new lock starts at `now`. */
export function withAccount(current: LockState, news: AccountState, now: number): LockState {
  if (news.revision < current.revision) return current;
  const { revision, status, trialEndsAt } = news;
  const isSame = status === current.status && trialEndsAt === current.trialEndsAt;
  if (revision === current.revision && isSame) return current;
  const lockedAt = isCountingAllowed(status) ? null : (current.lockedAt ?? now);
  return { revision, status, trialEndsAt, lockedAt };
}

/** The occupancy of these areas is `occupancy` from now on, whatever was tapped before; their totals stay. */
export function withOccupancy(state: RoomState, of: readonly AreaState[], occupancy: number, now: number): RoomState {
  const version = state.version + 1;
  const areas = new Map(state.areas);
  for (const area of of) {
    const adjustments = area.adjustments + occupancy - area.occupancy;
    areas.set(area.areaId, { ...area, occupancy, adjustments, countsFrom: now, lastUpdatedAt: now, version });
  }
  return { ...state, version, areas };
}
