import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readSelectedEventId } from '../../../../web/src/session/storage';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import {
  ADMIN_API,
  apiAs,
  BAR,
  BROKEN,
  choose,
  counts,
  joinHub,
  joinRoom,
  MAIN,
  openAdmin,
  openApp,
  OTHER_EVENT,
  press,
} from '../../support/dashboard';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal } from '../../support/stub-api';

const TWO = { 'GET /api/events': [200, [EVENT, OTHER_EVENT]] as const };
const heading = (name: string) => screen.findByRole('heading', { name });
const pad = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Add one to Main Stage/ });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

test('the dashboard asks for a selection and keeps it for the next visit', async () => {
  const { user } = openApp({ ...ADMIN_API, ...TWO });
  await screen.findByText('Please select an event to begin.');
  screen.getByText('Please select an event to view its areas.');
  await press(user, 'Select Event');
  await press(user, 'Warehouse Friday');
  await heading('Warehouse Friday');
  screen.getByText('ABCD-2346');
  expect(localStorage.getItem('headroom.selectedEventId')).toBe('e1');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  renderApp('/app');
  await heading('Warehouse Friday');
  expect(screen.queryByText('Please select an event to begin.')).toBeNull();
});

test.each([
  ['the server’s message', { 'GET /api/events': BROKEN }, 'Something went wrong.'],
  [
    'the spec’s text for an answer that is not a list',
    { 'GET /api/events': [200, { events: [] }] as const },
    'Failed to load event data. The server returned an unexpected response.',
  ],
  ['that the error is unknown', { 'GET /api/events': refusal(500, '', 'internal') }, 'An unknown error occurred.'],
  ['that areas are missing', { 'GET /api/events/e1/areas': BROKEN }, 'Failed to load areas.'],
])('a failed load shows %s in red', async (_what, api, text) => {
  openAdmin(api);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByText(text).classList).toContain('text-bad');
});

