import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, makeDoorScreen } from '../../support/counting-screen';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { refusal, stubApi } from '../../support/stub-api';

const MAIN = area({ currentOccupancy: 3, totalEntries: 8 });
const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'trialing' };
const STEWARD = {
  username: 'Door',
  role: 'user',
  accessCode: 'ABCD2346',
  eventId: 'e1',
  subscriptionStatus: 'trialing',
};

/** What is in sight all the time, and what is one tap away there: elements of the specification, section 2, by role. */
const IN_SIGHT = ['Warehouse Friday', 'Connected'];
const IN_SHEET = {
  user: ['ABCD-2346', 'Copy access code', 'Log out', 'Trial Active'],
  admin: [
    'ABCD-2346',
    'Copy access code',
    'Log out',
    'Trial Active',
    'Account settings',
    'Switch Event',
    'Rename Event',
    'Delete Event',
  ],
};

/** Whether the element is there: by its text, its title or its name. */
const isThere = (root: ReturnType<typeof within>, what: string): boolean =>
  root.queryAllByText(what).length > 0 ||
  root.queryAllByTitle(what).length > 0 ||
  root.queryAllByRole('button', { name: what }).length > 0;

async function openAs(user: typeof ADMIN, areas = [MAIN, BAR]) {
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user }],
    'GET /api/events': [200, [EVENT]],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    'GET /api/events/e1/areas': [200, { areas }],
    'POST /api/auth/logout': [200, { success: true }],
  });
  localStorage.setItem('headroom.selectedEventId', 'e1');
  const { user: person } = renderApp('/app');
  await screen.findByRole('button', { name: `Add one to ${areas[0]?.areaName}` });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas, subscriptionStatus: 'trialing' }));
  return person;
}

/** As a key presses it: a finger's press so soon after a tap, of the test before even, has missed a pad. */
async function openSheet(): Promise<void> {
  const opener = await screen.findByRole('button', { name: 'Event and device' });
  opener.focus();
  fireEvent.click(opener);
}

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
});

