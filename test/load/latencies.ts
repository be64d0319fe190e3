import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Times in ms, stored as a histogram so that memory does not grow with their number. */
export class Latencies {
  /** In µs: the histogram stores whole numbers from 1. */
  private readonly histogram: RecordableHistogram = createHistogram();

  record(ms: number): void {
    this.histogram.record(Math.max(1, Math.round(ms * 1_000)));
  }

  get count(): number {
    return this.histogram.count;
  }

  /** NaN without samples. */
  percentile(percent: number): number {
    return this.count === 0 ? Number.NaN : this.histogram.percentile(percent) / 1_000;
  }

  get max(): number {
    return this.count === 0 ? Number.NaN : this.histogram.max / 1_000;
  }
}