test('the links to an event’s pages stand as soon as its name does', async () => {
  openAdmin();
  await heading('Warehouse Friday');
  const tabs = within(screen.getByRole('navigation', { name: 'Pages of this event' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Count',
    'Alerts',
    'Doors',
    'Reports',
    'Settings',
  ]);
});

test('a button below a form appears together with the form, which would move it from under a press', async () => {
  const { user } = openApp({ ...ADMIN_API, 'GET /api/events': [200, []], 'POST /api/events': [201, OTHER_EVENT] });
  await screen.findByRole('button', { name: 'Select Event' });
  await user.type(screen.getByLabelText('Event Name'), 'Summer{Enter}');
  await screen.findByRole('button', { name: '+ Add New Area' });
  expect(screen.queryByLabelText('Area Name')).not.toBeNull();
});

test('a tap changes the number before the server answers; the badge follows the socket', async () => {
  const { user } = openAdmin({ 'GET /api/events/e1/areas': [200, { areas: [area()] }] });
  const plus = await pad();
  expect(screen.getByText('Connecting…').closest('.text-muted')).not.toBeNull();
  await user.click(plus);
  expect(counts()).toEqual(['1']);
  const room = await joinRoom({ areas: [area()] });
  expect(screen.getByText('Connected').closest('.text-good')).not.toBeNull();
  expect(counts()).toEqual(['1']);
  await waitFor(() => expect(JSON.parse(room.sent.at(-1) ?? '')).toMatchObject({ type: 'update_occupancy', seq: 1 }));
  // Acknowledges the tap: a room with an unsent tap would outlive the test.
  await room.receive({ type: 'ack', seq: 1, version: 1 });
  await room.closeWith(1006);
  expect(screen.getByText('Disconnected').closest('.text-bad')).not.toBeNull();
});

test('refused taps stay reported until a person has read about them, even when their area is gone', async () => {
  const { user } = openAdmin(TWO);
  const plus = await pad();
  for (let tap = 0; tap < 3; tap += 1) await user.click(plus);
  const room = await joinRoom({ areas: [BAR] });
  const refused = (seq: number) => ({ seq, code: 'area_deleted', message: 'This area has been deleted.' });
  await room.receive({ type: 'ack', seq: 1, version: 0, rejected: [refused(1)] });
  expect(screen.getByRole('alert').textContent).toBe(
    'One tap on Main Stage was not countedThis area has been deleted.',
  );
  await room.receive({ type: 'ack', seq: 3, version: 0, rejected: [refused(2), refused(3)] });
  within(screen.getByRole('alert')).getByText('3 taps on Main Stage were not counted');
  expect(screen.getByRole('log').textContent).toBe('');
  await choose(user, 'Switch Event');
  await press(user, 'Summer');
  within(screen.getByRole('alert')).getByText('Event: Warehouse Friday');
  await press(user, 'Close');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['active', null, false],
  ['trialing', 'Trial Active', false],
  ['past_due', 'Update Billing', false],
  ['canceled', 'Subscription Inactive', true],
  ['unpaid', 'Subscription Inactive', true],
  ['incomplete', 'Subscription Inactive', true],
])('the account with status %s has the badge %s and locked = %s', async (subscriptionStatus, badge, locked) => {
  const { user } = openAdmin(apiAs({ ...ADMIN, subscriptionStatus }));
  const plus = await pad();
  const [shown] = screen.queryAllByText(/^(Trial Active|Update Billing|Subscription Inactive)$/);
  expect(shown?.textContent ?? null).toBe(badge);
  expect(shown?.classList.contains('text-bad')).toBe(shown && badge !== 'Trial Active');
  expect(plus.disabled).toBe(locked);
  const line = screen.queryByText('Counting is locked. Add a card to unlock it.');
  expect(line !== null).toBe(locked);
  if (!line) return;
  expect(line.compareDocumentPosition(plus) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await press(user, 'Open settings');
  await screen.findByRole('dialog', { name: 'Account settings' });
});

test('an event that has used up the taps of its trial is locked for its admin in words, until its account subscribes', async () => {
  openAdmin(TWO);
  const plus = await pad();
  const line = () =>
    screen.queryByText('Counting is locked. The free trial of this event has no taps left. Please contact support.');
  await joinRoom({ countingAllowed: false, subscriptionStatus: 'trialing' });
  expect([plus.disabled, line() !== null]).toEqual([true, true]);
  // A card alone does not unlock it.
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
  await joinRoom({ countingAllowed: true, subscriptionStatus: 'active' });
  expect([plus.disabled, line()]).toEqual([false, null]);
});

test.each([
  ['an admin', ADMIN, 'GET /api/events', [EVENT]],
  ['an access-code user', DOOR, 'GET /api/events/by-access-code/ABCD2346', EVENT],
])('the dashboard shows %s that the event is loading, then that its areas are', async (_who, user, call, answer) => {
  const event = Promise.withResolvers<Answer>();
  const areas = Promise.withResolvers<Answer>();
  const held = { [call]: () => event.promise, 'GET /api/events/e1/areas': () => areas.promise };
  openAdmin({ ...apiAs(user), ...held });
  await screen.findByRole('button', { name: 'Log out' });
  screen.getByText('Loading…');
  event.resolve([200, answer]);
  await screen.findByText('Loading areas…');
  expect(screen.queryByText('Loading…')).toBeNull();
  areas.resolve([200, { areas: [MAIN] }]);
  await pad();
  await waitFor(() => expect(screen.queryByText('Loading areas…')).toBeNull());
});

describe('the dashboard follows messages from the server', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

  test('messages about events add, rename, remove and deselect them', async () => {
    const { user } = openAdmin(TWO);
    await heading('Warehouse Friday');
    const hub = await joinHub();
    await hub.receive({ type: 'event_updated', event: { ...EVENT, eventName: 'Warehouse Saturday' } });
    await heading('Warehouse Saturday');
    await hub.receive({ type: 'event_created', event: { ...OTHER_EVENT, eventId: 'e9', eventName: 'New one' } });
    await hub.receive({ type: 'event_deleted', eventId: 'e1' });
    await screen.findByText('Please select an event to begin.');
    expect(readSelectedEventId()).toBeNull();
    await press(user, 'Select Event');
    await screen.findByRole('button', { name: 'New one' });
    expect(screen.queryByRole('button', { name: /Warehouse/ })).toBeNull();
  });

  test('a list that was requested before an event was created does not take the event away', async () => {
    const old = Promise.withResolvers<Answer>();
    const lists = [Promise.resolve<Answer>([200, [EVENT]]), old.promise];
    const { user } = openAdmin({
      'GET /api/events': () => lists.shift() ?? [200, [EVENT, OTHER_EVENT]],
      'POST /api/events': [201, OTHER_EVENT],
    });
    await heading('Warehouse Friday');
    await (await joinHub()).receive({ type: 'events_changed' });
    await waitFor(() => expect(lists).toEqual([]));
    await choose(user, 'Switch Event');
    await press(user, '+ Create New Event');
    await user.type(await screen.findByLabelText('Event Name'), 'Summer{Enter}');
    const created = await heading('Summer');
    await act(async () => old.resolve([200, [EVENT]]));
    await screen.findByText('This event has no areas yet.');
    expect(created.isConnected).toBe(true);
  });

  test('events_changed, areas_changed and force_refresh reload what they name; occupancy_updated needs no call', async () => {
    const now = { me: [200, ADMIN] as Answer, eventName: 'Warehouse Friday', capacity: 100 };
    const { calls, made } = openAdmin({
      'GET /api/users/me': () => now.me,
      'GET /api/events': () => [200, [{ ...EVENT, eventName: now.eventName }]],
      'GET /api/events/e1/areas': () => [200, { areas: [area({ capacity: now.capacity })] }],
    });
    await pad();
    const room = await joinRoom({ areas: [area()] });
    now.eventName = 'Saturday';
    await (await joinHub()).receive({ type: 'events_changed' });
    await heading('Saturday');
    now.capacity = 400;
    await room.receive({ type: 'areas_changed', eventId: 'e1' });
    await screen.findByText('of 400');
    const before = calls.length;
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 7, version: 1 });
    await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 1, areas: [count] });
    await waitFor(() => expect(counts()).toEqual(['7']));
    screen.getByText('of 400');
    expect(calls).toHaveLength(before);
    expect(made('GET', '/api/users/me')).toEqual([]);

    // The random delay is long enough for the room's next message, which is older than the call's answer.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const me = [200, { ...ADMIN, subscriptionStatus: 'past_due' }] as const;
    Object.assign(now, { me, eventName: 'Sunday', capacity: 250 });
    await room.receive({ type: 'force_refresh' });
    await joinRoom({ areas: [area()], subscriptionStatus: 'past_due' });
    await screen.findByRole('button', { name: 'Update Billing' });
    await heading('Sunday');
    await screen.findByText('of 250');
    // A user that cannot be loaded is only logged.
    now.me = BROKEN;
    await room.receive({ type: 'force_refresh' });
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    await pad();
  });
});
