import { logError } from '../lib/log';
import { isoTime, isoTimeOrNull } from '../shared/rules/iso-time';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../shared/rules/venue-capacity';
import type { Alert } from '../shared/schemas/alert';
import type { Actor, Result } from '../lib/contract';
import { alertLevel } from './alert-level';
import type { AlertRow } from './alert-rows';
import type { JournalEntry, Ledger } from './ledger';
import type { Clock } from './ports';
import { type AreaState, liveAreas, type RoomState } from './state';

export interface AlertBookDeps {
  ledger: Ledger;
  now: Clock;
  newId(): string;
  /** What is open is not what it was. */
  alertsChanged(): void;
}

/** What alerts are about: an area, or the whole venue where `areaId` is null. */
type Subject = Pick<AlertRow, 'areaId' | 'occupancy' | 'capacity'>;

interface Step {
  over: AlertRow | undefined;
  raised: AlertRow | undefined;
}

/**
 * One alert that is not over at most for each area, and one for the venue. They follow the counts in transactions of
 * their own, after the acks: no tap waits for them or fails with them.
 */
export class AlertBook {
  /** By area id. */
  private readonly open: Map<string | null, AlertRow>;
  /** As the venue's total was last made up from them. */
  private occupancies = new Map<string, number>();
  private people = 0;
  /** What was not checked, or could not be written, is checked with all the rest. */
  private isBehind = true;

  constructor(private readonly deps: AlertBookDeps) {
    this.open = new Map(deps.ledger.alerts.open().map((alert) => [alert.areaId, alert]));
  }

  /** Those that are not over. */
  get list(): Alert[] {
    return [...this.open.values()].map((alert) => ({
      ...alert,
      raisedAt: isoTime(alert.raisedAt),
      acknowledgedAt: isoTimeOrNull(alert.acknowledgedAt),
    }));
  }

  /** Raises and clears what these areas call for, whose counts have just changed. */
  check(state: RoomState, touched: Iterable<AreaState>): void {
    if (this.isBehind) return this.checkAll(state);
    const { alertThresholds, ...venue } = venueSettingsOf(state.event.event);
    const steps: Step[] = [];
    for (const area of touched) {
      this.people += area.occupancy - (this.occupancies.get(area.areaId) ?? 0);
      this.occupancies.set(area.areaId, area.occupancy);
      this.step(area, alertThresholds, steps);
    }
    const capacity = usableCapacity({ alertThresholds, ...venue });
    if (capacity !== null) this.step({ areaId: null, occupancy: this.people, capacity }, alertThresholds, steps);
    this.take(steps);
  }

  /** As {@link check}, whatever has changed: definitions, or what happened before the room woke. */
  checkAll(state: RoomState): void {
    if (state.deleted) return;
    const settings = venueSettingsOf(state.event.event);
    const areas = liveAreas(state);
    this.occupancies = new Map(areas.map((area) => [area.areaId, area.occupancy]));
    this.people = venueOccupancy(areas);
    const capacity = usableCapacity(settings);
    const subjects: Subject[] = areas.filter((area) => area.capacity > 0);
    if (capacity !== null) subjects.push({ areaId: null, occupancy: this.people, capacity });
    const steps: Step[] = [];
    const known = new Set(subjects.map(({ areaId }) => areaId));
    for (const over of this.open.values()) if (!known.has(over.areaId)) steps.push({ over, raised: undefined });
    for (const subject of subjects) this.step(subject, settings.alertThresholds, steps);
    this.isBehind = false;
    this.take(steps);
  }

  /** Somebody has seen it; who was first stays. @param by the name of the device */
  acknowledge(alertId: string, actor: Actor, by: string | null): Result<Alert[]> {
    const alert = [...this.open.values()].find((open) => open.alertId === alertId);
    if (alert === undefined && !this.deps.ledger.alerts.has(alertId)) return { ok: false, code: 'not_found' };
    if (alert !== undefined && alert.acknowledgedAt === null) {
      const seen = { ...alert, acknowledgedAt: this.deps.now(), acknowledgedBy: by };
      const entry = { actor, ...aboutArea(alert), kind: 'alert_acknowledged' as const, after: alert.threshold };
      this.deps.ledger.note([{ ...entry, ...(by !== null && { note: by }) }], seen.acknowledgedAt, () =>
        this.deps.ledger.alerts.put(seen),
      );
      this.open.set(alert.areaId, seen);
      this.deps.alertsChanged();
    }
    return { ok: true, value: this.list };
  }

  /** Adds what the subject calls for, if anything. */
  private step({ areaId, occupancy, capacity }: Subject, thresholds: readonly number[], steps: Step[]): void {
    if (areaId !== null && capacity === 0) return;
    const over = this.open.get(areaId);
    const threshold = alertLevel({ occupancy, capacity }, thresholds, over?.threshold ?? null);
    if (threshold === (over?.threshold ?? null)) return;
    if (threshold === null) {
      steps.push({ over, raised: undefined });
      return;
    }
    // Who has seen the higher one has seen the lower one that it becomes.
    const isLess = over !== undefined && threshold < over.threshold;
    const { acknowledgedAt, acknowledgedBy } = isLess ? over : { acknowledgedAt: null, acknowledgedBy: null };
    const [alertId, raisedAt] = [this.deps.newId(), this.deps.now()];
    const raised = { alertId, areaId, threshold, occupancy, capacity, raisedAt, acknowledgedAt, acknowledgedBy };
    steps.push({ over, raised });
  }

  private take(steps: readonly Step[]): void {
    if (steps.length === 0) return;
    const { ledger } = this.deps;
    const now = this.deps.now();
    try {
      ledger.note(steps.flatMap(entriesOf), now, () => {
        for (const { over, raised } of steps) {
          if (over !== undefined) ledger.alerts.clear(over.alertId, now);
          if (raised !== undefined) ledger.alerts.put(raised);
        }
      });
    } catch (error) {
      this.isBehind = true;
      logError('room.alerts', error);
      return;
    }
    for (const { over, raised } of steps) {
      if (over !== undefined) this.open.delete(over.areaId);
      if (raised !== undefined) this.open.set(raised.areaId, raised);
    }
    this.deps.alertsChanged();
  }
}

const aboutArea = ({ areaId }: AlertRow): { areaId?: string } => (areaId === null ? {} : { areaId });

/** The thresholds; how many people there were, the ledger knows. */
function entriesOf({ over, raised }: Step): JournalEntry[] {
  const entries: JournalEntry[] = [];
  if (over !== undefined) {
    entries.push({ actor: 'system', kind: 'alert_cleared', ...aboutArea(over), before: over.threshold });
  }
  if (raised !== undefined) {
    entries.push({ actor: 'system', kind: 'alert_raised', ...aboutArea(raised), after: raised.threshold });
  }
  return entries;
}
