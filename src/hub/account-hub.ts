import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { openBilling } from '../billing/client';
import { toAccountState } from '../db/accounts';
import { loadBillingAccount } from '../db/billing-accounts';
import { loadDefinition } from '../db/definitions';
import { openDatabase } from '../db/client';
import { findEnded } from '../db/ended-sessions';
import { loadOwnEvents } from '../db/own-events';
import type { Env } from '../env';
import { logError, tryAndLog } from '../observability/log';
import { getRoom } from '../rpc/objects';
import { closeOf, endEach, RecentlyEndedSessions, type SessionEnd } from '../rpc/ended-sessions';
import { SerialQueue } from '../concurrency/serial-queue';
import { closeBack, lastPingAt, openSocket, readConnection, refuseUpgrade } from '../durable-object/socket-host';
import type { HubConnection } from '../rpc/connections';
import type { HubApi, HubFrame, RegistrationAnswer } from '../rpc/hub-api';
import type { AccountState, RoomRef } from '../rpc/identity';
import type { Result } from '../rpc/result';
import type { RoomApi } from '../rpc/room/room-api';
import { closeReason, UPKEEP_INTERVAL_MS } from '../durable-object/socket-age';
import { errorMessage } from '../shared/errors';
import type { CardSetup } from '../shared/schemas/billing';
import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import { CLOSE, PING, PONG } from '../shared/protocol/version';
import { InteractiveBilling } from './interactive-billing';
import { JobStore } from './job';
import { MIGRATIONS } from './migrations';
import { OpenRooms } from './open-rooms';
import { type AlarmJob, AlarmScheduler, Interval } from '../durable-object/alarm-scheduler';
import { applyMigrations } from '../durable-object/migrations';
import { sqlOf } from '../durable-object/sql-of';
import { type OpenNotifications, openNotifications } from '../notifications/open';
import type { AlertState, AnnouncedEvent } from '../rpc/announced-alerts';
import type { AnnouncedCounts } from '../rpc/event-news';
import type { Delivery } from '../shared/notifications/schemas';
import type { EventNews } from '../rpc/webhook-bodies';
import type { HubDeps } from './deps';
import { reconcileAccount } from './reconcile-account';
import { AnnouncedEvents } from './announced-events';

/** Storage key of the newest account revision that the hub has announced. */
const ANNOUNCED_REVISION = 'announced_revision';

/** When recipients are told again if the first attempt ended early. */
const NOTIFY_AGAIN_MS = 5_000;

/** Storage key of the account's id, once a room has told of an alert. */
const NOTIFIED_ACCOUNT = 'notified_account';

