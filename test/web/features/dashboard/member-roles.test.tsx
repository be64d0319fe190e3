import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CLOSE } from '../../../../src/shared/protocol/version';
import { ACCOUNT_API, ADMIN, EVENT } from '../../support/account';
import {
  apiAs,
  asNew,
  BAR,
  counts,
  dialogOf,
  joinRoom,
  MAIN,
  makeDoorScreen,
  openApp,
  OTHER_EVENT,
  path,
  press,
} from '../../support/dashboard';
import { FakeWebSocket } from '../../support/fake-sockets';
import { type Answer, refusal } from '../../support/stub-api';

beforeEach(() => {
  asNew();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const SUPERVISOR = { ...ADMIN, role: 'supervisor', memberRole: 'supervisor', eventIds: ['e1', 'e2'] } as const;
const VIEWER = { ...ADMIN, role: 'viewer', memberRole: 'viewer', eventIds: ['e1'] } as const;
const SHOWN = { ...EVENT, accessCode: '' };

/** What the server answers to somebody for whom these events are chosen. */
const chosen = (user: object, ...events: readonly object[]) => ({
  ...apiAs(user),
  'GET /api/events': [200, events] as const,
  'GET /api/events/e1/areas': [200, { areas: [MAIN, BAR] }] as const,
  'GET /api/users/me': [200, user] as const,
});
const AS_SUPERVISOR = chosen(SUPERVISOR, EVENT, OTHER_EVENT);
const AS_VIEWER = chosen(VIEWER, SHOWN);

const names = (role: string) =>
  screen.queryAllByRole(role).map((one) => one.getAttribute('aria-label') ?? one.textContent);
/** The buttons besides those of language and size. */
const buttons = () => names('button').filter((name) => !/Deutsch|full screen/.test(name ?? ''));
const openSelected = (api: Parameters<typeof openApp>[0], at = '/app') => {
  localStorage.setItem('headroom.selectedEventId', 'e1');
  return openApp(api, at);
};

test('a supervisor counts, recounts and switches between the chosen events, and changes no event', async () => {
  const { user, calls } = openSelected(AS_SUPERVISOR, '/user');
  await joinRoom();
  await screen.findByRole('button', { name: /^Add one to Main Stage/ });
  expect(path()).toBe('/user');
  screen.getByText('ABCD-2346');
  screen.getByRole('button', { name: 'Share' });
  expect(names('button').filter((name) => /Add New Area|Event options/.test(name ?? ''))).toEqual([]);
  expect(screen.getByRole('navigation', { name: 'Pages of this event' }).textContent).toBe('CountAlertsDoorsReports');
  await press(user, 'Options for Main Stage');
  expect(names('menuitem')).toEqual(['Recount', 'Share Door Link']);
  await user.keyboard('{Escape}');
  await press(user, 'Warehouse Friday');
  const events = await dialogOf('Switch Event');
  expect(events.queryByRole('button', { name: '+ Create New Event' })).toBeNull();
  await user.click(events.getByRole('button', { name: OTHER_EVENT.eventName }));
  await screen.findByRole('heading', { name: OTHER_EVENT.eventName });
  // Only who manages the events has the account's socket.
  expect(FakeWebSocket.all.filter(({ url }) => url.includes('/api/account/socket'))).toEqual([]);
  expect(calls.filter(({ path: to }) => /recipients|keys|members/.test(to))).toEqual([]);
});

test('a viewer sees the only chosen event without a choice: plain numbers, no code, nothing to press', async () => {
  const { user } = openApp(AS_VIEWER, '/user');
  await joinRoom({ event: SHOWN });
  await screen.findByRole('heading', { name: EVENT.eventName });
  await waitFor(() => expect(counts()).toEqual(['3', '4']));
  expect(buttons()).toEqual(['Search', 'Account settings', 'Log out']);
  expect(screen.getByRole('navigation', { name: 'Pages of this event' }).textContent).toBe('NumbersAlertsDoorsReports');
  await user.keyboard('+');
  expect(counts()).toEqual(['3', '4']);
});

test('a viewer’s phone has the sheet with the pages, and no tools for counting', async () => {
  makeDoorScreen();
  const { user } = openApp(AS_VIEWER);
  await joinRoom({ event: SHOWN });
  await waitFor(() => expect(counts()).toEqual(['3', '4']));
  await press(user, 'Event and device');
  const sheet = await dialogOf(EVENT.eventName);
  expect(sheet.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Alerts',
    'Doors',
    'Reports',
    'All events',
  ]);
  expect(sheet.queryByText('ABCD-2346')).toBeNull();
  expect(names('button').filter((name) => /Undo|Lock|Share|This device|Evacuation|Switch/.test(name ?? ''))).toEqual(
    [],
  );
});

test.each([
  [SUPERVISOR, '/admin', '/user'],
  [SUPERVISOR, '/app/events/e1/settings', '/user'],
  [SUPERVISOR, '/app/capacity?event=e1', '/user'],
  [SUPERVISOR, '/app/overview', '/app/overview'],
  [VIEWER, '/app/alerts?event=e1', '/app/alerts?event=e1'],
  [{ ...VIEWER, eventIds: [] }, '/app/overview', '/user'],
])('%o who opens %s is at %s', async (user, place, target) => {
  openApp(chosen(user, SHOWN), place);
  await screen.findByRole('button', { name: 'Log out' });
  expect(path()).toBe(target);
});

test('a member without a chosen event reads who chooses', async () => {
  openSelected(chosen({ ...VIEWER, eventIds: [] }));
  await screen.findByText('No event is chosen for you.');
  screen.getByText('An owner of the account chooses which events you see.');
  expect(buttons()).toEqual(['Search', 'Account settings', 'Log out']);
});

test('the account settings of a supervisor are about the person', async () => {
  const { user, calls } = openSelected(AS_SUPERVISOR, '/app/settings');
  await screen.findByRole('region', { name: 'Security' });
  expect(names('region').length).toBe(2);
  screen.getByRole('button', { name: 'Leave This Account' });
  await press(user, 'Account settings');
  const menu = within(await screen.findByRole('dialog'));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Security']);
  expect(calls.filter(({ path: to }) => /activity|recipients|members|keys|usage/.test(to))).toEqual([]);
});

test('the search of a viewer offers pages, and no action on the event', async () => {
  const { user } = openSelected(AS_VIEWER);
  await joinRoom({ event: SHOWN });
  await user.keyboard('{Control>}k{/Control}');
  const menu = await dialogOf('Search');
  const found = (await menu.findAllByRole('option')).map(({ textContent }) => textContent ?? '');
  expect(found.slice(0, 8)).toEqual([
    'NumbersWarehouse Friday',
    'AlertsWarehouse Friday',
    'DoorsWarehouse Friday',
    'ReportsWarehouse Friday',
    'All events',
    'WallAll events',
    'Alerts of all events',
    'Account settings',
  ]);
  expect(found.filter((text) => /Recount|Rename|Delete|Share|Evacuation|Orders|Create|device/.test(text))).toEqual([]);
});

test('a new role shows when the server has the sockets opened again, and its events are loaded', async () => {
  let events: Answer = [200, [EVENT]];
  let me: object = SUPERVISOR;
  openSelected({ ...AS_SUPERVISOR, 'GET /api/events': () => events, 'GET /api/users/me': () => [200, me] });
  const room = await joinRoom();
  await screen.findByRole('button', { name: /^Add one to Main Stage/ });
  me = VIEWER;
  events = [200, [SHOWN]];
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await room.closeWith(CLOSE.goingAway, 'session_renewed');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add one to/ })).toBeNull());
  await waitFor(() => expect(screen.queryByText('ABCD-2346')).toBeNull());
});

test('a new role shows after a call that it may not make', async () => {
  const { user } = openSelected({
    ...ACCOUNT_API,
    ...chosen(ADMIN, EVENT),
    'PATCH /api/events/e1': refusal(403, 'Your role does not allow this.', 'forbidden'),
    'GET /api/users/me': [200, SUPERVISOR],
  });
  await joinRoom();
  await press(user, 'Event options');
  await user.click(screen.getByRole('menuitem', { name: 'Rename Event' }));
  const dialog = await dialogOf('Rename Event');
  await user.type(dialog.getByRole('textbox'), '!{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Event options' })).toBeNull());
  await act(async () => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
});
