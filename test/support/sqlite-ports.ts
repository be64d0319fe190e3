import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RoomSocket, RoomSql } from '../../src/room/ports';

/**
 * Like workerd's `exec`, this one accepts a script of several statements without bindings. SQLite's own API has
 * separate calls for the two.
 */
const isScript = (query: string): boolean => /;\s*\S/.test(query);

/** The room's SQL port over SQLite as Deno and Node provide it. */
export function sqlitePort(database: DatabaseSync): RoomSql {
  let depth = 0;
  const prepared = new Map<string, StatementSync>();
  const prepare = (query: string): StatementSync => {
    const statement = prepared.get(query) ?? database.prepare(query);
    prepared.set(query, statement);
    return statement;
  };
  return {
    exec: (query, ...bindings) => {
      if (!isScript(query)) return prepare(query).all(...bindings);
      database.exec(query);
      return [];
    },
    // Savepoints allow one transaction inside another.
    transaction: (work) => {
      const name = `t${(depth += 1)}`;
      database.exec(`SAVEPOINT ${name}`);
      try {
        const result = work();
        database.exec(`RELEASE ${name}`);
        return result;
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
}

/** The room's socket port. It keeps the frames that the room sends. */
export class KeptSocket implements RoomSocket {
  readonly frames: unknown[] = [];
  closedWith: number | null = null;

  send(message: string): void {
    this.frames.push(JSON.parse(message));
  }

  close(code: number): void {
    this.closedWith = code;
  }

  serializeAttachment(): void {}
}
