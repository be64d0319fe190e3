import * as z from 'zod/mini';
import { logError } from '../observability/log';
import { JURISDICTIONS, type RoomRef } from '../rpc/identity';
import type { RoomApi } from '../rpc/room/room-api';

const RowSchema = z.object({ eventId: z.string(), jurisdiction: z.nullable(z.enum(JURISDICTIONS)) });

export interface OpenRoomsDeps {
  sql: SqlStorage;
  roomOf(room: RoomRef): RoomApi;
}

/** The account's rooms that have sockets. */
export class OpenRooms {
  constructor(private readonly deps: OpenRoomsDeps) {}

  add({ eventId, jurisdiction }: RoomRef): void {
    this.deps.sql.exec('INSERT OR REPLACE INTO rooms (event_id, jurisdiction) VALUES (?, ?)', eventId, jurisdiction);
  }

  remove(eventId: string): void {
    this.deps.sql.exec('DELETE FROM rooms WHERE event_id = ?', eventId);
  }

  forget(): void {
    this.deps.sql.exec('DELETE FROM rooms');
  }

  list(): RoomRef[] {
    return this.deps.sql
      .exec('SELECT event_id AS eventId, jurisdiction FROM rooms')
      .toArray()
      .map((row) => z.parse(RowSchema, row));
  }

  /** Calls all of them. A room that cannot be reached does not stop the calls to the others; it asks D1 later what it missed. */
  async tell(tell: (room: RoomApi, ref: RoomRef) => Promise<void>): Promise<void> {
    await Promise.all(
      this.list().map((ref) =>
        tell(this.deps.roomOf(ref), ref).catch((error) => logError('hub.tell', error, { eventId: ref.eventId })),
      ),
    );
  }
}
