import type { Billing } from '../billing/client';
import type { Database } from '../db/client';
import type { AccountState, Result, RoomRef } from '../rpc/contract';
import type { SerialQueue } from '../concurrency/serial-queue';

/** What a hub's background job works with. */
export interface HubDeps {
  db: Database;
  /** Null when billing is off. */
  billing: Billing | null;
  /** One change at a time at Stripe; calls for which a person waits go first. */
  queue: SerialQueue;
  /** Sends news to the account's devices and rooms. */
  announceAccount: (account: AccountState) => Promise<void>;
  /** Announces the account as it is in D1 if that is newer than what was announced. */
  announceIfNewer: (userId: string) => Promise<void>;
  eraseRoom: (room: RoomRef) => Promise<Result<null>>;
  /** Like the hub's own `settle`. */
  requestRun: (userId: string) => Promise<void>;
  /** Nothing of the account is left elsewhere: the hub deletes its own storage, too. */
  emptyStorage: () => void;
}
