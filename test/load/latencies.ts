import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Times in ms, kept as counts by size: as many as come take no more memory. */
export class Latencies {
  /** In µs: it keeps whole numbers from 1 on. */
  private readonly histogram: RecordableHistogram = createHistogram();

  record(ms: number): void {
    this.histogram.record(Math.max(1, Math.round(ms * 1_000)));
  }

  get count(): number {
    return this.histogram.count;
  }

  /** NaN where there are none. */
  percentile(percent: number): number {
    return this.count === 0 ? Number.NaN : this.histogram.percentile(percent) / 1_000;
  }

  get max(): number {
    return this.count === 0 ? Number.NaN : this.histogram.max / 1_000;
  }
}
