interface Job {
  at: number;
  run: () => void;
}

/** The fake's time, epoch ms. It stands still until it is moved. */
export class Clock {
  private jobs: Job[] = [];

  constructor(private time: number) {}

  get now(): number {
    return this.time;
  }

  /** Stripe's timestamps. */
  get seconds(): number {
    return Math.floor(this.time / 1000);
  }

  /** `run` must look whether there is still something to do: nothing is ever unscheduled. */
  at(moment: number, run: () => void): void {
    this.jobs.push({ at: moment, run });
  }

  /** Moves time to `moment`; everything due until then runs in order, at its own moment. */
  moveTo(moment: number): void {
    if (moment < this.time) throw new RangeError('Time does not run back');
    for (;;) {
      const [due] = this.jobs.filter((job) => job.at <= moment).toSorted((a, b) => a.at - b.at);
      if (!due) break;
      this.jobs.splice(this.jobs.indexOf(due), 1);
      this.time = Math.max(due.at, this.time);
      due.run();
    }
    this.time = moment;
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
