import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { onErrorLine } from '../../../src/observability/log';
import { ViewerRelay } from '../../../src/relay/viewer-relay';
import { RELAY_UNHEARD_MS } from '../../../src/relay/limits';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { stopClock } from '../../support/clock';
import { createOpenVenue, deleteAccount } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import type { Device } from '../support/device';
import { clientIdOf } from '../support/room';
import { openSocket } from '../support/sockets';

/** Tests relays through the whole worker: who gets the viewers, and that each of them sees the newest number. */

beforeEach(() => {
  env.MAX_VIEWERS_PER_ROOM = '2';
  env.MAX_VIEWERS_PER_RELAY = '3';
  env.MAX_VIEWERS_PER_ADDRESS = '500';
  onErrorLine(null);
});

async function openVenue() {
  const { admin, event, area, device } = await createOpenVenue();
  const { eventId } = event;
  const { displayToken } = z.parse(DisplayLinkSchema, (await admin.client.post(`/api/events/${eventId}/display`)).body);
  const room = env.ROOMS.get(env.ROOMS.idFromName(eventId));
  let seq = 0;
  return {
    admin: admin.client,
    eventId,
    room,
    relay: (relay: number) => env.RELAYS.get(env.RELAYS.idFromName(`${eventId}/${relay}`)),
    open: async (address = 'anywhere') => {
      const viewer = await openSocket(createClient({ address }), `/api/displays/${displayToken}/socket?v=1`);
      viewer.send({ type: 'join_event', eventId });
      return viewer;
    },
    tap: async () => {
      const at = Date.now();
      seq += 1;
      const taps = [{ areaId: area.areaId, change: 1, at }];
      const body = { clientId: clientIdOf(1), seq, sentAt: at, taps };
      expect((await device.post(`/api/events/${eventId}/occupancy?v=1`, body)).status).toBe(200);
      return seq;
    },
    relaysOf: () =>
      runInDurableObject(room, (_room, { storage }) =>
        storage.sql
          .exec("SELECT value FROM meta WHERE key = 'relays'")
          .toArray()
          .map(({ value }) => JSON.parse(z.parse(z.string(), value))),
      ),
  };
}

/** Waits for the frame of a relay that shows this number of people. */
async function shows(viewer: Device, occupancy: number): Promise<void> {
  for (;;) {
    const { areas, isRelayed } = await viewer.next('display');
    expect(isRelayed).toBe(true);
    if (areas[0]?.occupancy === occupancy) return;
  }
}

test('viewers beyond the room’s places go to relays, the room’s own follow, and each sees every count', async () => {
  const { open, tap, room, relay, relaysOf } = await openVenue();
  const early = [await open(), await open()];
  for (const viewer of early) expect((await viewer.next('display')).isRelayed).toBeUndefined();
  const late = [await open()];
  for (const viewer of early) expect(await viewer.closedWith()).toBe(1001);
  late.push(await open(), await open(), await open());
  expect(await relaysOf()).toEqual([{ next: 3, open: [1, 2] }]);
  for (const viewer of late) await shows(viewer, 0);
  const people = await tap();
  for (const viewer of late) await shows(viewer, people);
  const sockets = [room, relay(1), relay(2)].map((stub) =>
    runInDurableObject<DurableObject, number>(stub, (_object, ctx) => ctx.getWebSockets().length),
  );
  expect(await Promise.all(sockets)).toEqual([0, 3, 1]);
});

async function openRelayed() {
  const venue = await openVenue();
  for (let n = 0; n < 2; n++) await venue.open();
  const viewers = [await venue.open(), await venue.open(), await venue.open(), await venue.open()];
  for (const viewer of viewers) await shows(viewer, 0);
  return { ...venue, viewers };
}

test('a relay that slept wakes for its room and for its viewers, and a viewer may not count', async () => {
  const { viewers, relay, tap, eventId } = await openRelayed();
  await evictDurableObject(relay(1));
  const people = await tap();
  for (const viewer of viewers) await shows(viewer, people);
  await evictDurableObject(relay(1));
  const [first, second] = viewers;
  first?.send({ type: 'request_sync' });
  if (first !== undefined) await shows(first, people);
  second?.send({ type: 'update_occupancy', eventId, areaId: 'a', change: 1 });
  expect(await second?.closedWith()).toBe(4403);
});

