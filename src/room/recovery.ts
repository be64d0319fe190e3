import type { Moment, Refusal, Result } from '../lib/contract';
import { logInfo } from '../lib/log';
import type { Outbox } from './outbox';
import type { Room } from './room';

/**
 * The history of a room's storage (Cloudflare Durable Objects, SQLite, point-in-time recovery: 30 days). A bookmark sorts
 * after every earlier one. Workerd of one's own keeps no history, and throws.
 */
export interface RecoverableStorage {
  getCurrentBookmark(): Promise<string>;
  getBookmarkForTime(at: number): Promise<string>;
  /** Answers the bookmark of just before, though that is still to come. */
  onNextSessionRestoreBookmark(bookmark: string): Promise<string>;
}

export interface RecoveryDeps {
  storage: RecoverableStorage;
  room: Pick<Room, 'event' | 'settle' | 'disconnect'>;
  outbox: Pick<Outbox, 'deliver' | 'recordAll'>;
  /** Ends this run of the room; the next thing that happens to it starts another. */
  abort(reason: string): void;
}

/** A room that was set back restarts when it is told to; by itself after this. */
const RESTART_AFTER_MS = 1_000;

const NOT_YET = 'There is no such bookmark: it is later than now.';

function refused(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  return { ok: false, code: 'unavailable', message: `The room cannot be set back: ${reason}` };
}

/** Sets a room back to a moment: first asked, then done, so that D1 hears of it in between. */
export class Recovery {
  constructor(private readonly deps: RecoveryDeps) {}

  /** Where the history has the moment, and which generation the room knows. Nothing but days on record changes by it. */
  async find(moment: Moment): Promise<Result<{ bookmark: string; generation: number }>> {
    const { room, outbox } = this.deps;
    const found = await this.bookmarkOf(moment).catch(refused);
    if (!found.ok) return found;
    // What was counted is billed, also where the room forgets it.
    await outbox.deliver();
    if (!(await outbox.recordAll())) return { ok: false, code: 'unavailable' };
    return { ok: true, value: { bookmark: found.value, generation: room.event?.generation ?? 0 } };
  }

  /** At its next start the room is as it was at the bookmark. What undoes that is in the log, too: the answer may be lost. */
  async setBack(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    const { storage, room } = this.deps;
    room.settle();
    try {
      const undoBookmark = await storage.onNextSessionRestoreBookmark(bookmark);
      logInfo('room.set_back', { eventId: room.event?.eventId, bookmark, undoBookmark });
      room.disconnect();
      // Were the word to restart not to come, it would go on counting what its next start throws away.
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
    // Also for a bookmark: without a history workerd refuses a time, but says what the bookmark of now would be.
    const ofTime = await storage.getBookmarkForTime('at' in moment ? moment.at : Date.now());
    if ('at' in moment) return { ok: true, value: ofTime };
    const isKnown = moment.bookmark <= (await storage.getCurrentBookmark());
    return isKnown ? { ok: true, value: moment.bookmark } : { ok: false, code: 'invalid_input', message: NOT_YET };
  }
}
