import type { DatabaseSync } from 'node:sqlite';
import type { RoomSocket, RoomSql } from '../../src/room/ports';

/** As workerd's, `exec` takes a script of several statements when it has no bindings; SQLite's own API tells the two apart. */
const isScript = (query: string): boolean => /;\s*\S/.test(query);

/** The room's SQL port over SQLite as Deno and Node have it. */
export function sqlitePort(database: DatabaseSync): RoomSql {
  let depth = 0;
  return {
    exec: (query, ...bindings) => {
      if (!isScript(query)) return database.prepare(query).all(...bindings);
      database.exec(query);
      return [];
    },
    // Savepoints: one transaction may stand inside another.
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

/** The room's socket port: keeps what the room sends. */
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
