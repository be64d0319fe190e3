import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { recordDays } from '../db/activity-days';
import { openDatabase } from '../db/client';
import { findEnded } from '../db/ended-sessions';
import { findDefinition, loadDefinition } from '../db/definitions';
import { type Env, isBillingOn, retentionMonths, roomLimits } from '../env';
import { newId } from '../crypto/ids';
import { logError } from '../observability/log';
import { endEach, type SessionEnd } from '../rpc/ended-sessions';
import { hubPlace, getHub } from '../rpc/objects';
import { pause } from '../concurrency/pause';
import type { EventFileHead, ImportProgress } from '../rpc/event-file';
import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from '../rpc/stored-tables';
import type { PollAnswer } from '../shared/protocol/down';
import type { Poll } from '../shared/protocol/up';
import type { JournalPage, JournalRead, LedgerPage, ReportPlan, StoredReport } from '../reports/plan';
import type { Alert } from '../shared/schemas/alert';
import type { AreaList } from '../shared/schemas/area';
import type { Device } from '../shared/schemas/device';
import type { Flow } from '../shared/schemas/flow';
import type { Recount, RecountAnswer } from '../shared/schemas/recount';
import { PING, PONG } from '../shared/protocol/version';
import { AttachmentSchema, newAttachment, RoomConnectionSchema } from './sockets/connection';
import { Connections } from './sockets/connections';
import type {
  AccountState,
  Actor,
  EventDefinition,
  Moment,
  Principal,
  Result,
  RoomApi,
  RoomCallContext,
} from '../rpc/contract';
import { RoomStore } from './storage/room-store';
import { UPKEEP_INTERVAL_MS } from '../rpc/socket-age';
import { deliveryBackoffMs, MONTH_MS, OVERDUE_DELAY_MS } from './limits';
import { migrate } from './storage/migrations';
import { ActiveDayDelivery } from './days/active-day-delivery';
import type { RoomSql } from './ports';
import { DailyReportJob } from './reports/daily-report-job';
import { EventImport, IMPORT_PATIENCE_MS } from './operator/event-import';
import { LedgerReader } from './storage/ledger-reader';
import { ReportReader } from './reports/report-reader';
import { Recovery } from './operator/recovery';
import { Registration } from './registration';
import { Retention } from './reports/retention';
import { Room } from './room';
import { TableDump } from './storage/table-dump';
import { armAlarm, closeBack, lastPings, openSocket, readConnection, refuseUpgrade } from '../rpc/socket-host';

interface Parts {
  store: RoomStore;
  connections: Connections;
  room: Room;
  delivery: ActiveDayDelivery;
  reportReader: ReportReader;
  dailyReports: DailyReportJob;
  retention: Retention;
  tableDump: TableDump;
  eventImport: EventImport;
  registration: Registration;
  recovery: Recovery;
}

