/**
 * What the room's core needs from its host: SQL and sockets. Workerd's own objects implement them (docs/product.md,
 * X4).
 */

type SqlValue = string | number | null;

export interface RoomSql {
  /** Runs one SQL statement and returns its rows; a write returns none. */
  exec(query: string, ...bindings: SqlValue[]): unknown[];
  /** Runs `work` in a transaction. If `work` throws, the transaction is rolled back and the error is thrown on. */
  transaction<T>(work: () => T): T;
}

export interface RoomSocket {
  send(message: string): void;
  close(code: number, reason: string): void;
  /** Stores data that survives hibernation; at most 16 KiB (Durable Objects limit). */
  serializeAttachment(attachment: unknown): void;
}

/** Returns the present time in epoch ms. */
export type Clock = () => number;
