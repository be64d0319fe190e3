import { SingleFlight } from '../concurrency/single-flight';
import { type Fields, logError } from '../observability/log';
import { MINUTE_MS } from '../shared/durations';

/** One part of a Durable Object's background work. Times are epoch ms. */
export interface AlarmJob {
  /** Identifies the job in the log. */
  readonly name: string;
  /** The `what` of the log line about a failure; `job` unless given. */
  readonly logAs?: string;
  /** How long the job waits even when it is overdue, so that other work goes first; ms. */
  readonly overdueDelayMs?: number;
  /** When the job next has work; undefined when it has none. */
  dueAt(): number | undefined;
  /**
   * Called whenever the alarm rings, even before the job is due: the job itself checks whether it has work. It does not
   * run twice at the same time, nor while it waits after a failure. A rejection is a failure.
   */
  run(): Promise<void>;
  /**
   * Called after a failure; returns for how many ms the job waits, a minute unless given. A wait that must outlast a
   * restart is stored here.
   * @param failures how many there were in a row
   */
  postpone?(failures: number): number;
}

/** When work that repeats is next due. Times are epoch ms. */
export class Interval {
  private nextAt = 0;
  private ranAt = -Infinity;

  constructor(private readonly everyMs: number) {}

  /** Called when the work runs: the next run is due a whole interval later. */
  restart(now: number): void {
    this.ranAt = now;
    this.nextAt = now + this.everyMs;
  }

  /** Whether the work has not run for a whole interval. If the clock moved backwards, the elapsed time is unknown. */
  isOver(now: number): boolean {
    return now < this.ranAt || now >= this.ranAt + this.everyMs;
  }

  /** The time of the next run. After an idle time, a new interval starts. */
  dueAt(now: number): number {
    if (this.nextAt <= now) this.nextAt = now + this.everyMs;
    return this.nextAt;
  }
}

/** The part of a Durable Object's storage that holds its alarm. */
export interface AlarmStorage {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/** A failed job waits for this long, unless it says otherwise. */
const RETRY_MS = MINUTE_MS;

/**
 * In local development, an alarm that the alarm handler sets for the current ms never rings. An alarm 1 ms later does.
 */
const SOONEST_MS = 1;

/** What the scheduler remembers of a job. */
interface Attempts {
  readonly flight: SingleFlight<void>;
  /** How many attempts failed since the last success. */
  failures: number;
  /** Until when the job waits after a failure, epoch ms. */
  waitsUntil: number;
}

/**
 * Shares the only alarm of a Durable Object among named jobs. The alarm is set for the job that is due first. When the
 * alarm rings, every job runs in order; a job that fails is logged, waits, and does not stop the others.
 */
export class AlarmScheduler {
  /** The time for which the alarm is set (epoch ms); undefined when this instance knows of no alarm. */
  private setFor: number | undefined;
  private readonly attempts = new WeakMap<AlarmJob, Attempts>();

  /**
   * @param jobs returns the current jobs, in the order in which they run
   * @param about returns the log fields that identify the object when a job fails
   */
  constructor(
    private readonly storage: AlarmStorage,
    private readonly jobs: () => readonly AlarmJob[],
    private readonly about: () => Fields,
  ) {}

  /** The object's alarm handler. It never rejects, so the runtime does not repeat the alarm on its own. */
  async ring(): Promise<void> {
    this.setFor = undefined;
    for (const job of this.jobs()) if (!this.isWaiting(job)) await this.attempt(job);
    await this.arm();
  }

  /** Whether the job waits after a failure. */
  isWaiting(job: AlarmJob): boolean {
    return this.attemptsOf(job).waitsUntil > Date.now();
  }

  /**
   * Does work of a job, although the job may not be due or waits after a failure. If the job is running, waits for that
   * instead. Never rejects: after a failure, the alarm tries again.
   */
  async attempt(job: AlarmJob, work = () => job.run()): Promise<void> {
    const attempts = this.attemptsOf(job);
    await attempts.flight.run(async () => {
      try {
        await work();
        attempts.failures = 0;
        attempts.waitsUntil = 0;
      } catch (error) {
        logError(job.logAs ?? 'job', error, { ...this.about(), job: job.name });
        this.postpone(job, attempts);
      }
    });
  }

  /**
   * Makes the alarm ring no later than `at`. The alarm is set synchronously, so that it becomes durable together with
   * what the caller has just written.
   */
  wakeBy(at: number): void {
    const now = Date.now();
    if (this.setFor !== undefined && this.setFor <= at && this.setFor > now) return;
    this.setFor = Math.max(at, now + SOONEST_MS);
    void this.storage.setAlarm(this.setFor);
  }

  /** Makes the alarm ring when the job is due and does not wait any more. */
  wakeFor(job: AlarmJob): void {
    const dueAt = this.dueAtOf(job, Date.now());
    if (dueAt !== Infinity) this.wakeBy(dueAt);
  }

  /**
   * Sets the alarm for the job that is due first, even if that is later than before; deletes the alarm when no job has
   * work. Also called when the object starts, because a local alarm can be lost when the runtime restarts.
   */
  async arm(): Promise<void> {
    const setFor = (await this.storage.getAlarm()) ?? undefined;
    // No await follows before `setFor` is assigned, so that no call of wakeBy can come in between.
    const now = Date.now();
    const dueAt = Math.min(...this.jobs().map((job) => this.dueAtOf(job, now)));
    this.setFor = dueAt === Infinity ? undefined : Math.max(dueAt, now + SOONEST_MS);
    if (this.setFor === setFor) return;
    await (this.setFor === undefined ? this.storage.deleteAlarm() : this.storage.setAlarm(this.setFor));
  }

  private postpone(job: AlarmJob, attempts: Attempts): void {
    attempts.failures += 1;
    attempts.waitsUntil = 0;
    // A job that has nothing to do any more stores nothing: its event can have been deleted meanwhile.
    if (this.dueAtOf(job, 0) === Infinity) return;
    let waitMs = RETRY_MS;
    try {
      waitMs = job.postpone?.(attempts.failures) ?? RETRY_MS;
    } catch (error) {
      logError('room.postpone', error, { ...this.about(), job: job.name });
    }
    attempts.waitsUntil = Date.now() + waitMs;
    this.wakeFor(job);
  }

  private dueAtOf(job: AlarmJob, now: number): number {
    try {
      return Math.max(job.dueAt() ?? Infinity, now + (job.overdueDelayMs ?? 0), this.attemptsOf(job).waitsUntil);
    } catch (error) {
      logError('job', error, { ...this.about(), job: job.name });
      return now + RETRY_MS;
    }
  }

  private attemptsOf(job: AlarmJob): Attempts {
    const known = this.attempts.get(job);
    if (known !== undefined) return known;
    const none = { flight: new SingleFlight<void>(), failures: 0, waitsUntil: 0 };
    this.attempts.set(job, none);
    return none;
  }
}
