import { timelineOf } from '../../reports/evacuation/timeline';
import type { Timeline } from '../../shared/evacuation/schemas';
import { HOUR_MS } from '../../shared/durations';
import { TAP_AGE_MAX_MS } from '../../shared/protocol/limits';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { TIMELINE_HOURS_MAX } from './limits';
import { assemblyPoints, countedAs, type EvacuationState, type RoomState } from '../state/room-state';
import type { RoomStore } from '../storage/room-store';

/** Taps that arrive later than this after the end are not in the timeline. */
const ARRIVES_WITHIN_MS = HOUR_MS;

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

/** Makes the timeline from the taps that have arrived by now (epoch ms). */
export function makeTimeline(store: RoomStore, state: RoomState, evacuation: EvacuationState, now: number): Timeline {
  const { startedAt, endedAt, isDrill, becameRealAt, atStart, ledgerAfter } = evacuation;
  const until = Math.min(endedAt ?? now, startedAt + TIMELINE_HOURS_MAX * HOUR_MS);
  const upTo = (until + ARRIVES_WITHIN_MS + 1) * IDS_PER_MS - 1;
  const added = store.evacuations.areasAddedBetween(startedAt, until);
  const later = added.filter(({ areaId }) => !atStart.some((area) => area.areaId === areaId));
  return timelineOf({
    startedAt,
    until,
    areas: [...atStart, ...later.map((area) => ({ ...area, people: 0 }))].map((area) => ({
      ...area,
      countedAs: countedAs(evacuation, area.areaId),
    })),
    wasDrill: becameRealAt !== null,
    points: assemblyPoints(state),
    rows: store.rowsBetween(ledgerAfter, upTo),
    sets: isDrill ? [] : store.evacuations.setsBetween(startedAt - TAP_AGE_MAX_MS, until),
  });
}
