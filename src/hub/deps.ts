import type { Billing } from '../billing/client';
import type { Database } from '../db/client';
import type { AccountState, RoomRef } from '../rpc/identity';
import type { Result } from '../rpc/result';
import type { SerialQueue } from '../concurrency/serial-queue';

/** The hub's services for its billing job and for InteractiveBilling. */
export interface HubDeps {
  db: Database;
  /** The Stripe client; null when billing is off. */
  billing: Billing | null;
  /** Runs one change at Stripe at a time; calls for which a person waits go first. */
  queue: SerialQueue;
  /** Tells the account's devices to refresh and sends the account state to its rooms. */
  announceAccount: (account: AccountState) => Promise<void>;
  /** Announces the account's state in D1 if its revision is newer than the announced one. */
  announceIfNewer: (userId: string) => Promise<void>;
  eraseRoom: (room: RoomRef) => Promise<Result<null>>;
  /** Requests a run of the billing job, like the hub's own `runBilling`. */
  requestRun: (userId: string) => Promise<void>;
  /** Called when nothing of the account is left elsewhere. Deletes the hub's own data about the account. */
  emptyStorage: () => void;
}
