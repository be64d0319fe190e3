import * as z from 'zod/mini';
import { logError } from '../observability/log';
import { JURISDICTIONS, type RoomApi, type RoomRef } from '../rpc/contract';

const RowSchema = z.object({ eventId: z.string(), jurisdiction: z.nullable(z.enum(JURISDICTIONS)) });

export interface OpenRoomsDeps {
  sql: SqlStorage;
  roomOf(room: RoomRef): RoomApi;
}

/** The account's rooms that have sockets or know keys. */
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

  /**
   * Calls all of them, and returns those that could not be reached. Such a room does not stop the calls to the others; it
   * asks D1 later what it missed.
   */
  async tell(tell: (room: RoomApi, ref: RoomRef) => Promise<void>): Promise<RoomRef[]> {
    const rooms = this.list();
    const told = await Promise.allSettled(rooms.map((ref) => tell(this.deps.roomOf(ref), ref)));
    return rooms.filter(({ eventId }, i) => {
      const outcome = told[i];
      if (outcome?.status !== 'rejected') return false;
      logError('hub.tell', outcome.reason, { eventId });
      return true;
    });
  }
}
