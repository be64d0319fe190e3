import type { Follower, RoomCore } from '../core/room-core';
import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import { MINUTE_MS } from '../../shared/durations';
import { countsNobody, type MachineTrouble } from '../../shared/machines/trouble';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { ListedMachineAlert } from '../../shared/schemas/alert';
import { isoTime } from '../../time/iso-time';
import {
  DOUBT_ALERT_MIN_MS,
  MACHINE_ALERTS_LISTED_MAX,
  SILENT_CHECKS_PER_LIMIT,
  MACHINE_NEEDED_PERCENT,
} from './limits';
import { liveAreas, type RoomState } from '../state/room-state';
import { aboutArea, AlertBook, listedFields } from '../live/alert-book';
import type { MachineAlert } from '../storage/alert-kinds';
import type { JournalEntry } from '../state/journal-entry';
import { hourOf } from './source-entries';
import { sourceClientOf, sourceName, watchedOf } from '../storage/source-rows';
import { refusedAt, silentAfterMs, troubleOf, type WatchedSource } from '../source-state/trouble-of';

/** What happens to the alerts about sources at one moment, and what the journal says of it. */
interface Step {
  readonly alert: MachineAlert;
  readonly entry: Pick<JournalEntry, 'kind' | 'before'> | null;
}

/**
 * Raises an alert when people of a source are missing or wrong, and ends it when it counts right again or the business day is
 * over (docs/product.md, M8). A source has one open alert at most. An alarm finds what no call tells, and it is not set again
 * by each batch. Written in transactions of their own, alerts delay no batch and no tap.
 */
export class MachineAlerts implements AlarmJob, Follower {
  readonly name = 'machine alerts';
  /** The alerts by source id. */
  readonly book: AlertBook<MachineAlert>;
  private checkedAt = -Infinity;
  /** When taps make the room look for silent sources again: doors may have opened since. */
  private lookAgainAt = -Infinity;

  constructor(private readonly core: RoomCore) {
    // Devices are told of crowds only: nobody at a door can do anything about a machine elsewhere.
    this.book = new AlertBook(core, core.store.alerts.machine, () => undefined);
  }

