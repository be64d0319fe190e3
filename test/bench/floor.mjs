import { DurableObject } from 'cloudflare:workers';

/**
 * The yardstick of the benchmark: a Durable Object with the duties of a room and none of its logic. It puts each group
 * of frames on disk in one row before it answers any of them, answers every frame once, and tells all sockets what is
 * new within the room's budget of frames. It parses nothing.
 *
 * This file is frozen: after a change, its figures could not be compared with earlier ones.
 */

/** The budget for telling sockets: at most this many frames a second, at least this long from one round to the next. */
const FRAMES_PER_SECOND = 10_000;
const INTERVAL_MIN_MS = 10;
/** Sockets that are told in one turn of the event loop. Answers are sent between two turns. */
const SOCKETS_PER_TURN = 50;
/** A room's frame about ten areas has this many characters more. */
const PADDING = 'x'.repeat(1_700);

export class Floor extends DurableObject {
  sockets = new Set();
  queue = [];
  frames = 0;
  toldAt = 0;
  isTelling = false;
  timer = null;

  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, frames TEXT)');
  }

  async fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.sockets.add(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  webSocketMessage(socket, text) {
    this.queue.push({ socket, text });
    // Frames that arrive before the timer fires share a row.
    if (this.queue.length === 1) setTimeout(() => this.write(), 0);
  }

  webSocketClose(socket, code) {
    this.sockets.delete(socket);
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  write() {
    const group = this.queue;
    this.queue = [];
    this.ctx.storage.sql.exec('INSERT INTO log (frames) VALUES (?)', group.map(({ text }) => text).join('\n'));
    this.frames += group.length;
    // The runtime holds these answers back until the row is on disk.
    for (const { socket } of group) socket.send('{"type":"ack"}');
    this.tellWhenDue();
  }

  tellWhenDue() {
    if (this.isTelling || this.timer !== null) return;
    const intervalMs = Math.max(INTERVAL_MIN_MS, (this.sockets.size / FRAMES_PER_SECOND) * 1_000);
    const waitMs = this.toldAt + intervalMs - Date.now();
    if (waitMs > 0) {
      this.timer = setTimeout(() => {
        this.timer = null;
        this.tellWhenDue();
      }, waitMs);
      return;
    }
    this.toldAt = Date.now();
    this.isTelling = true;
    const { frames } = this;
    const text = `{"type":"occupancy_updated","frames":${frames},"padding":"${PADDING}"}`;
    const all = [...this.sockets];
    const tellFrom = (from) => {
      for (const socket of all.slice(from, from + SOCKETS_PER_TURN)) socket.send(text);
      if (from + SOCKETS_PER_TURN < all.length) setTimeout(() => tellFrom(from + SOCKETS_PER_TURN), 0);
      else {
        this.isTelling = false;
        if (this.frames > frames) this.tellWhenDue();
      }
    };
    tellFrom(0);
  }
}

export default {
  fetch(request, env) {
    return env.OBJECT.get(env.OBJECT.idFromName('bench')).fetch(request);
  },
};
