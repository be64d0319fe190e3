import type { EndedSessions, SessionEnd } from './recently-ended';
import type { ErrorCode } from '../shared/errors';
import type { PollAnswer } from '../shared/protocol/down';
import type { Poll } from '../shared/protocol/up';
import type { SubscriptionStatus } from '../shared/rules/subscription';
import type { Alert } from '../shared/schemas/alert';
import type { JournalPage, JournalRead, LedgerPage, ReportPlan, StoredReport } from '../shared/report/plan';
import type { AreaDefinition, AreaList } from '../shared/schemas/area';
import type { Device } from '../shared/schemas/device';
import type { CardSetup } from '../shared/schemas/billing';
import type { Event } from '../shared/schemas/event';
import type { Flow } from '../shared/schemas/flow';
import type { Recount, RecountAnswer } from '../shared/schemas/recount';
import type { EventFileHead, ImportProgress } from './event-file';
import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from './stored-tables';

/** What worker, rooms and hubs say to each other. Refusals are values: a rejecting RPC leaks (workers-sdk #14736). */

export type Result<T> = { ok: true; value: T } | Refusal;

/** `message` where the catalogue's text does not say it all; `retryAfterMs` where the same may be asked again then. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  message?: string;
  retryAfterMs?: number;
}

/**
 * Who acts, in a room's terms: a client id belongs to one principal for good (design section 3). Displays only watch, in the
 * tier `viewer`.
 */
export type Principal = `admin:${string}` | `code:${string}` | `display:${string}`;

/** Where the room's storage may live (Cloudflare Durable Objects, data location); null is anywhere. */
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

