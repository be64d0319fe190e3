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

/** Included every month for all of an account. */
export const INCLUDED = {
  workerRequests: 10e6,
  objectRequests: 1e6,
  objectGbSeconds: 400_000,
  rowsWritten: 50e6,
} as const;

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
