import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { AreaCard } from '../../../../web/src/features/counting/areas/area-card';
import { AreaRow } from '../../../../web/src/features/counting/areas/area-row';
import { VenueLine, VenueTotal } from '../../../../web/src/features/counting/areas/venue-total';
import { OccupancyFigures } from '../../../../web/src/features/overview/occupancy-figures';
import { EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { asNew, BAR, choose, joinRoom, MAIN, openAdmin, openDoor, press } from '../../support/dashboard';
import { DRILL, EVACUATION } from '../../support/evacuations';
import { type Answer, refusal } from '../../support/stub-api';

/** Tests how screens say that a number may be low, and what the organizer does about it (docs/product.md, M17). */

beforeEach(asNew);
beforeAll(() => import('../../../../web/src/features/dashboard/event-dialogs'));

const LOW = { currentOccupancy: 95, mayBeLowBy: 1_234 };
const FULL = 'Main Stage may be low by up to 1,234';
const SHORT = 'Main Stage up to 1,234 missing';
const VENUE = 'Venue up to 1,239 missing';
const minutes = [{ ins: 6, outs: 0, occupancy: 95 }];
const movement = { rates: { ins: 6, outs: 0 }, late: 0, minutes };
const twoLow = [area(LOW), area({ areaId: 'a2', areaName: 'Bar', mayBeLowBy: 5 })];
const figures = { name: 'Main Stage', occupancy: 95, capacity: 100, movement };

/** What screen readers are told of doubts, as soon as it changes. */
const said = () => [...document.querySelectorAll('output.in-doubt')].map(({ textContent }) => textContent);

test.each([
  ['a card', (fields: object) => <AreaCard area={area(fields)} locked={false} onTap={() => {}} />, FULL],
  [
    'a dense card',
    (fields: object) => <AreaCard size="dense" area={area(fields)} locked={false} onTap={() => {}} />,
    SHORT,
  ],
  ['a row', (fields: object) => <AreaRow size="row" area={area(fields)} locked={false} onTap={() => {}} />, SHORT],
])('%s says it once beside the number; a tap says nothing again', (_, show, words) => {
  const { rerender } = render(show({ currentOccupancy: 95 }));
  expect(said()).toEqual(['']);
  const place = document.querySelector('output.in-doubt');
  rerender(show(LOW));
  expect(said()).toEqual([words]);
  const text = place?.lastChild;
  rerender(show({ ...LOW, currentOccupancy: 96, version: 2 }));
  expect(place?.lastChild).toBe(text);
  expect(screen.getByTestId('occupancy').textContent).toBe('96');
  rerender(show({ currentOccupancy: 96, version: 3 }));
  expect([said(), place?.isConnected]).toEqual([[''], true]);
});

test('without a connection, and while people leave, a card goes on saying it', () => {
  render(<AreaCard area={area(LOW)} locked={false} live={false} meaning="still inside" onTap={() => {}} />);
  expect(said()).toEqual([FULL]);
});

test.each([
  ['page', <VenueTotal key="total" event={EVENT} areas={twoLow} live />],
  ['door', <VenueLine key="line" event={EVENT} areas={twoLow} live={false} />],
])('the venue total of a %s has the sum', (_, strip) => {
  render(strip);
  expect(said()).toEqual([VENUE]);
});

test('the overview says it, and makes no forecast from such a number', () => {
  const { rerender } = render(<OccupancyFigures {...figures} lowBy={0} live />);
  screen.getByText('Full in under a minute');
  rerender(<OccupancyFigures {...figures} lowBy={1_234} live />);
  expect(said()).toEqual([FULL]);
  expect(screen.queryByText(/^Full/)).toBeNull();
  screen.getByText('No forecast while people may be missing');
});

test('who remains in an evacuation may be more, too; a drill’s twins have no doubt', async () => {
  const { room } = await openDoor();
  const tell = (evacuation: typeof DRILL) => room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation });
  await tell(EVACUATION);
  const band = await screen.findByRole('region', { name: 'EVACUATION' });
  await room.receive({
    type: 'occupancy_updated',
    eventId: 'e1',
    version: 1,
    areas: [{ ...MAIN, ...LOW, version: 1 }],
  });
  await waitFor(() => expect(band.textContent).toContain('99still insideEVACUATION up to 1,234 missing'));
  expect(said()).toContain(FULL);
  await tell(DRILL);
  await screen.findByRole('region', { name: 'DRILL' });
  await waitFor(() => expect(said().join('')).toBe(''));
});

