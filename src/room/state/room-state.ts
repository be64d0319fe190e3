import * as z from 'zod/mini';
import { isoTimeOrNull } from '../../time/iso-time';
import { hasSubscribed, isCountingAllowed } from '../../shared/rules/subscription';
import type { Area, AreaCount } from '../../shared/schemas/area';
import {
  AREA_FACTS,
  type AreaFact,
  type SetFacts,
  SetFactsSchema,
  setFacts,
  UNSET_FACTS,
} from '../../shared/schemas/area-facts';
import type { Categories } from '../../shared/schemas/category';
import type { EndedOrder } from '../../shared/evacuation/schemas';
import { emergencyOf } from '../../shared/rules/emergency';
import { rulesOf, type Shows } from '../../shared/rules/modes';
import type { Event } from '../../shared/schemas/event';
import { isPoint, isSideArea, twinOf } from '../../shared/evacuation/side-areas';
import type { AnnouncedEvent } from '../../rpc/announced-alerts';
import type { EventDefinition } from '../../rpc/definition';
import type { AccountState, Principal, RoomRef } from '../../rpc/identity';
import { only, type Row } from '../../stored/columns';
import { type AREAS, CLIENTS, type EVACUATIONS } from '../../stored/tables';
import type { Floors } from '../../stored/floors';
import type { Tally } from '../../stored/tally';
import { categoryCounts, type Occupancies, recountedTally } from './tally';
import type { DayRules } from './day-rules';
import type { ActiveDay } from './active-day';
import { isOpenIn, mayBeLowBy } from '../source-state/open-doubts';
import type { Doubt } from '../source-state/totals-state';

/** What the room keeps in memory; storage holds the same data. Times are epoch ms. */

/** An area. Its counts by category and its floored exits are parsed in memory; each is null if there are none. */
export interface AreaState extends Readonly<Omit<Row<typeof AREAS>, 'categories' | 'floors'>> {
  readonly tally: Tally | null;
  readonly floors: Floors | null;
}

/** The columns of a client that the room keeps in memory. */
export const CLIENT = only(CLIENTS, 'clientId', 'principal', 'lastSeq', 'version');

export interface ClientState extends Readonly<Row<typeof CLIENT>> {
  readonly principal: Principal;
}

/** The event as D1 defined it at `revision`. */
export interface EventState extends RoomRef {
  readonly ownerId: string;
  readonly revision: number;
  /** The revision that brought the present access code. A device with a lower revision used an older code. */
  readonly codeRevision: number;
  /** The session of the display link that is in force; null if there is no link. */
  readonly displaySession: string | null;
  readonly event: Event;
  readonly dayRules: DayRules;
  /** How often the room was restored according to D1, as of `revision`. */
  readonly generation: number;
  /** The capacity plan of which the journal tells; undefined before the first one. */
  readonly plan?: EventDefinition['plan'] | undefined;
  readonly wantsCounts?: EventDefinition['wantsCounts'] | undefined;
}

/** Returns the event as the hub's messages name it. */
export const aboutEvent = ({ eventId, event }: EventState): AnnouncedEvent => ({ eventId, eventName: event.eventName });

/** The trial's end while it is unknown: so far in the future that nothing is billed. */
export const TRIAL_END_UNKNOWN = Number.MAX_SAFE_INTEGER;

/** The areas at the start of an evacuation or drill, with the people inside. */
export const AtStartSchema = z.array(z.object({ areaId: z.string(), areaName: z.string(), people: z.int() }));

type EvacuationRow = Row<typeof EVACUATIONS>;

/** An evacuation or drill. */
export interface EvacuationState extends Readonly<
  Omit<EvacuationRow, 'isDrill' | 'atStart' | 'timeline' | 'endedOrders' | 'isMistake' | 'asksStaff'>
> {
  readonly isDrill: boolean;
  readonly atStart: Readonly<z.infer<typeof AtStartSchema>>;
  readonly endedOrders: readonly EndedOrder[];
  readonly isMistake: boolean;
  readonly asksStaff: boolean;
}

export interface LockState extends AccountState {
  /** Since when counting is locked; null while counting is allowed. */
  readonly lockedAt: number | null;
  /**
   * How many taps the room had taken when the account's trial began; undefined if the account has subscribed, because
   * its taps are not limited (docs/product.md, B9).
   */
  readonly tapsBeforeTrial?: number | undefined;
}

