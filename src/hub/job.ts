import * as z from 'zod/mini';
import { retryDelayMs } from './backoff';

/** The account's background job until it is done, and how many runs have failed. */
export interface Job {
  userId: string;
  /** Epoch ms. */
  dueAt: number;
  attempts: number;
  /** Counts the requests: a run that began before the last request does not cover it. */
  requests: number;
}

/** The outcome of a run: nothing is left, more is left and can go on at once, or it must be tried again later. */
export type Outcome = 'done' | 'more' | 'again';

const JobSchema: z.ZodMiniType<Job> = z.object({
  userId: z.string(),
  dueAt: z.number(),
  attempts: z.int(),
  requests: z.int(),
});

/** The hub's only job, in its own storage, so that it survives a restart. */
export class JobStore {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS job (user_id TEXT PRIMARY KEY, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL, requests INTEGER NOT NULL) WITHOUT ROWID',
    );
  }

  get current(): Job | undefined {
    const [row] = this.sql.exec('SELECT user_id AS userId, due_at AS dueAt, attempts, requests FROM job').toArray();
    return row && z.parse(JobSchema, row);
  }

  /** The job is due at once, and the waiting times start again. */
  request(userId: string, now: number): void {
    this.sql.exec(
      `INSERT INTO job (user_id, due_at, attempts, requests) VALUES (?1, ?2, 0, 1)
       ON CONFLICT (user_id) DO UPDATE SET due_at = ?2, attempts = 0, requests = requests + 1`,
      userId,
      now,
    );
  }

  /** The job is due at once, unless one is there that waits for its time. */
  remind(userId: string, now: number): void {
    this.sql.exec(
      `INSERT INTO job (user_id, due_at, attempts, requests) VALUES (?, ?, 0, 1) ON CONFLICT (user_id) DO NOTHING`,
      userId,
      now,
    );
  }

  /** Called after a run of `job`. A request that came while it ran gets a run of its own. */
  finish({ userId, attempts, requests }: Job, outcome: Outcome, now: number): void {
    if (outcome === 'done') {
      this.sql.exec('DELETE FROM job WHERE user_id = ? AND requests = ?', userId, requests);
      return;
    }
    const isMore = outcome === 'more';
    this.sql.exec(
      'UPDATE job SET due_at = ?, attempts = ? WHERE user_id = ? AND requests = ?',
      isMore ? now : now + retryDelayMs(attempts, Math.random()),
      isMore ? 0 : attempts + 1,
      userId,
      requests,
    );
  }
}
