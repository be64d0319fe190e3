import type { SubscriptionStatus } from '../shared/rules/subscription';

/**
 * The user behind a socket or call. A client id always belongs to one principal (docs/product.md, R7). A display only
 * watches, in the tier `viewer`. The principal of a source is its client id, which no device can have.
 */
export type Principal = UserPrincipal | DisplayPrincipal | SourcePrincipal;

export type UserPrincipal = `admin:${string}` | `code:${string}` | `key:${string}`;

export type DisplayPrincipal = `display:${string}`;

export type SourcePrincipal = `source:${string}`;

/**
 * The author of a change in the journal. `admin` is one whom the room does not know; `inspector` has the id of a link;
 * `system` is the room; `operator` runs the installation.
 */
export type Actor = Principal | 'admin' | `inspector:${string}` | 'system' | 'operator';

/** The places to which a room's storage can be restricted (Cloudflare Durable Objects, data location). */
export const JURISDICTIONS = ['eu', 'fedramp'] as const;

export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Identifies a room. The jurisdiction is part of its id. */
export interface RoomRef {
  eventId: string;
  jurisdiction: Jurisdiction | null;
  /**
   * False before the room was first needed: then no call may reach it, because the first one places it for good
   * (docs/decisions/0029). Only D1 knows this, so hubs and relays, which know rooms that exist, leave it out.
   */
  isOpened?: boolean;
}

/** The state of the account that owns the event. A higher revision is newer. */
export interface AccountState {
  revision: number;
  status: SubscriptionStatus | null;
  /** The end of the trial, epoch ms. Taps before it are free. */
  trialEndsAt: number;
}

/**
 * The context of every call to a room. If it has a higher revision than the room, the room has missed a change and
 * loads the definition.
 */
export interface RoomCallContext extends RoomRef {
  ownerId: string;
  /** D1's revision of the event and its areas. */
  revision: number;
  account: AccountState;
}
