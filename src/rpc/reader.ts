/**
 * Who reads what is in force at an event: it decides which orders the answer has (docs/product.md, O3). Without a
 * principal, the answer has what every door may know.
 */
export interface Reader {
  readonly principal?: string;
  readonly sessionId?: string;
  /** The page that reads; without it, the answer is for the devices of the session that are connected. */
  readonly clientId?: string | null;
}
