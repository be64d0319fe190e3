/** Epoch milliseconds as ISO 8601 in UTC, to the millisecond: the format of every moment in an answer. */
export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));
