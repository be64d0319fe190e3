import type { Follower, RoomCore } from '../core/room-core';
import type { Counted } from '../storage/flush';
import { logError } from '../../observability/log';
import { isSideArea } from '../../shared/evacuation/side-areas';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { Alert, ListedAlert } from '../../shared/schemas/alert';
import type { AlertPage } from '../../rpc/alert-page';
import { aboutArea, AlertBook, alertFields, listedFields } from './alert-book';
import { heldUntil, isDue } from './alert-dwell';
import type { CrowdAlert, PastAlert } from '../storage/alert-kinds';
import type { JournalEntry } from '../state/journal-entry';
import { ALERT_DWELL_MS } from './limits';
import { type AreaState, liveAreas, type RoomState } from '../state/room-state';

/** The people of an area, or of the venue when `areaId` is null. */
type Crowd = Pick<CrowdAlert, 'areaId' | 'occupancy' | 'capacity'>;

interface Step {
  over: CrowdAlert | undefined;
  raised: CrowdAlert | undefined;
}

/** The changes of alerts at the moment `now` (epoch ms). */
interface Round {
  readonly now: number;
  readonly steps: Step[];
}

/**
 * Keeps at most one open alert for each area and one for the venue. Alerts are written in their own transactions after
 * the acks, so no tap waits for an alert or fails with it. A delayed change (alert-dwell.ts) is checked again when it
 * is due: by the next tap, by a timer, and when the room wakes.
 */
export class AlertTracker implements Follower {
  /** The alerts by area id; null stands for the venue. */
  readonly book: AlertBook<CrowdAlert>;
  /** The occupancies by area id from which `people`, the venue's occupancy, was last computed. */
  private occupancies = new Map<string, number>();
  private people = 0;
  /** True when the last check failed or was skipped. Then the next check includes everything. */
  private isBehind = true;
  /** The previous alerts by area id. Alerts that ended longer ago than ALERT_DWELL_MS have no effect. */
  private readonly past: Map<string | null, PastAlert>;
  /** When a delayed or failed change is checked again; epoch ms. */
  private dueAt = Infinity;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly core: RoomCore) {
    const { crowd } = core.store.alerts;
    this.book = new AlertBook(core, crowd, () => core.signal({ type: 'alerts' }));
    this.past = new Map(crowd.past(core.now() - ALERT_DWELL_MS).map((past) => [past.areaId, past]));
  }

  /** The open alerts in the form that devices get. */
  get list(): Alert[] {
    return this.book.list.map(toAlert);
  }

  /** Returns a part of the alerts that are open or ended recently, newest first. */
  listed(page: AlertPage, { areas }: RoomState): ListedAlert[] {
    return this.book.recent(page).map((alert) => ({ ...toAlert(alert), ...listedFields(alert, areas) }));
  }

  counted(flush: Counted): void {
    this.check(this.core.state, flush.areas.values());
  }

  changed(_before: RoomState | undefined, after: RoomState): void {
    this.checkAll(after);
  }

  /** Raises and clears alerts of these areas, whose counts have just changed, and of the venue. */
  private check(state: RoomState, touched: Iterable<AreaState>): void {
    const round = this.newRound();
    if (this.isBehind || this.dueAt <= round.now) return this.checkAll(state);
    const { alertThresholds, ...venue } = venueSettingsOf(state.event.event);
    for (const area of touched) {
      if (isSideArea(area.areaId)) continue;
      this.people += area.occupancy - (this.occupancies.get(area.areaId) ?? 0);
      this.occupancies.set(area.areaId, area.occupancy);
      this.step(area, alertThresholds, round);
    }
    const capacity = usableCapacity({ alertThresholds, ...venue });
    if (capacity !== null) this.step({ areaId: null, occupancy: this.people, capacity }, alertThresholds, round);
    this.take(round);
  }

  /** Checks all areas and the venue. Called after a change of the definition, and when the room wakes. */
  checkAll(state: RoomState): void {
    this.dueAt = Infinity;
    if (state.deleted) return;
    const round = this.newRound();
    const settings = venueSettingsOf(state.event.event);
    const areas = liveAreas(state);
    this.occupancies = new Map(areas.map((area) => [area.areaId, area.occupancy]));
    this.people = venueOccupancy(areas);
    const capacity = usableCapacity(settings);
    const crowds: Crowd[] = areas.filter((area) => area.capacity > 0);
    if (capacity !== null) crowds.push({ areaId: null, occupancy: this.people, capacity });
    const known = new Set(crowds.map(({ areaId }) => areaId));
    for (const over of this.book.list) if (!known.has(over.areaId)) round.steps.push({ over, raised: undefined });
    for (const crowd of crowds) this.step(crowd, settings.alertThresholds, round);
    this.isBehind = false;
    this.take(round);
  }

  private newRound(): Round {
    return { now: this.core.now(), steps: [] };
  }

  /** Adds the change of the alert that this area or the venue needs, if any, to the round. */
  private step({ areaId, occupancy, capacity }: Crowd, thresholds: readonly number[], { now, steps }: Round): void {
    if (areaId !== null && capacity === 0) return;
    const over = this.book.about(areaId);
    const threshold = alertLevel({ occupancy, capacity }, thresholds, over?.threshold ?? null);
    if (threshold === (over?.threshold ?? null)) return;
    const until = heldUntil(over, threshold, this.past.get(areaId));
    if (!isDue(until, now)) return this.lookAgainAt(until, now);
    if (threshold === null) {
      steps.push({ over, raised: undefined });
      return;
    }
    // If the higher alert was acknowledged, the lower alert that follows it counts as acknowledged, too.
    const isLess = over !== undefined && threshold < over.threshold;
    const { acknowledgedAt, acknowledgedBy, note } = isLess ? over : UNSEEN;
    const seen = { acknowledgedAt, acknowledgedBy, note, clearedAt: null };
    const alertId = this.core.newId();
    const raised = { type: 'crowd', alertId, areaId, threshold, occupancy, capacity, raisedAt: now, ...seen } as const;
    steps.push({ over, raised });
  }

  private take({ now, steps }: Round): void {
    if (steps.length === 0) return;
    const changed = steps.flatMap(({ over, raised }) => [
      ...(over === undefined ? [] : [{ ...over, clearedAt: now }]),
      ...(raised === undefined ? [] : [raised]),
    ]);
    try {
      this.book.take(changed, steps.map(entryOf), now);
    } catch (error) {
      this.isBehind = true;
      logError('room.alerts', error, { eventId: this.core.stateOrNone?.event.eventId });
      this.lookAgainAt(now + ALERT_DWELL_MS, now);
      return;
    }
    for (const step of steps) {
      const { over } = step;
      if (over !== undefined && isFall(step)) this.past.set(over.areaId, { threshold: over.threshold, at: now });
    }
  }

  /**
   * Sets one timer for all delayed changes. A pending timer keeps the room in memory, so the room does not hibernate
   * before the timer fires.
   */
  private lookAgainAt(at: number, now: number): void {
    if (at >= this.dueAt) return;
    this.dueAt = at;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const state = this.core.stateOrNone;
      if (state !== undefined) this.checkAll(state);
    }, at - now);
  }
}

