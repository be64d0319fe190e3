/**
 * What the room's core needs from its host: SQL and sockets. Workerd's own objects implement them (docs/product.md,
 * O4).
 */

type SqlValue = string | number | null;

export interface RoomSql {
  /** Runs one statement and returns its rows; none for a write. */
  exec(query: string, ...bindings: SqlValue[]): unknown[];
  /** All or nothing: a throw rolls back and is passed on. */
  transaction<T>(work: () => T): T;
}

export interface RoomSocket {
  send(message: string): void;
  close(code: number, reason: string): void;
  /** Survives hibernation; at most 16 KiB (Durable Objects limit). */
  serializeAttachment(attachment: unknown): void;
}

/** Epoch ms. */
export type Clock = () => number;
