import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSelectedEventId } from '../../../../web/src/lib/storage';
import { eventually } from '../../../support/eventually';
import { area, sync } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'trialing' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const OTHER = { eventId: 'e2', eventName: 'Summer', accessCode: 'WXYZ2346' };
const API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT, OTHER]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [] }] as const,
};
const select = (eventId: string) => localStorage.setItem('headroom.selectedEventId', eventId);

beforeEach(stubSockets);

describe('events', () => {
  test('none selected: asks for one, and keeps the choice', async () => {
    stubApi(API);
    const { user } = renderApp('/app');
    await screen.findByText('Please select an event to begin.');
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    await user.click(await screen.findByRole('button', { name: 'Warehouse Friday' }));
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    screen.getByText('ABCD-2346');
    expect(localStorage.getItem('headroom.selectedEventId')).toBe('e1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the bar above stays the same while events load, come and go: no tap on it is lost', async () => {
    const events = deferred<Answer>();
    stubApi({ ...API, 'GET /api/events': () => events.promise });
    select('e1');
    renderApp('/app');
    const logOut = await screen.findByRole('button', { name: 'Log out' });
    events.resolve([200, [EVENT, OTHER]]);
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    expect(screen.getByRole('button', { name: 'Log out' })).toBe(logOut);
    const room = await socketTo('/api/events/e1/socket');
    await room.receive({ type: 'event_deleted', eventId: 'e1' });
    await screen.findByText('Please select an event to begin.');
    expect(screen.getByRole('button', { name: 'Log out' })).toBe(logOut);
  });

  test.each([
    [
      'the server’s message',
      refusal(403, 'You are not allowed to do this.', 'forbidden'),
      'You are not allowed to do this.',
    ],
    [
      'the spec’s text for what is no list',
      [200, { events: [] }] as const,
      'Failed to load event data. The server returned an unexpected response.',
    ],
  ])('a failed load shows %s', async (_what, answer, text) => {
    stubApi({ ...API, 'GET /api/events': answer });
    renderApp('/app');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  test('creating: required name, busy text, the server’s error, then selected', async () => {
    let answer: Answer = refusal(409, 'You have reached the limit for this.', 'limit_reached');
    const created = { eventId: 'e3', eventName: 'Opening', accessCode: 'MNPQ2346' };
    const calls = stubApi({
      ...API,
      'POST /api/events': () => answer,
      'GET /api/events/e3/areas': [200, { areas: [] }],
    });
    const { user } = renderApp('/app');
    await user.click(await screen.findByRole('button', { name: 'Select Event' }));
    await user.click(await screen.findByRole('button', { name: '+ Create New Event' }));
    const name = await screen.findByLabelText('Event Name');
    await user.click(screen.getByRole('button', { name: 'Create Event' }));
    screen.getByText('Event name is required.');
    await user.type(name, ' Opening ');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create Event' }));
    await screen.findByText('You have reached the limit for this.');
    answer = [201, created];
    await user.click(screen.getByRole('button', { name: 'Create Event' }));
    await screen.findByRole('heading', { name: 'Opening' });
    const call = calls.findLast(({ method }) => method === 'POST');
    expect(call?.body).toEqual({ eventName: 'Opening' });
    expect(call?.headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  test('pushed news adds, renames, removes and deselects', async () => {
    select('e1');
    stubApi(API);
    const { user } = renderApp('/app');
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    const hub = await socketTo('/api/account/socket');
    await hub.open();
    await hub.receive({ type: 'event_updated', event: { ...EVENT, eventName: 'Warehouse Saturday' } });
    await screen.findByRole('heading', { name: 'Warehouse Saturday' });
    await hub.receive({ type: 'event_created', event: { ...OTHER, eventId: 'e9', eventName: 'New one' } });
    await hub.receive({ type: 'event_deleted', eventId: 'e1' });
    await screen.findByText('Please select an event to begin.');
    expect(readSelectedEventId()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    await screen.findByRole('button', { name: 'New one' });
    expect(screen.queryByRole('button', { name: /Warehouse/ })).toBeNull();
  });

  test('the code is copied, and says so for two seconds', async () => {
    select('e1');
    stubApi(API);
    const { user } = renderApp('/app');
    const copy = await screen.findByTitle('Copy access code');
    await user.click(copy);
    await screen.findByText('Copied!');
    expect(await navigator.clipboard.readText()).toBe('ABCD2346');
    await waitFor(() => expect(screen.queryByText('Copied!')).toBeNull());
  });
});

describe('areas', () => {
  test('none yet; adding one with every refusal on the way', async () => {
    select('e2');
    let answer: Answer = refusal(409, 'You have reached the limit for this.', 'limit_reached');
    const calls = stubApi({ ...API, 'POST /api/events/e2/areas': () => answer });
    const { user } = renderApp('/app');
    await screen.findByText('This event has no areas yet.');
    await user.click(screen.getByRole('button', { name: '+ Add New Area' }));
    const create = await screen.findByRole('button', { name: 'Create Area' });
    await user.click(create);
    screen.getByText('Both fields are required.');
    await user.type(screen.getByPlaceholderText('e.g., Main Stage'), ' Terrace ');
    await user.type(screen.getByPlaceholderText('e.g., 500'), '0');
    await user.click(create);
    screen.getByText('Capacity must be a positive number.');
    expect(screen.queryByText('Whole numbers only.')).toBeNull();
    await user.type(screen.getByPlaceholderText('e.g., 500'), '.5');
    await user.click(create);
    screen.getByText('Capacity must be a positive number.');
    screen.getByText('Whole numbers only.');
    await user.type(screen.getByPlaceholderText('e.g., 500'), '{Backspace}{Backspace}{Backspace}40');
    await user.click(create);
    await screen.findByText('You have reached the limit for this.');
    answer = [500, null];
    await user.click(create);
    await screen.findByText('Failed to create area.');
    answer = [201, {}];
    await user.click(create);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ areaName: 'Terrace', capacity: 40 });
  });

  test('a failed load', async () => {
    select('e1');
    stubApi({ ...API, 'GET /api/events/e1/areas': [500, null] });
    renderApp('/app');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load areas.');
  });

  test('a tap moves the number before anyone has answered; the badge follows the socket', async () => {
    select('e1');
    stubApi(API);
    const { user } = renderApp('/app');
    const plus = await screen.findByRole('button', { name: 'Add one to Main Stage' });
    screen.getByText('Disconnected');
    await user.click(plus);
    expect(screen.getByTestId('occupancy').textContent).toBe('1');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync());
    screen.getByText('Connected');
    expect(screen.getByTestId('occupancy').textContent).toBe('1');
    await waitFor(() => expect(room.sent.at(-1)).toContain('"update_occupancy"'));
    expect(JSON.parse(room.sent.at(-1) ?? '')).toMatchObject({ type: 'update_occupancy', seq: 1 });
    // Delivered: a room with an unsent tap would outlive the test.
    await room.receive({ type: 'ack', seq: 1, version: 1 });
  });

  test('refused taps are told until a person has read of them, also when their area is gone', async () => {
    select('e1');
    const bar = area({ areaId: 'a2', areaName: 'Bar' });
    stubApi({ ...API, 'GET /api/events/e1/areas': [200, { areas: [area(), bar] }] });
    const { user } = renderApp('/app');
    const plus = await screen.findByRole('button', { name: 'Add one to Main Stage' });
    for (let tap = 0; tap < 3; tap += 1) await user.click(plus);
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync({ areas: [bar] }));
    const refused = (seq: number) => ({ seq, code: 'area_deleted', message: 'This area has been deleted.' });
    await room.receive({ type: 'ack', seq: 1, version: 0, rejected: [refused(1)] });
    expect(screen.getByRole('alert').textContent).toBe(
      'One tap on Main Stage was not countedThis area has been deleted.',
    );
    await room.receive({ type: 'ack', seq: 3, version: 0, rejected: [refused(2), refused(3)] });
    within(screen.getByRole('alert')).getByText('3 taps on Main Stage were not counted');
    expect(screen.getByRole('log').textContent).toBe('');

    await user.click(screen.getByRole('button', { name: 'Event options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Switch Event' }));
    await user.click(await screen.findByRole('button', { name: 'Summer' }));
    within(screen.getByRole('alert')).getByText('Event: Warehouse Friday');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test.each([
  ['trialing', 'Trial Active', false],
  ['past_due', 'Update Billing', false],
  ['canceled', 'Subscription Inactive', true],
  ['unpaid', 'Subscription Inactive', true],
  ['incomplete', 'Subscription Inactive', true],
])('status %s: badge %s, locked %s', async (subscriptionStatus, badge, locked) => {
  select('e1');
  stubApi({ ...API, 'GET /api/auth/verify': [200, { success: true, user: { ...ADMIN, subscriptionStatus } }] });
  renderApp('/app');
  const plus = await screen.findByRole('button', { name: /^Add one to/ });
  screen.getByText(badge);
  expect(plus).toHaveProperty('disabled', locked);
});

test('a locked account says so above the areas, and leads to the settings', async () => {
  select('e1');
  stubApi({
    ...API,
    'GET /api/auth/verify': [200, { success: true, user: { ...ADMIN, subscriptionStatus: 'unpaid' } }],
  });
  const { user } = renderApp('/app');
  const line = await screen.findByText('Counting is locked. Save a card to unlock it.');
  const plus = screen.getByRole('button', { name: /^Add one to/ });
  expect(line.compareDocumentPosition(plus) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open settings' }));
  await screen.findByRole('dialog', { name: 'Account settings' });
});

test('logging out closes the sockets, tells the server and goes to the login', async () => {
  select('e1');
  const calls = stubApi({ ...API, 'POST /api/auth/logout': [200, { success: true }] });
  const { user } = renderApp('/app');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  const room = await socketTo('/api/events/e1/socket');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await eventually(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
  expect(room.readyState).toBe(3);
  expect(calls.some(({ path }) => path === '/api/auth/logout')).toBe(true);
});

test('a dialog takes the focus to its first field, starts afresh, and gives the focus back', async () => {
  select('e1');
  stubApi(API);
  const { user } = renderApp('/app');
  const add = await screen.findByRole('button', { name: '+ Add New Area' });
  await user.click(add);
  const name = await screen.findByPlaceholderText('e.g., Main Stage');
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Half a name');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(add));
  await user.click(add);
  expect(await screen.findByPlaceholderText('e.g., Main Stage')).toHaveProperty('value', '');
  await user.keyboard('{Escape}');
  const options = screen.getByRole('button', { name: 'Event options' });
  await user.click(options);
  await user.click(await screen.findByRole('menuitem', { name: 'Switch Event' }));
  await screen.findByRole('dialog', { name: 'Switch Event' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(options));
});
