import { runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { LOG_SLOTS } from '../../../src/room/limits';
import { storedAndRebuilt } from '../support/rebuild';
import { batch, clientIdOf, counts, joinRoom, knownRoom, roomStub } from '../support/room';

afterEach(() => {
  vi.restoreAllMocks();
});

const exec = (query: string) =>
  runInDurableObject(roomStub(), (_room, { storage }) => storage.sql.exec(query).toArray());
const rowsOf = async (table: string) => Number((await exec(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);

test('a flush is one row; a full log becomes few, and one that cannot be taken over loses nothing', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const clients = await rowsOf('clients');
  for (let seq = 1; seq <= LOG_SLOTS; seq++) {
    device.send(batch(seq, [1]));
    await device.until(() => device.all('ack').find((ack) => ack.seq === seq), `ack ${seq}`);
  }
  expect([await rowsOf('log'), await rowsOf('ledger'), await rowsOf('clients')]).toEqual([LOG_SLOTS, 0, clients]);

  await exec("CREATE TRIGGER full BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  device.send(batch(LOG_SLOTS + 1, [1]));
  expect(await device.closedWith()).toBe(1011);
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect(await counts()).toMatchObject({ main: [LOG_SLOTS, LOG_SLOTS, 0] });

  await exec('DROP TRIGGER full');
  const { device: back, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(LOG_SLOTS);
  back.send(batch(LOG_SLOTS + 1, [1, 1]));
  expect(await back.next('ack')).toMatchObject({ seq: LOG_SLOTS + 2 });
  expect(await counts()).toMatchObject({ main: [LOG_SLOTS + 2, LOG_SLOTS + 2, 0] });
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
  expect(stored.main).toMatchObject({ occupancy: LOG_SLOTS + 2 });
  // A row of the ledger is a minute's taps of one client.
  const ledgerRows = await rowsOf('ledger');
  expect(ledgerRows).toBeGreaterThan(0);
  expect(ledgerRows).toBeLessThan(5);
  expect(await rowsOf('log')).toBe(LOG_SLOTS);
});
