import process from 'node:process';
import { residentBytes } from '../support/server-process.ts';

const SAMPLE_EVERY_MS = 2_000;

export interface MemorySample {
  atMs: number;
  /** Resident bytes. */
  server: number;
  driver: number;
}

/** Looks at what the server and this process hold, until it is stopped. */
export class MemoryWatch {
  readonly samples: MemorySample[] = [];
  private readonly startedAt = performance.now();
  private readonly timer = setInterval(() => this.look(), SAMPLE_EVERY_MS);

  constructor() {
    this.look();
  }

  stop(): readonly MemorySample[] {
    clearInterval(this.timer);
    return this.samples;
  }

  private look(): void {
    const atMs = performance.now() - this.startedAt;
    this.samples.push({ atMs, server: residentBytes(), driver: process.memoryUsage.rss() });
  }
}

/** Bytes a minute by which it grows, by least squares. */
export function slopePerMinute(samples: readonly MemorySample[], of: (sample: MemorySample) => number): number {
  const minutes = samples.map(({ atMs }) => atMs / 60_000);
  const bytes = samples.map(of);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanMinutes, meanBytes] = [mean(minutes), mean(bytes)];
  let [above, below] = [0, 0];
  for (const [i, minute] of minutes.entries()) {
    above += (minute - meanMinutes) * ((bytes[i] ?? meanBytes) - meanBytes);
    below += (minute - meanMinutes) ** 2;
  }
  return above / below;
}
