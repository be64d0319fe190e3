import type { Poll } from '../shared/protocol/up';
import type { AddressedDevice } from '../shared/rules/orders/in-force';

/**
 * A reader of what is in force at an event. The answer has the orders of which this reader is told (docs/product.md, O3).
 * Without a principal, it has what every door may know.
 */
export interface Reader {
  readonly principal?: string;
  readonly sessionId?: string;
  /** The page that reads; without it, the answer is for the devices of the session that are connected. */
  readonly clientId?: string | null;
  /** What that page says of its device now. It counts more than what the page said when it joined. */
  readonly device?: AddressedDevice | undefined;
}

/** A polling call, and the device that makes it. */
export type PollFrom = Poll & Pick<Reader, 'device'>;
