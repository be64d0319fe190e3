/**
 * Whether people were counted on a later date than the one that names the business day (YYYY-MM-DD). Then its title has both.
 * @param tapsAt when each device counted last, epoch ms
 * @param zoned writes a time as the event's local time in ISO 8601
 */
export const hasTwoDates = (day: string, tapsAt: readonly number[], zoned: (at: number) => string): boolean =>
  tapsAt.some((at) => zoned(at).slice(0, day.length) > day);
