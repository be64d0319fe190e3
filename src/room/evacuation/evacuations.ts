import { type Actor, refuse, type Result } from '../../rpc/contract';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { timelineOf } from '../../reports/evacuation/timeline';
import { HOUR_MS, IDS_PER_MS } from '../../shared/limits';
import { isPoint, pointIdOf, twinOf } from '../../shared/evacuation/side-areas';
import type {
  EvacuationEnd,
  EvacuationList,
  EvacuationRecord,
  JournalEvacuation,
  NewEvacuation,
  Timeline,
} from '../../shared/evacuation/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { OccupancySetter } from '../counting/occupancy-setter';
import {
  ASSEMBLY_POINTS_KEPT_MAX,
  DRILLS_PER_HOUR_MAX,
  TIMELINE_HOURS_MAX,
  TIMELINES_REMADE_PER_HOUR_MAX,
} from '../limits';
import type { DeviceTracker } from '../live/devices';
import type { Clock } from '../ports';
import {
  type AreaState,
  assemblyPoints,
  type EvacuationState,
  liveAreas,
  newArea,
  type RoomState,
  runningEvacuation,
  withOccupancy,
} from '../state';
import type { JournalEntry, RoomStore } from '../storage/room-store';
import type { StoredEvacuation } from './evacuation-rows';

export interface EvacuationsDeps {
  store: RoomStore;
  devices: Pick<DeviceTracker, 'nameOf'>;
  occupancies: OccupancySetter;
  now: Clock;
  newId(): string;
  /** Counts all queued taps and returns the state after them. */
  flushedState(): RoomState;
  /** Stores the state and the journal entries in one transaction. */
  commit(after: RoomState, entries: readonly JournalEntry[]): void;
  /** Called when what devices and displays show of an evacuation has changed. */
  evacuationChanged(): void;
}

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };

/** Taps that arrive later than this after the end are not in the timeline. */
const ARRIVES_WITHIN_MS = HOUR_MS;

/**
 * Evacuations and drills, one at a time (docs/decisions/0040). In an evacuation, taps are ordinary taps. In a drill,
 * devices count on the areas' twins, which begin with the people inside. Each change is one transaction with its journal
 * entry.
 */
export class Evacuations {
  constructor(private readonly deps: EvacuationsDeps) {}

  /** Starts an evacuation or a drill. Refuses a second one, and too many drills within an hour (limit_reached). */
  start({ isDrill, clientId }: NewEvacuation, actor: Actor): Result<EvacuationRecord> {
    const { devices, store } = this.deps;
    const state = this.deps.flushedState();
    if (runningEvacuation(state) !== null) return refuse('limit_reached', message(serviceTexts, 'evacuation_runs'));
    const now = this.deps.now();
    if (isDrill && this.begunLately(now).filter((begun) => begun.isDrill).length >= DRILLS_PER_HOUR_MAX)
      return refuse('limit_reached', message(serviceTexts, 'too_many_evacuations', DRILLS_PER_HOUR_MAX));
    const areas = liveAreas(state);
    const evacuation: EvacuationState = {
      evacuationId: this.deps.newId(),
      isDrill,
      startedAt: now,
      startedOn: clientId === undefined ? null : devices.nameOf(clientId, actor),
      endedAt: null,
      ledgerAfter: store.lastLedgerRowId,
      atStart: areas.map(({ areaId, areaName, occupancy }) => ({ areaId, areaName, people: occupancy })),
    };
    const points = assemblyPoints(state);
    const emptied = points.length === 0 ? state : withOccupancy(state, points, { occupancy: 0, insides: null }, now);
    const begun = withTwins({ ...emptied, evacuation }, now, true);
    return this.changed(begun, [{ actor, kind: 'evacuation_started', after: journalOf(begun, evacuation) }]);
  }

  /** Ends it, then recounts. Refuses one that does not run, and a recount of an area that does not exist (not_found). */
  end(evacuationId: string, { recounts = [], reason = '' }: EvacuationEnd, actor: Actor): Result<EvacuationRecord> {
    const state = this.deps.flushedState();
    const running = runningEvacuation(state);
    if (running?.evacuationId !== evacuationId) return NOT_FOUND;
    const known = new Set(liveAreas(state).map(({ areaId }) => areaId));
    if (!recounts.every(({ areaId }) => known.has(areaId))) return { ok: false, code: 'unknown_area' };
    const now = this.deps.now();
    const evacuation = { ...running, endedAt: now };
    const after = journalOf(state, evacuation);
    const ended = this.changed({ ...state, evacuation }, [{ actor, kind: 'evacuation_ended', after }]);
    for (const { areaId, occupancy } of recounts) this.deps.occupancies.recount(areaId, { occupancy, reason }, actor);
    if (ended.ok && this.begunLately(now).length > TIMELINES_REMADE_PER_HOUR_MAX)
      this.deps.store.evacuations.setTimeline(evacuationId, ended.value.timeline);
    return ended;
  }

