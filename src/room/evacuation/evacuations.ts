import type { RoomCore } from '../core/room-core';
import type { Actor } from '../../rpc/identity';
import { ok, refuse, type Result } from '../../rpc/result';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { DAY_MS, HOUR_MS } from '../../shared/durations';
import { isPoint, pointIdOf, twinOf } from '../../shared/evacuation/side-areas';
import { progressOf } from '../../reports/evacuation/progress';
import type {
  EndedOrder,
  EvacuationEnd,
  EvacuationList,
  EvacuationRecord,
  JournalEvacuation,
  NewEvacuation,
} from '../../shared/evacuation/schemas';
import { emergencyOf } from '../../shared/rules/emergency';
import { rulesOf } from '../../shared/rules/modes';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { OccupancySetter } from '../counting/occupancy-setter';
import { ASSEMBLY_POINTS_KEPT_MAX, TIMELINES_REMADE_PER_HOUR } from './limits';
import {
  type AreaState,
  assemblyPoints,
  countedAs,
  type EvacuationState,
  liveAreas,
  newArea,
  type RoomState,
  runningEvacuation,
  withOccupancy,
} from '../state/room-state';
import type { JournalEntry } from '../state/journal-entry';
import { endedEvacuation, startedEvacuation } from './evacuation-news';
import type { StoredEvacuation } from '../storage/evacuation-rows';
import { madeReal } from './made-real';
import { makeTimeline } from './timelines';

export interface EvacuationsDeps {
  devices: {
    /** The name of the device on which `actor` counts under this client id; null if it has none. */
    nameOf(clientId: string, actor: Actor): string | null;
  };
  occupancies: OccupancySetter;
  /** Those that a mode does not allow end after the commit that brings it. */
  orders: { readonly thatLetIn: EndedOrder[] };
}

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };

/**
 * Evacuations and drills, one at a time (docs/decisions/0040). In an evacuation, taps are ordinary taps. In a drill,
 * devices count on the areas' twins, which begin with the people inside. Each change is one transaction with its journal
 * entry. What a mode means for what is counted and shown stands in src/shared/rules/modes.ts.
 */