  dueAt(): number | undefined {
    const { store, now } = this.core;
    const state = this.core.stateOrNone;
    if (state === undefined || state.deleted || (store.sources.size === 0 && this.book.list.length === 0))
      return undefined;
    const today = this.core.businessDayOf(now());
    const heard = this.watched().filter(({ heardAt }) => heardAt >= today.startsAt);
    const dues = heard.flatMap((source) => this.duesOf(source)).filter((at) => at > this.checkedAt);
    if (this.book.list.length > 0) dues.push(today.endsAt);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  async run(): Promise<void> {
    this.check();
  }

  /** Called after each commit of taps. */
  counted(): void {
    const now = this.core.now();
    if (this.core.store.sources.size === 0 || now < this.lookAgainAt) return;
    this.lookAgainAt = now + MINUTE_MS;
    this.check();
  }

  /** Called when a source has sent something. */
  heard(source: WatchedSource): void {
    if (this.book.about(source.about.sourceId) !== undefined || troubleOf(source, this.core.now()) !== null)
      this.update([source]);
    for (const at of this.duesOf(source)) this.core.wakeBy(at);
  }

  /** Called when somebody has said that nobody of the source is missing: an alert about that is over at once. */
  doubtSettled(source: WatchedSource): void {
    this.update([source], true);
  }

  /** Called when a source was deleted: nobody misses it any more, and the journal has that. */
  forget(sourceId: string): void {
    const open = this.book.about(sourceId);
    if (open !== undefined) this.take([ended(open, null, this.core.now())]);
  }

  /** The alerts that are open or ended recently, newest first. Open ones say what is wrong now, such as how slow a clock is. */
  listed(): ListedMachineAlert[] {
    const now = this.core.now();
    const areas = this.core.stateOrNone?.areas;
    return this.book.recent({ after: null, limit: MACHINE_ALERTS_LISTED_MAX }).map((alert) => {
      const { sourceId, sourceName: name, trouble, heardAt, clearedAt } = alert;
      const source = clearedAt === null ? this.core.store.sources.of(sourceId) : undefined;
      const present = source === undefined ? null : troubleOf(watchedOf(source), now);
      const about = { sourceId, sourceName: name, lastHeardAt: isoTime(heardAt) };
      return { ...about, trouble: present?.kind === trouble.kind ? present : trouble, ...listedFields(alert, areas) };
    });
  }

  private watched(): WatchedSource[] {
    return this.core.store.sources.watched(this.core.now());
  }

  /** When the source may be silent or refused, if no alert says that already; epoch ms. */
  private duesOf(source: WatchedSource): number[] {
    const kind = this.book.about(source.about.sourceId)?.trouble.kind;
    const refused = kind === 'refused' ? undefined : refusedAt(source);
    return [...(kind === 'silent' ? [] : [alarmAt(source)]), ...(refused === undefined ? [] : [refused])];
  }

  private check(): void {
    this.checkedAt = this.core.now();
    this.update(this.watched());
    const gone = this.book.list.filter(({ sourceId }) => this.core.store.sources.of(sourceId) === undefined);
    this.take(gone.map((alert) => ended(alert, 'machine_alert_ended', this.checkedAt)));
  }

  /** Brings the alerts about these sources up to date, and ends those of the business day before. */
  private update(sources: readonly WatchedSource[], isByHand = false): void {
    const state = this.core.stateOrNone;
    if (state === undefined || state.deleted) return;
    const now = this.core.now();
    const today = this.core.businessDayOf(now);
    const isCrowded = isBusy(state);
    const steps = sources.flatMap((source): Step[] => {
      const open = this.book.about(source.about.sourceId);
      const trouble = troubleOf(source, now);
      const isSilent = trouble?.kind === 'silent';
      const isKnown = isSilent && open?.trouble.kind === 'silent';
      if ((isKnown ? open : source).heardAt < today.startsAt)
        return open ? [ended(open, 'machine_alert_ended', now)] : [];
      const isMissed = !isSilent || isKnown || isCrowded || this.isCountedWithout(source);
      return this.stepsOf(source, open, isMissed ? trouble : null, now, isByHand);
    });
    this.take(steps);
  }

  /** @param trouble what an alert must say now; null if there is none, or if nobody misses the source */
  private stepsOf(
    source: WatchedSource,
    open: MachineAlert | undefined,
    trouble: MachineTrouble | null,
    now: number,
    isByHand: boolean,
  ): Step[] {
    const isTaken = source.refused === undefined && now - source.heardAt < silentAfterMs(source.about);
    const next = isTaken || trouble === null || countsNobody(trouble) ? trouble : null;
    // That a source counts nobody ends when something of it is taken, and not while it is only heard or not missed.
    // A person can settle a doubt meanwhile.
    const isSettled = open?.trouble.kind === 'doubt' && (source.doubt ?? 0) === 0;
    if (open !== undefined && !isTaken && next === null && !isSettled) return [];
    if (open?.trouble.kind === next?.kind) return [];
    // Two machines with one id fall and rise with each call: they are one alert, not one each time.
    const isBrief = open?.trouble.kind === 'doubt' && now - open.raisedAt < DOUBT_ALERT_MIN_MS;
    if (isBrief && next === null && !isByHand) return [];
    return [
      ...(open === undefined ? [] : [ended(open, isTaken || isSettled ? 'back' : null, now)]),
      ...(next === null ? [] : [raised(this.core.newId(), source, next, now)]),
    ];
  }

  /** Whether people were counted elsewhere after the source was last heard. */
  private isCountedWithout({ about, heardAt }: WatchedSource): boolean {
    const client = sourceClientOf(about.sourceId);
    for (const { clientId, occurredAt } of this.core.store.rowsSince(heardAt))
      if (occurredAt > heardAt && clientId !== client) return true;
    return false;
  }

  private take(steps: readonly Step[]): void {
    if (steps.length === 0) return;
    const now = this.core.now();
    try {
      const today = this.core.businessDayOf(now);
      const entries = steps.flatMap(({ alert, entry }) =>
        entry
          ? [{ actor: 'system', ...entry, ...aboutSource(alert), within: hourOf(alert.sourceId, now, today) } as const]
          : [],
      );
      const changed = steps.map(({ alert }) => alert);
      this.book.take(changed, entries, now);
    } catch (error) {
      logError('room.machine_alerts', error, { eventId: this.core.stateOrNone?.event.eventId });
    }
  }
}

function raised(
  alertId: string,
  { about, heardAt, refused }: WatchedSource,
  trouble: MachineTrouble,
  now: number,
): Step {
  const alert: MachineAlert = {
    type: 'machine',
    alertId,
    sourceId: about.sourceId,
    sourceName: sourceName(about),
    areaId: about.areaId ?? null,
    heardAt: trouble.kind === 'refused' ? (refused?.since ?? heardAt) : heardAt,
    raisedAt: now,
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
    note: null,
    trouble,
  };
  if (trouble.kind === 'silent') return { alert, entry: { kind: 'source_silent' } };
  return { alert, entry: { kind: 'source_troubled', before: trouble } };
}

/** @param why null if another alert about the source takes its place: the journal says that then */
function ended(open: MachineAlert, why: 'machine_alert_ended' | 'back' | null, now: number): Step {
  const alert = { ...open, clearedAt: now };
  if (why !== 'back') return { alert, entry: why && { kind: why } };
  const { trouble } = open;
  return {
    alert,
    entry: trouble.kind === 'silent' ? { kind: 'source_heard' } : { kind: 'source_recovered', before: trouble },
  };
}

const aboutSource = (alert: MachineAlert) => ({ ...aboutArea(alert), after: alert.sourceName });

/** When the alarm checks the source. Rounded up, so that a sleeping room seldom has to move the alarm. */
function alarmAt({ about, heardAt }: WatchedSource): number {
  const step = silentAfterMs(about) / SILENT_CHECKS_PER_LIMIT;
  return Math.ceil((heardAt + silentAfterMs(about)) / step) * step;
}

/** Whether so many people are inside that they must be counted out; without any capacity, whether anybody is. */
function isBusy(state: RoomState): boolean {
  const areas = liveAreas(state);
  const capacity =
    usableCapacity(venueSettingsOf(state.event.event)) ?? areas.reduce((sum, area) => sum + area.capacity, 0);
  const people = venueOccupancy(areas);
  return people > 0 && people * 100 >= capacity * MACHINE_NEEDED_PERCENT;
}
