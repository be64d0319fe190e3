import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { asNew, choose, dialogOf, joinRoom, openAdmin, press } from '../../support/dashboard';
import { DRILL, EVACUATION, RECORD } from '../../support/evacuations';

/** Tests how the control room starts and ends an evacuation or drill, and what it sees meanwhile. */

beforeEach(asNew);
// The dialogs' code takes long to load for the first time.
beforeAll(async () => {
  await import('../../../../web/src/features/dashboard/event-dialogs');
  await import('../../../../web/src/features/evacuation/evacuation-state');
});

const PATH = '/api/events/e1/evacuations';
const LIST = [200, { points: ['Car park'], evacuations: [] }] as const;

test('one press and a confirmation start an evacuation', async () => {
  const { user, made } = openAdmin({ [`GET ${PATH}`]: LIST, [`POST ${PATH}`]: [201, { ...RECORD, endedAt: null }] });
  await joinRoom();
  await press(user, 'Evacuation or Drill');
  const dialog = await dialogOf('Evacuation and Drill');
  await user.click(await dialog.findByRole('button', { name: 'Start evacuation' }));
  await waitFor(() => expect(made('POST', '/evacuations')).toEqual([{ isDrill: false, clientId: expect.any(String) }]));
  expect(made('PUT')).toEqual([]);
});

test('a drill is chosen, with new assembly points', async () => {
  const { user, made } = openAdmin({
    [`GET ${PATH}`]: LIST,
    [`POST ${PATH}`]: [201, { ...RECORD, endedAt: null, isDrill: true }],
    'PUT /api/events/e1/assembly-points': LIST,
  });
  await joinRoom();
  const dialog = await choose(user, 'Evacuation and Drill');
  await user.click(await dialog.findByRole('radio', { name: /^Drill/ }));
  await user.type(dialog.getByRole('textbox', { name: /Assembly points/ }), '\nChurch');
  await user.click(dialog.getByRole('button', { name: 'Start drill' }));
  await waitFor(() => expect(made('POST', '/evacuations')).toMatchObject([{ isDrill: true }]));
  expect(made('PUT')).toEqual([{ names: ['Car park', 'Church'] }]);
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

test('ending asks what the counts are now, and says what happened', async () => {
  const { user, made } = openAdmin({ [`POST ${PATH}/v1/end`]: [200, RECORD] });
  await joinRoom({ evacuation: EVACUATION });
  await press(user, 'End evacuation');
  const dialog = await dialogOf('End evacuation');
  await user.type(dialog.getByRole('spinbutton', { name: 'Inside Bar now' }), '2');
  await user.click(dialog.getByRole('button', { name: 'End evacuation' }));
  await waitFor(() =>
    expect(made('POST', '/end')).toEqual([
      { recounts: [{ areaId: 'a2', occupancy: 2 }], reason: 'After the evacuation' },
    ]),
  );
  const ended = await dialogOf('Evacuation ended');
  expect(ended.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '12:05',
    expect.any(String),
    expect.stringMatching(/^Empty at/),
    'not empty: 1',
    '6',
  ]);
});
