/** Short sentences that stand beside the figures, on screen, on paper and in the sealed report. */
export interface ReportNotes {
  /** Stands beside the highest numbers of several places. */
  peaks: string;
  /** @param capacities each with the time from which it applied */
  capacityChanged: (capacities: string) => string;
  capacityChangedOften: (times: number) => string;
  /** A business day whose counts lie on two dates, so that its own name would mislead. */
  dayOfTwoDates: (dates: string, from: string, to: string) => string;
}

export const reportNotes: ReportNotes = {
  peaks: 'Each place peaks at a time of its own, so the peaks of the areas do not add up to that of the venue.',
  capacityChanged: (capacities) => `The capacity changed: ${capacities}.`,
  capacityChangedOften: (times) => `The capacity changed ${times} times.`,
  dayOfTwoDates: (dates, from, to) => `${dates} (${from} to ${to})`,
};

const LISTED_MAX = 6;

/** Says how a capacity changed; null if it did not. @param capacities each with the time from which it applied */
export function capacityNote(notes: ReportNotes, capacities: readonly string[]): string | null {
  if (capacities.length === 0) return null;
  return capacities.length > LISTED_MAX
    ? notes.capacityChangedOften(capacities.length - 1)
    : notes.capacityChanged(capacities.join(', '));
}
