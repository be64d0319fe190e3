/** An event's business day that costs something. Times are epoch ms. */
export interface UsageDay {
  eventId: string;
  /** YYYY-MM-DD. */
  day: string;
  billableAt: number;
  attemptedAt: number | null;
  usageAt: number | null;
  rejections: number;
}
