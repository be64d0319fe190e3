import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import { area } from '../../support/areas';
import { BAR, choose, dialogsClosed, openAdmin, press } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const MENU = 'Options for Main Stage';
const ROOF = area({ areaId: 'a3', areaName: 'Roof' });
let areas: readonly Area[];

const open = (handlers: Parameters<typeof openAdmin>[0] = {}) =>
  openAdmin({ 'GET /api/events/e1/areas': () => [200, { areas }], ...handlers });

/** Answers a call and changes the areas to these. */
const changingTo = (next: () => readonly Area[]) => (): Answer => {
  areas = next();
  return [200, {}];
};

beforeEach(() => {
  areas = [area({ currentOccupancy: 1_300, totalEntries: 2_000, version: 3 }), BAR];
});

test('the menu of a card offers the actions for its area and shows the area’s whole name', async () => {
  await press(open().user, MENU);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Rename Area',
    'Change Capacity',
    'Recount',
    'Share Door Link',
    'Reset Occupancy',
    'Connect a Machine',
    'Delete Area',
  ]);
  within(screen.getByRole('menu')).getByText('Main Stage');
});

test('the lines for a machine say where it counts, and can be copied', async () => {
  const { user } = open();
  const dialog = await choose(user, 'Connect a Machine', MENU);
  const lines = `HEADROOM=${location.origin}\nEVENT=e1\nAREA=a1\n`;
  expect(dialog.getByText(/^HEADROOM=/).textContent).toBe(lines.trim());
  dialog.getByText(/counts in Main Stage/);
  await press(user, 'Copy');
  expect(await navigator.clipboard.readText()).toBe(lines);
  await dialog.findByRole('button', { name: 'Copied' });
});

test('a press on its button closes the menu, and so does a press elsewhere, which also counts, and another window', async () => {
  const { user } = open();
  await press(user, MENU);
  await press(user, MENU);
  expect(screen.queryByRole('menu')).toBeNull();
  await press(user, MENU);
  await press(user, 'Add one to Bar');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getAllByTestId('occupancy').map(({ textContent }) => textContent)).toEqual(['1,300', '5']);
  await press(user, MENU);
  vi.spyOn(document, 'hasFocus').mockReturnValueOnce(false);
  fireEvent.blur(window);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: MENU }));
});

