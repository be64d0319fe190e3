import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Draft, type DraftSource } from '../../../src/room/counting/draft';
import { TapClock } from '../../../src/room/counting/tap-clock';
import { CLIENTS_UNWRITTEN_MAX, LOG_CLIENTS_MAX, LOG_WRITES_PER_CLIENT_WRITE } from '../../../src/room/storage/limits';
import { ClientRows, type StoredClient } from '../../../src/room/storage/client-rows';
import { Meta } from '../../../src/room/storage/meta';
import { RoomStore } from '../../../src/room/storage/room-store';
import { migrate } from '../../../src/room/storage/migrations';
import { sqlitePort } from '../../support/sqlite-ports';
import { areaState, roomState } from './states';

const client = (clientId: string, lastSeq: number): StoredClient => ({
  clientId,
  principal: 'code:event',
  lastSeq,
  version: lastSeq,
  lastSeenAt: lastSeq,
});

function newTable() {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const open = () => new ClientRows(sql, new Meta(sql));
  const inTable = () => sql.exec('SELECT client_id AS id, last_seq AS seq FROM clients ORDER BY 1');
  return { sql, open, inTable };
}

test('clients share one row until the log has been written often enough, and a new object finds them', () => {
  const { open, inTable } = newTable();
  for (let write = 1; write < LOG_WRITES_PER_CLIENT_WRITE; write++) {
    open().write([client('door', write), client(`gate-${write % 2}`, write)])();
    expect(inTable()).toEqual([]);
    expect(open().of('door')).toMatchObject({ lastSeq: write, principal: 'code:event' });
  }
  expect([...open().newerThanTable.keys()]).toEqual(['door', 'gate-1', 'gate-0']);
  const last = open();
  last.write([client('door', 99)])();
  expect(inTable()).toEqual([
    { id: 'door', seq: 99 },
    { id: 'gate-0', seq: 14 },
    { id: 'gate-1', seq: 15 },
  ]);
  for (const each of [last, open()]) {
    expect(each.newerThanTable.size).toBe(0);
    expect(each.of('door')).toEqual({ clientId: 'door', principal: 'code:event', lastSeq: 99, version: 99 });
    expect(each.of('nobody')).toBeUndefined();
  }
});

test('many clients get rows of their own at once', () => {
  const { open, inTable } = newTable();
  open().write(Array.from({ length: CLIENTS_UNWRITTEN_MAX + 1 }, (_, n) => client(`client-${n}`, 1)))();
  expect(inTable()).toHaveLength(CLIENTS_UNWRITTEN_MAX + 1);
});

test('a transaction that fails leaves the clients as they were', () => {
  const { sql, open } = newTable();
  const rows = open();
  rows.write([client('door', 1)])();
  const failing = () =>
    sql.transaction(() => {
      rows.write([client('door', 2)]);
      throw new Error('disk full');
    });
  expect(failing).toThrow('disk full');
  expect([rows.of('door')?.lastSeq, open().of('door')?.lastSeq]).toEqual([1, 1]);
});

test('what waits for its row is newer than the row', () => {
  const { open } = newTable();
  open().write([client('door', 1)])();
  open().prune(0);
  open().write([client('door', 2)])();
  expect(open().of('door')?.lastSeq).toBe(2);
});

test('refused taps of ever new clients are written from the log before there are too many', () => {
  const { sql } = newTable();
  const store = new RoomStore(sql);
  const state = roomState([areaState('main')]);
  const source: DraftSource = {
    state: () => state,
    client: () => undefined,
    ledgerOf: () => [],
    dayOf: () => '2026-11-25',
    billableFrom: () => 0,
    isTrialSpent: () => true,
    becameReal: () => false,
  };
  let written = 0;
  for (let flush = 0; flush < 20; flush++) {
    const draft = new Draft(source, flush, new TapClock());
    for (let n = 0; n < 256; n++) {
      draft.countOrRefuse(
        draft.sender(`client-${flush}-${n}`, 'code:event'),
        { areaId: 'main', change: 1, at: 0 },
        0,
        0,
      );
    }
    store.commit(draft);
    written = Math.max(written, store['log'].pending.clients.size);
  }
  expect(written).toBeLessThan(LOG_CLIENTS_MAX + 256);
  expect(store.takenTaps()).toBe(20 * 256);
});

test('each tap is taken once, whether its client is in the table, in the row, or only in the log', () => {
  const { open } = newTable();
  const rows = open();
  rows.write([client('old', 5), client('door', 10)])();
  rows.prune(0);
  rows.write([client('door', 12), client('new', 1)])();
  expect(rows.takenTaps(new Map())).toBe(5 + 12 + 1);
  expect(rows.takenTaps(new Map([['door', client('door', 20)]]))).toBe(5 + 20 + 1);
});

test('clients that sent nothing for long are forgotten, wherever they are stored', () => {
  const { open, inTable } = newTable();
  const rows = open();
  rows.write([client('old', 5), client('door', 10)])();
  rows.prune(6);
  expect(inTable()).toEqual([{ id: 'door', seq: 10 }]);
  expect([rows.of('old'), rows.newerThanTable.size]).toEqual([undefined, 0]);
});
