import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CLOSE, PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { createOutboxStore } from '../../../web/src/realtime/outbox/outbox-store';
import { ACCOUNT_API, DOOR, EVENT } from '../support/account';
import { area, sync } from '../support/areas';
import { FakeWebSocket, socketTo } from '../support/fake-sockets';
import { path, renderApp } from '../support/render-app';
import { refusal, stubApi } from '../support/stub-api';

const API = {
  ...ACCOUNT_API,
  'GET /api/auth/verify': [200, { success: true, user: DOOR }] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
};
const GONE = 'The event you were viewing has been deleted or is no longer accessible.';

const LOST = '2 taps could not be delivered.';

/** The screen mentions a tap only after it has been unsent for 1.5 s. */
const WAITS_LONG = { timeout: 3_000 };

const plus = () => screen.findByRole('button', { name: 'Add one to Main Stage' });

/** Opens the dashboard and makes taps that do not reach the server: they stay on the disk (docs/product.md, R9). */
async function count(taps: number) {
  const { user } = renderApp('/app');
  const button = await plus();
  for (let tap = 0; tap < taps; tap += 1) await user.click(button);
  return { user, room: await socketTo('/api/events/e1/socket') };
}

function unloadIsGuarded(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('the badge shows how many taps are unsent until they are sent, and the browser asks before it closes the page', async () => {
  stubApi(API);
  const { user, room } = await count(3);
  screen.getByText('3 unsent');
  expect(unloadIsGuarded()).toBe(true);
  await room.open();
  await room.receive(sync());
  await room.receive({ type: 'ack', seq: 1, version: 1 });
  await screen.findByText('2 unsent', {}, WAITS_LONG);
  await room.receive({ type: 'ack', seq: 3, version: 3 });
  expect(screen.queryByText(/not sent yet|unsent/)).toBeNull();
  expect(unloadIsGuarded()).toBe(false);
  // While connected, a tap in transit is not mentioned at once.
  await user.click(await plus());
  expect(screen.queryByText('1 unsent')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(unloadIsGuarded()).toBe(true);
  await room.closeWith(1006);
  screen.getByText(/^1 unsent · last synced/);
  // Each card shows how many of its taps are unsent.
  screen.getByText('· 1 unsent');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // On a slow machine the page has tried by itself before the press.
  const tried = FakeWebSocket.all.length;
  expect(tried).toBeGreaterThan(1);
  await user.click(await screen.findByRole('button', { name: 'Trying…' }));
  expect(FakeWebSocket.all).toHaveLength(tried);
  const again = await socketTo('/api/events/e1/socket');
  await again.open();
  await again.receive(sync({ lastSeq: 4, version: 4, areas: [area({ currentOccupancy: 4, version: 4 })] }));
  screen.getByText('Connected');
  expect(screen.queryByText(/not sent yet|unsent/)).toBeNull();
  expect(unloadIsGuarded()).toBe(false);
});

test('a connection that is closed for good is not retried; a reload for a new version waits for the network’s version', async () => {
  stubApi(API);
  const { user, room } = await count(0);
  await room.closeWith(CLOSE.reloadNeeded);
  screen.getByText('Disconnected');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  screen.getByRole('button', { name: /^Add one to Main Stage\. Counting is locked/ });
  const replace = vi.fn<(url: URL) => void>();
  vi.stubGlobal('location', { href: location.href, replace });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(replace.mock.lastCall?.[0].searchParams.has('new-version')).toBe(true);
});

test('a notice appears if the browser forbids storage; a logout and an ended session say what is lost', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const open = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  vi.stubGlobal('indexedDB', { open });
  stubApi(API);
  const { user, room } = await count(2);
  await room.open();
  await room.receive(sync());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser can’t store taps on this device/);
  expect(room.sent.filter((text) => text.includes('update_occupancy'))).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out now?' }));
  dialog.getByText('2 taps have not been sent yet. They are lost if you log out.');
  await user.click(dialog.getByRole('button', { name: 'Stay' }));
  await room.closeWith(CLOSE.sessionEnded);
  await waitFor(() => expect(path()).toBe('/login'));
  expect((await screen.findByRole('alert')).textContent).toBe(`${GONE} ${LOST}`);
});

