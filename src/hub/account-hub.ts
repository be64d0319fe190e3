import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import type { Env } from '../env';
import { logError } from '../lib/log';
import { openRoom } from '../lib/objects';
import { RecentlyEnded } from '../lib/recently-ended';
import { armAlarm, closeBack, lastPingAt, openSocket, readConnection, refuseUpgrade } from '../lib/socket-host';
import {
  type AccountState,
  type HubApi,
  type HubConnection,
  type HubFrame,
  type HubNews,
  JURISDICTIONS,
  type RoomApi,
  type RoomRef,
} from '../lib/contract';
import { closeReason, UPKEEP_INTERVAL_MS } from '../lib/socket-age';
import { errorMessage } from '../shared/errors';
import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import { CLOSE, PING, PONG } from '../shared/protocol/version';

const HubConnectionSchema: z.ZodMiniType<HubConnection> = z.object({ sessionId: z.string() });
const AttachmentSchema = z.object({ sessionId: z.string(), openedAt: z.int() });
const RoomRowSchema = z.object({ eventId: z.string(), jurisdiction: z.nullable(z.enum(JURISDICTIONS)) });

/** One admin's hub: tells that admin's devices of event changes, and the admin's open rooms of account changes. */
export class AccountHub extends DurableObject<Env> implements HubApi {
  private readonly ended = new RecentlyEnded();
  /** Not stored: it matters to upgrades and rooms that were under way, as `ended` does. */
  private isDeleted = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS rooms (event_id TEXT PRIMARY KEY, jurisdiction TEXT) WITHOUT ROWID',
    );
    // A local alarm may be lost when the runtime restarts.
    if (ctx.getWebSockets().length > 0) void ctx.blockConcurrencyWhile(() => armAlarm(ctx, UPKEEP_INTERVAL_MS));
  }

  override async fetch(request: Request): Promise<Response> {
    const { sessionId } = readConnection(request, HubConnectionSchema);
    await armAlarm(this.ctx, UPKEEP_INTERVAL_MS);
    if (this.isDeleted || this.ended.has(sessionId)) return refuseUpgrade('unauthenticated');
    const { client, server } = openSocket(this.ctx);
    server.serializeAttachment({ sessionId, openedAt: Date.now() });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Devices only listen here: whatever is not the heartbeat is no frame of this socket. */
  override webSocketMessage(socket: WebSocket): void {
    send(socket, { type: 'error', code: 'bad_frame', message: errorMessage('bad_frame') });
    socket.close(CLOSE.badFrame, 'bad_frame');
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    closeBack(socket, code, reason);
  }

  /** Closes silent sockets, and those a day old, as rooms do. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const socket of this.ctx.getWebSockets()) {
      const { openedAt } = attachmentOf(socket);
      const lastSeenAt = Math.max(openedAt, lastPingAt(this.ctx, socket));
      const reason = closeReason(now, { openedAt, lastSeenAt });
      if (reason !== null) socket.close(CLOSE.goingAway, reason);
    }
    if (this.ctx.getWebSockets().length > 0) await armAlarm(this.ctx, UPKEEP_INTERVAL_MS);
  }

  async publish(frame: HubFrame): Promise<void> {
    if (frame.type === 'event_deleted') {
      this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', frame.eventId);
    }
    this.tellDevices(frame);
  }

  async setAccount(account: AccountState): Promise<void> {
    this.tellDevices({ type: 'force_refresh' });
    await this.tellRooms((room) => room.setAccount(account));
  }

  async endSession(sessionId: string): Promise<void> {
    this.ended.add(sessionId, Date.now());
    this.closeDevices((device) => device.sessionId === sessionId);
    await this.tellRooms((room) => room.endSession(sessionId));
  }

  async deleteAccount(): Promise<void> {
    this.isDeleted = true;
    this.closeDevices(() => true);
    await this.tellRooms((room) => room.deleteEvent());
    this.ctx.storage.sql.exec('DELETE FROM rooms');
  }

  async registerRoom({ eventId, jurisdiction }: RoomRef): Promise<HubNews> {
    this.ctx.storage.sql.exec(
      'INSERT OR REPLACE INTO rooms (event_id, jurisdiction) VALUES (?, ?)',
      eventId,
      jurisdiction,
    );
    return { endedSessionIds: this.ended.sessionIds, isAccountDeleted: this.isDeleted };
  }

  async unregisterRoom({ eventId }: RoomRef): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', eventId);
  }

  private tellDevices(frame: DownFrame): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, frame);
  }

  private closeDevices(isEnded: (device: { sessionId: string }) => boolean): void {
    for (const socket of this.ctx.getWebSockets()) {
      if (isEnded(attachmentOf(socket))) socket.close(CLOSE.sessionEnded, 'session_ended');
    }
  }

  /** One room that cannot be reached does not keep the news from the others; it learns them at its next visit. */
  private async tellRooms(tell: (room: RoomApi) => Promise<void>): Promise<void> {
    const rooms = this.ctx.storage.sql
      .exec('SELECT event_id AS eventId, jurisdiction FROM rooms')
      .toArray()
      .map((row) => z.parse(RoomRowSchema, row));
    await Promise.all(
      rooms.map((ref) =>
        tell(openRoom(this.env, ref)).catch((error) => logError('hub.tell', error, { eventId: ref.eventId })),
      ),
    );
  }
}

const attachmentOf = (socket: WebSocket) => z.parse(AttachmentSchema, socket.deserializeAttachment());

function send(socket: WebSocket, frame: DownFrame): void {
  try {
    socket.send(writeDownFrame(frame));
  } catch {
    // The socket is closing; its client syncs when it is back.
  }
}
