import { type Fields, logError } from '../observability/log';
import { MINUTE_MS } from '../shared/limits';

/** One part of a Durable Object's background work. Times are epoch ms. */
export interface AlarmJob {
  /** Names the job in the log when it fails. */
  readonly name: string;
  /** When the job next has something to do; undefined for nothing. */
  dueAt(): number | undefined;
  /** Runs whenever the alarm rings, also before the job is due: the job itself knows whether it has anything to do. */
  run(): Promise<void>;
}

/** The part of a Durable Object's storage that holds its alarm. */
export interface AlarmStorage {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/** A job that failed runs again at the earliest after this time. */
const RETRY_MS = MINUTE_MS;

/** A local alarm that is set from within the alarm for this very moment never rings; one a moment later does. */
const SOONEST_MS = 1;

/**
 * Shares the only alarm of a Durable Object among named jobs: the alarm is set for the job that is due first. When it
 * rings, every job runs in order; a job that fails is logged and does not stop the others.
 */
export class AlarmScheduler {
  /** Undefined while no alarm is set, as far as this run of the object knows. */
  private setFor: number | undefined;
  private readonly failedAt = new Map<string, number>();

  /**
   * @param jobs the jobs as they are now, in the order in which they run
   * @param about what the log says about the object when a job fails
   */
  constructor(
    private readonly storage: AlarmStorage,
    private readonly jobs: () => readonly AlarmJob[],
    private readonly about: () => Fields,
  ) {}

  /** The object's alarm handler. Never rejects, so the runtime does not repeat the alarm on its own. */
  async ring(): Promise<void> {
    this.setFor = undefined;
    for (const job of this.jobs()) {
      try {
        await job.run();
        this.failedAt.delete(job.name);
      } catch (error) {
        this.failedAt.set(job.name, Date.now());
        logError('alarm', error, { job: job.name, ...this.about() });
      }
    }
    await this.arm();
  }

  /**
   * Makes the alarm ring at `at` at the latest. Sets it in this turn, so that the alarm and what the caller has just
   * written become durable together.
   */
  wakeBy(at: number): void {
    const now = Date.now();
    if (this.setFor !== undefined && this.setFor <= at && this.setFor > now) return;
    this.setFor = Math.max(at, now + SOONEST_MS);
    void this.storage.setAlarm(this.setFor);
  }

  /**
   * Sets the alarm for the job that is due first, be it later than before; deletes it when nothing is due. Also called
   * when the object starts, because a local alarm may be lost when the runtime restarts.
   */
  async arm(): Promise<void> {
    const setFor = (await this.storage.getAlarm()) ?? undefined;
    // Nothing is awaited from here to the new time, so that no wakeBy gets in between.
    const now = Date.now();
    const dueAt = Math.min(...this.jobs().map((job) => this.dueAtOf(job, now)));
    this.setFor = dueAt === Infinity ? undefined : Math.max(dueAt, now + SOONEST_MS);
    if (this.setFor === setFor) return;
    await (this.setFor === undefined ? this.storage.deleteAlarm() : this.storage.setAlarm(this.setFor));
  }

  private dueAtOf(job: AlarmJob, now: number): number {
    const { name } = job;
    const failedAt = this.failedAt.get(name);
    const retryAt = failedAt === undefined ? 0 : failedAt + RETRY_MS;
    try {
      return Math.max(job.dueAt() ?? Infinity, retryAt);
    } catch (error) {
      logError('alarm', error, { job: name, ...this.about() });
      return now + RETRY_MS;
    }
  }
}
