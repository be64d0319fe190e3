interface Job {
  at: number;
  run: () => void;
}

/** The fake's time, epoch ms. It stands still until it is moved, unless it is `ticking`. */
export class Clock {
  private jobs: Job[] = [];
  private startedAt = Date.now();
  /** While a job runs, its moment is the present. */
  private jobAt: number | null = null;

  constructor(
    private base: number,
    readonly ticking: boolean,
  ) {}

  get now(): number {
    return this.jobAt ?? this.base + (this.ticking ? Date.now() - this.startedAt : 0);
  }

  /** Stripe's timestamps. */
  get seconds(): number {
    return Math.floor(this.now / 1000);
  }

  /** `run` must look whether there is still something to do: nothing is ever unscheduled. */
  at(moment: number, run: () => void): void {
    this.jobs.push({ at: moment, run });
  }

  /** Moves time to `moment`; everything due until then runs in order, at its own moment. */
  moveTo(moment: number): void {
    if (moment < this.now) throw new RangeError('Time does not run back');
    this.runUntil(moment);
  }

  /** Runs what has come due by itself. */
  catchUp(): void {
    this.runUntil(this.now);
  }

  private runUntil(moment: number): void {
    for (;;) {
      const due = this.jobs.filter((job) => job.at <= moment).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.jobs.splice(this.jobs.indexOf(due), 1);
      this.jobAt = Math.max(due.at, this.base);
      try {
        due.run();
      } finally {
        this.base = this.jobAt;
        this.startedAt = Date.now();
        this.jobAt = null;
      }
    }
    this.base = moment;
    this.startedAt = Date.now();
  }
}

/** `seconds` plus calendar months, in UTC; the 31st becomes a shorter month's last day, as in Stripe's billing cycles. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
