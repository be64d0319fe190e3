import { DurableObject } from 'cloudflare:workers';

/** Reference servers for the benchmark: a bare echo, and a naive room that commits and broadcasts at every tap. */

class Sockets extends DurableObject {
  async fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }
  webSocketClose(socket, code) {
    socket.close(code === 1005 ? 1000 : code);
  }
}

export class Echo extends Sockets {
  webSocketMessage(socket, text) {
    socket.send(text);
  }
}

export class Naive extends Sockets {
  constructor(ctx, env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    sql.exec('CREATE TABLE IF NOT EXISTS areas (area_id TEXT PRIMARY KEY, occupancy INTEGER, entries INTEGER)');
    sql.exec(
      'CREATE TABLE IF NOT EXISTS taps (id INTEGER PRIMARY KEY AUTOINCREMENT, area_id TEXT, change INTEGER, at INTEGER)',
    );
  }
  webSocketMessage(socket, text) {
    const frame = JSON.parse(text);
    if (frame.type !== 'update_occupancy') return;
    const { sql } = this.ctx.storage;
    for (const { areaId, change, at } of frame.taps) {
      sql.exec('INSERT INTO taps (area_id, change, at) VALUES (?, ?, ?)', areaId, change, at);
      sql.exec(
        `INSERT INTO areas VALUES (?, max(0, ?), 1) ON CONFLICT (area_id)
         DO UPDATE SET occupancy = max(0, occupancy + ?), entries = entries + 1`,
        areaId,
        change,
        change,
      );
      const row = sql.exec('SELECT occupancy, entries FROM areas WHERE area_id = ?', areaId).one();
      const areas = [{ areaId, currentOccupancy: row.occupancy, totalEntries: row.entries }];
      const update = JSON.stringify({ type: 'occupancy_updated', areas });
      for (const other of this.ctx.getWebSockets()) other.send(update);
    }
    socket.send(JSON.stringify({ type: 'ack', seq: frame.seq + frame.taps.length - 1 }));
  }
}

export default {
  fetch(request, env) {
    return env.OBJECT.get(env.OBJECT.idFromName('bench')).fetch(request);
  },
};
