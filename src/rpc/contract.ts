import type { EndedSessions, SessionEnd } from './ended-sessions';
import type { ErrorCode } from '../shared/errors';
import type { PollAnswer } from '../shared/protocol/down';
import type { Poll } from '../shared/protocol/up';
import type { SubscriptionStatus } from '../shared/rules/subscription';
import type { Alert } from '../shared/schemas/alert';
import type { JournalPage, JournalRead, LedgerPage, ReportPlan, StoredReport } from '../reports/plan';
import type { AreaDefinition, AreaList } from '../shared/schemas/area';
import type { Device } from '../shared/schemas/device';
import type { CardSetup } from '../shared/schemas/billing';
import type { Event } from '../shared/schemas/event';
import type { Flow } from '../shared/schemas/flow';
import type { Recount, RecountAnswer } from '../shared/schemas/area';
import type { EventFileHead, ImportProgress } from './event-file';
import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from './stored-tables';

/**
 * The calls between worker, rooms and hubs. Refusals are values, because a rejecting RPC leaks (workers-sdk #14736).
 */
export type Result<T> = { ok: true; value: T } | Refusal;

/**
 * `message` when the catalogue's text does not say everything; `retryAfterMs` when the same call may be repeated then.
 */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  message?: string;
  retryAfterMs?: number;
}

/**
 * Who acts, as rooms know it. A client id always belongs to one principal (docs/product.md, R7). Displays only watch,
 * in the tier `viewer`.
 */
export type Principal = `admin:${string}` | `code:${string}` | `display:${string}`;

/** Where the room's storage may live (Cloudflare Durable Objects, data location); null for anywhere. */
export const JURISDICTIONS = ['eu', 'fedramp'] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** How to reach a room: the jurisdiction is part of its id. */
export interface RoomRef {
  eventId: string;
  jurisdiction: Jurisdiction | null;
}

/** The account that owns the event. A higher revision is newer. */
export interface AccountState {
  revision: number;
  status: SubscriptionStatus | null;
  /** What is counted before is free; epoch ms. */
  trialEndsAt: number;
}

/**
 * Passed with every call, so that a room notices missed news: a higher revision than its own makes it load the
 * definition.
 */
export interface RoomCallContext extends RoomRef {
  ownerId: string;
  /** D1's revision of the event and its areas. */
  revision: number;
  account: AccountState;
}

/** An admin's device at the hub, as the worker has authenticated it. */
export interface HubConnection {
  sessionId: string;
  userId: string;
}

/** A device at a room, as the worker has authenticated it. */
export interface RoomConnection extends RoomCallContext, Pick<HubConnection, 'sessionId'> {
  principal: Principal;
  /** Viewers (public displays) only watch; fixed at the upgrade. */
  tier: 'counting' | 'viewer';
  /** The protocol version that it speaks; missing from a worker of an earlier version. */
  protocol?: number | undefined;
  /** Identifies a viewer's network address: all its sockets have the same value. Undefined for counting devices. */
  address?: string | undefined;
}

/** An event as D1 defines it, areas in order of creation. */
export interface EventDefinition extends RoomCallContext {
  event: Event;
  /**
   * The session of the display link's viewers; viewers of every other link are disconnected. Null while there is no
   * link.
   */
  displaySession: string | null;
  /** IANA time zone in which the business day runs from `reportTime`, HH:mm (docs/product.md, D1). */
  timeZone: string;
  reportTime: string;
  /** How often the room was restored. A higher number than the room knows tells it that it was. */
  generation: number;
  areas: AreaDefinition[];
}

/** An event is deleted by a tombstone, its own or its owner's. A missing row only means that D1 was restored. */
export type FoundDefinition = EventDefinition | 'deleted' | 'missing';

/** Who changed something, for the journal. `system` is the room itself; `operator` runs the installation. */
export type Actor = Principal | 'system' | 'operator';

