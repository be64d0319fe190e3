import type { Moment, Refusal, Result } from '../../rpc/contract';
import { logInfo } from '../../observability/log';
import type { ActiveDayDelivery } from '../days/active-day-delivery';
import type { Room } from '../room';

/**
 * The history of a room's storage (Cloudflare Durable Objects, SQLite, point-in-time recovery: 30 days). A bookmark
 * sorts after every earlier one. A local workerd keeps no history and throws.
 */
export interface RecoverableStorage {
  getCurrentBookmark(): Promise<string>;
  getBookmarkForTime(at: number): Promise<string>;
  /** Returns a bookmark of just before that time, even if the time is in the future. */
  onNextSessionRestoreBookmark(bookmark: string): Promise<string>;
}

export interface RecoveryDeps {
  storage: RecoverableStorage;
  room: Pick<Room, 'event' | 'flushNow' | 'disconnect'>;
  delivery: Pick<ActiveDayDelivery, 'deliver' | 'recordAll'>;
  /** Ends this run of the room. The next call starts another run. */
  abort(reason: string): void;
}

/** A restored room restarts when it is told to, or by itself after this time. */
const RESTART_AFTER_MS = 1_000;

const NOT_YET = 'There is no such bookmark: it is later than now.';

function refused(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  return { ok: false, code: 'unavailable', message: `The room cannot be set back: ${reason}` };
}

/** Restores a room to a moment in two steps, find and restore, so that D1 learns of it in between. */
export class Recovery {
  constructor(private readonly deps: RecoveryDeps) {}

  /**
   * Finds the bookmark of the moment, and the generation that the room knows. It changes nothing except that it
   * delivers active days.
   */
  async findBookmark(moment: Moment): Promise<Result<{ bookmark: string; generation: number }>> {
    const { room, delivery } = this.deps;
    const found = await this.bookmarkOf(moment).catch(refused);
    if (!found.ok) return found;
    // What was counted is billed, even if the room forgets it.
    await delivery.deliver();
    if (!(await delivery.recordAll())) return { ok: false, code: 'unavailable' };
    return { ok: true, value: { bookmark: found.value, generation: room.event?.generation ?? 0 } };
  }

  /**
   * After its next start the room is as it was at the bookmark. The log also holds the bookmark that reverts this,
   * because the answer may get lost.
   */
  async restoreTo(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    const { storage, room } = this.deps;
    room.flushNow();
    try {
      const undoBookmark = await storage.onNextSessionRestoreBookmark(bookmark);
      logInfo('room.set_back', { eventId: room.event?.eventId, bookmark, undoBookmark });
      room.disconnect();
      // If the caller never sends restart(), restart anyway. Otherwise the room would count taps that the restore
      // discards.
      setTimeout(() => this.restart(), RESTART_AFTER_MS);
      return { ok: true, value: { undoBookmark } };
    } catch (error) {
      return refused(error);
    }
  }

  restart(): void {
    this.deps.abort('The room is set back.');
  }

  private async bookmarkOf(moment: Moment): Promise<Result<string>> {
    const { storage } = this.deps;
    // Needed for a bookmark, too: without a history workerd refuses a time, but makes up a bookmark of now.
    const ofTime = await storage.getBookmarkForTime('at' in moment ? moment.at : Date.now());
    if ('at' in moment) return { ok: true, value: ofTime };
    const isKnown = moment.bookmark <= (await storage.getCurrentBookmark());
    return isKnown ? { ok: true, value: moment.bookmark } : { ok: false, code: 'invalid_input', message: NOT_YET };
  }
}