export interface RoomState {
  readonly epoch: string;
  readonly event: EventState;
  readonly account: LockState;
  readonly deleted: boolean;
  /** This number rises by one with every commit that changes a count. */
  readonly version: number;
  /**
   * Areas by id. Deleted areas stay, so that the room can distinguish taps on them from taps on unknown areas.
   * AREAS_EVER_PER_EVENT_MAX limits the number of areas. Side areas are among them.
   */
  readonly areas: ReadonlyMap<string, AreaState>;
  /** The newest evacuation or drill, which may have ended; null if there was none. */
  readonly evacuation: EvacuationState | null;
  /** What may be missing by machines' totals; doubts that somebody has settled by a recount can be among them. */
  readonly doubts: readonly Doubt[];
  /** The latest REMEMBERED_DAYS active days, by YYYY-MM-DD. */
  readonly days: ReadonlyMap<string, ActiveDay>;
}

const present = (state: RoomState): AreaState[] =>
  [...state.areas.values()].filter((area) => area.deletedAt === null).toSorted((a, b) => a.position - b.position);

/** The event's areas that exist, in their order. Side areas are none of them. */
export const liveAreas = (state: RoomState): AreaState[] => present(state).filter(({ areaId }) => !isSideArea(areaId));

/** The assembly points, in their order. */
export const assemblyPoints = (state: RoomState): AreaState[] => present(state).filter(({ areaId }) => isPoint(areaId));

/** The evacuation or drill that runs; null if none does. */
export const runningEvacuation = ({ evacuation }: Pick<RoomState, 'evacuation'>): EvacuationState | null =>
  evacuation?.endedAt === null ? evacuation : null;

/** The area on which taps count that are made at this area while this runs (docs/product.md, V2). */
export const countedAs = (running: Pick<EvacuationState, 'isDrill'>, areaId: string): string =>
  rulesOf(running).countsOn === 'twin' ? twinOf(areaId) : areaId;

/** What the public sees of the event (docs/product.md, V5, V12, P7). Nobody is invited by a number in doubt (M17). */
export function shownToPublic(state: Pick<RoomState, 'evacuation' | 'event' | 'areas' | 'doubts'>): Shows {
  const shows = shownWithoutDoubts(state);
  const isLow = state.doubts.some((doubt) => doubt.ins > 0 && isOpenIn(state.areas, doubt));
  return shows === 'numbers' && isLow ? 'ask_staff' : shows;
}

function shownWithoutDoubts(state: Pick<RoomState, 'evacuation' | 'event'>): Shows {
  const running = runningEvacuation(state);
  const { shows } = rulesOf(running);
  if (shows === 'chosen') return emergencyOf(state.event.event).drillShows;
  return running === null && state.evacuation?.asksStaff === true ? 'ask_staff' : shows;
}

/**
 * Whether no lock stops a tap on this area that occurred at `at` (epoch ms), because an evacuation or drill ran then
 * (docs/product.md, V9). In a drill that is true of the drill's own counts.
 */
export function isUnlockedAt({ evacuation }: Pick<RoomState, 'evacuation'>, areaId: string, at: number): boolean {
  if (evacuation === null || at < evacuation.startedAt) return false;
  const isCounted = rulesOf(evacuation).countsOn === 'area' || isSideArea(areaId);
  return isCounted && at <= (evacuation.endedAt ?? Infinity) && at < (evacuation.unlockedUntil ?? 0);
}

/** Whether no lock stops what devices show at `now` (epoch ms). */
export const isUnlocked = (state: Pick<RoomState, 'evacuation'>, now: number): boolean =>
  runningEvacuation(state) !== null && now < (state.evacuation?.unlockedUntil ?? 0);

/** An area in which nobody was counted yet. */
export const newArea = (areaId: string, areaName: string, capacity: number, position: number): AreaState => ({
  areaId,
  areaName,
  capacity,
  position,
  occupancy: 0,
  ins: 0,
  outs: 0,
  floored: 0,
  adjustments: 0,
  countsFrom: 0,
  lastUpdatedAt: null,
  version: 0,
  deletedAt: null,
  tally: null,
  floors: null,
  ownCapacity: null,
  ...UNSET_FACTS,
});

/** When the room's counts last changed according to storage, epoch ms; 0 for a room without counts. */
export function latestTime(state: RoomState | undefined): number {
  let latest = 0;
  for (const { countsFrom, lastUpdatedAt } of state?.areas.values() ?? []) {
    latest = Math.max(latest, countsFrom, lastUpdatedAt ?? 0);
  }
  return latest;
}