describe.each([
  ['user', STEWARD],
  ['admin', ADMIN],
] as const)('what the specification shows, to the role %s', (role, user) => {
  test('at a door: in sight, or in the sheet', async () => {
    makeDoorScreen();
    await openAs(user);
    for (const what of IN_SIGHT) expect(isThere(screen, what), what).toBe(true);
    for (const what of IN_SHEET[role]) expect(isThere(screen, what), what).toBe(false);
    await openSheet();
    const sheet = within(await screen.findByRole('dialog', { name: 'Warehouse Friday' }));
    for (const what of IN_SHEET[role]) expect(isThere(sheet, what), what).toBe(true);
    const forAdmins = IN_SHEET.admin.filter((what) => !IN_SHEET[role].includes(what));
    for (const what of forAdmins) expect(isThere(sheet, what), what).toBe(false);
  });

  test('on a wide screen: all of it in sight, and no sheet', async () => {
    await openAs(user);
    const inMenu = new Set(['Switch Event', 'Rename Event', 'Delete Event']);
    for (const what of [...IN_SIGHT, ...IN_SHEET[role]].filter((each) => !inMenu.has(each))) {
      expect(isThere(screen, what), what).toBe(true);
    }
    expect(screen.queryByRole('button', { name: 'Event and device' })).toBeNull();
  });

  test('an area that is opened has all of a card', async () => {
    makeDoorScreen();
    const person = await openAs(user);
    expect(screen.queryByText('Total ins')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Main Stage on the whole screen' }));
    const card = within(await screen.findByRole('article', { name: 'Main Stage' }));
    for (const what of ['Main Stage', 'Total ins', 'Last updated', 'N/A']) card.getByText(what);
    card.getByRole('meter', { name: 'Occupancy' });
    for (const name of ['Take one from Main Stage', 'Add one to Main Stage']) card.getByRole('button', { name });
    expect(card.queryByRole('button', { name: 'Options for Main Stage' }) !== null).toBe(role === 'admin');
  });
});

test('a row has its number, its bar and its pads; an admin has the menu of its area there, too', async () => {
  makeDoorScreen();
  const person = await openAs(ADMIN);
  const row = within(screen.getByRole('article', { name: 'Main Stage' }));
  expect(row.getByTestId('occupancy').textContent).toBe('3');
  row.getByRole('meter', { name: 'Occupancy' });
  await person.click(row.getByRole('button', { name: 'Add one to Main Stage' }));
  expect(row.getByTestId('occupancy').textContent).toBe('4');
  await person.click(row.getByRole('button', { name: 'Options for Main Stage' }));
  row.getByRole('menuitem', { name: 'Change Capacity' });
});

test('one area is the whole screen, without a way out of it', async () => {
  makeDoorScreen();
  await openAs(STEWARD, [MAIN]);
  const card = within(screen.getByRole('article', { name: 'Main Stage' }));
  card.getByText('Total ins');
  expect(screen.queryByRole('button', { name: 'Leave the whole screen' })).toBeNull();
  await screen.findByRole('button', { name: 'Event and device' });
});

test('an admin with one area adds another from the sheet', async () => {
  makeDoorScreen();
  const person = await openAs(ADMIN, [MAIN]);
  expect(screen.queryByRole('button', { name: '+ Add New Area' })).toBeNull();
  await openSheet();
  await person.click(await screen.findByRole('button', { name: '+ Add New Area' }));
  await screen.findByRole('dialog', { name: 'Add New Area' });
});

test('the area that was counted last is the first of the next visit, and moves nowhere before', async () => {
  makeDoorScreen();
  const person = await openAs(STEWARD);
  const rows = () => screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'));
  await person.click(screen.getByRole('button', { name: 'Add one to Bar' }));
  expect(rows()).toEqual(['Main Stage', 'Bar']);
  fireEvent.click(screen.getByRole('button', { name: 'Bar on the whole screen' }));
  await person.click(await screen.findByRole('button', { name: 'Leave the whole screen' }));
  expect(rows()).toEqual(['Main Stage', 'Bar']);
  cleanup();
  await openAs(STEWARD);
  expect(rows()).toEqual(['Bar', 'Main Stage']);
});

test('what opens from the sheet takes its place, and gives the focus back to its button', async () => {
  makeDoorScreen();
  const person = await openAs(STEWARD);
  const opener = await screen.findByRole('button', { name: 'Event and device' });
  for (const [name, title] of [
    ['Share', 'Share Event'],
    ['This device', 'This device'],
  ] as const) {
    await openSheet();
    const sheet = within(await screen.findByRole('dialog', { name: 'Warehouse Friday' }));
    await person.click(sheet.getByRole('button', { name }));
    await screen.findByRole('dialog', { name: title });
    expect(screen.queryByRole('dialog', { name: 'Warehouse Friday' })).toBeNull();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

test('a steward is asked before logging out', async () => {
  makeDoorScreen();
  const person = await openAs(STEWARD);
  await openSheet();
  await person.click(await screen.findByRole('button', { name: 'Log out' }));
  const question = within(await screen.findByRole('dialog', { name: 'Log out now?' }));
  await person.click(question.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
});

test('without a list of areas the sheet is there all the same', async () => {
  makeDoorScreen();
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user: STEWARD }],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    'GET /api/events/e1/areas': refusal(500, 'Something went wrong.', 'internal'),
  });
  renderApp('/app');
  await screen.findByText('Failed to load areas.');
  await openSheet();
  const sheet = within(await screen.findByRole('dialog', { name: 'Warehouse Friday' }));
  expect(sheet.queryByRole('button', { name: 'Log out' })).not.toBeNull();
});

test('an error of the account stands in the bar, where it leads to the settings', async () => {
  makeDoorScreen();
  await openAs({ ...ADMIN, subscriptionStatus: 'past_due' });
  const room = await socketTo('/api/events/e1/socket');
  await room.receive(sync({ areas: [MAIN, BAR], subscriptionStatus: 'past_due' }));
  expect(screen.queryByRole('button', { name: 'Update Billing' })).not.toBeNull();
});
