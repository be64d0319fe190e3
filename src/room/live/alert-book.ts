import type { RoomCore } from '../core/room-core';
import type { AlertPage } from '../../rpc/alert-page';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import { assertNever } from '../../shared/assert-never';
import { ENDED_ALERT_LISTED_MS } from '../../shared/schemas/limits';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { RoomState } from '../state/room-state';
import type { JournalEntry } from '../state/journal-entry';
import type { AlertRows, StoredAlert } from '../storage/alert-rows';

/** What somebody did about an alert. */
export interface Acknowledgment {
  alertId: string;
  actor: Actor;
  /** The name of the device. */
  by: string | null;
  /** What was done; null removes the alert's note, and undefined leaves it as it is. */
  note: string | null | undefined;
  /** Takes a changed note from the session's allowance; returns 0, or the ms to wait until it is allowed. */
  noteWaitMs: () => number;
}

export interface AlertBookDeps<A extends StoredAlert> {
  rows: AlertRows<A>;
  /** What an alert is about: at most one of those that are about the same is open. */
  keyOf: (alert: A) => string | null;
  /** Called when the list of open alerts has changed. */
  changed: () => void;
}

/** The alerts of one kind: those that are open are in memory, all that happens to them is in the journal. */
export class AlertBook<A extends StoredAlert> {
  private readonly open: Map<string | null, A>;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: AlertBookDeps<A>,
  ) {
    this.open = new Map(deps.rows.open().map((alert) => [deps.keyOf(alert), alert]));
  }

  /** The open alerts. */
  get list(): A[] {
    return [...this.open.values()];
  }

  /** The open alert about this. */
  about(key: string | null): A | undefined {
    return this.open.get(key);
  }

  /** Returns a part of the alerts that are open or ended recently, newest first. */
  recent(page: AlertPage): A[] {
    return this.deps.rows.list(page, this.core.now() - ENDED_ALERT_LISTED_MS);
  }

  /**
   * Stores alerts that were raised or have ended, in this order, with entries of the journal.
   * @throws if that failed; then nothing has changed
   */
  take(changed: readonly A[], entries: readonly JournalEntry[], now: number): void {
    const { rows, keyOf } = this.deps;
    this.core.store.addToJournal(entries, now, () => {
      for (const alert of changed) {
        if (alert.clearedAt === null) rows.put(alert, now);
        else rows.end(alert.alertId, alert.clearedAt);
      }
    });
    for (const alert of changed) {
      if (alert.clearedAt === null) this.open.set(keyOf(alert), alert);
      else this.open.delete(keyOf(alert));
    }
    this.deps.changed();
    this.core.announceSoon();
  }

  /**
   * Marks an alert as acknowledged; a second acknowledgment changes nothing. An alert that has ended cannot be
   * acknowledged any more, but its note can change. Returns null if no alert of this kind has the id.
   */
  acknowledge({ alertId, actor, by, note, noteWaitMs }: Acknowledgment): Result<null> | null {
    const { rows, keyOf } = this.deps;
    const known = rows.find(alertId);
    if (known === undefined) return null;
    const now = this.core.now();
    const isOpen = known.clearedAt === null;
    const isNew = isOpen && known.acknowledgedAt === null;
    const newNote = note === undefined ? known.note : note;
    const { acknowledged, noted } = entriesOf(known);
    const about = { actor, ...aboutArea(known) };
    const entries: JournalEntry[] = [];
    if (isNew) entries.push({ ...about, ...acknowledged, ...(by !== null && { note: by }) });
    if (newNote !== known.note) {
      const waitMs = noteWaitMs();
      if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
      const before = known.note === null ? {} : { before: known.note };
      entries.push({ ...about, ...noted, ...before, ...(newNote !== null && { note: newNote }) });
    }
    if (entries.length === 0) return ok(null);
    const seen = { ...known, note: newNote, ...(isNew && { acknowledgedAt: now, acknowledgedBy: by }) };
    this.core.store.addToJournal(entries, now, () => {
      if (isNew) rows.put(seen, now);
      else rows.setNote(alertId, newNote);
    });
    if (isOpen) {
      this.open.set(keyOf(seen), seen);
      this.deps.changed();
    }
    // The hub is told of acknowledgments, not of notes.
    if (isNew) this.core.announceSoon();
    return ok(null);
  }
}

export const aboutArea = ({ areaId }: StoredAlert): { areaId?: string } => (areaId === null ? {} : { areaId });

/** What the journal says of an alert that was acknowledged or noted, beside who did it and the note. */
function entriesOf(alert: StoredAlert): Record<'acknowledged' | 'noted', Pick<JournalEntry, 'kind' | 'after'>> {
  switch (alert.type) {
    case 'crowd': {
      const { threshold, raisedAt } = alert;
      return {
        acknowledged: { kind: 'alert_acknowledged', after: threshold },
        noted: { kind: 'alert_noted', after: { threshold, raisedAt } },
      };
    }
    case 'machine':
      return {
        acknowledged: { kind: 'machine_alert_acknowledged', after: alert.sourceName },
        noted: { kind: 'machine_alert_noted', after: alert.sourceName },
      };
    default:
      return assertNever(alert);
  }
}

/** The fields that readers get of an alert of any kind. */
export const alertFields = ({ alertId, areaId, raisedAt, acknowledgedAt, acknowledgedBy, note }: StoredAlert) => ({
  alertId,
  areaId,
  raisedAt: isoTime(raisedAt),
  acknowledgedAt: isoTimeOrNull(acknowledgedAt),
  acknowledgedBy,
  note,
});

/** The fields of an alert in the list of an event's alerts. */
export const listedFields = (alert: StoredAlert, areas: RoomState['areas'] | undefined) => ({
  ...alertFields(alert),
  areaName: alert.areaId === null ? null : (areas?.get(alert.areaId)?.areaName ?? null),
  endedAt: isoTimeOrNull(alert.clearedAt),
});
