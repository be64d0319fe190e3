import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import { type Actor, ok, type Result } from '../../rpc/contract';
import { ENDED_ALERT_LISTED_MS, MINUTE_MS } from '../../shared/limits';
import { countsNobody, type MachineTrouble } from '../../shared/machines/trouble';
import type { BusinessDay } from '../../shared/rules/business-day';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { ListedMachineAlert } from '../../shared/schemas/alert';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import {
  DOUBT_ALERT_MIN_MS,
  MACHINE_ALERTS_LISTED_MAX,
  SILENT_CHECKS_PER_LIMIT,
  MACHINE_NEEDED_PERCENT,
} from '../limits';
import type { Clock } from '../ports';
import { liveAreas, type RoomState } from '../state';
import type { JournalEntry, RoomStore } from '../storage/room-store';
import type { MachineAlert } from './machine-alert-rows';
import { hourOf } from './source-entries';
import { sourceClientOf, sourceName, watchedOf } from './source-rows';
import { refusedAt, silentAfterMs, troubleOf, type WatchedSource } from './trouble-of';

/** What was done about an alert about a machine. */
interface Acknowledgment {
  alertId: string;
  actor: Actor;
  /** The name of the device. */
  by: string | null;
  /** Null removes the note, and undefined leaves it as it is. */
  note: string | null | undefined;
  /** Takes a changed note from the session's allowance; returns 0, or the ms to wait until it is allowed. */
  noteWaitMs: () => number;
}

export interface MachineAlertsDeps {
  store: RoomStore;
  now: Clock;
  newId(): string;
  /** Undefined in a room that does not know its event yet. */
  state(): RoomState | undefined;
  businessDayOf(at: number): BusinessDay;
  /** Called when something was stored of which the account's hub does not know yet. */
  announceSoon(): void;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

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
export class MachineAlerts implements AlarmJob {
  readonly name = 'machine alerts';
  /** The open alerts by source id. */
  private readonly open: Map<string, MachineAlert>;
  private checkedAt = -Infinity;
  /** When taps make the room look for silent sources again: doors may have opened since. */
  private lookAgainAt = -Infinity;

  constructor(private readonly deps: MachineAlertsDeps) {
    this.open = new Map(deps.store.machineAlerts.open().map((alert) => [alert.sourceId, alert]));
  }

