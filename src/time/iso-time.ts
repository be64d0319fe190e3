/** Converts epoch ms into ISO 8601 in UTC, to the millisecond: the format of every time in an answer. */
export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));
