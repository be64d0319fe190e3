import type { RoomCore } from '../core/room-core';
import type { AlertPage } from '../../rpc/alert-page';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import { ENDED_ALERT_LISTED_MS } from '../../shared/schemas/limits';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { RoomState } from '../state/room-state';
import type { JournalEntry } from '../state/journal-entry';
import { kindOf, type StoredAlert } from '../storage/alert-kinds';
import type { AlertRows } from '../storage/alert-rows';

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

/** The alerts of one kind: those that are open are in memory, all that happens to them is in the journal. */
export class AlertBook<A extends StoredAlert> {
  private readonly open: Map<string | null, A>;

  /** @param changed called when the list of open alerts has changed */
  constructor(
    private readonly core: RoomCore,
    private readonly rows: AlertRows<A>,
    private readonly changed: () => void,
  ) {
    this.open = new Map(rows.open().map((alert) => [kindOf(alert).key, alert]));
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
    return this.rows.list(page, this.core.now() - ENDED_ALERT_LISTED_MS);
  }

  /**
   * Stores alerts that were raised or have ended, in this order, with entries of the journal.
   * @throws if that failed; then nothing has changed
   */
  take(changed: readonly A[], entries: readonly JournalEntry[], now: number): void {
    this.core.store.addToJournal(entries, now, () => {
      for (const alert of changed) {
        if (alert.clearedAt === null) this.rows.put(alert, now);
        else this.rows.end(alert.alertId, alert.clearedAt);
      }
    });
    for (const alert of changed) {
      if (alert.clearedAt === null) this.open.set(kindOf(alert).key, alert);
      else this.open.delete(kindOf(alert).key);
    }
    this.changed();
    this.core.announceSoon();
  }

  /**
   * Marks an alert as acknowledged; a second acknowledgment changes nothing. An alert that has ended cannot be
   * acknowledged any more, but its note can change. Returns null if no alert of this kind has the id.
   */
  acknowledge({ alertId, actor, by, note, noteWaitMs }: Acknowledgment): Result<null> | null {
    const known = this.rows.find(alertId);
    if (known === undefined) return null;
    const now = this.core.now();
    const isOpen = known.clearedAt === null;
    const isNew = isOpen && known.acknowledgedAt === null;
    const newNote = note === undefined ? known.note : note;
    const { key, entries: said } = kindOf(known);
    const about = { actor, ...aboutArea(known) };
    const entries: JournalEntry[] = [];
    if (isNew) entries.push({ ...about, ...said.acknowledged, ...(by !== null && { note: by }) });
    if (newNote !== known.note) {
      const waitMs = noteWaitMs();
      if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
      const before = known.note === null ? {} : { before: known.note };
      entries.push({ ...about, ...said.noted, ...before, ...(newNote !== null && { note: newNote }) });
    }
    if (entries.length === 0) return ok(null);
    const seen = { ...known, note: newNote, ...(isNew && { acknowledgedAt: now, acknowledgedBy: by }) };
    this.core.store.addToJournal(entries, now, () => {
      if (isNew) this.rows.put(seen, now);
      else this.rows.setNote(alertId, newNote);
    });
    if (isOpen) {
      this.open.set(key, seen);
      this.changed();
    }
    // The hub is told of acknowledgments, not of notes.
    if (isNew) this.core.announceSoon();
    return ok(null);
  }
}

export const aboutArea = ({ areaId }: StoredAlert): { areaId?: string } => (areaId === null ? {} : { areaId });

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