test('a relay whose room is silent asks it, and its viewers get the same frame again', async () => {
  stopClock();
  const { viewers, relay } = await openRelayed();
  const [viewer] = viewers;
  await runDurableObjectAlarm(relay(1));
  expect(viewer?.all('display')).toHaveLength(1);
  vi.setSystemTime(Date.now() + RELAY_UNHEARD_MS);
  await runDurableObjectAlarm(relay(1));
  if (viewer !== undefined) await shows(viewer, 0);
});

test('a relay that takes no publication is given up until it asks, and its viewers then see the newest count', async () => {
  stopClock();
  const { viewers, tap, relay, relaysOf } = await openRelayed();
  const errors: string[] = [];
  onErrorLine((what) => errors.push(what));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(ViewerRelay.prototype, 'publish').mockRejectedValue(new Error('gone'));
  await tap();
  await vi.waitFor(async () => expect(await relaysOf()).toEqual([{ next: 3, open: [] }]));
  vi.restoreAllMocks();
  expect(errors).toEqual(['relay.publish', 'relay.publish']);
  vi.setSystemTime(Date.now() + RELAY_UNHEARD_MS);
  await runDurableObjectAlarm(relay(2));
  await runDurableObjectAlarm(relay(1));
  for (const viewer of viewers) await shows(viewer, 1);
  expect(await relaysOf()).toEqual([{ next: 3, open: [2, 1] }]);
});

test('a viewer whose relay does not answer gets another one', async () => {
  const { open, relaysOf } = await openRelayed();
  const errors: string[] = [];
  onErrorLine((what) => errors.push(what));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(ViewerRelay.prototype, 'fetch').mockRejectedValueOnce(new Error('gone'));
  await shows(await open(), 0);
  expect(errors).toEqual(['relay.connect']);
  expect(await relaysOf()).toEqual([{ next: 4, open: [1, 2, 3] }]);
});

test('an address with all its places at a relay gets no other relay, and viewers elsewhere still come', async () => {
  env.MAX_VIEWERS_PER_RELAY = '9';
  env.MAX_VIEWERS_PER_ADDRESS = '3';
  const { open, relaysOf } = await openVenue();
  for (let n = 0; n < 2; n++) await open('here');
  for (let n = 0; n < 3; n++) await shows(await open('here'), 0);
  await expect(open('here')).rejects.toThrow('No socket: 503');
  await shows(await open('there'), 0);
  expect(await relaysOf()).toEqual([{ next: 2, open: [1] }]);
});

test.each([
  ['the link is replaced', 4401, (client: Client, id: string) => client.post(`/api/events/${id}/display`)],
  ['the event is deleted', 4404, (client: Client, id: string) => client.call('DELETE', `/api/events/${id}`)],
  ['the account is deleted', 4404, (client: Client) => deleteAccount(client)],
])('viewers of relays are disconnected when %s, and the relays then store nothing', async (_what, code, change) => {
  const { viewers, admin, eventId, relay } = await openRelayed();
  expect((await change(admin, eventId)).status).toBe(200);
  for (const viewer of viewers) expect(await viewer.closedWith()).toBe(code);
  for (const stub of [relay(1), relay(2)]) {
    await runDurableObjectAlarm(stub);
    expect(await runInDurableObject(stub, (_relay, { storage }) => [...storage.kv.list()])).toEqual([]);
  }
});

test('a relay that missed the deletion asks its room, and sends its viewers away', async () => {
  stopClock();
  const { viewers, admin, eventId, relay } = await openRelayed();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(ViewerRelay.prototype, 'end')
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('gone'));
  await admin.call('DELETE', `/api/events/${eventId}`);
  vi.restoreAllMocks();
  expect(viewers[0]?.closed).toBeNull();
  vi.setSystemTime(Date.now() + RELAY_UNHEARD_MS);
  await runDurableObjectAlarm(relay(1));
  expect(await viewers[0]?.closedWith()).toBe(4404);
});
