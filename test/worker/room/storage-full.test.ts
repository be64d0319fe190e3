import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { getMonitor } from '../../../src/rpc/objects';
import { HOUR_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { createVenue, newEmail, PASSWORD } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP } from '../support/client';
import { batch, clientIdOf } from '../support/room';
import { join } from '../support/sockets';

/** The messages of a full disk from rooms and from local D1, as seen on a full file system. */
const FULL = 'database or disk is full: SQLITE_FULL';
const UNEXPLAINED = 'internal error; reference = h4edkas8c5337s4ds9rf826f';
const STORAGE_FULL = {
  error: 'The server’s storage is full. Nothing was saved. Please tell the support.',
  code: 'storage_full',
};

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue();
});

const brokenDatabase = (message: string): D1Database =>
  new Proxy(env.DB, {
    get: () => () => {
      throw new Error(message);
    },
  });

const fillStorage = (stub: DurableObjectStub, table = 'log') =>
  runInDurableObject(stub, (_room, { storage }) => {
    storage.sql.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, '${FULL}'); END`);
  });
const makeRoom = (stub: DurableObjectStub) =>
  runInDurableObject(stub, (_room, { storage }) => {
    storage.sql.exec('DROP TRIGGER full');
  });

/** Today's business day, which begins at 06:00 UTC. */
const TODAY = () => new Date(Date.now() - 6 * HOUR_MS).toISOString().slice(0, 10);

/** Signs up, which writes to D1 alone. */
async function signUp(options: Parameters<typeof createClient>[0]) {
  const client = createClient(options);
  const { status, body } = await client.post('/api/auth/signup', { email: newEmail(), password: PASSWORD });
  return { status, body };
}

test('a failed write to D1 is answered 507 when D1 reports a full disk, or gives no reason and rooms cannot write either, else 500', async () => {
  const answerOf = (message: string) => signUp({ variables: { DB: brokenDatabase(message) } });
  const internal = { status: 500, body: { code: 'internal' } };
  expect(await answerOf(UNEXPLAINED)).toMatchObject(internal);
  const init = { method: 'POST', body: JSON.stringify({ email: newEmail(), password: PASSWORD }) };
  const unreachable = { ...unreachableObjects(), DB: brokenDatabase(UNEXPLAINED) };
  expect((await app.request(`${HTTP}/api/auth/signup`, init, unreachable)).status).toBe(500);
  await fillStorage(env.ROOMS.get(env.ROOMS.idFromName('probe')), 'meta');
  expect(await answerOf('no such table')).toMatchObject(internal);
  for (const message of [FULL, UNEXPLAINED]) {
    log.mockClear();
    const { status, body } = await answerOf(message);
    expect([status, body]).toEqual([507, { ...STORAGE_FULL, requestId: expect.any(String) }]);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).error)).toEqual([expect.stringContaining(message)]);
  }
});

test('taps on a full storage are not counted and their sender is told why; reading continues, and so does counting afterward', async () => {
  const { area, device, event } = await createVenue();
  const stub = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const body = { ...batch(1, [1], area.areaId), clientId: clientIdOf(1) };
  const poll = () => device.post(`/api/events/${event.eventId}/occupancy`, body);
  const socket = await join(device, event.eventId, clientIdOf(2));
  await fillStorage(stub);
  expect(await poll()).toMatchObject({ status: 507, body: STORAGE_FULL });
  await vi.waitFor(async () => expect(await getMonitor(env).readFailures()).toMatchObject({ rooms: 1 }));
  const read = await device.get(`/api/events/${event.eventId}/areas`);
  expect(read).toMatchObject({ status: 200, body: { areas: [{ totalEntries: 0 }] } });
  socket.send({ ...batch(1, [1], area.areaId), eventId: event.eventId });
  expect(await socket.closedWith()).toBe(1011);
  expect(socket.closed?.reason).toBe('storage_full');
  await makeRoom(stub);
  expect(await poll()).toMatchObject({
    status: 200,
    body: { ack: { seq: 1 }, sync: { areas: [{ totalEntries: 1 }] } },
  });
});

test("reports, single taps, flow, devices and the operator's file are read from a full storage with every counted tap and write nothing", async () => {
  stopClock();
  const { admin, area, device, event } = await createVenue();
  const stub = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const poll = async (client: Client, n: number, seq: number, changes: number[]) => {
    const body = { ...batch(seq, changes, area.areaId), clientId: clientIdOf(n) };
    expect((await client.post(`/api/events/${event.eventId}/occupancy?v=1`, body)).status).toBe(200);
  };
  const changesOf = () =>
    runInDurableObject(stub, (_room, { storage }) => storage.sql.exec('SELECT total_changes() AS n').one()['n']);
  const read = async () => {
    const answers: Record<string, unknown> = {};
    for (const path of ['report', `report/ledger?from=${TODAY()}&to=${TODAY()}`, 'flow', 'devices']) {
      const { status, text } = await admin.client.get(`/api/events/${event.eventId}/${path}`);
      answers[path] = [status, text];
    }
    const headers = { authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    const file = await createClient().call('GET', `/api/operator/events/${event.eventId}/export`, { headers });
    // The hash in the last line and the generation of the log may differ.
    const lines = file.text
      .split('\n')
      .slice(0, -2)
      .filter((line) => !line.includes('"log_generation"'));
    answers['export'] = [file.status, lines.toSorted()];
    return answers;
  };
  await poll(device, 1, 1, [1, 1, 1, -1]);
  await runInDurableObject(stub, (room) => room['parts'].store.writeLogToTables());
  await poll(device, 1, 5, [1, 1]);
  await poll(admin.client, 2, 1, [1]);
  await evictDurableObject(stub);
  await fillStorage(stub, 'ledger_blocks');
  const before = await changesOf();
  const full = await read();
  expect(await changesOf()).toBe(before);
  await makeRoom(stub);
  await runInDurableObject(stub, (room) => room['parts'].store.writeLogToTables());
  await evictDurableObject(stub);
  expect(full).toEqual(await read());
  expect(full['report']).toEqual([200, expect.stringContaining('"ins":6')]);
});