/** Passed with every call, so that a room that missed news notices: an older revision makes it pull. */
export interface Visit extends RoomRef {
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
export interface RoomConnection extends Visit, Pick<HubConnection, 'sessionId'> {
  principal: Principal;
  /** Viewers (public displays) only watch; fixed at the upgrade. */
  tier: 'counting' | 'viewer';
  /** Version of the protocol that it speaks; missing from a worker of an earlier version. */
  protocol?: number | undefined;
  /** Identifies a viewer's network address: all its sockets have the same value. Undefined for counting devices. */
  address?: string | undefined;
}

/** An event as D1 defines it, areas in order of creation. */
export interface EventDefinition extends Visit {
  event: Event;
  /** The session of the display link's viewers: those of every other are cut off. Null while there is no link. */
  displaySession: string | null;
  /** IANA zone in which the business day runs from `reportTime`, HH:mm (design section 4). */
  timeZone: string;
  reportTime: string;
  /** Counts how often the room was set back: a higher one than it knows tells it that it was. */
  generation: number;
  areas: AreaDefinition[];
}

/** An event is deleted by a tombstone, its own or its owner's. A row that is missing says that D1 was set back, no more. */
export type FoundDefinition = EventDefinition | 'deleted' | 'missing';

/** Who changed something, for the journal. `system` is the room itself, healing; `operator` runs the installation. */
export type Actor = Principal | 'system' | 'operator';

/** A moment that a room is set back to: epoch ms, or where its storage's history has it. */
export type Moment = { at: number } | { bookmark: string };

export interface RoomApi {
  /** Takes an upgrade that the worker has authenticated: a {@link RoomConnection} in {@link CONNECTION_HEADER}. */
  fetch(request: Request): Promise<Response>;
  /**
   * Takes over a definition, journals what it changes and tells the devices; an older revision changes nothing. `restoredTo`
   * (ISO 8601) is what the journal says of a room that has just been set back.
   */
  follow(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void>;
  /** The areas with their counts, for GET areas. */
  listAreas(visit: Visit, sessionId?: string): Promise<Result<AreaList>>;
  /** Sets one area's occupancy to 0, or in one commit that of all areas where `areaId` is null; totals stay. */
  resetArea(visit: Visit, areaId: string | null, actor: Actor): Promise<Result<null>>;
  /** Sets one area's occupancy to what was counted by eye; its totals stay, and the journal keeps the drift and why. */
  recountArea(visit: Visit, areaId: string, recount: Recount, actor: Actor): Promise<Result<RecountAnswer>>;
  /** The devices that count or have counted on this business day, those of the same device id as one. */
  listDevices(visit: Visit): Promise<Result<Device[]>>;
  /** What went in and out in the last minutes. */
  readFlow(visit: Visit): Promise<Result<Flow>>;
  /**
   * What a report is made of, days YYYY-MM-DD and both included: null for the event's newest active day. The rows
   * that {@link readLedger} hands out for it change no more. invalid_input for more than REPORT_DAYS_MAX days.
   */
  planReport(visit: Visit, range: { from: string; to: string } | null): Promise<Result<ReportPlan>>;
  /** A stored day's DayFigures as JSON; not_found where there is no such revision. */
  readFigures(visit: Visit, day: string, revision: number): Promise<Result<string>>;
  /** Ledger rows with an id above `after`, up to `upTo`: a part at a time, so that counting never waits for it. */
  readLedger(visit: Visit, after: number, upTo: number): Promise<Result<LedgerPage>>;
  /** Of what a plan has said of the journal, the entries of one part of its kinds: as {@link readLedger}. */
  readJournal(visit: Visit, read: JournalRead): Promise<Result<JournalPage>>;
  /** The stored daily reports, newest day and revision first. */
  listReports(visit: Visit): Promise<Result<StoredReport[]>>;
  /** What the room has stored, rows after `after` or the first ones: a part at a time, so that counting never waits for it. */
  readStored(visit: Visit, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>>;
  /** What the room holds at one moment, for an export of all of it: the rest is read by {@link readStored}. */
  snapshot(visit: Visit): Promise<Result<RoomSnapshot>>;
  /**
   * Begins to take an event's file: the room is shut until {@link finishImport}. `ids` are the file's that have others here.
   * invalid_input in a room that has an event, or is taking one; the same again, before any part has come, changes nothing.
   */
  beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>>;
  /** The file's next part; what does not begin at `received` bytes is not taken. invalid_input for what is no such file. */
  addToImport(offset: number, part: string): Promise<Result<ImportProgress>>;
  /** Whether the file has come whole and adds up; with its head as JSON. From then on D1 may have the event. */
  checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>>;
  /** Opens the room with what was imported. Nothing happens where it is open already; not_found in an empty room. */
  finishImport(definition: EventDefinition): Promise<Result<null>>;
  /**
   * Gives the import up, and leaves nothing of it. Where D1 has the event by now it is finished instead: invalid_input.
   * unavailable where D1 does not say.
   */
  discardImport(): Promise<Result<null>>;
  /**
   * Where the storage's history has the moment, and which generation the room knows; all days are on record then.
   * unavailable where there is no such history, which is so on every workerd of one's own.
   */
  findMoment(visit: Visit, moment: Moment): Promise<Result<{ bookmark: string; generation: number }>>;
  /**
   * Sends the devices away; at its next start, which comes by itself within seconds, the room is as it was at the bookmark.
   * Answers the bookmark of just before, which undoes it.
   */
  setBack(bookmark: string): Promise<Result<{ undoBookmark: string }>>;
  /** Ends this run of the room, and with it the call: it always rejects. */
  restart(): Promise<void>;
  /** Somebody has seen an alert, on the device that `clientId` stands for; answers those that are not over. */
  acknowledgeAlert(visit: Visit, alertId: string, actor: Actor, clientId: string | null): Promise<Result<Alert[]>>;
  /** What a public display shows, as the JSON of a Display. */
  readDisplay(visit: Visit): Promise<Result<string>>;
  /** The polling call: applies the taps, then answers ack and sync. too_fast where the session has sent too many. */
  poll(visit: Visit, principal: Principal, body: Poll, sessionId: string): Promise<Result<PollAnswer>>;
  /** News of the owner's account: tells the devices with force_refresh and sync. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions, also those whose upgrade is still under way. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /** The event is gone: event_deleted, then close 4404. */
  deleteEvent(): Promise<void>;
  /**
   * The event is gone, as {@link deleteEvent}; then puts the days on record that are not yet, and empties the room.
   * unavailable when they could not be put on record: the room keeps them, ask again. An empty room answers at once.
   */
  erase(): Promise<Result<null>>;
  /** Answers once it has written something, of which it keeps nothing. */
  ping(): Promise<void>;
}

/** What a hub passes on to an admin's devices. */
export type HubFrame =
  | { type: 'event_created'; event: Event }
  | { type: 'event_updated'; event: Event }
  | { type: 'event_deleted'; eventId: string };

/** What a room may have missed just before it registered. */
export interface HubNews {
  ended: EndedSessions;
  isAccountDeleted: boolean;
}

/** The hub is the only one that changes an account at the payment provider, one change at a time. */
export interface HubApi {
  /** As a room's, with a {@link HubConnection}. */
  fetch(request: Request): Promise<Response>;
  publish(frame: HubFrame): Promise<void>;
  /** Tells the admin's devices (force_refresh) and the rooms that hold sockets. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions here and in the rooms that hold sockets. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /** The account is gone: closes all sockets here with 4401, tells the rooms that hold sockets, and settles. */
  deleteAccount(userId: string): Promise<void>;
  /**
   * Something of the account is to be settled in the background, with rooms or the payment provider: at once, and again
   * until it is. Answers when that is certain. A reminder leaves a hub alone that waits to try again.
   */
  settle(userId: string, options?: { isReminder: boolean }): Promise<void>;
  /** Opens a card setup at the payment provider. */
  openCardSetup(userId: string): Promise<Result<CardSetup>>;
  /** Makes a confirmed card the account's, and pays with it what is open. */
  attachCard(userId: string, paymentMethodId: string): Promise<Result<null>>;
  /** Asks the payment provider for the subscription as it is now, stores it, and tells devices and rooms. */
  refreshSubscription(userId: string): Promise<Result<null>>;
  /** Called by rooms before their first socket, `unregisterRoom` after their last. */
  registerRoom(room: RoomRef): Promise<HubNews>;
  unregisterRoom(room: RoomRef): Promise<void>;
  /** The rooms that hold sockets. */
  openRooms(): Promise<RoomRef[]>;
}

/** Header in which the worker hands an authenticated upgrade, as JSON, to a room or hub. */
export const CONNECTION_HEADER = 'x-headroom-connection';
