import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDefinition } from '../../src/lib/contract';
import { roomLimits } from '../../src/env';
import { newId } from '../../src/lib/ids';
import { Closing } from '../../src/room/closing';
import { Connections } from '../../src/room/connections';
import { HistoryRows } from '../../src/room/history-rows';
import { Ledger } from '../../src/room/ledger';
import { migrate } from '../../src/room/migrations';
import { Reports } from '../../src/room/reports';
import { Room } from '../../src/room/room';
import { DAY_MS } from '../../src/shared/limits';
import { KeptSocket, sqlitePort } from './sqlite-ports';

const EVENT_ID = 'event-1';
const ADMIN = 'admin:owner-1';
const DEVICE = 'client-000000000001';

const DEFINITION: EventDefinition = {
  eventId: EVENT_ID,
  jurisdiction: null,
  ownerId: 'owner-1',
  revision: 1,
  account: { revision: 1, status: 'active', trialEndsAt: 0 },
  event: { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'ABCD2346' },
  displaySession: null,
  timeZone: 'Europe/Berlin',
  reportTime: '06:00',
  generation: 0,
  areas: [{ areaId: 'main', areaName: 'Main Stage', capacity: 500 }],
};

/** The room's core on Deno's SQLite; opened twice on one database, it is a room that has restarted. */
function openRoom(database: DatabaseSync, now: () => number) {
  const sql = sqlitePort(database);
  migrate(sql);
  const ledger = new Ledger(sql);
  const connections = new Connections(roomLimits({}));
  const room = new Room({
    ledger,
    connections,
    now,
    newId,
    isBillingOn: true,
    findDefinition: async () => undefined,
    daysMarked: () => {},
    daysOutdated: () => {},
  });
  const past = {
    ledger,
    history: new HistoryRows(sql, ledger),
    settle: () => room.settle(),
    yieldTurn: () => sleep(0),
  };
  const join = () => {
    const socket = new KeptSocket();
    const attachment = {
      principal: ADMIN,
      sessionId: 's',
      tier: 'counting',
      protocol: 3,
      clientId: null,
      openedAt: now(),
    } as const;
    const connection = connections.add(socket, attachment);
    const send = (frame: object) => room.receive(connection, JSON.stringify(frame));
    send({ type: 'join_event', eventId: EVENT_ID, clientId: DEVICE });
    return { socket, send };
  };
  const closing = new Closing({ ...past, synced: async () => {} });
  return { room, join, closing, reports: new Reports(past) };
}

const taps = (seq: number, changes: number[], at: number) => ({
  type: 'update_occupancy',
  eventId: EVENT_ID,
  seq,
  sentAt: at,
  taps: changes.map((change) => ({ areaId: 'main', change, at })),
});

/** Flushes wait a millisecond: until `isThere`, or the test's own time is up. */
async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await sleep(1);
}

const has = (socket: KeptSocket, frame: object): boolean =>
  socket.frames.some((sent) => {
    try {
      assert.partialDeepStrictEqual(sent, frame);
      return true;
    } catch {
      return false;
    }
  });

function countsOf(room: Room): unknown {
  const listed = room.listAreas();
  assert.ok(listed.ok);
  return listed.value.areas.map(({ currentOccupancy, totalEntries, totalExits }) => [
    currentOccupancy,
    totalEntries,
    totalExits,
  ]);
}

test('a room counts each tap once, refuses what it must, and knows it all again after a restart', async () => {
  const database = new DatabaseSync(':memory:');
  const first = openRoom(database, Date.now);
  first.room.follow(DEFINITION, ADMIN);
  const { socket, send } = first.join();
  assert.ok(has(socket, { type: 'sync', clientId: DEVICE, lastSeq: 0 }));

  send(taps(1, [3, -1], Date.now()));
  await until(() => has(socket, { type: 'ack', seq: 2 }));
  send(taps(1, [3, -1], Date.now()));
  send(taps(3, [-5], Date.now()));
  await until(() => has(socket, { type: 'ack', seq: 3, floored: [{ seq: 3, amount: 3 }] }));
  await until(() => has(socket, { type: 'occupancy_updated', areas: [{ areaId: 'main', currentOccupancy: 0 }] }));
  assert.deepEqual(countsOf(first.room), [[0, 3, 6]]);

  send({ type: 'nonsense' });
  assert.equal(socket.closedWith, 4400);

  const again = openRoom(database, Date.now);
  const back = again.join();
  assert.ok(has(back.socket, { type: 'sync', clientId: DEVICE, lastSeq: 3 }));
  assert.deepEqual(countsOf(again.room), [[0, 3, 6]]);
});

test('a day that has ended gets its report', async () => {
  let now = Date.parse('2026-08-07T20:00:00Z');
  const { room, join, closing, reports } = openRoom(new DatabaseSync(':memory:'), () => now);
  room.follow(DEFINITION, ADMIN);
  const { socket, send } = join();
  send(taps(1, [5, 5, -2], now));
  await until(() => has(socket, { type: 'ack', seq: 3 }));

  now += DAY_MS;
  await closing.run();
  const stored = reports.list();
  assert.deepEqual(
    stored.map(({ day }) => day),
    ['2026-08-07'],
  );
  const figures = reports.figuresOf('2026-08-07', stored[0]?.revision ?? 0);
  assert.ok(figures.ok);
  assert.match(figures.value, /"main"/);
});

test('a commit that fails leaves nothing behind', () => {
  const database = new DatabaseSync(':memory:');
  const sql = sqlitePort(database);
  migrate(sql);
  assert.throws(
    () =>
      sql.transaction(() => {
        sql.exec("INSERT INTO meta (key, value) VALUES ('a', '1')");
        sql.transaction(() => sql.exec("INSERT INTO meta (key, value) VALUES ('b', '2')"));
        throw new Error('disk full');
      }),
    /disk full/,
  );
  assert.deepEqual(sql.exec('SELECT key FROM meta'), []);
});
