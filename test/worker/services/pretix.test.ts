import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { errorCodes, errorStatus } from '../../../src/shared/errors';
import { HOUR_MS } from '../../../src/shared/durations';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { stopClock } from '../../support/clock';
import { type Admin, createArea, createEvent, signUp } from '../support/accounts';
import { createClient } from '../support/client';
import { makeKey } from '../support/keys';
import checkedIn from '../../recipes/pretix/checkin.json';
import reverted from '../../recipes/pretix/reverted.json';

/** Tests the address for pretix with the bodies that it sends, and the key where pretix puts it. */

/** A webhook of pretix: the address has user name and password, which become a header. */
async function webhookCall(admin: Admin, eventId: string, query: string) {
  const { key } = await makeKey(admin, { name: 'pretix', scopes: ['count'], days: 30 });
  const client = createClient({ headers: { authorization: `Basic ${btoa(`pretix:${key}`)}` } });
  return (body: object) => client.post(`/api/events/${eventId}/counts/pretix?${query}`, body);
}

/** Calls it, and returns the answer's status in words, or that of an error. */
async function webhook(admin: Admin, eventId: string, query: string) {
  const call = await webhookCall(admin, eventId, query);
  return async (body: object) => {
    const answer = await call(body);
    return answer.status === 200 ? z.parse(z.object({ status: z.string() }), answer.body).status : answer.status;
  };
}

async function venue() {
  const admin = await signUp();
  const event = await createEvent(admin);
  const { areaId } = await createArea(admin, event.eventId);
  const path = `/api/events/${event.eventId}`;
  return { admin, event, areaId, path };
}

const scan = (id: number, changes: object = {}) => ({ ...checkedIn, notification_id: id, ...changes });
const undo = (id: number) => ({ ...reverted, notification_id: id });

test('each scan counts one in, once, and a reverted one is taken back without an exit', async () => {
  const { admin, event, areaId, path } = await venue();
  const send = await webhook(admin, event.eventId, `areaId=${areaId}&door=Main%20entrance`);
  expect([await send(scan(1)), await send(scan(2)), await send(scan(1))]).toEqual([
    'accepted',
    'accepted',
    'duplicate',
  ]);
  expect([await send(undo(3)), await send(undo(3))]).toEqual(['accepted', 'duplicate']);
  const list = await admin.client.get(`${path}/areas`);
  expect(list.body).toMatchObject({ areas: [{ currentOccupancy: 1, totalEntries: 1, totalExits: 0 }] });
});

test('one scan counts once, and is taken back once, whatever webhooks tell it', async () => {
  stopClock();
  const { admin, event, areaId, path } = await venue();
  const all = await webhook(admin, event.eventId, `areaId=${areaId}`);
  const list = await webhook(admin, event.eventId, `areaId=${areaId}&checkinList=${checkedIn.checkin_list}`);
  expect([await all(scan(1)), await list(scan(1))]).toEqual(['accepted', 'duplicate']);
  // The webhook that did not count it has nothing to take back, and does not keep the other one from it.
  expect([await list(undo(2)), await all(undo(2)), await list(undo(2))]).toEqual(['refused', 'accepted', 'duplicate']);
  expect([await list(scan(3)), await all(scan(3))]).toEqual(['accepted', 'duplicate']);
  const areas = await admin.client.get(`${path}/areas`);
  expect(areas.body).toMatchObject({ areas: [{ currentOccupancy: 1, totalEntries: 1, totalExits: 0 }] });
});

test('report and devices say that it is a ticket scanner whose people count on arrival', async () => {
  const { admin, event, areaId, path } = await venue();
  const send = await webhook(admin, event.eventId, `areaId=${areaId}&door=Main%20entrance`);
  await send(scan(1));
  const source = { kind: 'scanner', door: 'Main entrance', direction: 'in', countsOnArrival: true };
  const report = z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body);
  expect(report.devices).toMatchObject([{ deviceName: 'Main entrance', ins: 1, source }]);
  expect((await admin.client.get(`${path}/devices`)).body).toMatchObject({ devices: [{ source }] });
});

test('other notifications and other lists are ignored, and nothing to take back is no failure', async () => {
  const { admin, event, areaId } = await venue();
  const send = await webhook(admin, event.eventId, `areaId=${areaId}&checkinList=${checkedIn.checkin_list}`);
  expect(await send({ ...scan(1), action: 'pretix.event.order.paid', checkin_list: undefined })).toBe('ignored');
  expect(await send({ notification_id: 2, organizer: 'acme', action: 'pretix.subevent.added' })).toBe('ignored');
  expect(await send(scan(3, { checkin_list: 999 }))).toBe('ignored');
  expect(await send(undo(4))).toBe('refused');
  stopClock();
  expect([await send(scan(5)), await send(scan(6)), await send(undo(7)), await send(undo(8))]).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ]);
  expect(await send(undo(9))).toBe('refused');
  await send(scan(10));
  vi.setSystemTime(Date.now() + HOUR_MS + 1);
  expect(await send(undo(11))).toBe('refused');
});

test('a wrong area, a deleted event and a wrong key are errors, which pretix shows and tries again', async () => {
  const { admin, event, areaId, path } = await venue();
  expect(await (await webhook(admin, event.eventId, 'areaId=0123456789abcdef0123456789abcdef'))(scan(1))).toBe(404);
  expect(await (await webhook(admin, event.eventId, ''))(scan(1))).toBe(400);
  expect(await (await webhook(admin, event.eventId, `areaId=${areaId}&checkinList=main`))(scan(1))).toBe(400);
  expect(await (await webhook(await signUp(), event.eventId, `areaId=${areaId}`))(scan(1))).toBe(404);
  const send = await webhook(admin, event.eventId, `areaId=${areaId}`);
  expect((await admin.client.call('DELETE', path)).status).toBe(200);
  expect(await send(scan(1))).toBe(404);
});

test('a misspelled parameter is named, and no scan of another list counts because of it', async () => {
  const { admin, event, areaId } = await venue();
  const call = await webhookCall(admin, event.eventId, `areaId=${areaId}&checkin_list=9`);
  const { status, body } = await call(scan(1));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_input', error: expect.stringContaining(': checkin_list.') });
});

test('without a door the source has the name of the program', async () => {
  const { admin, event, areaId, path } = await venue();
  await (
    await webhook(admin, event.eventId, `areaId=${areaId}`)
  )(scan(1));
  const { body } = await admin.client.get(`${path}/devices`);
  expect(body).toMatchObject({ devices: [{ deviceName: 'pretix' }] });
});

test('no answer of the server is 410, after which pretix would turn the webhook off', () => {
  expect(errorCodes().map(errorStatus)).not.toContain(410);
});
