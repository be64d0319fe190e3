import type { CardSetup } from '../shared/schemas/billing';
import type { Event } from '../shared/schemas/event';
import type { HubAlertCalls } from './announced-alerts';
import type { EndedSessions, SessionEnd } from './ended-sessions';
import type { AccountState, RoomRef } from './identity';
import type { Result } from './result';

/** An event's change that a hub sends to the admin's devices. */
export type HubFrame =
  | { type: 'event_created'; event: Event }
  | { type: 'event_updated'; event: Event }
  | { type: 'event_deleted'; eventId: string };

/** Changes that a room may have missed just before it registered at the hub. */
export interface RegistrationAnswer {
  ended: EndedSessions;
  isAccountDeleted: boolean;
}

/** The calls of a hub. Only the hub changes an account at Stripe, one change at a time. */
export interface HubApi extends HubAlertCalls {
  /** Accepts an upgrade like a room's, with a {@link HubConnection}. */
  fetch(request: Request): Promise<Response>;
  publish(frame: HubFrame): Promise<void>;
  /** Sends the account's new state to the rooms that hold sockets, and force_refresh to the admin's devices. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions at the hub and at the rooms that hold sockets. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /**
   * Handles the account's deletion: closes all its sockets here with 4401, informs the rooms that hold sockets, and
   * starts the billing job.
   */
  deleteAccount(userId: string): Promise<void>;
  /**
   * Starts the account's billing job, which runs at once and again until everything is done. Resolves when the job is
   * stored. A reminder does not change a job that waits for its next attempt.
   */
  runBilling(userId: string, options?: { isReminder: boolean }): Promise<void>;
  /** Starts to save a card: creates a card setup at Stripe. */
  openCardSetup(userId: string): Promise<Result<CardSetup>>;
  /** Makes a confirmed card the account's default, and pays open invoices with it. */
  attachCard(userId: string, paymentMethodId: string): Promise<Result<null>>;
  /** Reads the subscription from Stripe, stores it, and sends its state to devices and rooms. */
  refreshSubscription(userId: string): Promise<Result<null>>;
  /** A room calls this before its first socket opens, and `unregisterRoom` after its last socket closes. */
  registerRoom(room: RoomRef): Promise<RegistrationAnswer>;
  unregisterRoom(room: RoomRef): Promise<void>;
  /** Returns the rooms that hold sockets. */
  openRooms(): Promise<RoomRef[]>;
}
