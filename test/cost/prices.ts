/** Cloudflare's public prices of the Workers Paid plan in USD, past the included amounts; sources in docs/cost.md. */
const PER_MILLION = 1e-6;
const PRICES = {
  workerRequest: 0.3 * PER_MILLION,
  workerCpuMs: 0.02 * PER_MILLION,
  objectRequest: 0.15 * PER_MILLION,
  objectGbSecond: 12.5 * PER_MILLION,
  rowRead: 0.001 * PER_MILLION,
  rowWritten: 1 * PER_MILLION,
  objectGbMonth: 0.2,
} as const;

/** Incoming messages that are billed as one request. */
export const MESSAGES_PER_REQUEST = 20;
/** A Durable Object is billed as if it used all of it, whatever it uses. */
export const OBJECT_GB = 0.128;

/** What an event-day uses. */
export interface Usage {
  workerRequests: number;
  workerCpuMs: number;
  objectRequests: number;
  objectGbSeconds: number;
  rowsRead: number;
  rowsWritten: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  objectGbMonths: number;
}

/** Included every month for all of an account; storage is left out, since it is kept for longer. */
export const INCLUDED: Readonly<Usage> = {
  workerRequests: 10e6,
  workerCpuMs: 30e6,
  objectRequests: 1e6,
  objectGbSeconds: 400_000,
  rowsRead: 25e9,
  rowsWritten: 50e6,
  d1RowsRead: 25e9,
  d1RowsWritten: 50e6,
  objectGbMonths: 0,
};

/** USD by kind. */
export const bill = (usage: Usage): Record<keyof Usage, number> => ({
  workerRequests: usage.workerRequests * PRICES.workerRequest,
  workerCpuMs: usage.workerCpuMs * PRICES.workerCpuMs,
  objectRequests: usage.objectRequests * PRICES.objectRequest,
  objectGbSeconds: usage.objectGbSeconds * PRICES.objectGbSecond,
  rowsRead: usage.rowsRead * PRICES.rowRead,
  rowsWritten: usage.rowsWritten * PRICES.rowWritten,
  d1RowsRead: usage.d1RowsRead * PRICES.rowRead,
  d1RowsWritten: usage.d1RowsWritten * PRICES.rowWritten,
  objectGbMonths: usage.objectGbMonths * PRICES.objectGbMonth,
});

export const totalOf = (usd: Record<keyof Usage, number>): number =>
  Object.values(usd).reduce((sum, one) => sum + one, 0);

/** USD of `times` such usages in a month, past what the month includes. */
export const beyondIncluded = (usage: Usage, times = 1): number => {
  const beyond = (kind: keyof Usage) => Math.max(0, times * usage[kind] - INCLUDED[kind]);
  return totalOf(
    bill({
      workerRequests: beyond('workerRequests'),
      workerCpuMs: beyond('workerCpuMs'),
      objectRequests: beyond('objectRequests'),
      objectGbSeconds: beyond('objectGbSeconds'),
      rowsRead: beyond('rowsRead'),
      rowsWritten: beyond('rowsWritten'),
      d1RowsRead: beyond('d1RowsRead'),
      d1RowsWritten: beyond('d1RowsWritten'),
      objectGbMonths: beyond('objectGbMonths'),
    }),
  );
};
