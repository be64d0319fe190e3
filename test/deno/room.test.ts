import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { roomLimits } from '../../src/env';
import type { EventDefinition } from '../../src/rpc/definition';
import { newId } from '../../src/crypto/ids';
import { assembleRoom } from '../../src/room/composition/assembly';
import { RoomCore } from '../../src/room/core/room-core';
import { DailyReportJob } from '../../src/room/reports/daily-report-job';
import { Connections } from '../../src/room/sockets/connections';
import { LedgerReader } from '../../src/room/storage/ledger-reader';
import { RoomStore } from '../../src/room/storage/room-store';
import { migrate } from '../../src/room/storage/migrations';
import { ReportReader } from '../../src/room/reports/report-reader';
import type { Syncs } from '../../src/room/sockets/syncs';
import { DAY_MS } from '../../src/shared/durations';
import { KeptSocket, sqlitePort } from '../support/sqlite-ports';

const EVENT = { eventId: 'event-1', eventName: 'Open Air', accessCode: 'ABCD2346' };
const ADMIN = 'admin:owner-1' as const;
const DEVICE = 'client-000000000001';

const DEFINITION: EventDefinition = {
  eventId: EVENT.eventId,
  jurisdiction: null,
  ownerId: 'owner-1',
  revision: 1,
  account: { revision: 1, status: 'active', trialEndsAt: 0 },
  event: EVENT,
  displaySession: null,
  timeZone: 'Europe/Berlin',
  reportTime: '06:00',
  generation: 0,
  areas: [{ areaId: 'main', areaName: 'Main Stage', capacity: 500 }],
};

/** Runs the room's core on Deno's SQLite. A second room on the same database acts as a restarted room. */
function openRoom(database: DatabaseSync, now: () => number) {
  const sql = sqlitePort(database);
  migrate(sql);
  const store = new RoomStore(sql);
  const connections = new Connections(roomLimits({}));
  const nothing = {
    findDefinition: async () => undefined,
    onFreeTaps: () => {},
    onFailedCommit: () => {},
    onOutdatedReports: () => {},
    windows: new Map(),
    relayOf: () => {
      throw new Error('No relays here');
    },
    viewersPerRelay: 0,
    batchesPerMinute: 12,
  };
  const core = new RoomCore({ store, now, newId, wakeBy: () => {} });
  const host = { connections, isBillingOn: true, trialTaps: 1_000, ...nothing };
  const { room, syncs } = assembleRoom(core, host, []);
  const ledgerReader = new LedgerReader(sql, store);
  const join = () => {
    const socket = new KeptSocket();
    const who = { principal: ADMIN, sessionId: 's', clientId: null, openedAt: now(), order: 1 };
    const connection = connections.add(socket, { ...who, tier: 'counting', protocol: 3 });
    const send = (frame: object) => room.receive(connection, JSON.stringify(frame));
    send({ type: 'join_event', eventId: EVENT.eventId, clientId: DEVICE });
    const tap = (seq: number, ...changes: number[]) => {
      const taps = changes.map((change) => ({ areaId: 'main', change, at: now() }));
      send({ type: 'update_occupancy', eventId: EVENT.eventId, seq, sentAt: now(), taps });
    };
    return { socket, send, tap };
  };
  return {
    room,
    syncs,
    join,
    closing: new DailyReportJob(core, { ledgerReader, yieldTurn: () => sleep(0), synced: async () => {} }),
    reports: new ReportReader(core, ledgerReader),
    stored: store.reports,
  };
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

/** Waits until the frame has arrived or the test times out. A flush takes about a millisecond. */
async function until(socket: KeptSocket, frame: object): Promise<void> {
  while (!has(socket, frame)) await sleep(1);
}

function countsOf(syncs: Syncs): unknown {
  const listed = syncs.listAreas();
  assert.ok(listed.ok);
  return listed.value.areas.map((area) => [area.currentOccupancy, area.totalEntries, area.totalExits]);
}

test('a room counts each tap once, refuses invalid taps, and keeps its state after a restart', async () => {
  const database = new DatabaseSync(':memory:');
  const first = openRoom(database, Date.now);
  first.room.applyDefinition(DEFINITION, ADMIN);
  const { socket, send, tap } = first.join();
  assert.ok(has(socket, { type: 'sync', clientId: DEVICE, lastSeq: 0 }));
  tap(1, 3, -1);
  await until(socket, { type: 'ack', seq: 2 });
  tap(1, 3, -1);
  tap(3, -5);
  await until(socket, { type: 'ack', seq: 3, floored: [{ seq: 3, amount: 3 }] });
  await until(socket, { type: 'occupancy_updated', areas: [{ areaId: 'main', currentOccupancy: 0 }] });
  assert.deepEqual(countsOf(first.syncs), [[0, 3, 6]]);
  send({ type: 'nonsense' });
  assert.equal(socket.closedWith, 4400);

  const again = openRoom(database, Date.now);
  assert.ok(has(again.join().socket, { type: 'sync', clientId: DEVICE, lastSeq: 3 }));
  assert.deepEqual(countsOf(again.syncs), [[0, 3, 6]]);
});

test('a day that has ended gets its report', async () => {
  let now = Date.parse('2026-08-07T20:00:00Z');
  const { room, join, closing, reports, stored: rows } = openRoom(new DatabaseSync(':memory:'), () => now);
  room.applyDefinition(DEFINITION, ADMIN);
  const { socket, tap } = join();
  tap(1, 5, 5, -2);
  await until(socket, { type: 'ack', seq: 3 });
  now += DAY_MS;
  await closing.run();
  const [stored, ...others] = rows.list({ before: 'all', limit: -1 });
  assert.deepEqual([stored?.day, others], ['2026-08-07', []]);
  const days = [{ day: '2026-08-07', revision: stored?.revision ?? 0 }];
  const figures = reports.figures({ days, isByDay: false });
  assert.ok(figures.ok);
  assert.match(figures.value.join(), /"main"/);
});
