import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AccountHub } from '../../../src/hub/account-hub';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { createOpenVenue } from '../support/accounts';
import { createClient } from '../support/client';
import { exported, imported, TOKEN } from '../support/event-files';
import { History } from '../support/history';
import { tapper } from '../support/taps';
import { addHook, hubOf, type Receiver, startReceiver } from '../support/webhooks';

/** Tests what recipients of alerts are told after a room was restored: the hub knows of alerts that the room does not. */

const BodySchema = z.object({
  type: z.string(),
  data: z.object({ alerts: z.array(z.object({ threshold: z.optional(z.int()) })) }),
});

let receiver: Receiver;
beforeEach(() => {
  env.OPERATOR_TOKEN = TOKEN;
  stopClock();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  receiver = startReceiver();
});
afterEach(() => receiver.end());

/** What the webhook got, in order. */
const got = () =>
  receiver.got.map(({ body }) => {
    const { type, data } = z.parse(BodySchema, body);
    return `${type} ${data.alerts.map(({ threshold }) => threshold).join()}`;
  });

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A venue of 500 with a webhook, whose room can be restored. */
async function open() {
  const { admin, event, area, device } = await createOpenVenue();
  const { eventId } = event;
  await addHook(admin, receiver);
  const hub = await hubOf(admin);
  const room = env.ROOMS.get(env.ROOMS.idFromName(eventId));
  const history = new History(eventId);
  let clients = 0;
  return {
    admin,
    eventId,
    room,
    hub,
    count: (change: number) => tapper(device, eventId)([{ areaId: area.areaId, change }], (clients += 1)),
    countByMachine: async (people: number) => {
      const batch = {
        source: { sourceId: 'north', areaId: area.areaId },
        items: [{ key: `${Date.now()}`, in: people }],
      };
      expect((await admin.client.post(`/api/events/${eventId}/counts`, batch)).status).toBe(200);
    },
    mark: async () => {
      await history.mark();
      const at = new Date(Date.now() + MINUTE_MS / 2).toISOString();
      pass(HOUR_MS);
      return at;
    },
    restore: async (at: string) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const path = `/api/operator/events/${eventId}/restore`;
      expect((await createClient().call('POST', path, { headers, body: { at } })).status).toBe(200);
    },
    /** Rings the alarms of room and hub a minute later, and returns what has arrived by then. */
    told: async (messages: number) => {
      pass(MINUTE_MS);
      await runDurableObjectAlarm(room);
      await runDurableObjectAlarm(hub);
      await vi.waitUntil(() => got().length >= messages, { timeout: 5_000 }).catch(() => false);
      return got();
    },
  };
}

test('an alert that the restore has discarded is over, and the next one of the same level is told', async () => {
  const { count, mark, restore, told } = await open();
  const before = await mark();
  await count(380);
  expect(await told(1)).toEqual(['alert.raised 75']);
  await restore(before);
  expect(await told(2)).toEqual(['alert.raised 75', 'alert.cleared 75']);
  pass(HOUR_MS);
  await count(380);
  expect(await told(3)).toEqual(['alert.raised 75', 'alert.cleared 75', 'alert.raised 75']);
});

test('an alert that is open again after the restore is told again; one that never ended is not', async () => {
  const { count, mark, restore, told } = await open();
  await count(380);
  expect(await told(1)).toEqual(['alert.raised 75']);
  const crowded = await mark();
  await restore(crowded);
  expect(await told(1)).toEqual(['alert.raised 75']);
  await count(-380);
  expect(await told(2)).toEqual(['alert.raised 75', 'alert.cleared 75']);
  await restore(crowded);
  expect(await told(3)).toEqual(['alert.raised 75', 'alert.cleared 75', 'alert.raised 75']);
});

test('another alert of the same level is told, although the end of the discarded one never was', async () => {
  const { room, count, mark, restore, told } = await open();
  const before = await mark();
  await count(380);
  expect(await told(1)).toEqual(['alert.raised 75']);
  const broken = vi.spyOn(AccountHub.prototype, 'announceAlerts').mockRejectedValue(new Error('Out of reach'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await restore(before);
  await count(390);
  await vi.waitUntil(() => broken.mock.calls.length > 0);
  broken.mockRestore();
  pass(HOUR_MS);
  await runDurableObjectAlarm(room);
  expect(await told(2)).toEqual(['alert.raised 75', 'alert.raised 75']);
});

test('an event that comes back from a file tells its open alerts again, and a copy does not', async () => {
  const { admin, eventId, room, hub, count, told } = await open();
  await count(380);
  expect(await told(1)).toEqual(['alert.raised 75']);
  const file = await exported(eventId);
  const copy = await imported(file, admin.email);
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(copy.eventId)));
  await admin.client.call('DELETE', `/api/events/${eventId}`);
  await runDurableObjectAlarm(hub);
  await imported(file, admin.email, true);
  await runDurableObjectAlarm(room);
  expect(await told(2)).toEqual(['alert.raised 75', 'alert.raised 75']);
});

test('a machine that was silent before and after the restore still is, and its return is told', async () => {
  const { room, countByMachine, mark, restore, told } = await open();
  await countByMachine(60);
  pass(20 * MINUTE_MS);
  await runDurableObjectAlarm(room);
  expect(await told(1)).toEqual(['machine.raised ']);
  await restore(await mark());
  expect(await told(1)).toEqual(['machine.raised ']);
  await countByMachine(1);
  expect(await told(2)).toEqual(['machine.raised ', 'machine.cleared ']);
});
