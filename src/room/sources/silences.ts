import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import { type Actor, ok, type Result } from '../../rpc/contract';
import type { Source } from '../../rpc/source-batch';
import { ENDED_ALERT_LISTED_MS, MINUTE_MS } from '../../shared/limits';
import type { BusinessDay } from '../../shared/rules/business-day';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { ListedSilence } from '../../shared/schemas/alert';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { SILENCE_ALARMS_PER_LIMIT, SILENCE_BUSY_PERCENT, SILENCES_LISTED_MAX } from '../limits';
import type { Clock } from '../ports';
import { liveAreas, type RoomState } from '../state';
import type { JournalEntry, RoomStore } from '../storage/room-store';
import type { Silence } from './silence-rows';
import { silentAfterMs, sourceClientOf, sourceName } from './source-rows';

/** What was done about an alert that a machine is silent. */
interface SilenceAcknowledgment {
  silenceId: string;
  actor: Actor;
  /** The name of the device. */
  by: string | null;
  /** Null removes the note, and undefined leaves it as it is. */
  note: string | null | undefined;
  /** Takes a changed note from the session's allowance; returns 0, or the ms to wait until it is allowed. */
  noteWaitMs: () => number;
}

export interface SilencesDeps {
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

interface Heard {
  readonly about: Source;
  /** Epoch ms. */
  readonly heardAt: number;
}

/**
 * Raises an alert when a source falls silent while it is needed, and ends it when the source is heard again or the
 * business day is over (docs/product.md, M8). An alarm finds the silence, and it is not set again by each batch. Written in
 * transactions of their own, alerts delay no batch and no tap.
 */
export class Silences implements AlarmJob {
  readonly name = 'silences';
  /** The open alerts by source id. */
  private readonly open: Map<string, Silence>;
  private checkedAt = -Infinity;
  /** When taps make the room look for silent sources again: doors may have opened since. */
  private lookAgainAt = -Infinity;

  constructor(private readonly deps: SilencesDeps) {
    this.open = new Map(deps.store.silences.open().map((silence) => [silence.sourceId, silence]));
  }

