import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import type { Env } from '../env';
import { logError } from '../lib/log';
import { openRoom } from '../lib/objects';
import { closeBack, openSocket, readConnection } from '../lib/socket-host';
import type { AccountState, HubApi, HubConnection, HubFrame, RoomApi, RoomRef } from '../room/contract';
import { errorMessage } from '../shared/errors';
import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import { CLOSE, PING, PONG } from '../shared/protocol/version';

const HubConnectionSchema: z.ZodMiniType<HubConnection> = z.object({ sessionId: z.string() });
const RoomRowSchema = z.object({ eventId: z.string(), jurisdiction: z.nullable(z.enum(['eu', 'fedramp'])) });

/** One admin's hub: tells that admin's devices of event changes, and the admin's open rooms of account changes. */
export class AccountHub extends DurableObject<Env> implements HubApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS rooms (event_id TEXT PRIMARY KEY, jurisdiction TEXT) WITHOUT ROWID',
    );
  }

  override async fetch(request: Request): Promise<Response> {
    const { sessionId } = readConnection(request, HubConnectionSchema);
    const { client, server } = openSocket(this.ctx);
    server.serializeAttachment({ sessionId });
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

  async publish(frame: HubFrame): Promise<void> {
    if (frame.type === 'event_deleted')
      this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', frame.eventId);
    this.tellDevices(frame);
  }

  async setAccount(account: AccountState): Promise<void> {
    this.tellDevices({ type: 'force_refresh' });
    await this.tellRooms((room) => room.setAccount(account));
  }

  async endSession(sessionId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = z.parse(HubConnectionSchema, socket.deserializeAttachment());
      if (attachment.sessionId === sessionId) socket.close(CLOSE.sessionEnded, 'session_ended');
    }
    await this.tellRooms((room) => room.endSessions({ sessionId }));
  }

  async registerRoom({ eventId, jurisdiction }: RoomRef): Promise<void> {
    this.ctx.storage.sql.exec(
      'INSERT OR REPLACE INTO rooms (event_id, jurisdiction) VALUES (?, ?)',
      eventId,
      jurisdiction,
    );
  }

  async unregisterRoom({ eventId }: RoomRef): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM rooms WHERE event_id = ?', eventId);
  }

  private tellDevices(frame: DownFrame): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, frame);
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

function send(socket: WebSocket, frame: DownFrame): void {
  try {
    socket.send(writeDownFrame(frame));
  } catch {
    // The socket is closing; its client syncs when it is back.
  }
}
