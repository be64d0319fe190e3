import * as z from 'zod/mini';
import { retryDelayMs } from '../concurrency/backoff';

/** The account's billing job as stored until it is done. `attempts` counts its failed runs. */
const JobSchema = z.object({
  userId: z.string(),
  /** When the job is due, epoch ms. */
  dueAt: z.number(),
  attempts: z.int(),
  /** How many times a run was requested. A run does not fulfill requests that came after it began. */
  requests: z.int(),
});
export type Job = z.infer<typeof JobSchema>;

/**
 * How a run ended. `done`: nothing is left to do. `more`: the next run can go on at once. `again`: the job runs again
 * later.
 */
export type Outcome = 'done' | 'more' | 'again';

/** Stores the hub's only job in the hub's own storage, so that the job survives a restart. */
export class JobStore {
  constructor(private readonly sql: SqlStorage) {}

  get current(): Job | undefined {
    const [row] = this.sql.exec('SELECT user_id AS userId, due_at AS dueAt, attempts, requests FROM job').toArray();
    return row && z.parse(JobSchema, row);
  }

  /** Makes the job due at once and restarts its waiting times. */
  request(userId: string, now: number): void {
    this.sql.exec(
      `INSERT INTO job (user_id, due_at, attempts, requests) VALUES (?1, ?2, 0, 1)
       ON CONFLICT (user_id) DO UPDATE SET due_at = ?2, attempts = 0, requests = requests + 1`,
      userId,
      now,
    );
  }

  /** Creates a job that is due at once, unless a job is already stored. A stored job keeps its time. */
  remind(userId: string, now: number): void {
    this.sql.exec(
      `INSERT INTO job (user_id, due_at, attempts, requests) VALUES (?, ?, 0, 1) ON CONFLICT (user_id) DO NOTHING`,
      userId,
      now,
    );
  }

  /** Called after a run of `job`. If another request came during the run, the job runs once more. */
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