test('a new name appears before the dialog closes, and the focus returns to the menu', async () => {
  const { user } = open({ 'PATCH /api/areas/a1': changingTo(() => [area({ areaName: 'Terrace' }), BAR]) });
  const dialog = await choose(user, 'Rename Area', MENU);
  expect(dialog.getByLabelText('Area Name')).toHaveProperty('value', 'Main Stage');
  await press(user, 'Save');
  await dialogsClosed();
  screen.getByRole('heading', { name: 'Terrace' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Terrace' }));
});

test('a reset sets the number to 0 and keeps total ins', async () => {
  const { user } = open({
    'PUT /api/areas/a1/reset': changingTo(() => [area({ totalEntries: 2_000, version: 4 }), BAR]),
  });
  const question = await choose(user, 'Reset Occupancy', MENU);
  await user.click(question.getByRole('button', { name: 'Reset Occupancy' }));
  await dialogsClosed();
  const card = within(screen.getByRole('article', { name: 'Main Stage' }));
  expect(card.getByTestId('occupancy').textContent).toBe('0');
  card.getByText('2,000');
});

test('one call resets the number of every area to 0', async () => {
  const { user, made } = open({
    'POST /api/events/e1/reset': changingTo(() => areas.map((one) => ({ ...one, currentOccupancy: 0, version: 4 }))),
  });
  await screen.findAllByTestId('occupancy');
  const question = await choose(user, 'Reset All Areas');
  await user.click(question.getByRole('button', { name: 'Reset All Areas' }));
  await dialogsClosed();
  expect(screen.getAllByTestId('occupancy').map(({ textContent }) => textContent)).toEqual(['0', '0']);
  expect(made('POST')).toEqual([undefined]);
});

test('the focus moves to a remaining area after a deletion', async () => {
  const { user } = open({ 'DELETE /api/areas/a1': changingTo(() => [BAR]) });
  const question = await choose(user, 'Delete Area', MENU);
  await user.click(question.getByRole('button', { name: 'Delete Area' }));
  await dialogsClosed();
  expect(screen.queryByRole('article', { name: 'Main Stage' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('a new area remounts the list and leaves the focus on the button that added it', async () => {
  const { user } = open({ 'POST /api/events/e1/areas': changingTo(() => [...areas, ROOF]) });
  const before = await screen.findByRole('article', { name: 'Main Stage' });
  await press(user, '+ Add New Area');
  await user.type(await screen.findByLabelText('Area Name'), 'Roof');
  await user.type(screen.getByLabelText('Capacity'), '10{Enter}');
  await screen.findByRole('article', { name: 'Roof' });
  expect(screen.getByRole('article', { name: 'Main Stage' })).not.toBe(before);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '+ Add New Area' })));
});

test('an area that is created after its dialog was closed leaves open menus open', async () => {
  const created = Promise.withResolvers<Answer>();
  const { user } = open({ 'POST /api/events/e1/areas': () => created.promise });
  await press(user, '+ Add New Area');
  await user.type(await screen.findByLabelText('Area Name'), 'Roof');
  await user.type(screen.getByLabelText('Capacity'), '10{Enter}{Escape}');
  await dialogsClosed();
  await press(user, MENU);
  const menu = screen.getByRole('menu');
  areas = [...areas, ROOF];
  created.resolve([201, {}]);
  await screen.findByRole('article', { name: 'Roof' });
  expect(menu.isConnected).toBe(true);
});

test('a recount offers reasons to choose or complete and says how far the count was off', async () => {
  const recounted: Answer = [200, { areaId: 'a1', before: 1_301, after: 1_294, drift: -7 }];
  const { user, made } = open({ 'PUT /api/areas/a1/recount': recounted });
  const dialog = await choose(user, 'Recount', MENU);
  await user.keyboard('1294');
  expect(dialog.getByText(/^Shown now: 1,300\./).textContent).toBe('Shown now: 1,300. 6 fewer than shown.');
  await user.click(dialog.getByRole('button', { name: 'Counted by hand' }));
  await user.type(dialog.getByLabelText('Reason'), ' at two{Enter}');
  await dialogsClosed();
  await screen.findByText('Main Stage is set to 1,294');
  // Another device has tapped since the dialog opened: the room's number counts.
  screen.getByText('7 fewer than shown.');
  expect(made('PUT')).toEqual([{ occupancy: 1294, reason: 'Counted by hand at two' }]);
});

const ERROR = 'GET /api/events/e1/counting-error';
const trusted = (one: object, recounts = 4): Answer => [
  200,
  {
    recounts,
    venueError: null,
    areas: [
      { areaId: 'a1', since: null, isRecounted: false, crossings: 840, expectedError: 12, isRecountDue: false, ...one },
    ],
  },
];

test.each([
  [
    'since a recount',
    trusted({ since: '2026-11-20T21:10:00.000Z', isRecounted: true }),
    /^± 12 since the recount \(.+\)$/,
  ],
  ['since a reset', trusted({ since: '2026-11-20T21:10:00.000Z' }), /^± 12 since the reset \(.+\)$/],
  ['since it was added', trusted({}), '± 12 since the area was added'],
  ['a recount is due', trusted({ isRecountDue: true }), '± 12 since the area was added A recount is due.'],
  ['too few', trusted({ expectedError: null }, 0), /after two recounts\.$/],
  ['long ago', trusted({ expectedError: null, crossings: null }), /after the next recount\.$/],
])('the menu of a card says how far its number can be trusted: %s', async (_when, answer, expected) => {
  await press(open({ [ERROR]: answer }).user, MENU);
  const item = screen.getByRole('menuitem', { name: 'Recount' });
  const text = () => document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent;
  await waitFor(() => expect(text()).toMatch(expected));
});

test('without an answer the menu says nothing about its number', async () => {
  await press(open({ [ERROR]: 'offline' }).user, MENU);
  const item = screen.getByRole('menuitem', { name: 'Recount' });
  expect(document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent).toBe('');
});
