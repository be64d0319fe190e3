/** The value below which `percent` of the samples lie; NaN without samples. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);