/** One event's room as a Durable Object: lifecycle and RPC only. What the room does is in room.ts. */
export class EventRoom extends DurableObject<Env> implements RoomApi {
  private parts: Parts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.parts = this.boot();
    const { room, connections, delivery } = this.parts;
    for (const socket of ctx.getWebSockets()) {
      connections.add(socket, z.parse(AttachmentSchema, socket.deserializeAttachment()));
    }
    room.resumeConnections();
    // A local alarm may be lost when the runtime restarts.
    void ctx.blockConcurrencyWhile(async () => {
      if (connections.size > 0) await armAlarm(ctx, UPKEEP_INTERVAL_MS);
      await delivery.resume();
      await this.armForDays();
    });
  }

  private boot(): Parts {
    const { ctx, env } = this;
    const database = openDatabase(env.DB);
    const sql: RoomSql = {
      exec: (query, ...bindings) => ctx.storage.sql.exec(query, ...bindings).toArray(),
      transaction: (work) => ctx.storage.transactionSync(work),
    };
    migrate(sql);
    const store = new RoomStore(sql);
    const tableDump = new TableDump(sql, store);
    const eventImport = new EventImport(sql, tableDump, {
      loadDefinition: (eventId) => loadDefinition(database, eventId),
      finish: (definition) => this.finishImport(definition),
      empty: () => this.empty(),
      wakeAt: (at) => ctx.storage.setAlarm(at),
    });
    const connections = new Connections(roomLimits(env));
    const room = new Room({
      store,
      connections,
      now: () => Date.now(),
      newId,
      isBillingOn: isBillingOn(env),
      synced: () => ctx.storage.sync(),
      findDefinition: async (eventId) => {
        // While an import fills the room, the room knows no event, whatever D1 says.
        if (eventImport.isOpen) return undefined;
        try {
          const found = await findDefinition(database, eventId);
          if (found === 'missing' && room.event !== undefined) {
            logError('room.row_missing', new Error('D1 has no row of this event: was it set back?'), { eventId });
          }
          return found;
        } catch (error) {
          logError('room.pull', error, { eventId });
          return undefined;
        }
      },
      onOutdatedReports: () => void armAlarm(ctx, OVERDUE_DELAY_MS),
      onActiveDays: () => {
        // Set in the turn of the commit, so that the alarm and the commit are durable together.
        void ctx.storage.setAlarm(Date.now() + deliveryBackoffMs(1));
        // Runs after the acks, which leave in this turn.
        queueMicrotask(() => void this.deliverNow());
      },
    });
    const delivery = new ActiveDayDelivery({
      days: store.days,
      now: () => Date.now(),
      record: async (days) => {
        if (room.event !== undefined) await recordDays(database, room.event, days);
      },
      requestBilling: async () => {
        if (room.event !== undefined && isBillingOn(env))
          await getHub(env, room.event.ownerId).settle(room.event.ownerId);
      },
      wakeAt: (at) => armAlarm(ctx, Math.max(1, at - Date.now())),
    });
    const historyDeps = {
      store,
      ledgerReader: new LedgerReader(sql, store),
      flushNow: () => room.flushNow(),
      yieldTurn: pause,
    };
    const reportReader = new ReportReader(historyDeps);
    const dailyReports = new DailyReportJob({ ...historyDeps, synced: () => ctx.storage.sync() });
    const retention = new Retention({ ...historyDeps, keptForMs: retentionMonths(env) * MONTH_MS });
    const registration: Registration = new Registration({
      store,
      connections,
      room,
      hubOf: (ownerId) => getHub(env, ownerId),
      hubPlace: () => hubPlace(env),
      armUpkeep: () => armAlarm(ctx, UPKEEP_INTERVAL_MS),
      isErased: () => this.parts.registration !== registration,
    });
    const recovery = new Recovery({ storage: ctx.storage, room, delivery, abort: (reason) => ctx.abort(reason) });
    return {
      store,
      connections,
      room,
      delivery,
      reportReader,
      dailyReports,
      retention,
      tableDump,
      eventImport,
      registration,
      recovery,
    };
  }

  /** The alarm was set for a delivery that might fail. After a successful delivery it serves the sockets again. */
  private async deliverNow(): Promise<void> {
    const { store, delivery } = this.parts;
    await delivery.deliver();
    if (store.days.delivery === undefined) await this.ctx.storage.setAlarm(Date.now() + UPKEEP_INTERVAL_MS);
  }

  /** An upgrade that the worker has authenticated. */
  override async fetch(request: Request): Promise<Response> {
    const visitor = readConnection(request, RoomConnectionSchema);
    const { room, connections } = this.parts;
    const attachment = newAttachment(visitor, Date.now(), connections.next());
    // Devices that lost their network may still hold places.
    if (!connections.hasPlaceFor(visitor)) connections.reap(Date.now(), lastPings(this.ctx));
    const opened = await room.withCurrentDefinition(visitor, async () => {
      // Registers with the hub before it accepts the socket, so that it hears of a session that ends in between.
      await this.parts.registration.register();
      const refusal = room.refusal(visitor);
      if (refusal !== null) return { ok: false, code: refusal };
      const { client, server } = openSocket(this.ctx);
      server.serializeAttachment(attachment);
      connections.add(server, attachment);
      return { ok: true, value: client };
    });
    if (!opened.ok) return refuseUpgrade(opened.code);
    return new Response(null, { status: 101, webSocket: opened.value });
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const connection = this.parts.connections.get(socket);
    if (connection !== undefined) this.parts.room.receive(connection, data);
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    this.closed(socket);
    closeBack(socket, code, reason);
  }

  override webSocketError(socket: WebSocket): void {
    this.closed(socket);
  }

  private closed(socket: WebSocket): void {
    this.parts.connections.closed(socket, z.parse(AttachmentSchema, socket.deserializeAttachment()));
  }

  /** The runtime repeats a failed alarm without telling anybody. */
  override async alarm(): Promise<void> {
    if (this.parts.eventImport.isOpen) return await this.parts.eventImport.ring(Date.now());
    try {
      await this.ring();
    } catch (error) {
      logError('room.alarm', error, { eventId: this.parts.room.event?.eventId });
      throw error;
    }
  }

  private async ring(): Promise<void> {
    const { room, store, connections, delivery } = this.parts;
    connections.reap(Date.now(), lastPings(this.ctx));
    if (room.event !== undefined) store.prune(Date.now());
    const delivered = delivery.deliverDue();
    if (connections.size > 0) {
      const isKnown = await room.refreshDefinition();
      if (isKnown) {
        // Also sessions whose end was never announced to this room.
        endEach(await findEnded(openDatabase(this.env.DB), connections.sessionIds, Date.now()), (ids, how) =>
          room.endSessions(ids, how),
        );
      }
      await this.parts.registration.register();
      await armAlarm(this.ctx, UPKEEP_INTERVAL_MS);
    } else {
      await this.parts.registration.unregister();
    }
    await delivered;
    await this.parts.dailyReports.run();
    await this.parts.retention.run();
    await this.armForDays();
  }

  /** A room without sockets also wakes for its days: each alarm and each start sets the next alarm. */
  private async armForDays(): Promise<void> {
    try {
      const { dailyReports, retention } = this.parts;
      const dueAt = Math.min(dailyReports.dueAt ?? Infinity, retention.dueAt ?? Infinity);
      if (dueAt < Infinity) await armAlarm(this.ctx, Math.max(OVERDUE_DELAY_MS, dueAt - Date.now()));
    } catch (error) {
      // The room counts even when this fails.
      logError('room.past', error);
    }
  }

  async follow(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void> {
    if (!this.parts.eventImport.isOpen) this.parts.room.applyDefinition(definition, actor, restoredTo);
  }

  async listAreas(visit: RoomCallContext, sessionId?: string): Promise<Result<AreaList>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.listAreas(sessionId));
  }

  async resetArea(visit: RoomCallContext, areaId: string | null, actor: Actor): Promise<Result<null>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.occupancies.reset(areaId, actor));
  }

  async recountArea(
    visit: RoomCallContext,
    areaId: string,
    recount: Recount,
    actor: Actor,
  ): Promise<Result<RecountAnswer>> {
    return await this.parts.room.withCurrentDefinition(visit, () =>
      this.parts.room.occupancies.recount(areaId, recount, actor),
    );
  }

  async listDevices(visit: RoomCallContext): Promise<Result<Device[]>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.listDevices());
  }

  async readFlow(visit: RoomCallContext): Promise<Result<Flow>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.readFlow());
  }

  async planReport(visit: RoomCallContext, range: { from: string; to: string } | null): Promise<Result<ReportPlan>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.reportReader.plan(range));
  }

  async readFigures(visit: RoomCallContext, day: string, revision: number): Promise<Result<string>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.reportReader.figuresOf(day, revision));
  }

  async readLedger(visit: RoomCallContext, after: number, upTo: number): Promise<Result<LedgerPage>> {
    return await this.parts.room.withCurrentDefinition(visit, () => ({
      ok: true,
      value: this.parts.reportReader.page(after, upTo),
    }));
  }

  async readJournal(visit: RoomCallContext, read: JournalRead): Promise<Result<JournalPage>> {
    return await this.parts.room.withCurrentDefinition(visit, () => ({
      ok: true,
      value: this.parts.reportReader.journal(read),
    }));
  }

  async listReports(visit: RoomCallContext): Promise<Result<StoredReport[]>> {
    return await this.parts.room.withCurrentDefinition(visit, () => ({
      ok: true,
      value: this.parts.reportReader.list(),
    }));
  }

  async readStored(visit: RoomCallContext, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>> {
    return await this.parts.room.withCurrentDefinition(visit, () => ({
      ok: true,
      value: this.flushedTables().page(table, after),
    }));
  }

  async snapshot(visit: RoomCallContext): Promise<Result<RoomSnapshot>> {
    return await this.parts.room.withCurrentDefinition(visit, () => ({
      ok: true,
      value: this.flushedTables().snapshot(),
    }));
  }

  /** Includes everything that was counted until now. */
  private flushedTables(): TableDump {
    this.parts.room.flushNow();
    return this.parts.tableDump;
  }

  async beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>> {
    const begun = this.parts.eventImport.begin(head, ids, ownerId, Date.now());
    if (begun.ok) await this.ctx.storage.setAlarm(Date.now() + IMPORT_PATIENCE_MS);
    return begun;
  }

  async addToImport(offset: number, part: string): Promise<Result<ImportProgress>> {
    return this.parts.eventImport.add(offset, part, Date.now());
  }

  async checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>> {
    return this.parts.eventImport.check();
  }

  async finishImport(definition: EventDefinition): Promise<Result<null>> {
    if (!this.parts.eventImport.isOpen) return this.parts.eventImport.outcome;
    this.parts.eventImport.finish(definition, newId(), Date.now());
    this.parts = this.boot();
    const { room, store, delivery } = this.parts;
    store.addToJournal([{ actor: 'system', kind: 'imported' }], Date.now(), () => {});
    room.applyDefinition(definition, 'system');
    await delivery.resume();
    await this.armForDays();
    return this.parts.eventImport.outcome;
  }

  async discardImport(): Promise<Result<null>> {
    return await this.parts.eventImport.giveUp();
  }

  async findMoment(visit: RoomCallContext, moment: Moment): Promise<Result<{ bookmark: string; generation: number }>> {
    const { room, recovery } = this.parts;
    // Nothing else reaches a deleted room, and nothing else brings it back.
    return room.isDeleted
      ? await recovery.findBookmark(moment)
      : await room.withCurrentDefinition(visit, () => recovery.findBookmark(moment));
  }

  async setBack(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    return await this.parts.recovery.restoreTo(bookmark);
  }

  async restart(): Promise<void> {
    this.parts.recovery.restart();
  }

  async acknowledgeAlert(
    visit: RoomCallContext,
    alertId: string,
    actor: Actor,
    clientId: string | null,
  ): Promise<Result<Alert[]>> {
    return await this.parts.room.withCurrentDefinition(visit, () =>
      this.parts.room.acknowledgeAlert(alertId, actor, clientId),
    );
  }

  async readDisplay(visit: RoomCallContext): Promise<Result<string>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.readDisplay());
  }

  /** A worker of an earlier version names no session. */
  async poll(
    visit: RoomCallContext,
    principal: Principal,
    body: Poll,
    sessionId = body.clientId,
  ): Promise<Result<PollAnswer>> {
    return await this.parts.room.withCurrentDefinition(visit, () => this.parts.room.poll(principal, body, sessionId));
  }

  async setAccount(account: AccountState): Promise<void> {
    this.parts.room.setAccount(account);
  }

  async endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void> {
    this.parts.room.endSessions(sessionIds, how);
  }

  async deleteEvent(): Promise<void> {
    this.parts.room.delete();
  }

  /** The hub is not told about the days: the hub itself calls this during its billing job. */
  async erase(): Promise<Result<null>> {
    const { room, delivery } = this.parts;
    room.end();
    if (!(await delivery.recordAll())) return { ok: false, code: 'unavailable' };
    await this.empty();
    return { ok: true, value: null };
  }

  private async empty(): Promise<void> {
    await this.ctx.blockConcurrencyWhile(async () => {
      await this.ctx.storage.deleteAll();
      this.parts = this.boot();
    });
  }

  async ping(): Promise<void> {
    this.parts.store.tryToWrite();
  }
}
