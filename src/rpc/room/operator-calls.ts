import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from '../../stored/tables';
import type { EventDefinition } from '../definition';
import type { EventFileHead, ImportProgress } from '../event-file';
import type { RoomCallContext } from '../identity';
import type { Result } from '../result';

/** A point to which a room can be restored: epoch ms, or a bookmark of its storage's history. */
export type RestorePoint = { at: number } | { bookmark: string };

/** The calls for exports, imports, restores and the end of a room. */
export interface OperatorCalls {
  /** Returns a part of a table's rows, after the key `after` or from the beginning, so that counting never waits. */
  readStored(context: RoomCallContext, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>>;
  /** Returns the room's state at one moment, for an export. {@link readStored} reads the rest. */
  snapshot(context: RoomCallContext): Promise<Result<RoomSnapshot>>;
  /**
   * Begins an import: the room is closed until {@link finishImport}. `ids` maps ids in the file to ids here. Refuses a
   * room that has an event or is importing one (invalid_input). Before the first part, the call can be repeated without
   * effect.
   */
  beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>>;
  /**
   * Adds the file's next part. A part that does not begin at byte `received` is ignored. Refuses text that is not from
   * such a file (invalid_input).
   */
  addToImport(offset: number, part: string): Promise<Result<ImportProgress>>;
  /** Checks that the file is complete and consistent, and returns its head as JSON. Afterwards D1 can get the event. */
  checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>>;
  /** Opens the room with the imported data. Does nothing in an open room; refuses an empty room (not_found). */
  finishImport(definition: EventDefinition): Promise<Result<null>>;
  /**
   * Ends the import and deletes its data. If D1 already has the event, the import is finished instead and the call is
   * refused (invalid_input). Refuses with unavailable if D1 does not answer.
   */
  discardImport(): Promise<Result<null>>;
  /**
   * Finds the point in the storage's history, after recording all active days in D1. Refuses with unavailable if there is
   * no history, as on local workerd.
   */
  findRestorePoint(
    context: RoomCallContext,
    point: RestorePoint,
  ): Promise<Result<{ bookmark: string; generation: number }>>;
  /**
   * Disconnects the devices and prepares the restore: at its next start, within seconds, the room gets its state at the
   * bookmark. Returns a bookmark of the state before, which reverts the restore.
   */
  restoreTo(bookmark: string): Promise<Result<{ undoBookmark: string }>>;
  /** Stops the room's instance so that it starts again. The call always rejects, because it ends with the instance. */
  restart(): Promise<void>;
  /** Handles the event's deletion: sends event_deleted and closes all sockets with 4404. */
  deleteEvent(): Promise<void>;
  /**
   * Does the same as {@link deleteEvent}, then records the days that D1 does not have yet and empties the room. If D1
   * cannot record them, it refuses with unavailable and keeps the room: repeat the call. An empty room answers at once.
   */
  erase(): Promise<Result<null>>;
  /** Resolves after a test write, which it deletes again. */
  ping(): Promise<void>;
}
