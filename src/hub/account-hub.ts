import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { openBilling } from '../billing/client';
import { toAccountState } from '../db/accounts';
import { loadBillingAccount } from '../db/billing-accounts';
import { openDatabase } from '../db/client';
import { findEnded } from '../db/ended-sessions';
import { loadOwnEvents } from '../db/own-events';
import type { Env } from '../env';
import { logError, tryAndLog } from '../observability/log';
import { getRoom } from '../rpc/objects';
import { closeOf, endEach, RecentlyEndedSessions, type SessionEnd } from '../rpc/ended-sessions';
import { SerialQueue } from '../concurrency/serial-queue';
import { closeBack, lastPingAt, openSocket, readConnection, refuseUpgrade } from '../durable-object/socket-host';
import {
  type AccountState,
  type HubApi,
  type HubConnection,
  type HubFrame,
  type HubNews,
  JURISDICTIONS,
  type Result,
  ok,
  type RoomApi,
  type RoomRef,
} from '../rpc/contract';
import { closeReason, UPKEEP_INTERVAL_MS } from '../durable-object/socket-age';
import { errorMessage } from '../shared/errors';
import type { CardSetup } from '../shared/schemas/billing';
import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import { CLOSE, PING, PONG } from '../shared/protocol/version';
import { InteractiveBilling } from './interactive-billing';
import { JobStore } from './job';
import { KeyEnds } from './key-ends';
import { type AlarmJob, AlarmScheduler, Interval } from '../durable-object/alarm-scheduler';
import { Notifications } from '../notifications/notifications';
import { deleteRecipient, loadConfirmedRecipients } from '../notifications/recipients';
import { openSend } from '../notifications/send/open';
import { NotificationStore } from '../notifications/store';
import type { AlertNews, AnnouncedEvent } from '../rpc/alert-news';
import type { Delivery } from '../shared/notifications/schemas';
import type { HubDeps } from './deps';
import { reconcileAccount } from './reconcile-account';
import { AnnouncedEvents } from './announced-events';

/** Storage key of the newest account revision that the hub has announced. */
const ANNOUNCED_REVISION = 'told_revision';

/** When recipients are told again if the first attempt ended early. */
const NOTIFY_AGAIN_MS = 5_000;

/** Storage key of the account's id, once a room has told of an alert. */
const NOTIFIED_ACCOUNT = 'notified_account';

const HubConnectionSchema: z.ZodMiniType<HubConnection> = z.object({ sessionId: z.string(), userId: z.string() });
const AttachmentSchema = z.object({ sessionId: z.string(), userId: z.string(), openedAt: z.int() });
const RoomRowSchema = z.object({ eventId: z.string(), jurisdiction: z.nullable(z.enum(JURISDICTIONS)) });

/**
 * The hub of one account. It sends event changes to the admin's devices and account changes to the account's rooms that
 * have sockets. Only the hub changes the account at Stripe.
 */
