import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { KeyScope } from '../../../src/shared/keys/schemas';
import { MINUTE_MS } from '../../../src/shared/durations';
import { ListedAlertsSchema } from '../../../src/shared/schemas/alert';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { stopClock } from '../../support/clock';
import { type Admin, createArea, createEvent, signUp } from '../support/accounts';
import { makeKey, withKey } from '../support/keys';

/** Tests the call with which machines count. */

async function machine(admin: Admin, scopes: KeyScope[]) {
  return withKey((await makeKey(admin, { name: 'Door', scopes, days: 1 })).key);
}

const batchOf = (areaId: string, item: object) => ({
  source: { sourceId: 'cam-1', door: 'Gate', kind: 'camera', direction: 'in', areaId },
  items: [item],
});

test('a key counts at an event that nobody has opened, and the report has the machine', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  const { areaId } = await createArea(admin, event.eventId);
  const path = `/api/events/${event.eventId}`;
  const camera = await machine(admin, ['count']);
  const first = await camera.post(`${path}/counts`, batchOf(areaId, { seq: 1, in: 3 }));
  expect([first.status, first.body]).toEqual([
    200,
    { sourceId: 'cam-1', nextSeq: 2, items: [{ status: 'accepted', in: 3, out: 0 }] },
  ]);
  const source = { kind: 'camera', door: 'Gate', direction: 'in' };
  const devices = await admin.client.get(`${path}/devices`);
  expect(devices.body).toMatchObject({ devices: [{ deviceId: 'source:cam-1', deviceName: 'Gate', source, ins: 3 }] });
  const report = z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body);
  expect(report.devices).toMatchObject([{ deviceId: 'source:cam-1', isAdmin: false, ins: 3, source }]);
  const added = { actor: 'apiKey', keyName: 'Door', kind: 'source_added', after: 'Gate' };
  expect(report.journal).toContainEqual(expect.objectContaining(added));
  await env.DB.prepare('DELETE FROM api_keys').run();
  const later = z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body);
  expect(later.journal).toContainEqual(expect.objectContaining({ ...added, keyName: null }));
});

test('a silent machine is in the list of alerts, and acknowledged like them', async () => {
  stopClock();
  const admin = await signUp();
  const event = await createEvent(admin);
  const { areaId } = await createArea(admin, event.eventId);
  const path = `/api/events/${event.eventId}`;
  expect((await admin.client.get(`${path}/alerts`)).body).toEqual({ alerts: [] });
  const camera = await machine(admin, ['count']);
  expect((await camera.post(`${path}/counts`, batchOf(areaId, { seq: 1, in: 100 }))).status).toBe(200);
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS);
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  const listed = async () => {
    const list = z.parse(ListedAlertsSchema, (await admin.client.get(`${path}/alerts`)).body);
    expect(list.alerts).toEqual([]);
    return list.machineAlerts ?? [];
  };
  const [alert] = await listed();
  expect(alert).toMatchObject({ sourceId: 'cam-1', sourceName: 'Gate', areaId, acknowledgedAt: null });
  const acknowledged = await admin.client.post(`${path}/alerts/${alert?.alertId}/acknowledge`, {
    note: 'Rebooted',
  });
  expect([acknowledged.status, acknowledged.body]).toEqual([200, { alerts: [] }]);
  expect(await listed()).toMatchObject([{ acknowledgedAt: expect.any(String), note: 'Rebooted', endedAt: null }]);
});

test('too many calls are told when to come back, and a bad body says why', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  const { areaId } = await createArea(admin, event.eventId);
  const path = `/api/events/${event.eventId}/counts`;
  const door = await machine(admin, ['count']);
  const zone = await door.post(path, {
    source: { sourceId: 'cam-1', areaId, timeZone: 'Mars/Olympus' },
    items: [{ seq: 1, in: 1 }],
  });
  expect([zone.status, zone.body]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })]);
  expect((await door.post(path, { items: [{ seq: 1, in: 1 }] })).status).toBe(400);
  for (let seq = 1; seq <= 20; seq++) expect((await door.post(path, batchOf(areaId, { seq, in: 1 }))).status).toBe(200);
  const refused = await door.post(path, batchOf(areaId, { seq: 21, in: 1 }));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});
