import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { AccountHub } from '../../../src/hub/account-hub';
import { createEvent, signUp } from '../support/accounts';
import type { Device } from '../support/device';
import { openSocket } from '../support/sockets';

afterEach(() => vi.restoreAllMocks());

/** An admin with two events, whose device listens at the hub, which has looked at them. */
async function listening() {
  const admin = await signUp();
  const events = [await createEvent(admin, 'Upstairs'), await createEvent(admin, 'Downstairs')];
  const ownerId = await env.DB.prepare('SELECT user_id FROM users WHERE email = ?').bind(admin.email).first('user_id');
  const hub = env.HUBS.get(env.HUBS.idFromName(String(ownerId)));
  const device = await openSocket(admin.client, '/api/account/socket?v=2');
  const upkeep = () => runDurableObjectAlarm(hub);
  await upkeep();
  return { admin, events, ownerId, hub, device, upkeep };
}

/** The types of the frames so far: a frame that was sent before has arrived once a later one has. */
async function heard({ hub }: { hub: DurableObjectStub<AccountHub> }, device: Device): Promise<string[]> {
  await hub.setAccount({ revision: 1, status: 'active', trialEndsAt: 0 });
  await device.next('force_refresh');
  return device.frames.map(({ type }) => type).filter((type) => type !== 'force_refresh');
}

/** As after a restore: rows are others, or are not there, and all revisions are raised. */
const restore = (ownerId: unknown, name: string) =>
  env.DB.prepare('UPDATE events SET event_name = ?, revision = revision + 1000000 WHERE owner_id = ?')
    .bind(name, ownerId)
    .run();

test('a restored database, in which many events are others at once: the hub tells its devices, once', async () => {
  const account = await listening();
  const other = await listening();
  expect(account.device.frames).toEqual([]);
  await restore(account.ownerId, 'As it was');
  await account.upkeep();
  await other.upkeep();
  await account.device.next('events_changed');
  const { body } = await account.admin.client.get('/api/events');
  expect(body).toMatchObject([{ eventName: 'As it was' }, { eventName: 'As it was' }]);
  await account.upkeep();
  expect(await heard(account, account.device)).toEqual(['events_changed']);
  expect(await heard(other, other.device)).toEqual([]);
});

test('rows that a restore has lost are told as a change: only a tombstone is a deletion', async () => {
  const account = await listening();
  await env.DB.prepare('DELETE FROM events WHERE owner_id = ?').bind(account.ownerId).run();
  await account.upkeep();
  await account.device.next('events_changed');
  expect(await heard(account, account.device)).toEqual(['events_changed']);
});

test('news that could not be told to the hub are told at its next upkeep', async () => {
  const account = await listening();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const publish = vi.spyOn(AccountHub.prototype, 'publish').mockRejectedValue(new Error('Network connection lost'));
  await createEvent(account.admin, 'Terrace');
  expect(publish).toHaveBeenCalled();
  publish.mockRestore();
  expect(await heard(account, account.device)).toEqual([]);
  await account.upkeep();
  await account.device.next('events_changed');
});

test('what the hub has told is told once', async () => {
  const { admin, events, ...account } = await listening();
  const path = `/api/events/${events[0]?.eventId}`;
  await createEvent(admin, 'Terrace');
  await admin.client.call('PATCH', path, { body: { eventName: 'Up there' } });
  await admin.client.call('PUT', `${path}/venue`, {
    body: { capacity: 500, staffAllowance: 20, safetyMarginPercent: 6, alertThresholds: [75, 90, 100] },
  });
  await admin.client.post(`${path}/access-code`);
  await admin.client.call('DELETE', `/api/events/${events[1]?.eventId}`);
  await account.upkeep();
  expect(await heard(account, account.device)).toEqual([
    'event_created',
    'event_updated',
    'event_updated',
    'event_updated',
    'event_deleted',
  ]);
});

test('while D1 does not answer the sockets stay, and the next upkeep looks again', async () => {
  const account = await listening();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await restore(account.ownerId, 'As it was');
  await runInDurableObject(account.hub, (hub: AccountHub) => {
    vi.spyOn(hub['ports'].db, 'select').mockImplementation(() => {
      throw new Error('D1_ERROR: no answer');
    });
  });
  await account.upkeep();
  expect(log.mock.calls.join()).toContain('hub.events');
  expect(await heard(account, account.device)).toEqual([]);
  vi.restoreAllMocks();
  await account.upkeep();
  await account.device.next('events_changed');
  expect(account.device.closed).toBeNull();
});

test('whoever comes to an empty hub has read the list anew: nothing of before is news', async () => {
  const { admin, ownerId, device, upkeep, ...account } = await listening();
  device.socket.close();
  await device.closedWith();
  await restore(ownerId, 'As it was');
  const next = await openSocket(admin.client, '/api/account/socket?v=2');
  await upkeep();
  expect(await heard(account, next)).toEqual([]);
});
