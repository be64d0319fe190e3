import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import {
  apiAs,
  asNew,
  BROKEN,
  cards,
  dialogOf,
  joinRoom,
  MAIN,
  makeDoorScreen,
  openAdmin,
  path,
  press,
} from '../../support/dashboard';

const ON_TRIAL = { subscriptionStatus: 'trialing' } as const;

/** What is in sight all the time, and what is one tap away there, by role. */
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

async function openAs(user: object, api: Parameters<typeof openAdmin>[0] = {}) {
  const { user: person } = openAdmin({ ...apiAs({ ...user, ...ON_TRIAL }), ...api });
  await screen.findAllByTestId('occupancy');
  await joinRoom({ ...ON_TRIAL, ...('GET /api/events/e1/areas' in api ? { areas: [MAIN] } : {}) });
  return person;
}
const ONE_AREA = { 'GET /api/events/e1/areas': [200, { areas: [MAIN] }] as const };

/** As a key presses it: a finger's press so soon after a tap, of the test before even, has missed a pad. */
async function openSheet() {
  const opener = await screen.findByRole('button', { name: 'Event and device' });
  opener.focus();
  fireEvent.click(opener);
  return dialogOf('Warehouse Friday');
}

beforeEach(() => {
  asNew();
  makeDoorScreen();
});

describe.each([
  ['user', DOOR],
  ['admin', ADMIN],
] as const)('what the specification shows, to the role %s', (role, user) => {
  test('at a door: in sight, or in the sheet', async () => {
    await openAs(user);
    for (const what of IN_SIGHT) expect(isThere(screen, what), what).toBe(true);
    for (const what of IN_SHEET[role]) expect(isThere(screen, what), what).toBe(false);
    const sheet = await openSheet();
    for (const what of IN_SHEET.admin) expect(isThere(sheet, what), what).toBe(IN_SHEET[role].includes(what));
  });

  test('on a wide screen: all of it in sight, and no sheet', async () => {
    makeDoorScreen(false);
    await openAs(user);
    const inMenu = new Set(['Switch Event', 'Rename Event', 'Delete Event']);
    for (const what of [...IN_SIGHT, ...IN_SHEET[role]].filter((each) => !inMenu.has(each))) {
      expect(isThere(screen, what), what).toBe(true);
    }
    expect(screen.queryByRole('button', { name: 'Event and device' })).toBeNull();
  });

  test('an area that is opened has all of a card', async () => {
    const person = await openAs(user);
    expect(screen.queryByText('Total ins')).toBeNull();
    await press(person, 'Main Stage on the whole screen');
    const card = within(await screen.findByRole('article', { name: 'Main Stage' }));
    for (const what of ['Main Stage', 'Total ins', 'Last updated', 'N/A']) card.getByText(what);
    card.getByRole('meter', { name: 'Occupancy' });
    for (const name of ['Take one from Main Stage', 'Add one to Main Stage']) card.getByRole('button', { name });
    expect(card.queryByRole('button', { name: 'Options for Main Stage' }) !== null).toBe(role === 'admin');
  });
});

test('a row has its number, its bar and its pads; an admin has the menu of its area there, too', async () => {
  const person = await openAs(ADMIN);
  const row = within(screen.getByRole('article', { name: 'Main Stage' }));
  row.getByRole('meter', { name: 'Occupancy' });
  await press(person, 'Add one to Main Stage');
  expect(row.getByTestId('occupancy').textContent).toBe('4');
  await press(person, 'Options for Main Stage');
  row.getByRole('menuitem', { name: 'Change Capacity' });
});

test('one area is the whole screen, without a way out of it; an admin adds another from the sheet', async () => {
  const person = await openAs(ADMIN, ONE_AREA);
  within(screen.getByRole('article', { name: 'Main Stage' })).getByText('Total ins');
  expect(screen.queryByRole('button', { name: /Leave the whole screen|Add New Area/ })).toBeNull();
  await openSheet();
  await press(person, '+ Add New Area');
  await dialogOf('Add New Area');
});

test('the area that was counted last is the first of the next visit, and moves nowhere before', async () => {
  const person = await openAs(DOOR);
  await press(person, 'Add one to Bar');
  expect(cards()).toEqual(['Main Stage', 'Bar']);
  fireEvent.click(screen.getByRole('button', { name: 'Bar on the whole screen' }));
  await press(person, 'Leave the whole screen');
  expect(cards()).toEqual(['Main Stage', 'Bar']);
  cleanup();
  await openAs(DOOR);
  expect(cards()).toEqual(['Bar', 'Main Stage']);
});

test('what opens from the sheet takes its place, and gives the focus back to its button', async () => {
  const person = await openAs(DOOR);
  const opener = await screen.findByRole('button', { name: 'Event and device' });
  for (const [name, title] of [
    ['Share', 'Share Event'],
    ['This device', 'This device'],
  ] as const) {
    const sheet = await openSheet();
    await person.click(sheet.getByRole('button', { name }));
    await dialogOf(title);
    expect(screen.queryByRole('dialog', { name: 'Warehouse Friday' })).toBeNull();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

test('without a list of areas the sheet is there all the same, and asks before logging out', async () => {
  const { user: person } = openAdmin({ ...apiAs(DOOR), 'GET /api/events/e1/areas': BROKEN });
  await screen.findByText('Failed to load areas.');
  const sheet = await openSheet();
  await person.click(sheet.getByRole('button', { name: 'Log out' }));
  const question = await dialogOf('Log out now?');
  await person.click(question.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/login'));
});

test('an error of the account stands in the bar, where it leads to the settings', async () => {
  await openAs(ADMIN);
  await joinRoom({ subscriptionStatus: 'past_due', event: EVENT });
  expect(screen.getByRole('button', { name: 'Update Billing' })).toBeTruthy();
});
