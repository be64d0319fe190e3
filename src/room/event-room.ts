import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { openDatabase } from '../db/client';
import { loadDefinition } from '../db/definitions';
import { type Env, framesPerSecond } from '../env';
import { newId } from '../lib/ids';
import { logError } from '../lib/log';
import { openHub } from '../lib/objects';
import type { PollAnswer } from '../shared/protocol/down';
import type { Poll } from '../shared/protocol/up';
import type { Area } from '../shared/schemas/area';
import { PING, PONG } from '../shared/protocol/version';
import { AttachmentSchema, RoomConnectionSchema } from './connection';
import { Connections } from './connections';
import type { AccountState, Actor, EventDefinition, Principal, Result, RoomApi, Visit } from '../lib/contract';
import { Ledger } from './ledger';
import { UPKEEP_INTERVAL_MS } from '../lib/socket-age';
import { migrate } from './migrations';
import type { RoomSocket, RoomSql } from './ports';
import { Room } from './room';
import { armAlarm, closeBack, lastPingAt, openSocket, readConnection, refuseUpgrade } from '../lib/socket-host';

/** One event's room on Durable Objects: lifecycle and RPC only, what it does is in room.ts. */
export class EventRoom extends DurableObject<Env> implements RoomApi {
  private readonly ledger: Ledger;
  private readonly connections: Connections;
  private readonly room: Room;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    const sql: RoomSql = {
      exec: (query, ...bindings) => ctx.storage.sql.exec(query, ...bindings).toArray(),
      transaction: (work) => ctx.storage.transactionSync(work),
    };
    migrate(sql);
    this.ledger = new Ledger(sql);
    this.connections = new Connections(framesPerSecond(env));
    for (const socket of ctx.getWebSockets()) {
      this.connections.add(socket, z.parse(AttachmentSchema, socket.deserializeAttachment()));
    }
    this.room = new Room({
      ledger: this.ledger,
      connections: this.connections,
      now: () => Date.now(),
      newId,
      loadDefinition: async (eventId) => {
        try {
          return await loadDefinition(openDatabase(env.DB), eventId);
        } catch (error) {
          logError('room.pull', error, { eventId });
          return undefined;
        }
      },
    });
    // A local alarm may be lost when the runtime restarts.
    if (this.connections.size > 0) void ctx.blockConcurrencyWhile(() => armAlarm(this.ctx, UPKEEP_INTERVAL_MS));
  }

  /** An upgrade that the worker has authenticated. */
  override async fetch(request: Request): Promise<Response> {
    const visitor = readConnection(request, RoomConnectionSchema);
    const { principal, sessionId, tier } = visitor;
    const attachment = { principal, sessionId, tier, clientId: null, openedAt: Date.now() };
    const opened = await this.room.visited(visitor, async () => {
      // First the hub, then the socket: a session that ends in between is heard of.
      await this.register();
      const refusal = this.room.refusal(visitor);
      if (refusal !== null) return { ok: false, code: refusal };
      const { client, server } = openSocket(this.ctx);
      server.serializeAttachment(attachment);
      this.connections.add(server, attachment);
      return { ok: true, value: client };
    });
    if (!opened.ok) return refuseUpgrade(opened.code);
    return new Response(null, { status: 101, webSocket: opened.value });
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const connection = this.connections.get(socket);
    if (connection !== undefined) this.room.receive(connection, data);
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    this.connections.get(socket)?.markClosed();
    closeBack(socket, code, reason);
  }

  override webSocketError(socket: WebSocket): void {
    this.connections.get(socket)?.markClosed();
  }

  override async alarm(): Promise<void> {
    const pings = new Map<RoomSocket, number>(
      this.ctx.getWebSockets().map((socket) => [socket, lastPingAt(this.ctx, socket)]),
    );
    this.connections.reap(Date.now(), (socket) => pings.get(socket) ?? 0);
    this.ledger.pruneClients(Date.now());
    if (this.connections.size > 0) {
      await this.room.upkeep();
      await this.register();
      await armAlarm(this.ctx, UPKEEP_INTERVAL_MS);
    } else {
      await this.unregister();
    }
  }

  async follow(definition: EventDefinition, actor: Actor): Promise<void> {
    this.room.follow(definition, actor);
  }

  async listAreas(visit: Visit): Promise<Result<Area[]>> {
    return await this.room.visited(visit, () => this.room.listAreas());
  }

  async resetArea(visit: Visit, areaId: string, actor: Actor): Promise<Result<null>> {
    return await this.room.visited(visit, () => this.room.resetArea(areaId, actor));
  }

  async poll(visit: Visit, principal: Principal, body: Poll): Promise<Result<PollAnswer>> {
    return await this.room.visited(visit, () => this.room.poll(principal, body));
  }

  async setAccount(account: AccountState): Promise<void> {
    this.room.setAccount(account);
  }

  async endSession(sessionId: string): Promise<void> {
    this.room.endSession(sessionId);
  }

  async deleteEvent(): Promise<void> {
    this.room.delete();
  }

  /** While it holds sockets, the owner's hub passes news on to it (design section 3). */
  private async register(): Promise<void> {
    const { event } = this.room;
    if (event === undefined || this.ledger.isRegistered) return;
    try {
      const { eventId, jurisdiction } = event;
      const news = await openHub(this.env, event.ownerId).registerRoom({ eventId, jurisdiction });
      this.ledger.setRegistered(true);
      this.room.rememberEnded(news.endedSessionIds);
      if (news.isAccountDeleted) this.room.delete();
    } catch (error) {
      logError('room.register', error, { eventId: event.eventId });
    }
    await armAlarm(this.ctx, UPKEEP_INTERVAL_MS);
  }

  private async unregister(): Promise<void> {
    const { event } = this.room;
    if (event === undefined || !this.ledger.isRegistered) return;
    this.ledger.setRegistered(false);
    try {
      await openHub(this.env, event.ownerId).unregisterRoom({
        eventId: event.eventId,
        jurisdiction: event.jurisdiction,
      });
    } catch (error) {
      logError('room.unregister', error, { eventId: event.eventId });
    }
    // A device may have come while the hub was told: it must not be left out.
    if (this.connections.size > 0) {
      this.ledger.setRegistered(false);
      await this.register();
    }
  }
}
