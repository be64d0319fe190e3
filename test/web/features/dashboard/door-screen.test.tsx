import { cleanup, fireEvent, screen, waitFor, type within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/device/device';
import { ADMIN, DOOR } from '../../support/account';
import { alert } from '../../support/alerts';
import { area, sync } from '../../support/areas';
import {
  apiAs,
  asNew,
  BAR,
  BROKEN,
  cards,
  CODE_API,
  counts,
  dialogOf,
  joinRoom,
  MAIN,
  makeDoorScreen,
  openAdmin,
  openApp,
  openDoor,
  path,
  press,
} from '../../support/dashboard';
import { EVACUATION } from '../../support/evacuations';
import type { Answer } from '../../support/stub-api';

const AREAS = 'GET /api/events/e1/areas';
const ALL = ['Main Stage', 'Bar'];
const BAR_FIRST = ['Bar', 'Main Stage'];
const AT_BAR = [{ eventId: 'e1', areaId: 'a2' }];
const GONE = 'The area of this door no longer exists. Choose another one.';
const leave = () => screen.findByRole('button', { name: 'Exit full screen' });
const areCards = (names: readonly string[]) => waitFor(() => expect(cards()).toEqual(names));
type Person = ReturnType<typeof openApp>['user'];

const ON_TRIAL = { subscriptionStatus: 'trialing' } as const;

/** Elements that are always visible, and elements that are one tap away, by role. */
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

/** Whether an element exists with this text, title or name. */
const isThere = (root: ReturnType<typeof within>, what: string): boolean =>
  root.queryAllByText(what).length > 0 ||
  root.queryAllByTitle(what).length > 0 ||
  root.queryAllByRole('button', { name: what }).length > 0;

/** Opens the sheet by key: right after a tap the app takes a finger's press for a tap that missed its pad. */
async function openSheet() {
  const opener = await screen.findByRole('button', { name: 'Event and device' });
  opener.focus();
  fireEvent.click(opener);
  return dialogOf('Warehouse Friday');
}

beforeEach(asNew);

describe.each([
  ['user', DOOR],
  ['admin', ADMIN],
] as const)('the screen shows the role %s everything that the specification lists', (role, user) => {
  const openOnTrial = async () => {
    openAdmin(apiAs({ ...user, ...ON_TRIAL }));
    await screen.findAllByTestId('occupancy');
    await joinRoom(ON_TRIAL);
  };

  test('the counting screen shows each element at once or in the sheet', async () => {
    makeDoorScreen();
    await openOnTrial();
    for (const what of IN_SIGHT) expect(isThere(screen, what), what).toBe(true);
    for (const what of IN_SHEET[role]) expect(isThere(screen, what), what).toBe(false);
    const sheet = await openSheet();
    // It begins at its top: a focused switch at its end would scroll it down.
    expect(document.activeElement?.textContent).toBe('Warehouse Friday');
    for (const what of IN_SHEET.admin) expect(isThere(sheet, what), what).toBe(IN_SHEET[role].includes(what));
    cleanup();
    makeDoorScreen(false);
    await openOnTrial();
    // A wide screen shows everything at once or in the event's menu.
    const inMenu = new Set(['Switch Event', 'Rename Event', 'Delete Event']);
    for (const what of [...IN_SIGHT, ...IN_SHEET[role]].filter((each) => !inMenu.has(each))) {
      expect(isThere(screen, what), what).toBe(true);
    }
    expect(screen.queryByRole('button', { name: 'Event and device' })).toBeNull();
  });
});

test('the rows of an organizer’s sheet keep their place whatever the page learns', async () => {
  makeDoorScreen();
  openAdmin({ [AREAS]: [200, { areas: [area()] }] });
  const room = await joinRoom({ areas: [area()] });
  const sheet = await openSheet();
  const NOT_YET = 'From the first tap on';
  const rows = () =>
    sheet
      .getAllByRole('listitem')
      .filter((row) => row.querySelector('a, button'))
      .map((row) => row.textContent?.replace(NOT_YET, '').trim());
  const before = rows();
  expect(before.slice(4, 6)).toEqual(['Evacuation', 'Switch Event']);
  // It can be reached, because it says why it does nothing.
  const evacuation = sheet.getByRole('button', { name: `Evacuation ${NOT_YET}` });
  expect([evacuation.ariaDisabled, evacuation.tabIndex]).toEqual(['true', 0]);
  fireEvent.click(evacuation);
  expect(screen.getByRole('dialog', { name: 'Warehouse Friday' })).toBeTruthy();
  await room.receive(sync({ areas: [MAIN, BAR] }));
  expect(sheet.getByRole('button', { name: 'Evacuation' }).ariaDisabled).toBe('false');
  expect(rows()).toEqual(before);
});

test('an alert of the open sheet that no longer holds leaves its place empty', async () => {
  makeDoorScreen();
  const seen = { acknowledgedAt: '2026-11-20T22:42:00Z', acknowledgedBy: 'Desk' };
  const alerts = [alert({ alertId: '1', ...seen }), alert({ alertId: '2', areaId: 'a2', ...seen })];
  openAdmin();
  const room = await joinRoom({ alerts });
  const sheet = await openSheet();
  const about = (text: RegExp) => sheet.getAllByText(text).map((row) => getComputedStyle(row).visibility);
  expect(about(/^90% full/)).toEqual(['visible', 'visible']);
  await room.receive({ type: 'alerts_changed', eventId: 'e1', alerts: alerts.slice(1) });
  expect(about(/^90% full/)).toEqual(['hidden', 'visible']);
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  expect(about(/^90% full/)).toEqual(['hidden', 'hidden']);
});

test('the sheet is available without a list of areas and asks before logging out', async () => {
  makeDoorScreen();
  const { user: person } = openApp({ ...CODE_API, [AREAS]: BROKEN });
  await screen.findByText('Failed to load areas.');
  const sheet = await openSheet();
  await person.click(sheet.getByRole('button', { name: 'Log out' }));
  const question = await dialogOf('Log out now?');
  await person.click(question.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/login'));
});

test('the whole-screen area has its own address, pads for groups and keys; Escape, the button and back leave it', async () => {
  const { user } = openApp(CODE_API);
  await press(user, 'Show Bar full screen');
  expect(document.activeElement).toBe(await leave());
  expect([path(), cards()]).toEqual(['/app?area=a2', ['Bar']]);
  await screen.findByRole('button', { name: 'Add 10 to Bar' });
  fireEvent.keyDown(document.body, { key: '+' });
  expect(counts()).toEqual(['5']);
  for (const how of [
    () => user.keyboard('{Escape}'),
    async () => user.click(await leave()),
    async () => fireEvent.click(screen.getByTestId('back')),
  ]) {
    await leave();
    await how();
    await areCards(ALL);
    expect(path()).toBe('/app');
    await press(user, 'Show Bar full screen');
  }
});

test('the deletion of a whole-screen area puts no other area under the thumb', async () => {
  let areas: Answer = CODE_API[AREAS];
  const { user } = await openDoor('/app?area=a2', { [AREAS]: () => areas });
  areas = [200, { areas: [MAIN] }];
  await joinRoom({ areas: [MAIN] });
  await screen.findByText('This area no longer exists.');
  expect(cards()).toEqual([]);
  await press(user, 'All areas');
  await areCards(['Main Stage']);
  expect(path()).toBe('/app');
});

describe('the device opens the area of its own door', () => {
  beforeEach(() => void makeDoorScreen());

  async function openDevice(user: Person) {
    await press(user, 'Event and device');
    const sheet = await dialogOf('Warehouse Friday');
    await user.click(sheet.getByRole('button', { name: /^This device/ }));
    return dialogOf('This device');
  }

  async function chooseArea(user: Person, areaName: string) {
    const dialog = await openDevice(user);
    await user.selectOptions(dialog.getByLabelText('Area'), areaName);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  }

  test('the device’s area opens first; the list is one step away and stays open', async () => {
    changeDevice({ doors: AT_BAR });
    const { user } = openApp(CODE_API);
    await user.click(await leave());
    await areCards(BAR_FIRST);
    expect(path()).toBe('/app');
    await press(user, 'Show Main Stage full screen');
    await user.click(await leave());
    await areCards(BAR_FIRST);
  });

  test('the dialog chooses the device’s area, which is stored for this event alone', async () => {
    changeDevice({ doors: [{ eventId: 'e9', areaId: 'a1' }] });
    const { user } = openApp(CODE_API);
    await areCards(ALL);
    await chooseArea(user, 'Bar');
    await leave();
    expect(cards()).toEqual(['Bar']);
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }, ...AT_BAR]);
    await chooseArea(user, 'All areas');
    await areCards(ALL);
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }]);
  });

  test('the list replaces a deleted area and says so until the next choice', async () => {
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a9' }] });
    const { user } = openApp(CODE_API);
    await screen.findByText(GONE);
    expect(cards()).toEqual(ALL);
    const dialog = await openDevice(user);
    expect(dialog.getByLabelText<HTMLSelectElement>('Area').value).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
    expect(readDevice().doors).toEqual([]);
  });

  test('the list does not replace a deleted area during counting', async () => {
    changeDevice({ doors: AT_BAR });
    let areas: Answer = CODE_API[AREAS];
    const { user, room } = await openDoor('/app', { [AREAS]: () => areas });
    await press(user, 'Add one to Bar');
    await room.receive({ type: 'ack', seq: 1, version: 1 });
    areas = [200, { areas: [MAIN] }];
    await joinRoom({ areas: [MAIN, area({ areaId: 'a3', areaName: 'Yard' })], version: 2 });
    await screen.findByText('This area no longer exists.');
    expect(cards()).toEqual([]);
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Yard']), { timeout: 15_000 });
    screen.getByText(GONE);
  });
});
