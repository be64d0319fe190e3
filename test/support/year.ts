/** The daily reports that a test worker stores in a room (test/workers/year.ts). */
export interface Year {
  eventId: string;
  areaIds: string[];
  days: number;
  devicesPerDay: number;
  /** When the first day begins, epoch ms. */
  startsAt: number;
  /** False leaves out the sums of the days, as an earlier release did. */
  hasSums: boolean;
}
