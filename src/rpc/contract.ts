import type { AlertPage, AlertPageAnswer } from './alert-page';
import type { AlertCalls } from './alert-calls';
import type { EndedSessions, SessionEnd } from './ended-sessions';
import type { ErrorCode } from '../shared/errors';
import type { Message } from '../shared/messages/message';
import type { PollAnswer } from '../shared/protocol/down';
import type { OrderConfirmation } from '../shared/protocol/up';
import type { SubscriptionStatus } from '../shared/rules/subscription';
import type { Alert } from '../shared/schemas/alert';
import type {
  FiguresRead,
  JournalPage,
  JournalRead,
  LedgerPage,
  MomentPlan,
  ReportDays,
  ReportPlan,
  SealsRead,
  StoredReport,
  StoredSeal,
} from '../reports/plan';
import type { InspectionNote } from '../reports/journal-kinds';
import type { LiveNumbers } from '../shared/inspections/schemas';
import type { AreaDefinition, AreaList, Recount, RecountAnswer } from '../shared/schemas/area';
import type { Device } from '../shared/schemas/device';
import type { CardSetup } from '../shared/schemas/billing';
import type { EvacuationEnd, EvacuationList, EvacuationRecord, NewEvacuation } from '../shared/evacuation/schemas';
import type { Event } from '../shared/schemas/event';
import type { Flow } from '../shared/schemas/flow';
import type { NewOrder, OrderList } from '../shared/orders/schemas';
import type { EventFileHead, ImportProgress } from './event-file';
import type { MonitoringCalls } from './live-figures';
import type { PollFrom, Reader } from './reader';
import type { SourceCalls } from './source-calls';
import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from '../stored/tables';

/**
 * The result of a call between worker, rooms and hubs. A refusal is a value, because a rejected RPC leaks memory
 * (workers-sdk #14736).
 */
export type Result<T> = { ok: true; value: T } | Refusal;

/**
 * A refused call. `detail` is its text if that of `code` says too little; the error body calls it `message`. A bank's own
 * text, and texts for operators, are in `message`: they have no translation.
 * `retryAfterMs` is set if the same call can succeed after that time.
 */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  detail?: Message;
  message?: string;
  retryAfterMs?: number;
}

/** Makes the result of a call that was not refused. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Makes a refusal with a text of its own. */
export const refuse = (code: ErrorCode, detail: Message): Refusal => ({ ok: false, code, detail });

/**
 * The user behind a socket or call. A client id always belongs to one principal (docs/product.md, R7). A display only
 * watches, in the tier `viewer`. The principal of a source is its client id, which no device can have.
 */
export type Principal = UserPrincipal | DisplayPrincipal | SourcePrincipal;
export type UserPrincipal = `admin:${string}` | `code:${string}` | `key:${string}`;
export type DisplayPrincipal = `display:${string}`;
export type SourcePrincipal = `source:${string}`;

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

/** A socket of an admin's device at the hub. The worker has authenticated it. */
export interface HubConnection {
  sessionId: string;
  userId: string;
}

/** A device's socket at a room. The worker has authenticated it. */
export interface RoomConnection extends RoomCallContext, Pick<HubConnection, 'sessionId'> {
  principal: Principal;
  /** Viewers (public displays) only watch. The tier is fixed at the upgrade. */
  tier: 'counting' | 'viewer';
  /** The client's protocol version. */
  protocol: number;
  /** Stands for a viewer's network address: equal for all viewers there. It is undefined for counting devices. */
  address?: string | undefined;
  /** The relay that refused this viewer or did not answer. The room then names another. */
  notRelay?: number | undefined;
}

/**
 * A viewer's socket at a relay. The worker has authenticated it. A relay keeps its number for good; the numbers of one
 * room are never given twice.
 */
export interface RelayConnection extends RoomConnection {
  relay: number;
}