export class AccountHub extends DurableObject<Env> implements HubApi {
  private readonly ended = new RecentlyEndedSessions();
  /**
   * Not stored: like `ended`, it only matters to upgrades and room registrations that were on their way when the
   * account was deleted.
   */
  private isDeleted = false;
  private readonly job: JobStore;
  private readonly keyEnds: KeyEnds;
  private readonly announcedEvents: AnnouncedEvents;
  private readonly deps: HubDeps;
  private readonly interactiveBilling: InteractiveBilling;
  private readonly notificationStore: NotificationStore;
  private readonly notifications: Notifications;
  private readonly notifiedAccount: { userId: string | undefined };
  private readonly alarms: AlarmScheduler;
  private readonly upkeepInterval = new Interval(UPKEEP_INTERVAL_MS);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS rooms (event_id TEXT PRIMARY KEY, jurisdiction TEXT) WITHOUT ROWID',
    );
    this.job = new JobStore(ctx.storage.sql);
    this.keyEnds = new KeyEnds({
      sql: ctx.storage.sql,
      tell: (room, sessionId) => getRoom(env, room).endSessions([sessionId]),
    });
    this.announcedEvents = new AnnouncedEvents(ctx.storage);
    this.deps = {
      db: openDatabase(env.DB),
      billing: openBilling(env, { retries: 0 }),
      queue: new SerialQueue(),
      announceAccount: (account) => this.setAccount(account),
      announceIfNewer: (userId) => this.catchUp(userId),
      eraseRoom: (room) => getRoom(env, room).erase(),
      requestRun: (userId) => this.settle(userId),
      emptyStorage: () => this.forget(),
    };
    this.interactiveBilling = new InteractiveBilling({ ...this.deps, billing: openBilling(env, { retries: 1 }) });
    this.notificationStore = new NotificationStore(ctx.storage);
    this.notifiedAccount = { userId: z.parse(z.optional(z.string()), ctx.storage.kv.get(NOTIFIED_ACCOUNT)) };
    this.notifications = new Notifications({
      store: this.notificationStore,
      now: () => Date.now(),
      account: this.notifiedAccount,
      loadRecipients: (userId) => loadConfirmedRecipients(this.deps.db, userId),
      removeRecipient: (recipient) => deleteRecipient(this.deps.db, recipient),
      send: openSend(env),
      arm: () => this.alarms.arm(),
    });
    const jobs: readonly AlarmJob[] = [
      { name: 'upkeep', dueAt: () => this.upkeepDueAt(), run: () => this.upkeep() },
      this.keyEnds,
      this.notifications,
      { name: 'account', dueAt: () => this.job.current?.dueAt, run: () => this.runJob() },
    ];
    this.alarms = new AlarmScheduler(
      ctx.storage,
      () => jobs,
      () => ({ userId: this.job.current?.userId ?? this.notifiedAccount.userId }),
    );
    void ctx.blockConcurrencyWhile(() => this.alarms.arm());
  }

  override async fetch(request: Request): Promise<Response> {
    const { sessionId, userId } = readConnection(request, HubConnectionSchema);
    if (this.isDeleted || this.ended.has(sessionId)) return refuseUpgrade('unauthenticated');
    if (this.ctx.getWebSockets().length === 0) this.announcedEvents.forget();
    const { client, server } = openSocket(this.ctx);
    server.serializeAttachment({ sessionId, userId, openedAt: Date.now() });
    await this.alarms.arm();
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Devices only receive on this socket. The runtime answers heartbeats itself, so every frame that arrives here is
   * unknown.
   */
  override webSocketMessage(socket: WebSocket): void {
    send(socket, { type: 'error', code: 'bad_frame', message: errorMessage('bad_frame') });
    socket.close(CLOSE.badFrame, 'bad_frame');
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    closeBack(socket, code, reason);
  }

  override async alarm(): Promise<void> {
    await this.alarms.ring();
  }

  private upkeepDueAt(): number | undefined {
    return this.ctx.getWebSockets().length === 0 ? undefined : this.upkeepInterval.dueAt(Date.now());
  }

  private async upkeep(): Promise<void> {
    this.upkeepInterval.restart(Date.now());
    this.reap(Date.now());
    await this.closeMissedEnds();
    await this.announceMissedEvents();
  }

  private async runJob(): Promise<void> {
    const job = this.job.current;
    if (job === undefined || job.dueAt > Date.now()) return;
    this.job.finish(job, await reconcileAccount(this.deps, job.userId), Date.now());
  }

  /** Closes sockets that are silent or more than a day old, as rooms do. */
  private reap(now: number): void {
    for (const socket of this.ctx.getWebSockets()) {
      const { openedAt } = attachmentOf(socket);
      const lastSeenAt = Math.max(openedAt, lastPingAt(this.ctx, socket));
      const reason = closeReason(now, { openedAt, lastSeenAt });
      if (reason !== null) socket.close(CLOSE.goingAway, reason);
    }
  }

  /** Closes sockets of sessions that ended without a call to this hub. */
  private async closeMissedEnds(): Promise<void> {
    const held = new Set(this.ctx.getWebSockets().map((socket) => attachmentOf(socket).sessionId));
    endEach(await findEnded(this.deps.db, held, Date.now()), (ids, how) => this.closeEnded(ids, how));
  }

  /**
   * Sends `events_changed` if D1's events changed without an announcement: after a failed call, a restored database or
   * a manual SQL statement.
   */
  private async announceMissedEvents(): Promise<void> {
    const [socket] = this.ctx.getWebSockets();
    if (!socket) return;
    const { userId } = attachmentOf(socket);
    try {
      if (this.announcedEvents.isBehind(await loadOwnEvents(this.deps.db, userId)))
        this.tellDevices({ type: 'events_changed' });
    } catch (error) {
      // D1 did not answer. The next upkeep tries again.
      logError('hub.events', error, { userId });
    }
  }

  async settle(userId: string, { isReminder } = { isReminder: false }): Promise<void> {
    if (isReminder) this.job.remind(userId, Date.now());
    else this.job.request(userId, Date.now());
    await this.alarms.arm();
  }

  async openCardSetup(userId: string): Promise<Result<CardSetup>> {
    return await this.interactiveBilling.openCardSetup(userId);
  }

  async attachCard(userId: string, paymentMethodId: string): Promise<Result<null>> {
    return await this.interactiveBilling.attachCard(userId, paymentMethodId);
  }

  async refreshSubscription(userId: string): Promise<Result<null>> {
    return await this.interactiveBilling.refreshSubscription(userId);
  }

  async publish(frame: HubFrame): Promise<void> {
    if (frame.type === 'event_deleted') {
      this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', frame.eventId);
      this.notificationStore.forgetEvent(frame.eventId);
    }
    this.announcedEvents.record(frame);
    this.tellDevices(frame);
  }

  async setAccount(account: AccountState): Promise<void> {
    this.tellDevices({ type: 'force_refresh' });
    await this.tellRooms((room) => room.setAccount(account));
    // The revision is stored last: a hub that stops before this line announces the account again.
    if (account.revision > this.announcedRevision) this.ctx.storage.kv.put(ANNOUNCED_REVISION, account.revision);
  }

  /** D1 can hold an account state that was stored but never announced, because the hub stopped in between. */
  private async catchUp(userId: string): Promise<void> {
    const row = await loadBillingAccount(this.deps.db, userId);
    if (!row || row.deletedAt !== null) return;
    const account = toAccountState(row, Date.now());
    if (account.revision > this.announcedRevision) await this.setAccount(account);
  }

  /**
   * Deletes what the hub stored about rooms and announcements. A room can have registered after the deletion, and the
   * hub can have missed the deletion.
   */
  private forget(): void {
    this.ctx.storage.sql.exec('DELETE FROM rooms');
    this.keyEnds.forget();
    this.announcedEvents.forget();
    this.notificationStore.forget();
    this.ctx.storage.kv.delete(ANNOUNCED_REVISION);
    this.ctx.storage.kv.delete(NOTIFIED_ACCOUNT);
    this.notifiedAccount.userId = undefined;
  }

  private get announcedRevision(): number {
    return z.parse(z.int(), this.ctx.storage.kv.get(ANNOUNCED_REVISION) ?? 0);
  }

  async endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void> {
    this.closeEnded(sessionIds, how);
    await this.tellRooms((room) => room.endSessions(sessionIds, how));
  }

  async endKey(sessionId: string): Promise<Result<null>> {
    this.closeEnded([sessionId]);
    const unheard = await this.tellRooms((room) => room.endSessions([sessionId]));
    if (unheard.length === 0) return ok(null);
    this.keyEnds.add(sessionId, unheard, Date.now());
    await this.alarms.arm();
    return { ok: false, code: 'unavailable' };
  }

  private closeEnded(sessionIds: readonly string[], how?: SessionEnd): void {
    this.ended.add(sessionIds, Date.now(), how);
    this.closeDevices(({ sessionId }) => sessionIds.includes(sessionId), closeOf(how));
  }

  async deleteAccount(userId: string): Promise<void> {
    this.isDeleted = true;
    this.closeDevices(() => true);
    await this.settle(userId);
    await this.tellRooms((room) => room.deleteEvent());
    this.ctx.storage.sql.exec('DELETE FROM rooms');
  }

  async announceAlerts(userId: string, event: AnnouncedEvent, news: readonly AlertNews[]): Promise<void> {
    if (this.isDeleted) return;
    this.rememberAccount(userId);
    this.notifications.announce(event, news);
    this.notifyNow();
  }

  async recipientsChanged(userId: string): Promise<void> {
    this.rememberAccount(userId);
    this.notifications.replan();
    this.notifyNow();
  }

  async testRecipient(userId: string, recipientId: string): Promise<Result<Delivery>> {
    this.rememberAccount(userId);
    return await this.notifications.test(userId, recipientId);
  }

  async listDeliveries(): Promise<Delivery[]> {
    return this.notifications.list();
  }

  private rememberAccount(userId: string): void {
    if (this.notifiedAccount.userId === userId) return;
    this.ctx.storage.kv.put(NOTIFIED_ACCOUNT, userId);
    this.notifiedAccount.userId = userId;
  }

  /**
   * Tells recipients at once, although the alarm may be busy with Stripe. The alarm is set in case this run ends early; it
   * becomes durable with what was just written.
   */
  private notifyNow(): void {
    this.alarms.wakeBy(Date.now() + NOTIFY_AGAIN_MS);
    const work = async () => {
      await tryAndLog('hub.notify', () => this.notifications.run(), { userId: this.notifiedAccount.userId });
      await this.alarms.arm();
    };
    this.ctx.waitUntil(work());
  }

  async registerRoom({ eventId, jurisdiction }: RoomRef): Promise<HubNews> {
    this.ctx.storage.sql.exec(
      'INSERT OR REPLACE INTO rooms (event_id, jurisdiction) VALUES (?, ?)',
      eventId,
      jurisdiction,
    );
    return { ended: this.ended.all, isAccountDeleted: this.isDeleted };
  }

  async unregisterRoom({ eventId }: RoomRef): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', eventId);
  }

  async openRooms(): Promise<RoomRef[]> {
    return this.rooms();
  }

  private tellDevices(frame: DownFrame): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, frame);
  }

  private closeDevices(isEnded: (device: { sessionId: string }) => boolean, { code, reason } = closeOf()): void {
    for (const socket of this.ctx.getWebSockets()) {
      if (isEnded(attachmentOf(socket))) socket.close(code, reason);
    }
  }

  private rooms(): RoomRef[] {
    return this.ctx.storage.sql
      .exec('SELECT event_id AS eventId, jurisdiction FROM rooms')
      .toArray()
      .map((row) => z.parse(RoomRowSchema, row));
  }

  /**
   * Calls all rooms that have sockets or know keys, and returns those that could not be reached. Such a room does not stop the
   * calls to the others; it asks D1 later what it missed.
   */
  private async tellRooms(tell: (room: RoomApi) => Promise<void>): Promise<RoomRef[]> {
    const rooms = this.rooms();
    const told = await Promise.allSettled(rooms.map((ref) => tell(getRoom(this.env, ref))));
    return rooms.filter(({ eventId }, i) => {
      const outcome = told[i];
      if (outcome?.status !== 'rejected') return false;
      logError('hub.tell', outcome.reason, { eventId });
      return true;
    });
  }
}

const attachmentOf = (socket: WebSocket) => z.parse(AttachmentSchema, socket.deserializeAttachment());

function send(socket: WebSocket, frame: DownFrame): void {
  try {
    socket.send(writeDownFrame(frame));
  } catch {
    // The socket is closing. Its device syncs after it reconnects.
  }
}
