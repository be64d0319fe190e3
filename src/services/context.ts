import type { NewsReader } from '../billing/webhook';
import type { Database } from '../db/client';
import type { Env } from '../env';
import type { Network } from '../lib/visitor';
import type { KnownDevice } from './trust/known-device';
import type { Seeker } from './trust/look-up';
import type { SendMail } from '../mail/mail';
import type { CODE_REPLACED } from '../shared/protocol/version';
import type { AccountState, HubApi, Jurisdiction, Principal, RoomApi, RoomRef } from '../lib/contract';

/** Whose session it is: an account's, or that of an event's access code, with what a visit takes of the event. */
export type Identity =
  | { type: 'admin'; userId: string; email: string }
  | {
      type: 'code';
      eventId: string;
      accessCode: string;
      ownerId: string;
      jurisdiction: Jurisdiction | null;
      revision: number;
    };

export interface Session {
  /** Names the session to rooms and hubs; the token stays in the cookie. */
  sessionId: string;
  identity: Identity;
  /** Of the admin, or of the event's owner. */
  account: AccountState;
}

export type AdminSession = Session & { identity: { type: 'admin' } };

/** What every service gets: who asks, from where, and the ways to D1, rooms and hubs. */
export interface ServiceContext {
  db: Database;
  session: Session | null;
  /** Why the session of the cookie that came along has ended, where that is known. */
  endReason: typeof CODE_REPLACED | null;
  requestId: string;
  /** What attempts are counted by; see `addressKey`. */
  address: string;
  /** Counted as well, for an address that costs nothing; see `visitorAddress`. */
  network: Network | null;
  /** The device that the browser's cookie names; null for one that never logged in, and for a cookie of nobody's making. */
  device: () => Promise<KnownDevice | null>;
  /** Signs what devices and join links show, hex. */
  signingKey: () => Promise<string>;
  /** Who looks up a link that he may have made up. */
  seeker: () => Promise<Seeker>;
  /** Epoch ms. */
  now: () => number;
  /** A new stub at each call: one that failed stays broken. */
  room: (ref: RoomRef) => RoomApi;
  hub: (userId: string) => HubApi;
  /** Where the room of an event that is created now must live. Throws where the operator's choice is none. */
  newEventJurisdiction: () => Jurisdiction | null;
  /** Without the payment provider nothing is settled there (design section 6). */
  isBillingOn: boolean;
  /** Null where news of the payment provider cannot be told from forgeries. */
  openWebhook: () => NewsReader | null;
  /** Null where no mail can be sent. */
  sendMail: SendMail | null;
  /** The product's own address for links in mails; null where the operator has set none. */
  publicOrigin: string | null;
  /** Of the browser that asks; '' where it says nothing. */
  userAgent: string;
  /** Goes on after the answer, so that how long it takes tells nobody anything. */
  afterAnswer: (work: () => Promise<void>) => void;
}

/** The request's body, or why there is none. */
export type RequestBody = Uint8Array | 'too_large' | 'invalid_input' | 'unavailable';

/** Hono's types for this worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** Read before anything answers. */
    body: RequestBody;
    services: ServiceContext;
  };
}

export const principalOf = (identity: Identity): Principal =>
  identity.type === 'admin' ? `admin:${identity.userId}` : `code:${identity.eventId}`;
