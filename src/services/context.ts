import type { ProviderEventReader } from '../billing/webhook';
import type { Database } from '../db/client';
import type { Env } from '../env';
import type { Network } from '../http/caller-address';
import type { BackupBucket } from './backups/bucket';
import type { KnownDevice } from './trust/known-device';
import type { LookupCaller } from './trust/look-up';
import type { Outbound } from '../http/outbound/outbound';
import type { SendMail } from '../mail/mail';
import type { EvidenceKeys } from '../shared/sealed/schemas';
import type { MemberRole, Permitted } from '../shared/rules/roles';
import type { SignUpMode } from '../shared/rules/sign-up';
import type { CODE_REPLACED } from '../shared/protocol/version';
import type { HubApi } from '../rpc/hub-api';
import type { AccountState, Jurisdiction, RoomRef, UserPrincipal } from '../rpc/identity';
import type { RelayApi } from '../rpc/relay-api';
import type { RoomApi } from '../rpc/room/room-api';
import type { MonitorApi } from '../rpc/monitor-api';

/** The holder of a session: a member, or a user of an access code with its event's data for calls to the room. */
export type Identity = MemberIdentity | CodeIdentity;

interface MemberIdentity extends Permitted {
  type: 'member';
  /** The account. */
  userId: string;
  /** The person who acts for the account. The founder has the account's id. */
  personId: string;
  /** The person's email; of an API key that of the account. */
  email: string;
  /** What the person is in the account. An API key is never more than a manager. */
  role: MemberRole;
  /** Whether the person belongs to other accounts, too. */
  isElsewhere: boolean;
}

interface CodeIdentity extends Permitted {
  type: 'code';
  role: 'door';
  /** That one event, as for a member with chosen events. */
  eventIds: readonly string[];
  eventId: string;
  accessCode: string;
  ownerId: string;
  jurisdiction: Jurisdiction | null;
  revision: number;
  isOpened: boolean;
}

export interface Session {
  /** The id under which rooms and hubs know the session. The token is only in the cookie. */
  sessionId: string;
  identity: Identity;
  /** The state of the member's account, or of the account that owns the event. */
  account: AccountState;
  /** The API key that makes this call for the account; missing if the member does. */
  key?: CallingKey;
}

/** An API key that may make this call. Only calls whose declaration names a scope of the key are made with it. */
interface CallingKey {
  keyId: string;
  name: string;
  /** The only event that the key opens; null for all of the account. */
  eventId: string | null;
}

/** The session of a member of any role. */
export type MemberSession = Session & { identity: { type: 'member' } };

/** The session of a member who may manage the account's events. */
export type AdminSession = MemberSession & { may: 'manage' };

/** The context of a service call: who calls and from where, and access to D1, rooms and hubs. */
export interface ServiceContext {
  db: Database;
  session: Session | null;
  /** Why the session of the request's cookie has ended; null if that is not known. */
  endReason: typeof CODE_REPLACED | null;
  requestId: string;
  /** The API key in the request's Authorization header, of which only the form was checked; null without one. */
  apiKey: string | null;
  /** The request's Authorization header; '' without one. */
  authorization: string;
  /** The request's header for the opening of an inspector's link; '' without one. */
  opening: string;
  /** The installation's token for its operators; null if it has none. */
  operatorToken: string | null;
  /** The key by which attempts of the caller's address are counted; see `addressKey`. */
  address: string;
  /** The caller's IP address; null if nobody has told it. */
  clientAddress: string | null;
  /** A group of addresses whose attempts are counted, too, because clients can change addresses (callerAddress). */
  network: Network | null;
  /** Returns the device in the browser's device cookie; null without a cookie that this installation has signed. */
  device: () => Promise<KnownDevice | null>;
  /** Returns the key that signs device cookies and join links, in hex. */
  signingKey: () => Promise<string>;
  /** Returns the caller by whom failed lookups are counted. */
  lookupCaller: () => Promise<LookupCaller>;
  /** Returns the present time, epoch ms. */
  now: () => number;
  /** Returns a room's stub. Each call creates a new one, because a stub that failed stays broken. */
  room: (ref: RoomRef) => RoomApi;
  /** Returns the relay of a room with this number. */
  relay: (ref: RoomRef, relay: number) => RelayApi;
  hub: (userId: string) => HubApi;
  monitor: () => MonitorApi;
  /** The bucket of the nightly backups; null if the installation has none. */
  backups: BackupBucket | null;
  /** Returns the jurisdiction for a new event's room. Throws if the operator's setting is invalid. */
  newEventJurisdiction: () => Jurisdiction | null;
  /** Whether this installation bills (docs/product.md, B4). */
  isBillingOn: boolean;
  /** It says who may sign up (docs/product.md, S11). */
  signUpMode: SignUpMode;
  /** How many events an account may create before it subscribes; Infinity without billing. */
  trialEvents: number;
  /** Returns the function that verifies and reads Stripe's events; null without billing or a webhook secret. */
  openWebhook: () => ProviderEventReader | null;
  /** Sends a mail; null if this installation cannot send mails. */
  sendMail: SendMail | null;
  /** Checks addresses that users enter. */
  outbound: Outbound;
  /** The public key for push subscriptions; null if this installation sends no pushes. */
  pushKey: string | null;
  /** Returns the public keys with which this installation signs seals. */
  evidenceKeys: () => Promise<EvidenceKeys>;
  /** The product's own address for links in mails; null when the operator has set none. */
  publicOrigin: string | null;
  /** The browser's User-Agent header; '' without one. */
  userAgent: string;
  /** Runs work after the answer was sent, so that the answer does not wait for it. A failure is only logged. */
  afterAnswer: (work: () => Promise<void>) => void;
}

/** What a service needs that reads D1 and calls rooms, for a request or for the hourly cron. */
export type RoomCaller = Pick<ServiceContext, 'db' | 'now' | 'room' | 'monitor' | 'afterAnswer' | 'requestId'>;

/** The body of a request, or why it could not be read. */
export type RequestBody = Uint8Array | 'too_large' | 'invalid_input' | 'unavailable';

/** The types of Hono's context in this worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The body is read before any answer is sent. */
    body: RequestBody;
    services: ServiceContext;
  };
}

/** The member to whom what a session makes belongs; null for an API key, whose makings are the account's. */
export const madeBy = ({ identity, key }: AdminSession): string | null => (key ? null : identity.personId);

export const principalOf = ({ identity, key }: Pick<Session, 'identity' | 'key'>): UserPrincipal => {
  if (key) return `key:${key.keyId}`;
  return identity.type === 'member' ? `admin:${identity.personId}` : `code:${identity.eventId}`;
};
