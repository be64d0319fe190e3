import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { asNew, BROKEN, dialogOf, joinRoom, openAdmin, press } from '../../support/dashboard';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { area } from '../../support/areas';
import { DRILL, EVACUATION, RECORD } from '../../support/evacuations';

/** Tests how the control room starts and ends an evacuation or drill, and what it sees meanwhile. */

beforeEach(asNew);
// The dialogs' code takes long to load for the first time.
beforeAll(async () => {
  await import('../../../../web/src/features/dashboard/event-dialogs');
  await import('../../../../web/src/features/doors/doors-screen');
  await import('../../../../web/src/features/evacuation/evacuation-control');
});

const PATH = '/api/events/e1/evacuations';
const DOORS = '/app/events/e1/doors';

/** Opens the dialog from the page of the doors. */
async function openEvacuation(user: ReturnType<typeof openAdmin>['user']) {
  await press(user, 'Evacuation');
  return dialogOf('Evacuation');
}
const LIST = [200, { points: ['Car park'], evacuations: [] }] as const;

test('one press and a confirmation start an evacuation, and nothing is chosen beforehand', async () => {
  const { user, made } = openAdmin(
    { [`GET ${PATH}`]: LIST, [`POST ${PATH}`]: [201, { ...RECORD, endedAt: null }] },
    DOORS,
  );
  await joinRoom();
  await openEvacuation(user);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(made('POST', '/evacuations')).toEqual([]);
  const dialog = await openEvacuation(user);
  await user.click(await dialog.findByRole('button', { name: /^Start evacuation/ }));
  await waitFor(() => expect(made('POST', '/evacuations')).toEqual([{ isDrill: false, clientId: expect.any(String) }]));
  expect(made('PUT')).toEqual([]);
});

test('nobody has to leave an event without a tap: its page of doors has no evacuation until the first one', async () => {
  openAdmin({ 'GET /api/events/e1/areas': [200, { areas: [area()] }] }, DOORS);
  const room = await joinRoom({ areas: [area()] });
  await screen.findByRole('region', { name: 'Orders' });
  expect(screen.queryByRole('button', { name: 'Evacuation' })).toBeNull();
  const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 1, version: 1 });
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 1, areas: [count] });
  await screen.findByRole('button', { name: 'Evacuation' });
});

test('an evacuation can be started while the areas are not known', async () => {
  openAdmin({ 'GET /api/events/e1/areas': BROKEN }, DOORS);
  expect(await screen.findByRole('button', { name: 'Evacuation' })).toBeTruthy();
});

test('a drill starts before its new assembly points are saved, and also if they cannot be', async () => {
  const { user, calls } = openAdmin(
    {
      [`GET ${PATH}`]: LIST,
      [`POST ${PATH}`]: [201, { ...RECORD, endedAt: null, isDrill: true }],
      'PUT /api/events/e1/assembly-points': BROKEN,
    },
    DOORS,
  );
  await joinRoom();
  const dialog = await openEvacuation(user);
  await user.type(await dialog.findByRole('textbox', { name: /Assembly points/ }), '\nChurch');
  await user.click(dialog.getByRole('button', { name: /^Start drill/ }));
  await screen.findByText('It has started. The new assembly points were not saved.');
  const changes = calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/events'));
  expect(changes.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { isDrill: true, clientId: expect.any(String) }],
    ['PUT', { names: ['Car park', 'Church'] }],
  ]);
});

