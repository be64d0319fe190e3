/**
 * What the room's core needs from its host: SQL and sockets. Workerd's own objects implement them (docs/product.md,
 * X4).
 */

export type { ObjectSql as RoomSql } from '../durable-object/migrations';

export interface RoomSocket {
  send(message: string): void;
  close(code: number, reason: string): void;
  /** Stores data that survives hibernation; at most 16 KiB (Durable Objects limit). */
  serializeAttachment(attachment: unknown): void;
}

/** Returns the present time in epoch ms. */
export type Clock = () => number;