const missedBy = (south: number): Answer => [
  200,
  {
    sources: [
      { sourceId: 'north', name: 'North door', doubts: [{ areaId: 'a1', people: 1_200 }] },
      { sourceId: 'south', name: 'South door', doubts: [{ areaId: 'a1', people: south }] },
      { sourceId: 'bar', name: 'Bar door', doubts: [{ areaId: 'a2', people: 7 }] },
      { sourceId: 'east', name: 'East door' },
    ],
  },
];
const SOUTH = 'POST /api/events/e1/sources/south/doubt';

test('a recount names the machines, says that it ends the doubt, and lets the organizer settle each of them', async () => {
  let missed = 34;
  let answer: Answer = refusal(409, 'Counting is locked for this account.', 'counting_locked');
  const areas = [area(LOW), BAR];
  const { user, made } = openAdmin({
    'GET /api/events/e1/areas': [200, { areas }],
    'GET /api/events/e1/sources': () => missedBy(missed),
    [SOUTH]: () => answer,
  });
  const room = await joinRoom({ areas });
  const dialog = await choose(user, 'Recount', 'Options for Main Stage');
  await dialog.findByText('2 machines: up to 1,234 people may be missing.');
  dialog.getByText(/The recount ends this doubt\./);
  expect(dialog.queryByText(/Bar door|East door/)).toBeNull();
  const south = within(dialog.getByText(/^South door: up to 34 people may be missing/).parentElement ?? document.body);
  await user.click(south.getByRole('button', { name: 'Count them' }));
  expect((await south.findByRole('alert')).textContent).toBe('Counting is locked for this account.');
  // More people may be missing by now, and the dialog shows how many.
  answer = refusal(409, 'By now up to 40 people may be missing. Please look at the number again.', 'conflict');
  missed = 40;
  await user.click(south.getByRole('button', { name: 'They were counted' }));
  await south.findByText(/^South door: up to 40 people may be missing/);
  expect(south.getByRole('alert').textContent).toMatch(/^By now up to 40/);
  // Somebody else was faster.
  answer = refusal(404, 'Not found', 'not_found');
  await user.click(south.getByRole('button', { name: 'They were counted' }));
  await waitFor(() => expect(south.queryByRole('alert')).toBeNull());
  expect(made('POST', '/doubt')).toEqual([
    { counted: true, people: 34 },
    { counted: false, people: 34 },
    { counted: false, people: 40 },
  ]);
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 1, areas: [{ ...MAIN, version: 1 }] });
  await waitFor(() => expect(dialog.queryByText(/may be missing/)).toBeNull());
});

test('a reset says that it ends the doubt; a recount says so, too, if the machines cannot be loaded', async () => {
  const areas = [area(LOW), BAR];
  const { user } = openAdmin({ 'GET /api/events/e1/areas': [200, { areas }], 'GET /api/events/e1/sources': [403, {}] });
  await joinRoom({ areas });
  const reset = await choose(user, 'Reset Occupancy', 'Options for Main Stage');
  reset.getByText(/Up to 1,234 people whom machines have missed may be here\. A reset ends that doubt\./);
  await press(user, 'Cancel');
  const recount = await choose(user, 'Recount', 'Options for Main Stage');
  recount.getByText('Machines: up to 1,234 people may be missing.');
  await recount.findByText('Which machines these are could not be loaded.');
  expect(recount.queryByRole('button', { name: 'Count them' })).toBeNull();
});