  dueAt(): number | undefined {
    const { store, now } = this.deps;
    const state = this.deps.state();
    if (state === undefined || state.deleted || (store.sources.size === 0 && this.open.size === 0)) return undefined;
    const today = this.deps.businessDayOf(now());
    const heard = this.watched().filter(({ heardAt }) => heardAt >= today.startsAt);
    const dues = heard.flatMap((source) => this.duesOf(source)).filter((at) => at > this.checkedAt);
    if (this.open.size > 0) dues.push(today.endsAt);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  async run(): Promise<void> {
    this.check();
  }

  /** Called after each commit of taps. */
  counted(): void {
    const now = this.deps.now();
    if (this.deps.store.sources.size === 0 || now < this.lookAgainAt) return;
    this.lookAgainAt = now + MINUTE_MS;
    this.check();
  }

  /** Called when a source has sent something. */
  heard(source: WatchedSource): void {
    if (this.open.has(source.about.sourceId) || troubleOf(source, this.deps.now()) !== null) this.update([source]);
    for (const at of this.duesOf(source)) this.deps.wakeBy(at);
  }

  /** Called when somebody has said that nobody of the source is missing: an alert about that is over at once. */
  doubtSettled(source: WatchedSource): void {
    this.update([source], true);
  }

  /** Called when a source was deleted: nobody misses it any more, and the journal has that. */
  forget(sourceId: string): void {
    const open = this.open.get(sourceId);
    if (open !== undefined) this.take([ended(open, null, this.deps.now())]);
  }

  /** The alerts that are open or ended recently, newest first. Open ones say what is wrong now, such as how slow a clock is. */
  listed(): ListedMachineAlert[] {
    const now = this.deps.now();
    const areas = this.deps.state()?.areas;
    return this.deps.store.machineAlerts
      .list(now - ENDED_ALERT_LISTED_MS, MACHINE_ALERTS_LISTED_MAX)
      .map(({ heardAt, raisedAt, acknowledgedAt, clearedAt, trouble, ...alert }) => {
        const source = clearedAt === null ? this.deps.store.sources.of(alert.sourceId) : undefined;
        const present = source === undefined ? null : troubleOf(watchedOf(source), now);
        return {
          ...alert,
          trouble: present?.kind === trouble.kind ? present : trouble,
          areaName: alert.areaId === null ? null : (areas?.get(alert.areaId)?.areaName ?? null),
          lastHeardAt: isoTime(heardAt),
          raisedAt: isoTime(raisedAt),
          acknowledgedAt: isoTimeOrNull(acknowledgedAt),
          endedAt: isoTimeOrNull(clearedAt),
        };
      });
  }

  /**
   * Acknowledges an alert and sets its note, as those about crowds. Returns null if the id is none of these alerts.
   */
  acknowledge({ alertId, actor, by, note, noteWaitMs }: Acknowledgment): Result<null> | null {
    const { store } = this.deps;
    const known = store.machineAlerts.find(alertId);
    if (known === undefined) return null;
    const now = this.deps.now();
    const isNew = known.clearedAt === null && known.acknowledgedAt === null;
    const newNote = note === undefined ? known.note : note;
    const about = { actor, ...aboutSource(known) };
    const entries: JournalEntry[] = [];
    if (isNew) entries.push({ ...about, kind: 'machine_alert_acknowledged', ...(by !== null && { note: by }) });
    if (newNote !== known.note) {
      const waitMs = noteWaitMs();
      if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
      entries.push({
        ...about,
        kind: 'machine_alert_noted',
        ...(known.note !== null && { before: known.note }),
        ...(newNote !== null && { note: newNote }),
      });
    }
    if (entries.length === 0) return ok(null);
    const seen = { ...known, note: newNote, ...(isNew && { acknowledgedAt: now, acknowledgedBy: by }) };
    store.addToJournal(entries, now, () => {
      if (isNew) store.machineAlerts.put(seen, now);
      else store.machineAlerts.setNote(alertId, newNote);
    });
    if (seen.clearedAt === null) this.open.set(seen.sourceId, seen);
    // The hub is told of acknowledgments, not of notes.
    if (isNew) this.deps.announceSoon();
    return ok(null);
  }

  private watched(): WatchedSource[] {
    return this.deps.store.sources.watched(this.deps.now());
  }

  /** When the source may be silent or refused, if no alert says that already; epoch ms. */
  private duesOf(source: WatchedSource): number[] {
    const kind = this.open.get(source.about.sourceId)?.trouble.kind;
    const refused = kind === 'refused' ? undefined : refusedAt(source);
    return [...(kind === 'silent' ? [] : [alarmAt(source)]), ...(refused === undefined ? [] : [refused])];
  }

  private check(): void {
    this.checkedAt = this.deps.now();
    this.update(this.watched());
    const gone = [...this.open.values()].filter(({ sourceId }) => this.deps.store.sources.of(sourceId) === undefined);
    this.take(gone.map((alert) => ended(alert, 'machine_alert_ended', this.checkedAt)));
  }

  /** Brings the alerts about these sources up to date, and ends those of the business day before. */
  private update(sources: readonly WatchedSource[], isByHand = false): void {
    const state = this.deps.state();
    if (state === undefined || state.deleted) return;
    const now = this.deps.now();
    const today = this.deps.businessDayOf(now);
    const isCrowded = isBusy(state);
    const steps = sources.flatMap((source): Step[] => {
      const open = this.open.get(source.about.sourceId);
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
      ...(next === null ? [] : [raised(this.deps.newId(), source, next, now)]),
    ];
  }

  /** Whether people were counted elsewhere after the source was last heard. */
  private isCountedWithout({ about, heardAt }: WatchedSource): boolean {
    const client = sourceClientOf(about.sourceId);
    for (const { clientId, occurredAt } of this.deps.store.rowsSince(heardAt))
      if (occurredAt > heardAt && clientId !== client) return true;
    return false;
  }

  private take(steps: readonly Step[]): void {
    if (steps.length === 0) return;
    const { store } = this.deps;
    const now = this.deps.now();
    try {
      const today = this.deps.businessDayOf(now);
      const entries = steps.flatMap(({ alert, entry }) =>
        entry
          ? [{ actor: 'system', ...entry, ...aboutSource(alert), within: hourOf(alert.sourceId, now, today) } as const]
          : [],
      );
      store.addToJournal(entries, now, () => {
        for (const { alert } of steps) store.machineAlerts.put(alert, now);
      });
    } catch (error) {
      logError('room.machine_alerts', error, { eventId: this.deps.state()?.event.eventId });
      return;
    }
    for (const { alert } of steps) {
      if (alert.clearedAt === null) this.open.set(alert.sourceId, alert);
      else this.open.delete(alert.sourceId);
    }
    this.deps.announceSoon();
  }
}

function raised(
  alertId: string,
  { about, heardAt, refused }: WatchedSource,
  trouble: MachineTrouble,
  now: number,
): Step {
  const alert = {
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

const aboutSource = ({ areaId, sourceName: after }: MachineAlert) => ({ ...(areaId !== null && { areaId }), after });

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