  dueAt(): number | undefined {
    const { store, now } = this.deps;
    const state = this.deps.state();
    if (state === undefined || state.deleted || (store.sources.size === 0 && this.open.size === 0)) return undefined;
    const today = this.deps.businessDayOf(now());
    const silentAt = this.heardOn(today).map(alarmAt);
    const dues = [...silentAt.filter((at) => at > this.checkedAt), ...(this.open.size > 0 ? [today.endsAt] : [])];
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
  heard(about: Source): void {
    const heardAt = this.deps.now();
    const silence = this.open.get(about.sourceId);
    if (silence !== undefined) this.take([], [silence], 'source_heard');
    this.deps.wakeBy(alarmAt({ about, heardAt }));
  }

  /** Called when a source was deleted: nobody misses it any more. */
  forget(sourceId: string): void {
    const silence = this.open.get(sourceId);
    if (silence !== undefined) this.take([], [silence], null);
  }

  /** The alerts that are open or ended recently, newest first. */
  listed(): ListedSilence[] {
    const since = this.deps.now() - ENDED_ALERT_LISTED_MS;
    const areas = this.deps.state()?.areas;
    return this.deps.store.silences
      .list(since, SILENCES_LISTED_MAX)
      .map(({ heardAt, raisedAt, acknowledgedAt, clearedAt, ...silence }) => ({
        ...silence,
        areaName: silence.areaId === null ? null : (areas?.get(silence.areaId)?.areaName ?? null),
        lastHeardAt: isoTime(heardAt),
        raisedAt: isoTime(raisedAt),
        acknowledgedAt: isoTimeOrNull(acknowledgedAt),
        endedAt: isoTimeOrNull(clearedAt),
      }));
  }

  /**
   * Acknowledges an alert and sets its note, as those about crowds. Returns null if the id is none of these alerts.
   */
  acknowledge({ silenceId, actor, by, note, noteWaitMs }: SilenceAcknowledgment): Result<null> | null {
    const { store } = this.deps;
    const known = store.silences.find(silenceId);
    if (known === undefined) return null;
    const now = this.deps.now();
    const isNew = known.clearedAt === null && known.acknowledgedAt === null;
    const newNote = note === undefined ? known.note : note;
    const about = { actor, ...aboutSource(known) };
    const entries: JournalEntry[] = [];
    if (isNew) entries.push({ ...about, kind: 'silence_acknowledged', ...(by !== null && { note: by }) });
    if (newNote !== known.note) {
      const waitMs = noteWaitMs();
      if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
      entries.push({
        ...about,
        kind: 'silence_noted',
        ...(known.note !== null && { before: known.note }),
        ...(newNote !== null && { note: newNote }),
      });
    }
    if (entries.length === 0) return ok(null);
    const seen = { ...known, note: newNote, ...(isNew && { acknowledgedAt: now, acknowledgedBy: by }) };
    store.addToJournal(entries, now, () => {
      if (isNew) store.silences.put(seen, now);
      else store.silences.setNote(silenceId, newNote);
    });
    if (seen.clearedAt === null) this.open.set(seen.sourceId, seen);
    // The hub is told of acknowledgments, not of notes.
    if (isNew) this.deps.announceSoon();
    return ok(null);
  }

  private check(): void {
    const state = this.deps.state();
    if (state === undefined || state.deleted) return;
    const now = this.deps.now();
    const today = this.deps.businessDayOf(now);
    this.checkedAt = now;
    const over = [...this.open.values()].filter(({ heardAt }) => heardAt < today.startsAt);
    this.take([], over, 'silence_ended');
    const silent = this.heardOn(today).filter(({ about, heardAt }) => now - heardAt >= silentAfterMs(about));
    const isCrowded = silent.length > 0 && isBusy(state);
    const fallen = silent.filter((source) => isCrowded || this.isCountedWithout(source));
    this.take(fallen, [], 'source_silent');
  }

  /** The sources without an open alert that were heard on the business day, as far as the room can know. */
  private heardOn({ startsAt }: BusinessDay): Heard[] {
    const all = this.deps.store.sources.lastHeard(this.deps.now());
    return all.filter(({ about, heardAt }) => heardAt >= startsAt && !this.open.has(about.sourceId));
  }

  /** Whether people were counted elsewhere after the source was last heard. */
  private isCountedWithout({ about, heardAt }: Heard): boolean {
    const client = sourceClientOf(about.sourceId);
    for (const { clientId, occurredAt } of this.deps.store.rowsSince(heardAt))
      if (occurredAt > heardAt && clientId !== client) return true;
    return false;
  }

  /** @param kind what the journal says of each; null if it says something else already */
  private take(
    fallen: readonly Heard[],
    over: readonly Silence[],
    kind: 'source_silent' | 'source_heard' | 'silence_ended' | null,
  ): void {
    if (fallen.length === 0 && over.length === 0) return;
    const { store } = this.deps;
    const now = this.deps.now();
    const raised = fallen.map(({ about, heardAt }): Silence => ({
      silenceId: this.deps.newId(),
      sourceId: about.sourceId,
      sourceName: sourceName(about),
      areaId: about.areaId ?? null,
      heardAt,
      raisedAt: now,
      ...UNSEEN,
    }));
    const ended = over.map((silence) => ({ ...silence, clearedAt: now }));
    const changed = [...raised, ...ended];
    try {
      const entries = changed.flatMap((silence): JournalEntry[] =>
        kind === null ? [] : [{ actor: 'system', kind, ...aboutSource(silence) }],
      );
      store.addToJournal(entries, now, () => {
        for (const silence of changed) store.silences.put(silence, now);
      });
    } catch (error) {
      logError('room.silences', error, { eventId: this.deps.state()?.event.eventId });
      return;
    }
    for (const silence of raised) this.open.set(silence.sourceId, silence);
    for (const { sourceId } of ended) this.open.delete(sourceId);
    this.deps.announceSoon();
  }
}

const UNSEEN = { acknowledgedAt: null, acknowledgedBy: null, clearedAt: null, note: null } as const;

const aboutSource = ({ areaId, sourceName: after }: Silence) => ({ ...(areaId !== null && { areaId }), after });

/** When the alarm looks whether the source is silent; rounded up, so that a room that sleeps rarely sets it again. */
function alarmAt({ about, heardAt }: Heard): number {
  const step = silentAfterMs(about) / SILENCE_ALARMS_PER_LIMIT;
  return Math.ceil((heardAt + silentAfterMs(about)) / step) * step;
}

/** Whether so many people are inside that they must be counted out; without any capacity, whether anybody is. */
function isBusy(state: RoomState): boolean {
  const areas = liveAreas(state);
  const capacity =
    usableCapacity(venueSettingsOf(state.event.event)) ?? areas.reduce((sum, area) => sum + area.capacity, 0);
  const people = venueOccupancy(areas);
  return people > 0 && people * 100 >= capacity * SILENCE_BUSY_PERCENT;
}