/** What a room tells its relays. */
export interface Publication {
  /** The frame for viewers. */
  frame: string;
  /** The session id of the present display link's viewers: see {@link EventDefinition}. */
  displaySession: string | null;
  /** D1's revision of the event, as the room knows it. */
  revision: number;
}

/** An event as D1 defines it. Its areas are in order of creation. */
export interface EventDefinition extends RoomCallContext {
  event: Event;
  /**
   * The session id of the present display link's viewers. All other viewers are disconnected. It is null without a
   * link.
   */
  displaySession: string | null;
  /** The IANA time zone of the business day, which begins at `reportTime`, HH:mm (docs/product.md, D1). */
  timeZone: string;
  reportTime: string;
  /** How often the room was restored. A number above the room's own shows the room that it was restored since. */
  generation: number;
  /** When the capacity plan was made (ISO 8601), and how many people it allows; missing without a plan. */
  plan?: { at: string; people: number | null };
  /** Set if a webhook of the account is told of the event's counts. */
  wantsCounts?: true;
  areas: AreaDefinition[];
}

/**
 * The definition, or why there is none. `deleted`: the event or its account is marked as deleted. `missing`: there is
 * no row, which only means that D1 was restored.
 */
export type FoundDefinition = EventDefinition | 'deleted' | 'missing';

/** The author of a change in the journal. `inspector` has the id of a link; `system` is the room; `operator` runs the installation. */
export type Actor = Principal | `inspector:${string}` | 'system' | 'operator';

/** A point to which a room can be restored: epoch ms, or a bookmark of its storage's history. */
export type RestorePoint = { at: number } | { bookmark: string };

