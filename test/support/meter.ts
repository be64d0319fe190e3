/** The counters of the metered product (test/workers/metered.ts), as its /meter returns them. */
export interface Meter {
  /** Worker invocations, without those of the meter itself. */
  workerRequests: number;
  objectRequests: number;
  socketMessages: number;
  rowsRead: number;
  rowsWritten: number;
  alarmsSet: number;
  d1Queries: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  /** Size of the room that was written last, in bytes. */
  roomBytes: number;
}
