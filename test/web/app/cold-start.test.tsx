import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepKnownAreas, keepKnownEvents, readKnownAreas } from '../../../web/src/session/last-known';
import { keepSelectedEventId, keepUser } from '../../../web/src/session/storage';
import { ACCOUNT_API, ADMIN, DOOR, EVENT } from '../support/account';
import { area, sync } from '../support/areas';
import { FakeWebSocket, socketTo, stubSockets } from '../support/fake-sockets';
import { path, renderApp } from '../support/render-app';
import { stubApi } from '../support/stub-api';

const OFFLINE = {
  'GET /api/auth/verify': 'offline',
  'GET /api/events': 'offline',
  'GET /api/events/by-access-code/ABCD2346': 'offline',
  'GET /api/events/e1/areas': 'offline',
  'POST /api/auth/logout': 'offline',
} as const;

/** Stores the data of this user's earlier visit. */
function leaveBehind(user: typeof ADMIN | typeof DOOR) {
  keepUser(user);
  keepSelectedEventId('e1');
  keepKnownEvents(user, [EVENT]);
  const areas = [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })];
  keepKnownAreas(user, 'e1', { areas, syncedAt: Date.now() - 60_000 });
}

const card = () => screen.findByRole('article', { name: 'Main Stage' });
const count = async () => within(await card()).getByTestId('occupancy').textContent;
const hidePage = () => act(async () => window.dispatchEvent(new Event('pagehide')));
const known = () => Object.keys(localStorage).filter((key) => key.startsWith('headroom.known.'));

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

test.each([
  ['an admin', ADMIN, '/admin'],
  ['an access-code user', DOOR, '/app'],
])(
  'without a network the app shows %s the counting screen (%o, %s) as it was last synced',
  async (_who, user, address) => {
    leaveBehind(user);
    stubApi(OFFLINE);
    const { user: hand } = renderApp(address);
    expect(await count()).toBe('40');
    within(await card()).getByText('Last synced');
    await (await socketTo('/api/events/e1/socket')).closeWith(1006);
    screen.getByText('Disconnected');
    screen.getByText(/^Last synced \d\d:\d\d$/);
    expect(screen.queryByText('Failed to load areas.')).toBeNull();

    await hand.click(screen.getByRole('button', { name: 'Add one to Main Stage' }));
    expect(await count()).toBe('41');
    screen.getByText(/^1 unsent · last synced \d\d:\d\d$/);
    expect(readKnownAreas(user, 'e1')?.areas[0]?.currentOccupancy).toBe(40);
  },
);

test('a logout without a network leaves no data of the user behind', async () => {
  leaveBehind(ADMIN);
  stubApi(OFFLINE);
  const { user } = renderApp('/app');
  expect(await count()).toBe('40');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/login'));
  await hidePage();
  expect(known()).toEqual([]);
});

test('the app shows stored numbers at once and marks them as old until the room answers; it then stores the new ones', async () => {
  leaveBehind(ADMIN);
  stubApi({ ...ACCOUNT_API, 'GET /api/events/e1/areas': 'offline' });
  renderApp('/app');
  expect(await count()).toBe('40');
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  within(await card()).getByText('Last synced');
  await room.receive(sync({ areas: [area({ currentOccupancy: 7, version: 2 })] }));
  expect(await count()).toBe('7');
  within(await card()).getByText('Last updated');
  await hidePage();
  expect(readKnownAreas(ADMIN, 'e1')?.areas).toMatchObject([{ currentOccupancy: 7 }]);
});

test('a user does not see another user’s stored data', async () => {
  leaveBehind(DOOR);
  stubApi({ ...ACCOUNT_API, 'GET /api/events': 'offline' });
  renderApp('/app');
  await screen.findByRole('button', { name: 'Log out' });
  expect(screen.queryByText(EVENT.eventName)).toBeNull();
  await waitFor(() => expect(known()).toEqual([]));
});

test('the app continues as the last visit’s user when the server does not say within three seconds who is logged in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  leaveBehind(DOOR);
  stubApi({ ...OFFLINE, 'GET /api/auth/verify': 'silent' });
  renderApp('/app');
  await act(async () => vi.advanceTimersByTimeAsync(2_900));
  expect(screen.queryByRole('article')).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(200));
  expect(await count()).toBe('40');
  expect(FakeWebSocket.all.length).toBeGreaterThan(0);
});
