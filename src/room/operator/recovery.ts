import type { RoomCore } from '../core/room-core';
import type { Refusal, Result } from '../../rpc/result';
import type { RestorePoint } from '../../rpc/room/operator-calls';
import { logInfo } from '../../observability/log';

/**
 * The history of a room's storage (Cloudflare Durable Objects, SQLite, point-in-time recovery: 30 days). A bookmark
 * sorts after all earlier bookmarks. A local workerd keeps no history and throws.
 */
export interface RecoverableStorage {
  getCurrentBookmark(): Promise<string>;
  getBookmarkForTime(at: number): Promise<string>;
  /**
   * Restores the bookmark when the object starts next. Returns a bookmark of the point just before that start, even
   * though it is still to come.
   */
  onNextSessionRestoreBookmark(bookmark: string): Promise<string>;
}

export interface RecoveryDeps {
  storage: RecoverableStorage;
  room: {
    /** Closes all sockets. */
    disconnect(): void;
  };
  /** Delivers the active days. Neither rejects; `recordAll` resolves to whether D1 has them all. */
  delivery: { deliver(): Promise<void>; recordAll(): Promise<boolean> };
  /** Ends this instance of the room. The next call starts another instance. */
  abort(reason: string): void;
}

/** A room with a pending restore restarts when `restart` is called, or by itself after this time. */
const RESTART_AFTER_MS = 1_000;

const NOT_YET = 'There is no such bookmark: it is later than now.';

function refused(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  return { ok: false, code: 'unavailable', message: `The room cannot be restored: ${reason}` };
}

/**
 * Restores a room to a point in two calls, find and restore, so that the caller can record the restore in D1 in
 * between.
 */
export class Recovery {
  constructor(
    private readonly core: Pick<RoomCore, 'stateOrNone' | 'flushNow'>,
    private readonly deps: RecoveryDeps,
  ) {}

  /**
   * Finds the bookmark of the point and the room's present generation. Changes nothing except that it delivers active
   * days.
   */
  async findBookmark(point: RestorePoint): Promise<Result<{ bookmark: string; generation: number }>> {
    const { delivery } = this.deps;
    const found = await this.bookmarkOf(point).catch(refused);
    if (!found.ok) return found;
    // Active days are billed even if the restore discards them in the room.
    await delivery.deliver();
    if (!(await delivery.recordAll())) return { ok: false, code: 'unavailable' };
    return { ok: true, value: { bookmark: found.value, generation: this.core.stateOrNone?.event.generation ?? 0 } };
  }

  /**
   * Makes the room's next start restore the bookmark. The bookmark that reverts this restore is also logged, because
   * the answer can get lost.
   */
  async restoreTo(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    const { storage, room } = this.deps;
    this.core.flushNow();
    try {
      const undoBookmark = await storage.onNextSessionRestoreBookmark(bookmark);
      logInfo('room.restored', { eventId: this.core.stateOrNone?.event.eventId, bookmark, undoBookmark });
      room.disconnect();
      // If the caller never calls `restart`, the room restarts anyway. Otherwise it would count taps that the restore
      // discards.
      setTimeout(() => this.restart(), RESTART_AFTER_MS);
      return { ok: true, value: { undoBookmark } };
    } catch (error) {
      return refused(error);
    }
  }

  restart(): void {
    this.deps.abort('The room is restored.');
  }

  private async bookmarkOf(point: RestorePoint): Promise<Result<string>> {
    const { storage } = this.deps;
    // Also called for a bookmark: without a history, workerd throws for a time but invents a bookmark of now.
    const ofTime = await storage.getBookmarkForTime('at' in point ? point.at : Date.now());
    if ('at' in point) return { ok: true, value: ofTime };
    const isKnown = point.bookmark <= (await storage.getCurrentBookmark());
    return isKnown ? { ok: true, value: point.bookmark } : { ok: false, code: 'invalid_input', message: NOT_YET };
  }
}
