import type { NewsReader } from '../billing/webhook';
import type { Database } from '../db/client';
import type { Env } from '../env';
import type { Network } from '../http/visitor';
import type { KnownDevice } from './trust/known-device';
import type { Seeker } from './trust/look-up';
import type { SendMail } from '../mail/mail';
import type { CODE_REPLACED } from '../shared/protocol/version';
import type { AccountState, HubApi, Jurisdiction, Principal, RoomApi, RoomRef } from '../rpc/contract';

/** Whose session it is: an account's, or that of an event's access code with the event's data for calls to its room. */
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
  /** Identifies the session for rooms and hubs; the token stays in the cookie. */
  sessionId: string;
  identity: Identity;
  /** Of the admin, or of the event's owner. */
  account: AccountState;
}

export type AdminSession = Session & { identity: { type: 'admin' } };

/** What every service gets: who asks and from where, and the ways to D1, rooms and hubs. */
export interface ServiceContext {
  db: Database;
  session: Session | null;
  /** Why the session of the request's cookie has ended, if that is known. */
  endReason: typeof CODE_REPLACED | null;
  requestId: string;
  /** The key by which attempts are counted; see `addressKey`. */
  address: string;
  /** Counted as well, because an address may cost nothing; see `visitorAddress`. */
  network: Network | null;
  /** The device that the browser's cookie names; null without a cookie that this installation has signed. */
  device: () => Promise<KnownDevice | null>;
  /** The key that signs device cookies and join links, hex. */
  signingKey: () => Promise<string>;
  /** Who looks up something that may not exist. */
  seeker: () => Promise<Seeker>;
  /** Epoch ms. */
  now: () => number;
  /** A new stub at each call: a stub that failed stays broken. */
  room: (ref: RoomRef) => RoomApi;
  hub: (userId: string) => HubApi;
  /** Where the room of a new event must live. Throws when the operator's setting is invalid. */
  newEventJurisdiction: () => Jurisdiction | null;
  /** False when billing is off (docs/product.md, B4). */
  isBillingOn: boolean;
  /** Null when webhooks cannot be verified. */
  openWebhook: () => NewsReader | null;
  /** Null when no mail can be sent. */
  sendMail: SendMail | null;
  /** The product's own address for links in mails; null when the operator has set none. */
  publicOrigin: string | null;
  /** The browser's User-Agent header; '' when the browser sends none. */
  userAgent: string;
  /** Runs after the answer, so that its duration reveals nothing. */
  afterAnswer: (work: () => Promise<void>) => void;
}

/** The request's body, or why there is none. */
export type RequestBody = Uint8Array | 'too_large' | 'invalid_input' | 'unavailable';

/** Hono's types for this worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** Read before anything is answered. */
    body: RequestBody;
    services: ServiceContext;
  };
}

export const principalOf = (identity: Identity): Principal =>
  identity.type === 'admin' ? `admin:${identity.userId}` : `code:${identity.eventId}`;
