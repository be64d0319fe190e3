import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { type Event, EventSchema } from '../../../src/shared/schemas/event';
import { createVenue } from '../support/accounts';
import type { Client } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

const put = async ({ client }: { client: Client }, { eventId }: Event, body: unknown) =>
  await client.call('PUT', `/api/events/${eventId}/categories`, { body });
const categoriesOf = (body: unknown) => z.parse(EventSchema, body).categories;
const named = (...names: string[]) => ({ categories: names.map((name) => ({ name })), areOutsNamed: false });

test('categories are part of the event for everyone, and the counts of its areas list them', async () => {
  const { admin, event, area, device } = await createVenue();
  const desk = await openSocket(admin.client, '/api/account/socket');
  const door = await join(device, event.eventId, clientIdOf(1));
  const answer = await put(admin, event, {
    categories: [{ name: ' Adults ' }, { name: 'Children', capacity: 50 }],
    areOutsNamed: true,
  });
  expect(answer.status).toBe(200);
  const categories = categoriesOf(answer.body);
  const [adults = '', children = ''] = categories?.list.map(({ categoryId }) => categoryId) ?? [];
  expect(categories).toEqual({
    list: [
      { categoryId: expect.stringMatching(/^[0-9a-f]{8}$/), name: 'Adults', capacity: null },
      { categoryId: children, name: 'Children', capacity: 50 },
    ],
    areOutsNamed: true,
  });
  expect(answer.body).toEqual({ ...event, categories });
  expect((await admin.client.get('/api/events')).body).toEqual([{ ...event, categories }]);
  for (const socket of [desk, door]) expect((await socket.next('event_updated')).event.categories).toEqual(categories);
  await door.next('areas_changed');

  const taps = [adults, adults, children].map((category) => ({
    areaId: area.areaId,
    change: 1,
    at: Date.now(),
    category,
  }));
  door.send({ type: 'update_occupancy', eventId: event.eventId, seq: 1, sentAt: Date.now(), taps });
  const counts = [
    { categoryId: adults, ins: 2, outs: 0, occupancy: 2 },
    { categoryId: children, ins: 1, outs: 0, occupancy: 1 },
  ];
  expect((await door.next('occupancy_updated')).areas).toMatchObject([{ currentOccupancy: 3, categories: counts }]);
  const path = `/api/events/${event.eventId}/areas`;
  const { areas } = z.parse(AreaListSchema, (await device.get(path)).body);
  expect(areas.map((one) => one.categories)).toEqual([counts]);
});

test('a changed list keeps what was counted: a category that is left out becomes removed, and its id can come back', async () => {
  const { admin, event } = await createVenue();
  const [adults, children] = categoriesOf((await put(admin, event, named('Adults', 'Children'))).body)?.list ?? [];
  const renamed = { categories: [{ name: 'Press' }, { ...children, name: 'Kids' }], areOutsNamed: false };
  const after = categoriesOf((await put(admin, event, renamed)).body);
  expect(after?.list).toEqual([
    { categoryId: expect.any(String), name: 'Press', capacity: null },
    { ...children, name: 'Kids' },
    { ...adults, isRemoved: true },
  ]);
  const back = categoriesOf((await put(admin, event, { categories: [adults], areOutsNamed: true })).body);
  expect(back).toEqual({
    list: [adults, { ...after?.list[0], isRemoved: true }, { ...after?.list[1], isRemoved: true }],
    areOutsNamed: true,
  });
});

test('an unknown category, a wrong name and too many categories are refused, and nothing changes', async () => {
  const { admin, event } = await createVenue();
  expect(
    await put(admin, event, { categories: [{ categoryId: 'other', name: 'A' }], areOutsNamed: true }),
  ).toMatchObject({
    status: 404,
    body: { code: 'unknown_category' },
  });
  expect(await put(admin, event, named('A', 'a'))).toMatchObject({
    status: 400,
    body: { error: 'Two categories have the name a.' },
  });
  for (let round = 0; round < 8; round += 1) {
    const names = Array.from({ length: 8 }, (_, i) => `Ticket ${round} ${i}`);
    expect((await put(admin, event, named(...names))).status).toBe(200);
  }
  expect(await put(admin, event, named('One more'))).toMatchObject({
    status: 409,
    body: { code: 'limit_reached', error: 'This event has had 64 categories. Please create another event.' },
  });
  expect(categoriesOf((await put(admin, event, named())).body)?.list).toHaveLength(64);
});

test('no category is lost when two changes of the event come at once', async () => {
  const { admin, event } = await createVenue();
  await put(admin, event, named('Adults'));
  const batch = env.DB.batch.bind(env.DB);
  // Another call changes the event after this one has read it.
  vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements) => {
    await put(admin, event, named('Press'));
    return await batch(statements);
  });
  const answer = await put(admin, event, named('Staff'));
  expect(categoriesOf(answer.body)?.list.map(({ name, isRemoved }) => [name, isRemoved ?? false])).toEqual([
    ['Staff', false],
    ['Press', true],
    ['Adults', true],
  ]);
});