  /** Sets the names of the assembly points. While an evacuation or drill runs, none is removed (limit_reached). */
  setPoints(names: readonly string[], actor: Actor): Result<EvacuationList> {
    const state = this.deps.flushedState();
    const wanted = [...new Set(names)];
    const known = new Map(assemblyPoints(state).map((point) => [point.areaName, point]));
    const gone = [...known.values()].filter(({ areaName }) => !wanted.includes(areaName));
    if (gone.length > 0 && runningEvacuation(state) !== null)
      return refuse('limit_reached', message(serviceTexts, 'points_in_use'));
    const now = this.deps.now();
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
        const own = point ?? newArea(pointIdOf(this.deps.newId()), name, 0, position);
        areas.set(own.areaId, { ...own, position });
      }
    }
    const changed = { ...state, areas };
    const after = back.length === 0 ? changed : withOccupancy(changed, back, { occupancy: 0, insides: null }, now);
    this.deps.commit(after, [{ actor, kind: 'assembly_points_changed', after: wanted.join(' · ') }]);
    this.deps.evacuationChanged();
    return this.list(null);
  }

  /** The assembly points, and the evacuations and drills that began in a span of time, newest first; all if it is null. */
  list(span: { from: number; before: number } | null): Result<EvacuationList> {
    const state = this.deps.flushedState();
    const { from, before } = span ?? { from: 0, before: Number.MAX_SAFE_INTEGER };
    return {
      ok: true,
      value: {
        points: assemblyPoints(state).map(({ areaName }) => areaName),
        evacuations: this.deps.store.evacuations
          .list(before)
          .filter(({ evacuation }) => evacuation.startedAt >= from)
          .map((stored) => this.recordOf(state, stored)),
      },
    };
  }

  /** Areas that were added while a drill runs get twins. Returns the same state if there is none to add. */
  followed(state: RoomState): RoomState {
    return runningEvacuation(state)?.isDrill === true ? withTwins(state, this.deps.now(), false) : state;
  }

  /** The evacuations and drills that began within the last hour. */
  private begunLately(now: number): EvacuationState[] {
    const all = this.deps.store.evacuations.list(Number.MAX_SAFE_INTEGER);
    return all.map(({ evacuation }) => evacuation).filter(({ startedAt }) => startedAt > now - HOUR_MS);
  }

  private changed(after: RoomState, entries: readonly JournalEntry[]): Result<EvacuationRecord> {
    this.deps.commit(after, entries);
    this.deps.evacuationChanged();
    const { evacuation } = after;
    if (evacuation === null) return NOT_FOUND;
    return { ok: true, value: this.recordOf(after, { evacuation, timeline: null }) };
  }

  private recordOf(state: RoomState, { evacuation, timeline }: StoredEvacuation): EvacuationRecord {
    const { evacuationId, isDrill, startedAt, startedOn, endedAt } = evacuation;
    return {
      evacuationId,
      isDrill,
      startedAt: isoTime(startedAt),
      startedOn,
      endedAt: isoTimeOrNull(endedAt),
      timeline: timeline ?? makeTimeline(this.deps.store, state, evacuation, this.deps.now()),
    };
  }
}

/**
 * Stores the timelines that do not change any more, before retention deletes the taps that they are made of.
 * @param now epoch ms
 */
export function finishTimelines(store: RoomStore, now: number): void {
  const unfinished = store.evacuations.unfinished(now - ARRIVES_WITHIN_MS);
  const state = unfinished.length === 0 ? undefined : store.load();
  if (state === undefined) return;
  for (const { evacuation } of unfinished) {
    store.evacuations.setTimeline(evacuation.evacuationId, makeTimeline(store, state, evacuation, now));
  }
}

function makeTimeline(store: RoomStore, state: RoomState, evacuation: EvacuationState, now: number): Timeline {
  const { startedAt, endedAt, isDrill, atStart, ledgerAfter } = evacuation;
  const until = Math.min(endedAt ?? now, startedAt + TIMELINE_HOURS_MAX * HOUR_MS);
  const upTo = (until + ARRIVES_WITHIN_MS + 1) * IDS_PER_MS - 1;
  return timelineOf({
    startedAt,
    until,
    areas: atStart.map((area) => ({ ...area, countedAs: isDrill ? twinOf(area.areaId) : area.areaId })),
    points: assemblyPoints(state),
    rows: store.rowsBetween(ledgerAfter, upTo),
    sets: isDrill ? [] : store.evacuations.setsBetween(startedAt, until),
  });
}

/** Gives each area a twin with the people inside; if not `all`, only the areas that have none in this drill. */
function withTwins(state: RoomState, now: number, all: boolean): RoomState {
  const { evacuation } = state;
  if (evacuation?.isDrill !== true) return state;
  return liveAreas(state).reduce((next, { areaId, areaName, position, occupancy }) => {
    const twinId = twinOf(areaId);
    const known = state.areas.get(twinId);
    if (!all && (known?.countsFrom ?? 0) >= evacuation.startedAt) return next;
    const twin = { ...(known ?? newArea(twinId, areaName, 0, position)), areaName, position };
    return withOccupancy(next, [twin], { occupancy, insides: null }, now);
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
function journalOf(state: RoomState, { evacuationId, isDrill }: EvacuationState): JournalEvacuation {
  const counted = isDrill
    ? liveAreas(state).map(({ areaId }) => state.areas.get(twinOf(areaId))?.occupancy ?? 0)
    : liveAreas(state).map(({ occupancy }) => occupancy);
  return { evacuationId, isDrill, people: counted.reduce((sum, people) => sum + people, 0) };
}
