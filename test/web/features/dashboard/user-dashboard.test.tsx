import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LOGOUT_PENDING_KEY } from '../../../../web/src/session/plain-storage';
import { DOOR } from '../../support/account';
import { BROKEN, CODE_API, dialogOf, joinRoom, openApp, openDoor, path } from '../../support/dashboard';
import { type Answer, NO_SESSION, refusal } from '../../support/stub-api';

const BY_CODE = 'GET /api/events/by-access-code/ABCD2346';
const AREAS = 'GET /api/events/e1/areas';
const GONE = 'The event you were viewing has been deleted or is no longer accessible.';
const REPLACED = 'The access code was changed. Ask the organizer for the new one.';
const LOGGED_OUT = 'You logged out in another tab.';
const ENDED_BY_CODE: Answer = [
  401,
  { error: 'Please log in to continue.', code: 'unauthenticated', reason: 'code_replaced' },
];
const alert = async () => (await screen.findByRole('alert')).textContent;
const pad = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Add one to Main Stage/ });
const LOCKED = { countingAllowed: false, subscriptionStatus: 'unpaid' } as const;
const lockedLine = () => screen.queryByText('Counting is locked. Tell the organizer.');

test('an access-code user sees one event to count in, cannot change it, and makes no call about another event', async () => {
  const { calls } = openApp(CODE_API);
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  screen.getByText('ABCD-2346');
  screen.getByTitle('Copy access code');
  await pad();
  for (const name of ['+ Add New Area', 'Event options']) expect(screen.queryByRole('button', { name })).toBeNull();
  const asked = calls.map((call) => call.path).filter((each) => each.startsWith('/api/events'));
  expect(new Set(asked)).toEqual(new Set(['/api/events/by-access-code/ABCD2346', '/api/events/e1/areas']));
});

test('the device asks before logging out, since two quick taps can hit that corner, and then logs out', async () => {
  const { user, made } = openApp(CODE_API);
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  await user.dblClick(screen.getByRole('button', { name: 'Log out' }));
  const question = await dialogOf('Log out now?');
  question.getByText('All taps have been sent.');
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Stay' }));
  expect(made('POST')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(made('POST', '/api/auth/logout')).toHaveLength(1);
  expect(localStorage.getItem('headroom.user')).toBeNull();
});

test.each([
  ['No event found for this access code.', refusal(404, 'Not there', 'not_found')],
  ['Error: Something went wrong.', BROKEN],
])('the screen without an event says: %s', async (text, answer) => {
  openApp({ ...CODE_API, [BY_CODE]: answer });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the device shows one alert, logs out once and opens the login', async () => {
  const { made, room } = await openDoor();
  await room.receive({ type: 'event_deleted', eventId: 'e1' });
  expect(await alert()).toBe(GONE);
  expect([path(), made('POST', '/api/auth/logout').length]).toEqual(['/login', 1]);
});

/** The server's answers from now on, and how the device learns of the change. */
test.each([
  ['the code no longer finds an event', GONE, refusal(404, 'Not there', 'not_found'), 'events_changed'],
  ['its socket was closed because the session ended', GONE, NO_SESSION, 4401],
  ['its session no longer exists', GONE, NO_SESSION, 'areas_changed'],
  ['its socket was closed because the code was replaced', REPLACED, ENDED_BY_CODE, 'code_replaced'],
  ['its code was replaced', REPLACED, ENDED_BY_CODE, 'areas_changed'],
  ['somebody logged out in another tab', LOGGED_OUT, NO_SESSION, 'logout'],
] as const)(
  'a device that missed the news and on which %s says why in one alert',
  async (_what, text, after, cause) => {
    let answer: Answer | null = null;
    const { room } = await openDoor('/app', {
      [BY_CODE]: () => (after[0] === 404 && answer) || CODE_API[BY_CODE],
      [AREAS]: () => answer ?? CODE_API[AREAS],
    });
    answer = after;
    if (cause === 'logout')
      window.dispatchEvent(new StorageEvent('storage', { key: LOGOUT_PENDING_KEY, newValue: '1' }));
    if (cause === 4401 || cause === 'logout') await room.closeWith(4401);
    else if (cause === 'code_replaced') await room.closeWith(4401, cause);
    else await room.receive({ type: cause, eventId: 'e1' });
    expect(await alert()).toBe(text);
    expect(path()).toBe('/login');
  },
);

test('a 401 on any call opens the login and removes the user’s stored data', async () => {
  localStorage.setItem('headroom.user', JSON.stringify(DOOR));
  openApp({ ...CODE_API, [AREAS]: NO_SESSION });
  await waitFor(() => expect(path()).toBe('/login'));
  expect(localStorage.getItem('headroom.user')).toBeNull();
});

test('the pads, the badge and a line follow the room’s lock message at once', async () => {
  const { room } = await openDoor();
  const plus = await pad();
  expect([plus.disabled, lockedLine()]).toEqual([false, null]);
  await joinRoom(LOCKED);
  expect(plus.disabled).toBe(true);
  screen.getByText('Subscription Inactive');
  expect(lockedLine()?.closest('output, [role=status]')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
  await joinRoom({ subscriptionStatus: 'past_due' });
  expect(plus.disabled).toBe(false);
  screen.getByText('Update Billing');
  expect(screen.queryByText('Subscription Inactive')).toBeNull();
  await room.closeWith(1006);
  await waitFor(() => expect(screen.queryByText('Update Billing')).toBeNull());
});

test('an event that ended for this page is not shown as locked, and its pads are off', async () => {
  const { room } = await openDoor();
  await room.closeWith(4409);
  await screen.findByText('You’re counting in another window. Reload to count here.');
  expect([lockedLine(), (await pad()).disabled]).toEqual([null, true]);
});
