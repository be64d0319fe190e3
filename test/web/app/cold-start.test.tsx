import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../src/shared/limits';
import { keepKnownAreas, keepKnownEvents, readKnownAreas } from '../../../web/src/lib/last-known';
import { keepSelectedEventId, keepUser, readSelectedEventId } from '../../../web/src/lib/storage';
import { area, sync } from '../support/areas';
import { FakeWebSocket, socketTo, stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { NO_SESSION, stubApi } from '../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } as const;
const DOOR = { username: 'ABCD-2346', role: 'user', accessCode: 'ABCD2346', subscriptionStatus: 'active' } as const;
const EVENT = { eventId: 'e1', eventName: 'Open Air', accessCode: 'ABCD2346' };
const OFFLINE = {
  'GET /api/auth/verify': 'offline',
  'GET /api/events': 'offline',
  'GET /api/events/by-access-code/ABCD2346': 'offline',
  'GET /api/events/e1/areas': 'offline',
  'POST /api/auth/logout': 'offline',
} as const;
const ONLINE = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }],
  'GET /api/events': [200, [EVENT]],
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 3, version: 3 })] }],
} as const;

/** What an earlier visit of this person has left. */
function leaveBehind(user: typeof ADMIN | typeof DOOR, syncedAt = Date.now() - 60_000) {
  keepUser(user);
  keepSelectedEventId('e1');
  keepKnownEvents(user, [EVENT]);
  keepKnownAreas(user, 'e1', { areas: [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })], syncedAt });
}

/** The first screen's code takes its time on a busy machine. */
const FIRST_SCREEN = { timeout: 5_000 };
const card = () => screen.findByRole('article', { name: 'Main Stage' }, FIRST_SCREEN);
const count = async () => within(await card()).getByTestId('occupancy').textContent;

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('without a network', () => {
  test.each([
    ['an admin', ADMIN, '/app'],
    ['an admin', ADMIN, '/admin'],
    ['a door', DOOR, '/app'],
    ['a door', DOOR, '/user'],
  ])('%s has the counting screen (%o, %s), as it was synced last', async (_who, user, path) => {
    leaveBehind(user);
    stubApi(OFFLINE);
    const { user: hand } = renderApp(path);
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
  });

  test('after another day the day is told too', async () => {
    leaveBehind(DOOR, Date.now() - DAY_MS);
    stubApi(OFFLINE);
    renderApp('/app');
    expect(await count()).toBe('40');
    screen.getByText(/^Last synced [A-Z][a-z]{2} \d{1,2} \d\d:\d\d$/);
  });

  test('who has logged out without a network has left nothing behind', async () => {
    leaveBehind(ADMIN);
    stubApi(OFFLINE);
    const { user } = renderApp('/app');
    expect(await count()).toBe('40');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
    await act(async () => window.dispatchEvent(new Event('pagehide')));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('headroom.known.'))).toEqual([]);
  });
});

describe('with a network', () => {
  test('old numbers are there at once and look old, until the room speaks', async () => {
    leaveBehind(ADMIN);
    stubApi({ ...ONLINE, 'GET /api/events/e1/areas': 'offline' });
    renderApp('/app');
    expect(await count()).toBe('40');
    within(await card()).getByText('Last synced');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    within(await card()).getByText('Last synced');
    await room.receive(sync({ areas: [area({ currentOccupancy: 7, version: 2 })] }));
    expect(await count()).toBe('7');
    within(await card()).getByText('Last updated');
  });

  test('what the room says is kept, at once when the page goes', async () => {
    keepUser(ADMIN);
    keepSelectedEventId('e1');
    stubApi(ONLINE);
    renderApp('/app');
    expect(await count()).toBe('3');
    await act(async () => window.dispatchEvent(new Event('pagehide')));
    expect(readKnownAreas(ADMIN, 'e1')?.areas).toMatchObject([{ currentOccupancy: 3 }]);
  });

  test('a selected event that only an old list lacks stays selected', async () => {
    leaveBehind(ADMIN);
    keepKnownEvents(ADMIN, []);
    stubApi(ONLINE);
    renderApp('/app');
    await screen.findByRole('heading', { name: 'Open Air' }, FIRST_SCREEN);
    expect(readSelectedEventId()).toBe('e1');
  });

  test('nobody sees what another has left', async () => {
    leaveBehind(DOOR);
    stubApi({ ...ONLINE, 'GET /api/events': 'offline' });
    renderApp('/app');
    await screen.findByRole('button', { name: 'Log out' }, FIRST_SCREEN);
    expect(screen.queryByText('Open Air')).toBeNull();
    await waitFor(() => expect(Object.keys(localStorage)).not.toContain('headroom.known.events'));
  });

  test('a session that has ended leaves nothing behind', async () => {
    leaveBehind(ADMIN);
    stubApi({ 'GET /api/auth/verify': NO_SESSION });
    renderApp('/app');
    await screen.findByLabelText('Email or Access Code', {}, FIRST_SCREEN);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('headroom.known.'))).toEqual([]);
  });
});

describe('a network that swallows the question who is logged in', () => {
  const silence = () => new Promise<never>(() => {});

  test('after three seconds the last visit’s user goes on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      leaveBehind(DOOR);
      stubApi({ ...OFFLINE, 'GET /api/auth/verify': silence });
      renderApp('/app');
      await act(async () => vi.advanceTimersByTimeAsync(2_900));
      expect(screen.queryByRole('article')).toBeNull();
      await act(async () => vi.advanceTimersByTimeAsync(200));
      expect(await count()).toBe('40');
      expect(FakeWebSocket.all.length).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
