import { DatabaseSync } from 'node:sqlite';
import { later } from './life.ts';

/** A stand-in of D1 on Node's SQLite. */

type Value = string | number | null;

let database = new DatabaseSync(':memory:');

/** Replaces the database with an empty one. */
export function emptyDatabase(): void {
  database.close();
  database = new DatabaseSync(':memory:');
}

/** Answers as D1 does, which is elsewhere. */
const answer = <T>(work: () => T): Promise<T> =>
  later(() => {
    try {
      return work();
    } catch (error) {
      throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });

class Statement {
  constructor(
    private readonly query: string,
    private readonly values: readonly Value[] = [],
  ) {}

  bind(...values: Value[]): Statement {
    return new Statement(this.query, values);
  }

  execute() {
    const results = database
      .prepare(this.query)
      .all(...this.values)
      .map((row) => ({ ...row }));
    const changes = database.prepare('SELECT changes() AS n').get()?.['n'];
    return { success: true, results, meta: { changes } };
  }

  all = () => answer(() => this.execute());
  run = () => answer(() => this.execute());

  raw = () =>
    answer(() => {
      const statement = database.prepare(this.query);
      statement.setReturnArrays(true);
      return statement.all(...this.values);
    });

  first = (column?: string) =>
    answer(() => {
      const row = this.execute().results[0] ?? null;
      return row === null || column === undefined ? row : row[column];
    });
}

class Database {
  prepare(query: string): Statement {
    return new Statement(query);
  }

  exec(query: string): Promise<void> {
    return answer(() => database.exec(query));
  }

  batch(statements: readonly Statement[]) {
    return answer(() => {
      database.exec('BEGIN');
      try {
        const results = statements.map((statement) => statement.execute());
        database.exec('COMMIT');
        return results;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

export const DB = new Database();
