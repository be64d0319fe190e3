import type { Billing } from '../billing/client';
import type { Database } from '../db/client';
import type { AccountState, Result, RoomRef } from '../lib/contract';
import type { SerialQueue } from '../lib/serial-queue';

/** What a hub works with when it settles its account. */
export interface HubPorts {
  db: Database;
  /** Null when billing is off. */
  billing: Billing | null;
  /** One change at a time at the payment provider; what someone waits for goes first. */
  queue: SerialQueue;
  /** Tells the account's devices and rooms. */
  tell: (account: AccountState) => Promise<void>;
  /** Tells the account as it is in D1, where that is newer than what was told. */
  catchUp: (userId: string) => Promise<void>;
  eraseRoom: (room: RoomRef) => Promise<Result<null>>;
  /** As the hub's own `settle`. */
  settle: (userId: string) => Promise<void>;
  /** Nothing of the account is left elsewhere: what the hub has stored of it goes, too. */
  forget: () => void;
}
