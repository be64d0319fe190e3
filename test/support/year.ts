/** The daily reports that a test worker stores in a room (test/workers/year.ts). */
export interface Year {
  eventId: string;
  areaIds: string[];
  days: number;
  devicesPerDay: number;
  /** When the first day begins, epoch ms. */
  startsAt: number;
  /** False leaves out the sums of the days, as a day does where they do not fit. */
  hasSums: boolean;
}