export class Evacuations {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: EvacuationsDeps,
  ) {}

  /**
   * Starts an evacuation or a drill. An evacuation makes a drill real that runs. Refuses everything else while one runs, and
   * too many drills within an hour (limit_reached).
   */
  start({ isDrill, clientId }: NewEvacuation, actor: Actor): Result<EvacuationRecord> {
    const { devices } = this.deps;
    const { store } = this.core;
    const state = this.core.flushedState();
    const running = runningEvacuation(state);
    if (running?.isDrill === true && !isDrill) return this.makeReal(state, running, actor);
    if (running !== null) return refuse('limit_reached', message(serviceTexts, 'evacuation_runs'));
    const now = this.core.now();
    const { startsPerHour } = rulesOf({ isDrill });
    if (store.evacuations.countSince(now - HOUR_MS, { drillsAlone: isDrill }) >= startsPerHour)
      return refuse('limit_reached', message(serviceTexts, 'too_many_evacuations', startsPerHour));
    const areas = liveAreas(state);
    const evacuation: EvacuationState = {
      evacuationId: this.core.newId(),
      isDrill,
      startedAt: now,
      startedOn: clientId === undefined ? null : devices.nameOf(clientId, actor),
      endedAt: null,
      ledgerAfter: store.lastLedgerRowId,
      atStart: areas.map(({ areaId, areaName, occupancy }) => ({ areaId, areaName, people: occupancy })),
      becameRealAt: null,
      unlockedUntil: this.unlockedUntil(isDrill, now),
      endedOrders: this.endedOrders(isDrill),
      isMistake: false,
      asksStaff: false,
      targetMinutes: emergencyOf(state.event.event).targetMinutes ?? null,
    };
    const points = assemblyPoints(state);
    const emptied =
      points.length === 0 ? state : withOccupancy(state, points, { occupancy: 0, occupancies: null }, now);
    const begun = withTwins({ ...emptied, evacuation }, now, true);
    return this.changed(begun, [{ actor, kind: 'evacuation_started', after: journalOf(begun, evacuation) }], 'started');
  }

  /** Makes the drill an evacuation: its numbers become the day's, and what else it has counted stays (V11). */
  private makeReal(state: RoomState, drill: EvacuationState, actor: Actor): Result<EvacuationRecord> {
    const now = this.core.now();
    const { state: real, entries } = madeReal(state, drill, now, actor);
    const evacuation: EvacuationState = {
      ...drill,
      isDrill: false,
      becameRealAt: now,
      unlockedUntil: this.unlockedUntil(false, now),
      endedOrders: this.endedOrders(false),
    };
    const after = { ...real, evacuation };
    const became: JournalEntry = { actor, kind: 'drill_made_real', after: journalOf(after, evacuation) };
    return this.changed(after, [became, ...entries], 'started');
  }

  /** Ends it, then recounts. Refuses one that does not run, and a recount of an area that does not exist (not_found). */
  end(evacuationId: string, end: EvacuationEnd, actor: Actor): Result<EvacuationRecord> {
    const { recounts = [], reason = '', isMistake = false } = end;
    const state = this.core.flushedState();
    const running = runningEvacuation(state);
    if (running?.evacuationId !== evacuationId) return NOT_FOUND;
    const known = new Set(liveAreas(state).map(({ areaId }) => areaId));
    if (!recounts.every(({ areaId }) => known.has(areaId))) return { ok: false, code: 'unknown_area' };
    const now = this.core.now();
    const evacuation = { ...running, endedAt: now, isMistake, asksStaff: !running.isDrill };
    const after = { ...journalOf(state, evacuation), ...(isMistake && { isMistake: true as const }) };
    const ended = this.changed({ ...state, evacuation }, [{ actor, kind: 'evacuation_ended', after }], 'ended');
    const { evacuations } = this.core.store;
    const lately = evacuations.countSince(running.startedAt - HOUR_MS, { drillsAlone: false });
    if (lately > TIMELINES_REMADE_PER_HOUR && ended.ok) evacuations.setTimeline(evacuationId, ended.value.timeline);
    for (const { areaId, occupancy } of recounts) this.deps.occupancies.recount(areaId, { occupancy, reason }, actor);
    return ended;
  }

  /** Shows numbers on displays again after an evacuation. Refuses one that runs, or that is not the newest (not_found). */
  showNumbers(evacuationId: string, actor: Actor): Result<EvacuationRecord> {
    const state = this.core.flushedState();
    const { evacuation } = state;
    if (evacuation?.evacuationId !== evacuationId || evacuation.endedAt === null) return NOT_FOUND;
    const shown = { ...evacuation, asksStaff: false };
    const entries: JournalEntry[] = evacuation.asksStaff ? [{ actor, kind: 'numbers_shown' }] : [];
    return this.changed({ ...state, evacuation: shown }, entries, null);
  }

  /** Until when no lock stops what it counts: a drill has the rest of its time of the day that ends now. */
  private unlockedUntil(isDrill: boolean, now: number): number {
    const { unlockedMs } = rulesOf({ isDrill });
    const used = isDrill ? this.core.store.evacuations.unlockedSince(now - DAY_MS) : 0;
    return now + Math.max(0, unlockedMs - used);
  }

  private endedOrders(isDrill: boolean): EndedOrder[] {
    return rulesOf({ isDrill }).mayLetIn ? [] : this.deps.orders.thatLetIn;
  }

  /** Sets the names of the assembly points. While an evacuation or drill runs, none is removed (limit_reached). */
  setPoints(names: readonly string[], actor: Actor): Result<EvacuationList> {
    const state = this.core.flushedState();
    const wanted = [...new Set(names)];
    const known = new Map(assemblyPoints(state).map((point) => [point.areaName, point]));
    const gone = [...known.values()].filter(({ areaName }) => !wanted.includes(areaName));
    if (gone.length > 0 && runningEvacuation(state) !== null)
      return refuse('limit_reached', message(serviceTexts, 'points_in_use'));
    const now = this.core.now();
    const areas = new Map(state.areas);
    for (const point of gone) areas.set(point.areaId, { ...point, deletedAt: now });
    const removed = removedPoints(state);
    const back: AreaState[] = [];
    for (const [position, name] of wanted.entries()) {
      const point = known.get(name);
      const earlier =
        point === undefined ? takeEarlier(removed, name, [...areas.keys()].filter(isPoint).length) : undefined;
      if (earlier !== undefined) back.push({ ...earlier, areaName: name, position, deletedAt: null });
      else {
        const own = point ?? newArea(pointIdOf(this.core.newId()), name, 0, position);
        areas.set(own.areaId, { ...own, position });
      }
    }
    const changed = { ...state, areas };
    const after = back.length === 0 ? changed : withOccupancy(changed, back, { occupancy: 0, occupancies: null }, now);
    this.core.commit(after, [{ actor, kind: 'assembly_points_changed', after: wanted.join(' · ') }]);
    this.core.signal({ type: 'evacuation', recounted: [] });
    return this.list(null);
  }

  /** The assembly points, and the evacuations and drills that began in a span of time, newest first; all if it is null. */
  list(span: { from: number; before: number } | null): Result<EvacuationList> {
    const state = this.core.flushedState();
    const { from, before } = span ?? { from: 0, before: Number.MAX_SAFE_INTEGER };
    return ok({
      points: assemblyPoints(state).map(({ areaName }) => areaName),
      evacuations: this.core.store.evacuations
        .list(before)
        .filter(({ evacuation }) => evacuation.startedAt >= from)
        .map((stored) => this.recordOf(state, stored)),
    });
  }

  /** Areas that were added while a drill runs get twins. Returns the same state if there is none to add. */
  followed(state: RoomState): RoomState {
    return runningEvacuation(state) === null ? state : withTwins(state, this.core.now(), false);
  }

  private changed(
    after: RoomState,
    entries: readonly JournalEntry[],
    news: 'started' | 'ended' | null,
  ): Result<EvacuationRecord> {
    const { store } = this.core;
    this.core.commit(after, entries);
    const { evacuation } = after;
    if (evacuation === null) return NOT_FOUND;
    const timeline = store.evacuations.timelineOf(evacuation.evacuationId);
    const record = this.recordOf(after, { evacuation, timeline });
    if (news === 'started') store.news.add(startedEvacuation(after, evacuation));
    if (news === 'ended') store.news.add(endedEvacuation(after, evacuation, record));
    this.core.signal({ type: 'evacuation', recounted: entries.flatMap(({ areaId }) => areaId ?? []) });
    if (news !== null) this.core.announceSoon();
    return { ok: true, value: record };
  }

  private recordOf(state: RoomState, { evacuation, timeline }: StoredEvacuation): EvacuationRecord {
    const { evacuationId, isDrill, startedAt, startedOn, endedAt, becameRealAt, endedOrders, targetMinutes } =
      evacuation;
    const now = this.core.now();
    const made = timeline ?? makeTimeline(this.core.store, state, evacuation, now);
    return {
      evacuationId,
      isDrill,
      startedAt: isoTime(startedAt),
      startedOn,
      ...(becameRealAt !== null && { becameRealAt: isoTime(becameRealAt) }),
      ...(targetMinutes !== null && { targetMinutes }),
      endedAt: isoTimeOrNull(endedAt),
      ...(evacuation.isMistake && { isMistake: true as const }),
      ...(evacuation.asksStaff && { asksStaff: true as const }),
      ...(endedOrders.length > 0 && { endedOrders: [...endedOrders] }),
      timeline: made,
      progress: progressOf(made, (endedAt ?? now) - startedAt),
    };
  }
}

