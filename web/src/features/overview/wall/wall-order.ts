import { occupancyLevel, occupancyPercent } from '../../../ui/occupancy-level';
import { inLocale } from '../../../texts/texts';
import type { EventSummary } from '../event-summary';
import type { Area } from '../../../../../src/shared/schemas/area';

/** How full a place is, as the wall shows it. `full`: at its capacity or above. `open`: without a limit. */
export type WallLevel = 'unknown' | 'open' | 'normal' | 'warning' | 'danger' | 'full';

/** @param capacity null without a limit */
export function wallLevel(occupancy: number, capacity: number | null): WallLevel {
  if (capacity === null) return 'open';
  return occupancy >= capacity ? 'full' : occupancyLevel(occupancy, capacity);
}

const URGENCY: readonly WallLevel[] = ['unknown', 'open', 'normal', 'warning', 'danger', 'full'];
const worstOf = (levels: readonly WallLevel[]): WallLevel =>
  URGENCY[Math.max(0, ...levels.map((level) => URGENCY.indexOf(level)))] ?? 'unknown';

/** Places change their order only where their percentage passes one of these. */
const STEPS = [25, 50, 75, 90, 100, 110, 125, 150] as const;
/** A place falls to a lower step when it is this many points below the step. */
const FALLS_BELOW = 5;

/** @param before the step of the place until now */
export function nextStep(before: number, percent: number): number {
  const step = STEPS.filter((from) => percent >= from).length;
  if (step >= before) return step;
  const from = STEPS[before - 1] ?? 0;
  return percent > from - FALLS_BELOW ? before : step;
}

/** One event with its areas, the fullest first. */
export interface WallEvent {
  readonly summary: EventSummary;
  /** The worst level of the venue and its areas. */
  readonly level: WallLevel;
  readonly areas: readonly Area[];
}

const names = inLocale((locale) => new Intl.Collator(locale, { numeric: true }));
const UNLIMITED = -1;

/** Sorts events and areas by how full they are, the fullest first, and events with an evacuation before all others. It remembers their steps, so that nothing jumps. */
export class WallOrder {
  private steps = new Map<string, number>();

  inOrder(summaries: readonly EventSummary[]): WallEvent[] {
    const steps = new Map<string, number>();
    const stepOf = (id: string, occupancy: number, capacity: number | null): number => {
      const known = this.steps.get(id) ?? 0;
      const step =
        capacity === null
          ? UNLIMITED
          : nextStep(Math.max(0, known), capacity === 0 ? 100 : occupancyPercent(occupancy, capacity));
      steps.set(id, step);
      return step;
    };
    const sorted = summaries.map((summary) => {
      const { event, room, occupancy, capacity } = summary;
      const areas = (room.areas ?? [])
        .map((area) => ({ area, step: stepOf(area.areaId, area.currentOccupancy, area.capacity || null) }))
        .toSorted((a, b) => b.step - a.step || names().compare(a.area.areaName, b.area.areaName));
      const own = occupancy === null ? UNLIMITED : stepOf(event.eventId, occupancy, capacity);
      const levels = areas.map(({ area }) => wallLevel(area.currentOccupancy, area.capacity || null));
      const level = occupancy === null ? 'unknown' : worstOf([wallLevel(occupancy, capacity), ...levels]);
      // An evacuation comes before everything else.
      const isEvacuating = room.evacuation?.isDrill === false;
      const worst = isEvacuating ? Infinity : Math.max(own, ...areas.map(({ step }) => step));
      return { summary, level, areas: areas.map(({ area }) => area), worst };
    });
    this.steps = steps;
    return sorted.toSorted(
      (a, b) => b.worst - a.worst || names().compare(a.summary.event.eventName, b.summary.event.eventName),
    );
  }
}
