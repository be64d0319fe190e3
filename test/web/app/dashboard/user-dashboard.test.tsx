import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { area, sync } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const USER = { username: 'Door', role: 'user', accessCode: 'ABCD2346', eventId: 'e1', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const API = {
  'GET /api/auth/verify': [200, { success: true, user: USER }] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
  'POST /api/auth/logout': [200, { success: true }] as const,
};
const GONE = 'The event you were viewing has been deleted or is no longer accessible.';

beforeEach(stubSockets);

test('one event, to count in and not to change', async () => {
  stubApi(API);
  renderApp('/app');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  screen.getByText('ABCD-2346');
  screen.getByTitle('Copy access code');
  await screen.findByRole('button', { name: 'Add one to Main Stage' });
  for (const name of ['+ Add New Area', 'Event options']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('asks for its own event only', async () => {
  const calls = stubApi(API);
  renderApp('/app');
  await screen.findByRole('button', { name: 'Add one to Main Stage' });
  const asked = calls.map(({ path }) => path).filter((path) => path.startsWith('/api/events'));
  expect(new Set(asked)).toEqual(new Set(['/api/events/by-access-code/ABCD2346', '/api/events/e1/areas']));
});

test('is asked before it logs out, since two quick taps end on that corner; then can', async () => {
  const calls = stubApi(API);
  const { user } = renderApp('/app');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  await user.dblClick(screen.getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out now?' }));
  dialog.getByText('All taps have been sent.');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stay' }));
  expect(calls.filter(({ path }) => path === '/api/auth/logout')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
  expect(calls.filter(({ path }) => path === '/api/auth/logout')).toHaveLength(1);
  expect(localStorage.getItem('headroom.user')).toBeNull();
});

test('no event for the code', async () => {
  stubApi({ 'GET /api/auth/verify': API['GET /api/auth/verify'] });
  renderApp('/app');
  expect(await screen.findByText('No event found for this access code.')).toBeTruthy();
});

test('a failed load', async () => {
  stubApi({ ...API, 'GET /api/events/by-access-code/ABCD2346': refusal(500, 'Something went wrong.', 'internal') });
  renderApp('/app');
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Something went wrong.');
});

test('the event goes away: an alert, a logout, the login', async () => {
  const calls = stubApi(API);
  renderApp('/app');
  await screen.findByRole('button', { name: 'Add one to Main Stage' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync());
  await room.receive({ type: 'event_deleted', eventId: 'e1' });
  expect((await screen.findByRole('alert')).textContent).toBe(GONE);
  expect(screen.getByTestId('path').textContent).toBe('/login');
  expect(calls.filter(({ path }) => path === '/api/auth/logout')).toHaveLength(1);
});

test('a code that no longer finds the event it showed: the same way out, once', async () => {
  let event: Answer = [200, EVENT];
  let areas: Answer = [200, { areas: [area()] }];
  const calls = stubApi({
    ...API,
    'GET /api/events/by-access-code/ABCD2346': () => event,
    'GET /api/events/e1/areas': () => areas,
  });
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync());
  event = refusal(404, 'Not there', 'not_found');
  areas = event;
  await room.receive({ type: 'events_changed' });
  expect((await screen.findByRole('alert')).textContent).toBe(GONE);
  expect(screen.getByTestId('path').textContent).toBe('/login');
  expect(calls.filter(({ path }) => path === '/api/auth/logout')).toHaveLength(1);
});

/** A device counts, until the call for its areas gets `answer` and `find` lets it find out. */
async function countUntil(answer: Answer, find: () => Promise<void>): Promise<void> {
  let areas: Answer = [200, { areas: [area()] }];
  stubApi({ ...API, 'GET /api/events/e1/areas': () => areas });
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  await room.open();
  await room.receive(sync());
  areas = answer;
  await find();
}

test.each([
  ['a socket that was closed for the session', async () => (await socketTo('/api/events/e1/socket')).closeWith(4401)],
  [
    'a call that found no session',
    async () => (await socketTo('/api/events/e1/socket')).receive({ type: 'areas_changed', eventId: 'e1' }),
  ],
])('an event that went away unseen, told by %s: the same alert', async (_what, find) => {
  await countUntil(NO_SESSION, find);
  expect((await screen.findByRole('alert')).textContent).toBe(GONE);
  expect(screen.getByTestId('path').textContent).toBe('/login');
});

const REPLACED = 'The access code was changed. Ask the organizer for the new one.';
const ENDED_BY_CODE: Answer = [
  401,
  { error: 'Please log in to continue.', code: 'unauthenticated', reason: 'code_replaced' },
];

test.each([
  ['its socket', async () => (await socketTo('/api/events/e1/socket')).closeWith(4401, 'code_replaced')],
  ['a call', async () => (await socketTo('/api/events/e1/socket')).receive({ type: 'areas_changed', eventId: 'e1' })],
])('a code that was replaced, told by %s: the same alert, and why', async (_what, find) => {
  await countUntil(ENDED_BY_CODE, find);
  expect((await screen.findByRole('alert')).textContent).toBe(`${GONE} ${REPLACED}`);
  expect(screen.getByTestId('path').textContent).toBe('/login');
});

test('who comes back after the code was replaced is told so; after the next login it is forgotten', async () => {
  let verified: Answer = ENDED_BY_CODE;
  stubApi({
    ...API,
    'GET /api/auth/verify': () => verified,
    'POST /api/auth/login': [200, { success: true, user: USER }],
    'GET /api/events/e1/areas': NO_SESSION,
  });
  const { user } = renderApp('/app');
  expect((await screen.findByRole('alert')).textContent).toBe(REPLACED);
  verified = NO_SESSION;
  await user.type(screen.getByLabelText('Email or Access Code'), 'ABCD-2346');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app'));
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
  expect(screen.queryByText(REPLACED, { exact: false })).toBeNull();
});

test('a 401 of any call leads to the login, and nothing stays stored of the user', async () => {
  localStorage.setItem('headroom.user', JSON.stringify(USER));
  stubApi({ ...API, 'GET /api/events/e1/areas': NO_SESSION });
  renderApp('/app');
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
  expect(localStorage.getItem('headroom.user')).toBeNull();
});

test('the room’s word on the lock counts', async () => {
  stubApi(API);
  renderApp('/app');
  const plus = await screen.findByRole('button', { name: /^Add one to/ });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ countingAllowed: false, subscriptionStatus: 'canceled' }));
  expect(plus).toHaveProperty('disabled', true);
});

const LOCKED = 'Counting is locked. Tell the organizer.';
const lockedLine = () => screen.queryByText(LOCKED);

test('the badge says what the room says, at once, and what the session said while there is no room', async () => {
  stubApi(API);
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  await screen.findByRole('button', { name: /^Add one to/ });
  await room.open();
  await room.receive(sync({ countingAllowed: false, subscriptionStatus: 'unpaid' }));
  screen.getByText('Subscription Inactive');
  await room.receive(sync({ subscriptionStatus: 'past_due' }));
  screen.getByText('Update Billing');
  expect(screen.queryByText('Subscription Inactive')).toBeNull();
  await room.closeWith(1006);
  await waitFor(() => expect(screen.queryByText('Update Billing')).toBeNull());
});

test('a locked door says so, and whom to tell, until it is open again', async () => {
  stubApi(API);
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  await screen.findByRole('button', { name: /^Add one to/ });
  await room.open();
  await room.receive(sync());
  expect(lockedLine()).toBeNull();
  await room.receive(sync({ countingAllowed: false, subscriptionStatus: 'unpaid' }));
  expect(lockedLine()?.closest('output, [role=status]')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
  await room.receive(sync());
  // Its place stays for a while: the pads are open now, and the next tap is aimed at where they are.
  expect(lockedLine()?.closest('.invisible')).toBeTruthy();
});

test('a tap on a locked pad brings the reason into sight', async () => {
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  stubApi(API);
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  const plus = await screen.findByRole('button', { name: /^Add one to/ });
  await room.open();
  await room.receive(sync());
  const pads = plus.parentElement ?? plus;
  fireEvent.click(pads);
  expect(into).not.toHaveBeenCalled();
  await room.receive(sync({ countingAllowed: false, subscriptionStatus: 'unpaid' }));
  const before = lockedLine();
  fireEvent.click(pads);
  expect(into.mock.contexts.some((line) => line instanceof Element && line.contains(lockedLine()))).toBe(true);
  // New in the live region, so that screen readers say it once more.
  expect(lockedLine()).not.toBe(before);
  into.mockRestore();
});

test('the place of the line goes when nobody counts', async () => {
  stubApi(API);
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  const plus = await screen.findByRole('button', { name: /^Add one to/ });
  await room.open();
  await room.receive(sync({ countingAllowed: false, subscriptionStatus: 'unpaid' }));
  vi.useFakeTimers();
  try {
    await room.receive(sync());
    fireEvent.pointerDown(plus, { pointerId: 1, isPrimary: true });
    act(() => void vi.advanceTimersByTime(20_000));
    expect(lockedLine()).toBeTruthy();
    fireEvent.pointerUp(plus, { pointerId: 1, isPrimary: true });
    act(() => void vi.advanceTimersByTime(5_000));
    act(() => void vi.advanceTimersByTime(5_000));
    expect(lockedLine()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('an event that is over for this page is no locked one', async () => {
  stubApi(API);
  renderApp('/app');
  const room = await socketTo('/api/events/e1/socket');
  await screen.findByRole('button', { name: /^Add one to/ });
  await room.open();
  await room.receive(sync());
  await room.closeWith(4409);
  await screen.findByText('Counting goes on in another window. Reload to count here.');
  expect(lockedLine()).toBeNull();
});
