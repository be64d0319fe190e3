import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ListedAlertsSchema } from '../../../src/shared/schemas/alert';
import { ALERT_NOTE_MAX_LENGTH } from '../../../src/shared/schemas/limits';
import { createVenue } from '../support/accounts';
import { batch, clientIdOf } from '../support/room';

test('the call answers page by page and refuses a bad cursor; a note is checked, and its text explains a refusal', async () => {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}/alerts`;
  expect(await admin.client.get(path)).toMatchObject({ status: 200, body: { alerts: [] } });
  const body = { ...batch(1, [400], area.areaId), clientId: clientIdOf(1) };
  await device.post(`/api/events/${event.eventId}/occupancy?v=1`, body);
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
