/** A billable active day of an event. Times are epoch ms. */
export interface UsageDay {
  eventId: string;
  /** The business day, YYYY-MM-DD. */
  day: string;
  billableAt: number;
  attemptedAt: number | null;
  usageAt: number | null;
  rejections: number;
}
