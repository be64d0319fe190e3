import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/limits';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { createArea, createVenue } from '../support/accounts';
import { FRIDAY, FRIDAY_NIGHT, SATURDAY } from '../support/days';
import { batch, clientIdOf } from '../support/room';

afterEach(() => {
  vi.useRealTimers();
});

test('reports list areas as the dashboard does, whichever was tapped on first, with deleted ones in their places', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: FRIDAY_NIGHT });
  const { admin, area: main, device, event } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  const bar = await createArea(admin, event.eventId, 'Bar', 10);
  const yard = await createArea(admin, event.eventId, 'Yard', 50);
  let seq = 0;
  const tap = async (areaId: string, at = Date.now()) => {
    const body = { ...batch((seq += 1), [1], areaId, at), clientId: clientIdOf(1) };
    expect((await device.post(`${path}/occupancy?v=3`, body)).status).toBe(200);
  };
  const listed = async () => {
    const { body } = await admin.client.get(`${path}/report?from=${FRIDAY}&to=${SATURDAY}`);
    return z.parse(ReportSchema, body).areas.map(({ areaName }) => areaName);
  };
  // By phones whose clocks are slow, before there was any of the areas.
  await tap(yard.areaId, FRIDAY_NIGHT - 2 * MINUTE_MS);
  await tap(bar.areaId, FRIDAY_NIGHT - MINUTE_MS);
  await tap(main.areaId);
  expect(await listed()).toEqual(['Main Stage', 'Bar', 'Yard']);

  await admin.client.call('DELETE', `/api/areas/${bar.areaId}`);
  vi.setSystemTime(FRIDAY_NIGHT + DAY_MS);
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  await tap(yard.areaId);
  expect(await listed()).toEqual(['Main Stage', 'Bar', 'Yard']);
  const table = await admin.client.get(`${path}/report?format=csv&from=${SATURDAY}&to=${SATURDAY}`);
  const names = table.text.split('\r\n').flatMap((line) => line.split(',')[4] ?? []);
  expect([...new Set(names)]).toEqual(['area_name', 'Whole venue', 'Main Stage', 'Yard']);
});
