/** What the metered product (test/workers/metered.ts) counts, and its /meter answers. */
export interface Meter {
  /** Worker invocations, those of the meter itself left out. */
  workerRequests: number;
  objectRequests: number;
  socketMessages: number;
  rowsRead: number;
  rowsWritten: number;
  alarmsSet: number;
  d1Queries: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  /** Of the room that was written last, bytes. */
  roomBytes: number;
}