/**
 * @param event the event's categories, in their order
 * @param low by how many people the number may be low
 */
export function areaCount(area: AreaState, event: Categories | undefined, low = 0): AreaCount {
  const categories = categoryCounts(area.tally, area.occupancy, event);
  return {
    areaId: area.areaId,
    currentOccupancy: area.occupancy,
    totalEntries: area.ins,
    totalExits: area.outs,
    lastUpdatedAt: isoTimeOrNull(area.lastUpdatedAt),
    version: area.version,
    ...(categories !== undefined && { categories }),
    ...(low > 0 && { mayBeLowBy: low }),
  };
}

/** Returns the facts that are set for the area, which its state holds as texts. Most areas have none. */
export const areaFacts = (area: Pick<AreaState, AreaFact>): SetFacts =>
  AREA_FACTS.every((fact) => area[fact] === null)
    ? {}
    : z.parse(
        SetFactsSchema,
        setFacts((fact) => JSON.parse(area[fact] ?? 'null')),
      );

export const areaView = (area: AreaState, event: Categories | undefined, low = 0): Area => ({
  areaName: area.areaName,
  capacity: area.capacity,
  ...areaCount(area, event, low),
  ...(area.ownCapacity !== null && { ownCapacity: area.ownCapacity }),
  ...areaFacts(area),
});

/** Applies the account state `news`, unless its revision is older. A new lock starts at `now`. */
export function withAccount(current: LockState, news: AccountState, now: number): LockState {
  if (news.revision < current.revision) return current;
  const { revision, status, trialEndsAt } = news;
  const isSame = status === current.status && trialEndsAt === current.trialEndsAt;
  if (revision === current.revision && isSame) return current;
  const lockedAt = isCountingAllowed(status) ? null : (current.lockedAt ?? now);
  return { revision, status, trialEndsAt, lockedAt, tapsBeforeTrial: current.tapsBeforeTrial };
}

/**
 * Notes that the account's trial has begun, or that the account has subscribed. A trial that has ended without a
 * subscription still limits its late taps, and so does an account that opens an event while it is locked.
 * @param before the account's state before `after`; undefined in a room that has just learned its event
 * @param takenTaps returns how many taps the room has taken
 */
export function withTrial(before: LockState | undefined, after: RoomState, takenTaps: () => number): RoomState {
  const { account } = after;
  const { status } = account;
  if (status === before?.status) return after;
  if (hasSubscribed(status)) return { ...after, account: { ...account, tapsBeforeTrial: undefined } };
  if (status !== 'trialing' && before !== undefined) return after;
  return { ...after, account: { ...account, tapsBeforeTrial: takenTaps() } };
}

/**
 * Sets the occupancy of these areas, regardless of earlier taps; the areas' totals stay. `occupancies` says how many of the
 * people are of which category; null if that was not counted.
 */
export function withOccupancy(
  state: RoomState,
  of: readonly AreaState[],
  { occupancy, occupancies }: { occupancy: number; occupancies: Occupancies | null },
  now: number,
): RoomState {
  const version = state.version + 1;
  const areas = new Map(state.areas);
  for (const area of of) {
    const adjustments = area.adjustments + occupancy - area.occupancy;
    const tally = recountedTally(area.tally, occupancy, occupancies);
    areas.set(area.areaId, { ...area, occupancy, adjustments, countsFrom: now, lastUpdatedAt: now, version, tally });
  }
  return { ...state, version, areas };
}

/** By how many people the area's number may be low. */
export const lowBy = ({ areas, doubts }: Pick<RoomState, 'areas' | 'doubts'>, areaId: string): number =>
  mayBeLowBy(areas, doubts, areaId);

/** The state with these doubts. Areas whose numbers are in doubt otherwise than before get a new version. */
export function withDoubts(
  before: RoomState,
  doubts: readonly Doubt[],
): { after: RoomState; areaIds: readonly string[] } {
  const doubted = { ...before, doubts };
  const changed = liveAreas(before).filter(({ areaId }) => lowBy(before, areaId) !== lowBy(doubted, areaId));
  if (changed.length === 0) return { after: doubted, areaIds: [] };
  const version = before.version + 1;
  const areas = new Map([...before.areas, ...changed.map((area) => [area.areaId, { ...area, version }] as const)]);
  return { after: { ...doubted, areas, version }, areaIds: changed.map(({ areaId }) => areaId) };
}