export interface RoomApi extends SourceCalls, MonitoringCalls {
  /** Accepts an upgrade that the worker has authenticated, with a {@link RoomConnection} in its header. */
  fetch(request: Request): Promise<Response>;
  /**
   * Applies a definition, writes the journal and sends the change to the devices. An older revision changes nothing.
   * `restoredTo` (ISO 8601) is set after a restore: the journal contains that moment.
   */
  applyDefinition(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void>;
  /** Returns the areas with their counts, for this reader. With a session the call counts as a frame of it. */
  listAreas(context: RoomCallContext, reader?: Reader): Promise<Result<AreaList>>;
  /** Sets an area's occupancy to 0, or that of all areas in one commit if `areaId` is null. Totals stay. */
  resetArea(context: RoomCallContext, areaId: string | null, actor: Actor): Promise<Result<null>>;
  /**
   * Sets an area's occupancy to the number that somebody counted by eye. Its totals stay. The journal keeps the
   * difference and the reason.
   */
  recountArea(context: RoomCallContext, areaId: string, recount: Recount, actor: Actor): Promise<Result<RecountAnswer>>;
  /** Returns the devices that count or have counted on this business day. Clients with one device id are one device. */
  listDevices(context: RoomCallContext): Promise<Result<Device[]>>;
  /** Returns the people who went in and out in the last minutes. */
  readFlow(context: RoomCallContext): Promise<Result<Flow>>;
  /**
   * Returns what a report is made of. Days are YYYY-MM-DD, the last one included; a null range means the newest active
   * day. The ledger rows that the plan refers to no longer change. Refuses more than REPORT_DAYS_MAX days
   * (invalid_input).
   */
  planReport(context: RoomCallContext, range: { from: string; to: string } | null): Promise<Result<ReportPlan>>;
  /**
   * Returns what must be read to know how many people were inside at a moment: ISO 8601, or a local time of the event's
   * time zone (src/shared/rules/moment.ts). Refuses other texts, moments to come, and moments whose figures are deleted
   * (invalid_input).
   */
  planMoment(context: RoomCallContext, given: string): Promise<Result<MomentPlan>>;
  /**
   * Returns the DayFigures of the first of these stored days as JSON: as many as one answer has room for, at least one.
   * Refuses with not_found if one of them has no such revision.
   */
  readFigures(context: RoomCallContext, read: FiguresRead): Promise<Result<string[]>>;
  /** Returns a part of the ledger rows with an id above `after`, up to `upTo`, so that counting never waits. */
  readLedger(context: RoomCallContext, after: number, upTo: number): Promise<Result<LedgerPage>>;
  /** Returns a part of the journal entries of some kinds within a plan's span, as {@link readLedger} does. */
  readJournal(context: RoomCallContext, read: JournalRead): Promise<Result<JournalPage>>;
  /** Returns the stored daily reports: newest day first, and newest revision of a day first. */
  listReports(context: RoomCallContext, part: ReportDays): Promise<Result<StoredReport[]>>;
  /** Returns sealed links of the event's chain of seals, newest first. */
  readSeals(context: RoomCallContext, read: SealsRead): Promise<Result<StoredSeal[]>>;
  /** Returns a part of a table's rows, after the key `after` or from the beginning, so that counting never waits. */
  readStored(context: RoomCallContext, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>>;
  /** Returns the room's state at one moment, for an export. {@link readStored} reads the rest. */
  snapshot(context: RoomCallContext): Promise<Result<RoomSnapshot>>;
  /**
   * Begins an import: the room is closed until {@link finishImport}. `ids` maps ids in the file to ids here. Refuses a
   * room that has an event or is importing one (invalid_input). Before the first part, the call can be repeated without
   * effect.
   */
  beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>>;
  /**
   * Adds the file's next part. A part that does not begin at byte `received` is ignored. Refuses text that is not from
   * such a file (invalid_input).
   */
  addToImport(offset: number, part: string): Promise<Result<ImportProgress>>;
  /** Checks that the file is complete and consistent, and returns its head as JSON. Afterwards D1 can get the event. */
  checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>>;
  /** Opens the room with the imported data. Does nothing in an open room; refuses an empty room (not_found). */
  finishImport(definition: EventDefinition): Promise<Result<null>>;
  /**
   * Ends the import and deletes its data. If D1 already has the event, the import is finished instead and the call is
   * refused (invalid_input). Refuses with unavailable if D1 does not answer.
   */
  discardImport(): Promise<Result<null>>;
  /**
   * Finds the point in the storage's history, after recording all active days in D1. Refuses with unavailable if there is
   * no history, as on local workerd.
   */
  findRestorePoint(
    context: RoomCallContext,
    point: RestorePoint,
  ): Promise<Result<{ bookmark: string; generation: number }>>;
  /**
   * Disconnects the devices and prepares the restore: at its next start, within seconds, the room gets its state at the
   * bookmark. Returns a bookmark of the state before, which reverts the restore.
   */
  restoreTo(bookmark: string): Promise<Result<{ undoBookmark: string }>>;
  /** Stops the room's instance so that it starts again. The call always rejects, because it ends with the instance. */
  restart(): Promise<void>;
  /**
   * Acknowledges an alert for the device that uses `clientId`. A `note` replaces what was written about it, also after
   * the alert has ended; null removes it. Returns the open alerts. Refuses too many notes of a session with too_fast.
   */
  acknowledgeAlert(
    context: RoomCallContext,
    alertId: string,
    actor: Actor,
    clientId: string | null,
    note: string | null | undefined,
    sessionId: string,
  ): Promise<Result<Alert[]>>;
  /**
   * Gives an order to doors and returns the orders in force. Refuses an unknown area (unknown_area) or device (not_found),
   * and too many orders (limit_reached).
   */
  giveOrder(context: RoomCallContext, order: NewOrder, actor: Actor): Promise<Result<OrderList>>;
  /** Ends an order and returns the orders in force. Refuses one that is not in force (not_found). */
  endOrder(context: RoomCallContext, orderId: string, actor: Actor): Promise<Result<OrderList>>;
  /** Returns the orders in force with who has confirmed them and who has not. */
  listOrders(context: RoomCallContext): Promise<Result<OrderList>>;
  /** Confirms an order on the device that uses the client id. A second confirmation changes nothing. */
  confirmOrder(
    context: RoomCallContext,
    orderId: string,
    principal: Principal,
    confirmation: OrderConfirmation,
    sessionId: string,
  ): Promise<Result<null>>;
  /** Starts an evacuation or a drill, or makes a drill real. Refuses all else while one runs, and many drills (limit_reached). */
  startEvacuation(context: RoomCallContext, evacuation: NewEvacuation, actor: Actor): Promise<Result<EvacuationRecord>>;
  /** Ends the running evacuation or drill, then recounts. Refuses any other one (not_found). */
  endEvacuation(
    context: RoomCallContext,
    id: string,
    end: EvacuationEnd,
    actor: Actor,
  ): Promise<Result<EvacuationRecord>>;
  /** Shows numbers on displays again after the newest evacuation. Refuses any other one (not_found). */
  showNumbers(context: RoomCallContext, evacuationId: string, actor: Actor): Promise<Result<EvacuationRecord>>;
  /** Returns the assembly points, and what began in a span of time (epoch ms; null for all), newest first. */
  listEvacuations(
    context: RoomCallContext,
    span: { from: number; before: number } | null,
  ): Promise<Result<EvacuationList>>;
  /** Sets the names of the assembly points. While something runs, none can be removed (limit_reached). */
  setAssemblyPoints(context: RoomCallContext, names: readonly string[], actor: Actor): Promise<Result<EvacuationList>>;
  /** Returns a part of the alerts that are open or ended within ENDED_ALERT_LISTED_MS, about crowds and machines, newest first. */
  listAlerts(context: RoomCallContext, read: AlertPage): Promise<Result<AlertPageAnswer>>;
  /** Writes into the journal what happened to an inspector's link. */
  noteInspection(context: RoomCallContext, note: InspectionNote, actor: Actor): Promise<Result<null>>;
  /** Returns the live numbers for inspectors. */
  readInspection(context: RoomCallContext): Promise<Result<LiveNumbers>>;
  /** Returns what a public display shows: a Display as JSON. */
  readDisplay(context: RoomCallContext): Promise<Result<string>>;
  /**
   * A relay calls this when its first viewer arrives, and when the room has been silent for long. Adds the relay to
   * those that the room publishes to, and returns what the room would publish now. Refuses with not_found if the event
   * is gone, and with unavailable if the room has as many relays as it may have.
   */
  subscribe(relay: number, viewers: number): Promise<Result<Publication>>;
  /** Counts the taps of a polling call, and returns ack and sync. Refuses too many taps of a session with too_fast. */
  poll(context: RoomCallContext, principal: Principal, body: PollFrom, sessionId: string): Promise<Result<PollAnswer>>;
  /** Stores the new state of the account that owns the event, and sends force_refresh and sync to the devices. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions, including those whose upgrade arrives later. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
  /** Handles the event's deletion: sends event_deleted and closes all sockets with 4404. */
  deleteEvent(): Promise<void>;
  /**
   * Does the same as {@link deleteEvent}, then records the days that D1 does not have yet and empties the room. If D1
   * cannot record them, it refuses with unavailable and keeps the room: repeat the call. An empty room answers at once.
   */
  erase(): Promise<Result<null>>;
  /** Resolves after a test write, which it deletes again. */
  ping(): Promise<void>;
}

/** The calls of a relay, which holds viewers' sockets for one room. */
export interface RelayApi {
  /**
   * Accepts an upgrade like a room's, with a {@link RelayConnection}. Refuses with IS_FULL_HEADER (headers.ts) if no viewer
   * has a place here.
   */
  fetch(request: Request): Promise<Response>;
  /** Sends the frame to all viewers, closes those of other display links, and returns how many viewers are left. */
  publish(publication: Publication): Promise<number>;
  /** Closes all sockets, because the event was deleted. */
  end(): Promise<void>;
}

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
export interface HubApi extends AlertCalls {
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
