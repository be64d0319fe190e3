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
import { hubPlace, openHub } from '../rpc/objects';
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
import type { AccountState, Actor, EventDefinition, Moment, Principal, Result, RoomApi, Visit } from '../rpc/contract';
import { Ledger } from './storage/ledger';
import { UPKEEP_INTERVAL_MS } from '../rpc/socket-age';
import { deliveryBackoffMs, MONTH_MS, OVERDUE_DELAY_MS } from './limits';
import { migrate } from './storage/migrations';
import { Outbox } from './days/delivery';
import type { RoomSql } from './ports';
import { Closing } from './reports/daily-reports';
import { EventImport, IMPORT_PATIENCE_MS } from './operator/event-import';
import { HistoryRows } from './storage/ledger-reader';
import { Reports } from './reports/report-reader';
import { Recovery } from './operator/recovery';
import { Registration } from './registration';
import { Retention } from './reports/retention';
import { Room } from './room';
import { StoredRows } from './storage/table-dump';
import { armAlarm, closeBack, lastPings, openSocket, readConnection, refuseUpgrade } from '../rpc/socket-host';

interface Parts {
  ledger: Ledger;
  connections: Connections;
  room: Room;
  outbox: Outbox;
  reports: Reports;
  closing: Closing;
  retention: Retention;
  stored: StoredRows;
  incoming: EventImport;
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
    const { room, connections, outbox } = this.parts;
    for (const socket of ctx.getWebSockets()) {
      connections.add(socket, z.parse(AttachmentSchema, socket.deserializeAttachment()));
    }
    room.awake();
    // A local alarm may be lost when the runtime restarts.
    void ctx.blockConcurrencyWhile(async () => {
      if (connections.size > 0) await armAlarm(ctx, UPKEEP_INTERVAL_MS);
      await outbox.resume();
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
    const ledger = new Ledger(sql);
    const stored = new StoredRows(sql, ledger);
    const incoming = new EventImport(sql, stored, {
      loadDefinition: (eventId) => loadDefinition(database, eventId),
      finish: (definition) => this.finishImport(definition),
      empty: () => this.empty(),
      wakeAt: (at) => ctx.storage.setAlarm(at),
    });
    const connections = new Connections(roomLimits(env));
    const room = new Room({
      ledger,
      connections,
      now: () => Date.now(),
      newId,
      isBillingOn: isBillingOn(env),
      synced: () => ctx.storage.sync(),
      findDefinition: async (eventId) => {
        // While an import fills the room, the room knows no event, whatever D1 says.
        if (incoming.isOpen) return undefined;
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
      daysOutdated: () => void armAlarm(ctx, OVERDUE_DELAY_MS),
      daysMarked: () => {
        // Set in the turn of the commit, so that the alarm and the commit are durable together.
        void ctx.storage.setAlarm(Date.now() + deliveryBackoffMs(1));
        // Runs after the acks, which leave in this turn.
        queueMicrotask(() => void this.deliverNow());
      },
    });
    const outbox = new Outbox({
      days: ledger.days,
      now: () => Date.now(),
      record: async (days) => {
        if (room.event !== undefined) await recordDays(database, room.event, days);
      },
      settle: async () => {
        if (room.event !== undefined && isBillingOn(env))
          await openHub(env, room.event.ownerId).settle(room.event.ownerId);
      },
      wakeAt: (at) => armAlarm(ctx, Math.max(1, at - Date.now())),
    });
    const past = { ledger, history: new HistoryRows(sql, ledger), settle: () => room.settle(), yieldTurn: pause };
    const reports = new Reports(past);
    const closing = new Closing({ ...past, synced: () => ctx.storage.sync() });
    const retention = new Retention({ ...past, keptForMs: retentionMonths(env) * MONTH_MS });
    const registration: Registration = new Registration({
      ledger,
      connections,
      room,
      hubOf: (ownerId) => openHub(env, ownerId),
      hubPlace: () => hubPlace(env),
      armUpkeep: () => armAlarm(ctx, UPKEEP_INTERVAL_MS),
      isErased: () => this.parts.registration !== registration,
    });
    const recovery = new Recovery({ storage: ctx.storage, room, outbox, abort: (reason) => ctx.abort(reason) });
    return { ledger, connections, room, outbox, reports, closing, retention, stored, incoming, registration, recovery };
  }

  /** The alarm was set for a delivery that might fail. After a successful delivery it serves the sockets again. */
  private async deliverNow(): Promise<void> {
    const { ledger, outbox } = this.parts;
    await outbox.deliver();
    if (ledger.days.delivery === undefined) await this.ctx.storage.setAlarm(Date.now() + UPKEEP_INTERVAL_MS);
  }

  /** An upgrade that the worker has authenticated. */
  override async fetch(request: Request): Promise<Response> {
    const visitor = readConnection(request, RoomConnectionSchema);
    const { room, connections } = this.parts;
    const attachment = newAttachment(visitor, Date.now(), connections.next());
    // Devices that lost their network may still hold places.
    if (!connections.hasPlaceFor(visitor)) connections.reap(Date.now(), lastPings(this.ctx));
    const opened = await room.visited(visitor, async () => {
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
    if (this.parts.incoming.isOpen) return await this.parts.incoming.ring(Date.now());
    try {
      await this.ring();
    } catch (error) {
      logError('room.alarm', error, { eventId: this.parts.room.event?.eventId });
      throw error;
    }
  }

  private async ring(): Promise<void> {
    const { room, ledger, connections, outbox } = this.parts;
    connections.reap(Date.now(), lastPings(this.ctx));
    if (room.event !== undefined) ledger.prune(Date.now());
    const delivered = outbox.deliverDue();
    if (connections.size > 0) {
      const isKnown = await room.upkeep();
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
    await this.parts.closing.run();
    await this.parts.retention.run();
    await this.armForDays();
  }

  /** A room without sockets also wakes for its days: each alarm and each start sets the next alarm. */
  private async armForDays(): Promise<void> {
    try {
      const { closing, retention } = this.parts;
      const dueAt = Math.min(closing.dueAt ?? Infinity, retention.dueAt ?? Infinity);
      if (dueAt < Infinity) await armAlarm(this.ctx, Math.max(OVERDUE_DELAY_MS, dueAt - Date.now()));
    } catch (error) {
      // The room counts even when this fails.
      logError('room.past', error);
    }
  }

  async follow(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void> {
    if (!this.parts.incoming.isOpen) this.parts.room.follow(definition, actor, restoredTo);
  }

  async listAreas(visit: Visit, sessionId?: string): Promise<Result<AreaList>> {
    return await this.parts.room.visited(visit, () => this.parts.room.listAreas(sessionId));
  }

  async resetArea(visit: Visit, areaId: string | null, actor: Actor): Promise<Result<null>> {
    return await this.parts.room.visited(visit, () => this.parts.room.occupancies.reset(areaId, actor));
  }

  async recountArea(visit: Visit, areaId: string, recount: Recount, actor: Actor): Promise<Result<RecountAnswer>> {
    return await this.parts.room.visited(visit, () => this.parts.room.occupancies.recount(areaId, recount, actor));
  }

  async listDevices(visit: Visit): Promise<Result<Device[]>> {
    return await this.parts.room.visited(visit, () => this.parts.room.listDevices());
  }

  async readFlow(visit: Visit): Promise<Result<Flow>> {
    return await this.parts.room.visited(visit, () => this.parts.room.readFlow());
  }

  async planReport(visit: Visit, range: { from: string; to: string } | null): Promise<Result<ReportPlan>> {
    return await this.parts.room.visited(visit, () => this.parts.reports.plan(range));
  }

  async readFigures(visit: Visit, day: string, revision: number): Promise<Result<string>> {
    return await this.parts.room.visited(visit, () => this.parts.reports.figuresOf(day, revision));
  }

  async readLedger(visit: Visit, after: number, upTo: number): Promise<Result<LedgerPage>> {
    return await this.parts.room.visited(visit, () => ({ ok: true, value: this.parts.reports.page(after, upTo) }));
  }

  async readJournal(visit: Visit, read: JournalRead): Promise<Result<JournalPage>> {
    return await this.parts.room.visited(visit, () => ({ ok: true, value: this.parts.reports.journal(read) }));
  }

  async listReports(visit: Visit): Promise<Result<StoredReport[]>> {
    return await this.parts.room.visited(visit, () => ({ ok: true, value: this.parts.reports.list() }));
  }

  async readStored(visit: Visit, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>> {
    return await this.parts.room.visited(visit, () => ({ ok: true, value: this.settledRows().page(table, after) }));
  }

  async snapshot(visit: Visit): Promise<Result<RoomSnapshot>> {
    return await this.parts.room.visited(visit, () => ({ ok: true, value: this.settledRows().snapshot() }));
  }

  /** Includes everything that was counted until now. */
  private settledRows(): StoredRows {
    this.parts.room.settle();
    return this.parts.stored;
  }

  async beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>> {
    const begun = this.parts.incoming.begin(head, ids, ownerId, Date.now());
    if (begun.ok) await this.ctx.storage.setAlarm(Date.now() + IMPORT_PATIENCE_MS);
    return begun;
  }

  async addToImport(offset: number, part: string): Promise<Result<ImportProgress>> {
    return this.parts.incoming.add(offset, part, Date.now());
  }

  async checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>> {
    return this.parts.incoming.check();
  }

  async finishImport(definition: EventDefinition): Promise<Result<null>> {
    if (!this.parts.incoming.isOpen) return this.parts.incoming.outcome;
    this.parts.incoming.finish(definition, newId(), Date.now());
    this.parts = this.boot();
    const { room, ledger, outbox } = this.parts;
    ledger.note([{ actor: 'system', kind: 'imported' }], Date.now(), () => {});
    room.follow(definition, 'system');
    await outbox.resume();
    await this.armForDays();
    return this.parts.incoming.outcome;
  }

  async discardImport(): Promise<Result<null>> {
    return await this.parts.incoming.giveUp();
  }

  async findMoment(visit: Visit, moment: Moment): Promise<Result<{ bookmark: string; generation: number }>> {
    const { room, recovery } = this.parts;
    // Nothing else reaches a deleted room, and nothing else brings it back.
    return room.isDeleted ? await recovery.find(moment) : await room.visited(visit, () => recovery.find(moment));
  }

  async setBack(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    return await this.parts.recovery.setBack(bookmark);
  }

  async restart(): Promise<void> {
    this.parts.recovery.restart();
  }

  async acknowledgeAlert(
    visit: Visit,
    alertId: string,
    actor: Actor,
    clientId: string | null,
  ): Promise<Result<Alert[]>> {
    return await this.parts.room.visited(visit, () => this.parts.room.acknowledgeAlert(alertId, actor, clientId));
  }

  async readDisplay(visit: Visit): Promise<Result<string>> {
    return await this.parts.room.visited(visit, () => this.parts.room.readDisplay());
  }

  /** A worker of an earlier version names no session. */
  async poll(visit: Visit, principal: Principal, body: Poll, sessionId = body.clientId): Promise<Result<PollAnswer>> {
    return await this.parts.room.visited(visit, () => this.parts.room.poll(principal, body, sessionId));
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
    const { room, outbox } = this.parts;
    room.end();
    if (!(await outbox.recordAll())) return { ok: false, code: 'unavailable' };
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
    this.parts.ledger.tryToWrite();
  }
}
