import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ListedAlertsSchema } from '../../../src/shared/schemas/alert';
import { ALERT_NOTE_MAX_LENGTH } from '../../../src/shared/limits';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { createVenue } from '../support/accounts';
import { batch, clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

test('an alert is acknowledged once, by anyone who may count in its event, under the name of the device', async () => {
  const { admin, event, area, device } = await createVenue();
  const body = { ...batch(1, [400], area.areaId), clientId: clientIdOf(1) };
  const { body: answer } = await device.post(`/api/events/${event.eventId}/occupancy?v=2`, body);
  const { alerts } = z.parse(PollAnswerSchema, answer).sync;
  expect(alerts).toMatchObject([{ areaId: area.areaId, threshold: 75, occupancy: 400, capacity: 500 }]);
  const path = `/api/events/${event.eventId}/alerts/${alerts?.[0]?.alertId}/acknowledge`;

  const other = await createVenue();
  const elsewhere = path.replace(/events\/\w+/, `events/${other.event.eventId}`);
  expect(await other.device.post(elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await other.device.post(path)).toMatchObject({ status: 404 });

  const desk = await join(admin.client, event.eventId, clientIdOf(3));
  const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=2`);
  const clientId = clientIdOf(4);
  door.send({ type: 'join_event', eventId: event.eventId, clientId, deviceName: 'North gate' });
  await door.next('sync');
  const seen = { acknowledgedAt: expect.any(String), acknowledgedBy: 'North gate' };
  expect(await device.post(path, { clientId })).toMatchObject({ status: 200, body: { alerts: [seen] } });
  const told = (await desk.next('alerts_changed')).alerts;
  expect(told).toMatchObject([seen]);
  expect(await admin.client.post(path)).toMatchObject({ status: 200, body: { alerts: told } });
});

test('the call answers page by page and refuses a bad cursor; a note is checked, and its text explains a refusal', async () => {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}/alerts`;
  expect(await admin.client.get(path)).toMatchObject({ status: 200, body: { alerts: [] } });
  const body = { ...batch(1, [400], area.areaId), clientId: clientIdOf(1) };
  await device.post(`/api/events/${event.eventId}/occupancy?v=2`, body);
  const { alerts } = z.parse(ListedAlertsSchema, (await admin.client.get(`${path}?limit=1`)).body);
  expect(alerts).toMatchObject([{ areaName: area.areaName, threshold: 75, endedAt: null }]);
  const [{ raisedAt, alertId } = { raisedAt: '', alertId: '' }] = alerts;
  const next = await admin.client.get(`${path}?limit=1&after=${Date.parse(raisedAt)}.${alertId}`);
  expect(next.body).toEqual({ alerts: [] });
  expect(await admin.client.get(`${path}?after=yesterday`)).toMatchObject({ status: 400 });

  const noteOf = (note: unknown) => device.post(`${path}/${alertId}/acknowledge`, { note });
  expect(await noteOf('x'.repeat(ALERT_NOTE_MAX_LENGTH + 1))).toMatchObject({
    status: 400,
    body: { error: 'The note must be at most 300 characters long.' },
  });
  expect(await noteOf('a\u202Eb')).toMatchObject({ status: 400 });
  expect(await noteOf(5)).toMatchObject({ status: 400 });
  expect(await noteOf('  Gate closed ')).toMatchObject({ status: 200, body: { alerts: [{ note: 'Gate closed' }] } });
  expect(await noteOf(' ')).toMatchObject({ status: 200, body: { alerts: [{ note: null }] } });
});