test('assembly points can be changed again after they were saved', async () => {
  const { user, made } = openAdmin(
    {
      [`GET ${PATH}`]: LIST,
      'PUT /api/events/e1/assembly-points': [200, { points: ['Car park', 'Church'], evacuations: [] }],
    },
    DOORS,
  );
  await joinRoom();
  const dialog = await openEvacuation(user);
  for (const name of ['Church', 'School']) {
    await user.type(await dialog.findByRole('textbox', { name: /Assembly points/ }), `\n${name}`);
    await user.click(await dialog.findByRole('button', { name: 'Save assembly points' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save assembly points' })).toBeNull());
  }
  expect(made('PUT', '/assembly-points')).toEqual([
    { names: ['Car park', 'Church'] },
    { names: ['Car park', 'Church', 'School'] },
  ]);
});

test('a drill becomes an evacuation with one press', async () => {
  const { user, made } = openAdmin({ [`GET ${PATH}`]: LIST, [`POST ${PATH}`]: [201, { ...RECORD, endedAt: null }] });
  await joinRoom({ evacuation: DRILL });
  await press(user, 'This is real: evacuate');
  await waitFor(() => expect(made('POST', '/evacuations')).toEqual([{ isDrill: false, clientId: expect.any(String) }]));
});

test('the event’s page shows who remains in each area and who has arrived; a drill says so', async () => {
  openAdmin();
  const room = await joinRoom({ evacuation: DRILL });
  const state = within(await screen.findByRole('region', { name: 'DRILL' }));
  const items = () => state.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items()).toEqual(['Main Stage3', 'Bar4', 'Assembly: Car park0']);
  const [twin, , point] = DRILL.sideAreas;
  const counts = { totalEntries: 0, totalExits: 3, lastUpdatedAt: null, version: 5 };
  await room.receive({
    type: 'occupancy_updated',
    eventId: 'e1',
    version: 5,
    areas: [
      { ...counts, areaId: twin?.areaId ?? '', currentOccupancy: 0 },
      { ...counts, areaId: point?.areaId ?? '', currentOccupancy: 3 },
    ],
  });
  await waitFor(() => expect(items()).toEqual(['Main StageEmpty', 'Bar4', 'Assembly: Car park3']));
  expect(state.getByTestId('remaining').textContent).toBe('4');
});

test('the time stands against the target until nobody is inside, and then the time to empty does', async () => {
  const startedAt = new Date(Date.now() - 9.55 * MINUTE_MS).toISOString();
  const emptyAt = new Date(Date.now() - 2.05 * MINUTE_MS).toISOString();
  const areas = RECORD.timeline.areas.map((one) => ({ ...one, remaining: 0, emptyAt }));
  const record = { ...RECORD, endedAt: null, startedAt, targetMinutes: 7, timeline: { ...RECORD.timeline, areas } };
  openAdmin({ [`GET ${PATH}`]: [200, { points: [], evacuations: [record] }] });
  const running = { ...EVACUATION, startedAt, targetMinutes: 7 };
  const room = await joinRoom({ evacuation: running, areas: [area({ areaId: 'a1', currentOccupancy: 4 })] });
  const state = within(await screen.findByRole('region', { name: 'EVACUATION' }));
  expect(state.getByText(/of 7:00$/).textContent).toMatch(/^9:3\d of 7:00$/);
  state.getByText(/^2:3\d over target$/);
  await room.receive({
    type: 'occupancy_updated',
    eventId: 'e1',
    version: 5,
    areas: [{ areaId: 'a1', currentOccupancy: 0, totalEntries: 0, totalExits: 4, lastUpdatedAt: null, version: 5 }],
  });
  await state.findByText('7:30 of 7:00');
  state.getByText('0:30 over target');
});

test('the control room hears that it is over while its pads are still those of the drill', async () => {
  const { user } = openAdmin();
  const room = await joinRoom({ evacuation: DRILL });
  await user.click(await screen.findByRole('button', { name: 'Remove one from DRILL · Bar' }));
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: null });
  expect(await screen.findByText(/^It is over\./)).toBeTruthy();
});

test('in a drill no pad offers to change its area: the numbers are not those of the day', async () => {
  const menus = () => screen.queryAllByRole('button', { name: /^Options for/ });
  openAdmin();
  const room = await joinRoom();
  await waitFor(() => expect(menus()).toHaveLength(2));
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: DRILL });
  await waitFor(() => expect(menus()).toEqual([]));
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  await waitFor(() => expect(menus()).toHaveLength(2));
});

test('ending says who is inside, asks again, and offers afterwards what the evacuation has stopped', async () => {
  const ended = { kind: 'open', target: { type: 'event' }, note: null } as const;
  const { user, made } = openAdmin({
    [`POST ${PATH}/v1/end`]: [200, { ...RECORD, asksStaff: true, endedOrders: [ended] }],
    [`POST ${PATH}/v1/show-numbers`]: [200, RECORD],
    'POST /api/events/e1/orders': [201, { readAt: RECORD.startedAt, orders: [] }],
  });
  await joinRoom({ evacuation: EVACUATION });
  await press(user, 'End evacuation');
  const dialog = await dialogOf('End evacuation');
  dialog.getByText('7 people are still inside, by the count.');
  dialog.getByText('Counted: 4');
  const field = dialog.getByRole('spinbutton', { name: 'Inside Bar now' });
  // As a browser does it with letters: they stand in the field, and its value is empty.
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true });
  await user.click(dialog.getByRole('button', { name: 'End evacuation' }));
  dialog.getByText('Inside Bar now: Please enter whole numbers.');
  expect(document.activeElement).toBe(field);
  Object.defineProperty(field, 'validity', { value: { badInput: false } });
  await user.type(field, '2{Enter}');
  await user.click(dialog.getByRole('checkbox', { name: /^It was started by mistake/ }));
  await user.click(dialog.getByRole('button', { name: 'End evacuation' }));
  dialog.getByText(/^People are still inside by the count/);
  expect(made('POST', '/end')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'End with 5 still inside' }));
  const recounts = [{ areaId: 'a2', occupancy: 2 }];
  await waitFor(() =>
    expect(made('POST', '/end')).toEqual([{ recounts, reason: 'After the evacuation', isMistake: true }]),
  );
  const after = await dialogOf('Evacuation ended');
  expect(after.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '12:05',
    expect.any(String),
    expect.stringMatching(/^Empty at/),
    'not empty: 1',
    '6',
    '0',
  ]);
  expect(made('POST', '/orders')).toEqual([]);
  await user.click(after.getByRole('checkbox', { name: /^Open/ }));
  await user.click(after.getByRole('button', { name: 'Give the chosen orders' }));
  await waitFor(() => expect(made('POST', '/orders')).toEqual([{ ...ended, clientId: expect.any(String) }]));
  await user.click(after.getByRole('button', { name: 'Show numbers again' }));
  await waitFor(() => expect(made('POST', '/show-numbers')).toHaveLength(1));
});