/** Gives each area a twin with the people inside; if not `all`, only the areas that have none in this drill. */
function withTwins(state: RoomState, now: number, all: boolean): RoomState {
  const { evacuation } = state;
  if (evacuation === null || rulesOf(evacuation).countsOn === 'area') return state;
  return liveAreas(state).reduce((next, { areaId, areaName, position, occupancy }) => {
    const twinId = twinOf(areaId);
    const known = state.areas.get(twinId);
    if (!all && (known?.countsFrom ?? 0) >= evacuation.startedAt) return next;
    const twin = { ...(known ?? newArea(twinId, areaName, 0, position)), areaName, position };
    return withOccupancy(next, [twin], { occupancy, occupancies: null }, now);
  }, state);
}

/** The assembly points that were removed, the one that was removed first at the front. */
const removedPoints = ({ areas }: RoomState): AreaState[] =>
  [...areas.values()]
    .filter(({ areaId, deletedAt }) => isPoint(areaId) && deletedAt !== null)
    .toSorted((a, b) => (a.deletedAt ?? 0) - (b.deletedAt ?? 0));

/**
 * Takes the removed point that gets this name: the one that had it or, if the room keeps as many points as it may, the
 * first one; undefined if a new point is made.
 */
function takeEarlier(removed: AreaState[], name: string, kept: number): AreaState | undefined {
  const same = removed.findIndex(({ areaName }) => areaName === name);
  if (same === -1 && kept < ASSEMBLY_POINTS_KEPT_MAX) return undefined;
  return removed.splice(Math.max(0, same), 1)[0];
}

/** With the people inside: in a drill, by the twins. */
function journalOf(state: RoomState, evacuation: EvacuationState): JournalEvacuation {
  const { evacuationId, isDrill } = evacuation;
  const inside = liveAreas(state).map(({ areaId }) => state.areas.get(countedAs(evacuation, areaId))?.occupancy ?? 0);
  return { evacuationId, isDrill, people: inside.reduce((sum, people) => sum + people, 0) };
}