const HubConnectionSchema: z.ZodMiniType<HubConnection> = z.object({ sessionId: z.string(), userId: z.string() });
const AttachmentSchema = z.object({ sessionId: z.string(), userId: z.string(), openedAt: z.int() });

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
  private readonly rooms: OpenRooms;
  private readonly job: JobStore;
  private readonly announcedEvents: AnnouncedEvents;
  private readonly deps: HubDeps;
  private readonly interactiveBilling: InteractiveBilling;
  private readonly messages: OpenNotifications;
  private readonly alarms: AlarmScheduler;
  private readonly upkeepInterval = new Interval(UPKEEP_INTERVAL_MS);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    applyMigrations(sqlOf(ctx.storage), MIGRATIONS);
    this.rooms = new OpenRooms({ sql: ctx.storage.sql, roomOf: (room) => getRoom(env, room) });
    this.job = new JobStore(ctx.storage.sql);
    this.announcedEvents = new AnnouncedEvents(ctx.storage);
    this.deps = {
      db: openDatabase(env.DB),
      billing: openBilling(env, { retries: 0 }),
      queue: new SerialQueue(),
      announceAccount: (account) => this.setAccount(account),
      announceIfNewer: (userId) => this.catchUp(userId),
      eraseRoom: (room) => this.eraseRoom(room),
      requestRun: (userId) => this.runBilling(userId),
      emptyStorage: () => this.forget(),
    };
    this.interactiveBilling = new InteractiveBilling({ ...this.deps, billing: openBilling(env, { retries: 1 }) });
    const host = { userId: () => this.notifiedUserId, arm: () => this.alarms.arm(), isDeleted: () => this.isDeleted };
    this.messages = openNotifications(env, ctx.storage, this.deps.db, host);
    const jobs: readonly AlarmJob[] = [
      { name: 'upkeep', dueAt: () => this.upkeepDueAt(), run: () => this.upkeep() },
      this.messages.notifications,
      { name: 'account', dueAt: () => this.job.current?.dueAt, run: () => this.runJob() },
    ];
    this.alarms = new AlarmScheduler(
      ctx.storage,
      () => jobs,
      () => ({ userId: this.job.current?.userId ?? this.notifiedUserId }),
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

  /** An erased room calls no more: what its last calls have left here is deleted, too. */
  private async eraseRoom(room: RoomRef): Promise<Result<null>> {
    const erased = await getRoom(this.env, room).erase();
    if (erased.ok) this.messages.forgetEvent(room.eventId);
    return erased;
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

  async runBilling(userId: string, { isReminder } = { isReminder: false }): Promise<void> {
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
      this.rooms.remove(frame.eventId);
      this.messages.forgetEvent(frame.eventId);
    }
    this.announcedEvents.record(frame);
    this.tellDevices(frame);
  }

  async setAccount(account: AccountState): Promise<void> {
    this.tellDevices({ type: 'force_refresh' });
    await this.rooms.tell((room) => room.setAccount(account));
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
    this.rooms.forget();
    this.announcedEvents.forget();
    this.messages.forget();
    this.ctx.storage.kv.delete(ANNOUNCED_REVISION);
    this.ctx.storage.kv.delete(NOTIFIED_ACCOUNT);
  }

  private get announcedRevision(): number {
    return z.parse(z.int(), this.ctx.storage.kv.get(ANNOUNCED_REVISION) ?? 0);
  }

  async endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void> {
    this.closeEnded(sessionIds, how);
    await this.rooms.tell((room) => room.endSessions(sessionIds, how));
  }

  private closeEnded(sessionIds: readonly string[], how?: SessionEnd): void {
    this.ended.add(sessionIds, Date.now(), how);
    this.closeDevices(({ sessionId }) => sessionIds.includes(sessionId), closeOf(how));
  }

  async deleteAccount(userId: string): Promise<void> {
    this.isDeleted = true;
    this.closeDevices(() => true);
    await this.runBilling(userId);
    await this.rooms.tell((room) => room.deleteEvent());
    this.rooms.forget();
  }

  async announceAlerts(
    userId: string,
    event: AnnouncedEvent,
    alerts: readonly AlertState[],
    isAll = false,
  ): Promise<void> {
    if (this.isDeleted) return;
    this.rememberAccount(userId);
    if (isAll) this.messages.notifications.replaceOpen(event.eventId, alerts);
    this.messages.notifications.announce(event, alerts);
    this.notifyNow();
  }

  async announceNews(userId: string, news: readonly EventNews[]): Promise<void> {
    if (this.isDeleted || !(await this.messages.notifications.queueNews(userId, news))) return;
    this.rememberAccount(userId);
    this.notifyNow();
  }

  async announceCounts(userId: string, announced: AnnouncedCounts): Promise<number | null> {
    return this.isDeleted ? null : await this.messages.counts.take(userId, announced);
  }

  async recipientsChanged(userId: string, isCountsChange = false): Promise<void> {
    this.rememberAccount(userId);
    this.messages.notifications.replan();
    this.messages.counts.recipientsChanged();
    this.notifyNow();
    // Other rooms learn of it at their next call.
    if (isCountsChange) this.ctx.waitUntil(this.rooms.tell((room, ref) => this.bringUpToDate(room, ref)));
  }

  private async bringUpToDate(room: RoomApi, { eventId }: RoomRef): Promise<void> {
    const definition = await loadDefinition(this.deps.db, eventId);
    if (definition !== null) await room.applyDefinition(definition, 'system');
  }

  async testRecipient(userId: string, recipientId: string): Promise<Result<Delivery>> {
    this.rememberAccount(userId);
    return await this.messages.notifications.test(userId, recipientId);
  }

  async listDeliveries(): Promise<Delivery[]> {
    return this.messages.list();
  }

  private rememberAccount(userId: string): void {
    if (this.notifiedUserId !== userId) this.ctx.storage.kv.put(NOTIFIED_ACCOUNT, userId);
  }

  /** The account's owner, once a room or the worker has named the account. */
  private get notifiedUserId(): string | undefined {
    return z.parse(z.optional(z.string()), this.ctx.storage.kv.get(NOTIFIED_ACCOUNT));
  }

  /**
   * Tells recipients at once, although the alarm may be busy with Stripe. The alarm is set in case this run ends early; it
   * becomes durable with what was just written.
   */
  private notifyNow(): void {
    this.alarms.wakeBy(Date.now() + NOTIFY_AGAIN_MS);
    const work = async () => {
      await tryAndLog('hub.notify', () => this.messages.notifications.run(), { userId: this.notifiedUserId });
      await this.alarms.arm();
    };
    this.ctx.waitUntil(work());
  }

  async registerRoom(room: RoomRef): Promise<RegistrationAnswer> {
    this.rooms.add(room);
    return { ended: this.ended.all, isAccountDeleted: this.isDeleted };
  }

  async unregisterRoom({ eventId }: RoomRef): Promise<void> {
    this.rooms.remove(eventId);
  }

  async openRooms(): Promise<RoomRef[]> {
    return this.rooms.list();
  }

  private tellDevices(frame: DownFrame): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, frame);
  }

  private closeDevices(isEnded: (device: { sessionId: string }) => boolean, { code, reason } = closeOf()): void {
    for (const socket of this.ctx.getWebSockets()) {
      if (isEnded(attachmentOf(socket))) socket.close(code, reason);
    }
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