test('the screen reports taps of an earlier visit that the server does not understand', async () => {
  const record = { clientId: 'client-old-00000001', eventId: 'e1', principal: 'code:e1', since: 1 };
  const taps = [1, 2].map((seq) => ({ seq, areaId: 'a1', change: 1, at: seq }));
  await createOutboxStore().write({ record, taps, settledThrough: 0, uncounted: [] });
  stubApi({ ...API, [`POST /api/events/e1/occupancy?v=${PROTOCOL_VERSION}`]: refusal(400, 'Not valid.') });
  renderApp('/app');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^2 taps from an earlier session couldn’t be read/);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('a logout with unsent taps asks first, can be canceled, says when the taps have been sent meanwhile, and logs out on request', async () => {
  const calls = stubApi(API);
  const logouts = () => calls.filter(({ path: called }) => called === '/api/auth/logout');
  const { user, room } = await count(2);
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    return within(await screen.findByRole('dialog', { name: 'Log out now?' }));
  };
  const first = await ask();
  first.getByText('2 taps have not been sent yet. They stay on this device until you log in again.');
  await user.click(first.getByRole('button', { name: 'Stay' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log out' }));
  expect(room.readyState).not.toBe(3);
  const second = await ask();
  await room.open();
  await room.receive(sync());
  await room.receive({ type: 'ack', seq: 2, version: 2 });
  expect(screen.queryByText(/not sent yet|unsent/)).toBeNull();
  second.getByText('All taps have been sent.');
  expect(logouts()).toEqual([]);
  await user.click(second.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(logouts()).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

const SESSION_ENDED =
  '2 taps are not sent yet. They are delivered if someone logs in to this event again on this device; otherwise they do not count.';

test.each([
  ['an event whose socket closes', (room: FakeWebSocket) => room.closeWith(CLOSE.eventDeleted), LOST],
  ['an event that is gone', (room: FakeWebSocket) => room.receive({ type: 'event_deleted', eventId: 'e1' }), LOST],
  ['a session that the socket ends', (room: FakeWebSocket) => room.closeWith(CLOSE.sessionEnded), SESSION_ENDED],
])('the screen reports the taps that are lost with %s', async (_what, goAway, text) => {
  stubApi(API);
  const { room } = await count(2);
  await room.open();
  await room.receive(sync());
  await goAway(room);
  expect((await screen.findByRole('alert')).textContent).toBe(`${GONE} ${text}`);
  expect(path()).toBe('/login');
});

test('a login in another tab stops sending in the other user’s name, and that user’s stored data stays', async () => {
  stubApi(API);
  const { room } = await count(2);
  const keep = async (user: object | null) => {
    localStorage.setItem('headroom.user', JSON.stringify(user));
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.user' })));
  };
  // Another tab with the same user, or a logout there, ends nothing.
  await keep({ ...DOOR, subscriptionStatus: 'past_due' });
  await keep(null);
  expect([path(), room.readyState]).toEqual(['/app', 0]);
  const other = { ...DOOR, accessCode: 'WXYZ2346', eventId: 'e2' };
  await keep(other);
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Someone else logged in on this browser\. 2 taps are not sent yet\./,
  );
  expect(path()).toBe('/login');
  expect(room.readyState).toBe(3);
  expect(localStorage.getItem('headroom.user')).toBe(JSON.stringify(other));
});

test('refused transfers and undoes are reported with the names of their areas', async () => {
  stubApi(API);
  const main = { areaId: 'a1', areaName: 'Main Stage' };
  const to = { areaId: 'a2', areaName: 'Bar' };
  const reason = 'There are not that many people in this area.';
  await createOutboxStore().write({
    record: { clientId: 'client-gone-0000001', eventId: 'e1', principal: 'code:e1', since: 1 },
    taps: [],
    settledThrough: 0,
    uncounted: [
      { ...main, to: { areaId: 'a3', areaName: null }, kind: 'transfer' as const, taps: 2, reason },
      { ...main, to, kind: 'undo' as const, taps: 2, reason: null },
    ],
  });
  renderApp('/app');
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent).toSorted()).toEqual([
    '2 transfers from Main Stage to an area were not countedThere are not that many people in this area.',
    '2 undos on Main Stage and Bar could not be delivered',
  ]);
});