/** An alert in the form that devices get. */
function toAlert(alert: CrowdAlert): Alert {
  const { threshold, occupancy, capacity } = alert;
  return { ...alertFields(alert), threshold, occupancy, capacity };
}

const UNSEEN = { acknowledgedAt: null, acknowledgedBy: null, note: null } as const;

const isFall = ({ over, raised }: Step): boolean => over !== undefined && (raised?.threshold ?? 0) < over.threshold;

/** The journal entry for a change, with the thresholds before and after it. The number of people is in the ledger. */
function entryOf(step: Step): JournalEntry {
  const { over, raised } = step;
  const about = over ?? raised;
  return {
    actor: 'system',
    kind: isFall(step) ? 'alert_cleared' : 'alert_raised',
    ...(about !== undefined && aboutArea(about)),
    ...(over !== undefined && { before: over.threshold }),
    ...(raised !== undefined && { after: raised.threshold }),
  };
}

/**
 * How far an occupancy must fall below a threshold before its alert ends: by more than this many percentage points,
 * because crowds at a threshold fluctuate, and by at least this many people, because in a small area one person is many
 * percentage points.
 */
const HYSTERESIS = { percent: 5, people: 2 } as const;

/** With a capacity of 0, one person reaches every percentage, and without people no percentage is reached. */
const reaches = (occupancy: number, capacity: number, percent: number): boolean =>
  occupancy > 0 && occupancy * 100 >= percent * capacity;
const isNotLeft = (occupancy: number, capacity: number, threshold: number): boolean =>
  reaches(occupancy, capacity, threshold - HYSTERESIS.percent) ||
  (occupancy > 0 && occupancy > Math.ceil((threshold * capacity) / 100) - HYSTERESIS.people);
/**
 * Returns the threshold whose alert should be open: the highest threshold that was reached and not left; null for none.
 * A threshold is reached at its percentage of the capacity. It is left as {@link HYSTERESIS} says, or when the last
 * person leaves.
 * @param thresholds in percent, in any order
 * @param open the threshold whose alert is open now; it may no longer be in `thresholds`
 */
export function alertLevel(
  { occupancy, capacity }: { occupancy: number; capacity: number },
  thresholds: readonly number[],
  open: number | null,
): number | null {
  let level: number | null = null;
  for (const threshold of thresholds) {
    const isOn = open !== null && threshold <= open ? isNotLeft : reaches;
    if (threshold > (level ?? 0) && isOn(occupancy, capacity, threshold)) level = threshold;
  }
  return level;
}