/** A moment to which a room is restored: epoch ms, or a bookmark of its storage's history. */
export type Moment = { at: number } | { bookmark: string };

export interface RoomApi {
  /** Takes an upgrade that the worker has authenticated: a {@link RoomConnection} in {@link CONNECTION_HEADER}. */
  fetch(request: Request): Promise<Response>;
  /**
   * Applies a definition, writes the journal and tells the devices; an older revision changes nothing. `restoredTo`
   * (ISO 8601) is the moment that the journal names for a room that was just restored.
   */
  follow(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void>;
  /** The areas with their counts, for GET areas. */
  listAreas(context: RoomCallContext, sessionId?: string): Promise<Result<AreaList>>;
  /** Sets one area's occupancy to 0, or those of all areas in one commit when `areaId` is null; totals stay. */
  resetArea(context: RoomCallContext, areaId: string | null, actor: Actor): Promise<Result<null>>;
  /**
   * Sets one area's occupancy to the number that somebody counted by eye; its totals stay. The journal keeps the
   * difference and the reason.
   */
  recountArea(context: RoomCallContext, areaId: string, recount: Recount, actor: Actor): Promise<Result<RecountAnswer>>;
  /** The devices that count or have counted on this business day; those with the same device id as one. */
  listDevices(context: RoomCallContext): Promise<Result<Device[]>>;
  /** People in and out in the last minutes. */
  readFlow(context: RoomCallContext): Promise<Result<Flow>>;
  /**
   * What a report is made of, days YYYY-MM-DD and both included; null for the event's newest active day. The rows that
   * {@link readLedger} returns for it do not change any more. invalid_input for more than REPORT_DAYS_MAX days.
   */
  planReport(context: RoomCallContext, range: { from: string; to: string } | null): Promise<Result<ReportPlan>>;
  /** A stored day's DayFigures as JSON; not_found when there is no such revision. */
  readFigures(context: RoomCallContext, day: string, revision: number): Promise<Result<string>>;
  /** Ledger rows with an id above `after`, up to `upTo`, in parts, so that counting never waits for them. */
  readLedger(context: RoomCallContext, after: number, upTo: number): Promise<Result<LedgerPage>>;
  /** Journal entries of one part of the kinds, within the span of a plan; in parts like {@link readLedger}. */
  readJournal(context: RoomCallContext, read: JournalRead): Promise<Result<JournalPage>>;
  /** The stored daily reports, newest day and revision first. */
  listReports(context: RoomCallContext): Promise<Result<StoredReport[]>>;
  /** The rows of a stored table after `after`, or the first ones, in parts, so that counting never waits for them. */
  readStored(context: RoomCallContext, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>>;
  /** What the room holds at one moment, for an export of all of it; {@link readStored} reads the rest. */
  snapshot(context: RoomCallContext): Promise<Result<RoomSnapshot>>;
  /**
   * Begins an import: the room is closed until {@link finishImport}. `ids` maps the file's ids to those that they get
   * here. invalid_input in a room that has an event or is importing one; repeating the call before any part has come
   * changes nothing.
   */
  beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>>;
  /**
   * Adds the file's next part; a part that does not begin at `received` bytes is not taken. invalid_input for anything
   * that is no such file.
   */
  addToImport(offset: number, part: string): Promise<Result<ImportProgress>>;
  /**
   * Checks that the file has arrived completely and adds up; returns its head as JSON. From then on D1 may have the
   * event.
   */
  checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>>;
  /** Opens the room with what was imported. Nothing happens when it is open already; not_found in an empty room. */
  finishImport(definition: EventDefinition): Promise<Result<null>>;
  /**
   * Gives the import up and deletes all of it. If D1 has the event by now, the import is finished instead:
   * invalid_input. unavailable when D1 does not say.
   */
  discardImport(): Promise<Result<null>>;
  /**
   * Finds the moment in the storage's history, and returns the generation that the room knows; all days are recorded in
   * D1 by then. unavailable when there is no history, as on every local workerd.
   */
  findMoment(context: RoomCallContext, moment: Moment): Promise<Result<{ bookmark: string; generation: number }>>;
  /**
   * Disconnects the devices. After its next start, which comes by itself within seconds, the room is as it was at the
   * bookmark. Returns the bookmark of just before, which reverts this.
   */
  setBack(bookmark: string): Promise<Result<{ undoBookmark: string }>>;
  /** Ends this run of the room, and with it the call: it always rejects. */
  restart(): Promise<void>;
  /** Acknowledges an alert on the device that `clientId` stands for; returns the open alerts. */
  acknowledgeAlert(
    context: RoomCallContext,
    alertId: string,
    actor: Actor,
    clientId: string | null,
  ): Promise<Result<Alert[]>>;
  /** What a public display shows, as the JSON of a Display. */
  readDisplay(context: RoomCallContext): Promise<Result<string>>;
  /** The polling call: counts the taps, then returns ack and sync. too_fast when the session has sent too many. */
  poll(context: RoomCallContext, principal: Principal, body: Poll, sessionId: string): Promise<Result<PollAnswer>>;
  /**
   * Takes over the state of the admin's account. If the state has changed, the room stores it and sends the frames
   * `force_refresh` and `sync` to all counting devices.
   */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions, also those whose upgrade is still on its way. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /** The event is deleted: event_deleted, then close 4404. */
  deleteEvent(): Promise<void>;
  /**
   * The event is deleted, as in {@link deleteEvent}; then records the days that D1 does not have yet, and empties the
   * room. unavailable when they could not be recorded: the room keeps them, and the call must be repeated. An empty
   * room answers at once.
   */
  erase(): Promise<Result<null>>;
  /** Resolves when it has written something, which it deletes again. */
  ping(): Promise<void>;
}

/** News that a hub passes on to an admin's devices. */
export type HubFrame =
  | { type: 'event_created'; event: Event }
  | { type: 'event_updated'; event: Event }
  | { type: 'event_deleted'; eventId: string };

/** What a room may have missed just before it registered. */
export interface HubNews {
  ended: EndedSessions;
  isAccountDeleted: boolean;
}

/** Only the hub changes an account at Stripe, one change at a time. */
export interface HubApi {
  /** Like a room's, with a {@link HubConnection}. */
  fetch(request: Request): Promise<Response>;
  publish(frame: HubFrame): Promise<void>;
  /** Tells the admin's devices (force_refresh) and the rooms that hold sockets. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions here and in the rooms that hold sockets. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /**
   * The account is deleted: closes all sockets here with 4401, tells the rooms that hold sockets, and starts the
   * billing job.
   */
  deleteAccount(userId: string): Promise<void>;
  /**
   * Starts the account's billing job: at once, and again until everything is done. Resolves when the job is stored. A
   * reminder leaves a job alone that waits for its next attempt.
   */
  settle(userId: string, options?: { isReminder: boolean }): Promise<void>;
  /** Opens a card setup at Stripe. */
  openCardSetup(userId: string): Promise<Result<CardSetup>>;
  /** Makes a confirmed card the account's default and pays open invoices with it. */
  attachCard(userId: string, paymentMethodId: string): Promise<Result<null>>;
  /** Asks Stripe for the subscription as it is now, stores it, and tells devices and rooms. */
  refreshSubscription(userId: string): Promise<Result<null>>;
  /** Called by rooms before their first socket; `unregisterRoom` after their last. */
  registerRoom(room: RoomRef): Promise<HubNews>;
  unregisterRoom(room: RoomRef): Promise<void>;
  /** The rooms that hold sockets. */
  openRooms(): Promise<RoomRef[]>;
}

/** Header in which the worker passes an authenticated upgrade to a room or hub, as JSON. */
export const CONNECTION_HEADER = 'x-headroom-connection';
