import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/limits';
import { keepKnownAreas, keepKnownEvents, readKnownEvents } from '../../../../web/src/lib/last-known';
import { keepSelectedEventId, keepUser, readSelectedEventId } from '../../../../web/src/lib/storage';
import { area } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

/** So that what a test waits for is the screen, and not the loading of its code. */
beforeAll(() => import('../../../../web/src/app/overview/overview-screen'));

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } as const;
const DOOR = { username: 'ABCD-2346', role: 'user', accessCode: 'ABCD2346', subscriptionStatus: 'active' } as const;
const EVENT = { eventId: 'e1', eventName: 'Open Air', accessCode: 'ABCD2346' };
const OTHER = { eventId: 'e2', eventName: 'Riverside', accessCode: 'WXYZ2346' };
const BY_CODE = 'GET /api/events/by-access-code/ABCD2346';
const REFUSED = refusal(500, 'No list today.', 'internal');
const NO_LIST = 'Failed to load event data. The server returned an unexpected response.';
const KEPT = 'Could not reach the server. The events are those that this device knows.';

const api = (events: Answer | 'offline' | 'silent', user: typeof ADMIN | typeof DOOR = ADMIN) => ({
  'GET /api/auth/verify': [200, { success: true, user }] as const,
  'GET /api/events': events,
  [BY_CODE]: events,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 40, version: 90 })] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [] }] as const,
});

/** What an earlier visit of this person has left, with no event selected. */
function leaveBehind(user: typeof ADMIN | typeof DOOR, events = [EVENT, OTHER]) {
  keepUser(user);
  keepSelectedEventId(null);
  keepKnownEvents(user, events);
  keepKnownAreas(user, 'e1', { areas: [area({ currentOccupancy: 40, version: 90 })], syncedAt: Date.now() - 60_000 });
}

const alert = async () => (await screen.findByRole('alert')).textContent;
const pad = () => screen.findByRole('button', { name: 'Add one to Main Stage' });
const count = () => screen.getByTestId('occupancy').textContent;

/** A tap is counted on the pad that is there. */
async function countsOn({ user }: ReturnType<typeof renderApp>) {
  const before = Number(count());
  await user.click(await pad());
  expect(Number(count())).toBe(before + 1);
  const room = await socketTo('/api/events/e1/socket');
  await room.closeWith(4404);
}

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('an answer with an error, for a returning admin', () => {
  test.each([
    ['the server’s message', REFUSED, 'No list today.'],
    ['the spec’s text for what is no list', [200, { events: [] }] as const, NO_LIST],
  ])('shows %s in red in place of the kept list', async (_what, answer, text) => {
    leaveBehind(ADMIN);
    stubApi(api(answer));
    renderApp('/app');
    expect(await alert()).toBe(text);
    expect(screen.getByText(text).classList).toContain('text-bad');
    expect(screen.queryByText('Please select an event to begin.')).toBeNull();
  });

  test('shows it above the pads, which stay; the list to switch to is empty, and says why', async () => {
    leaveBehind(ADMIN);
    keepSelectedEventId('e1');
    stubApi(api(REFUSED));
    const page = renderApp('/app');
    expect(await alert()).toBe('No list today.');
    const message = screen.getByText('No list today.');
    expect(message.classList).toContain('text-bad');
    expect(message.compareDocumentPosition(await pad()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Event options' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Switch Event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
    expect(dialog.getByRole('alert').textContent).toBe('No list today.');
    expect(dialog.queryByRole('button', { name: 'Riverside' })).toBeNull();
    expect(dialog.queryByText('You have no events yet.')).toBeNull();
    await page.user.keyboard('{Escape}');
    expect(readSelectedEventId()).toBe('e1');
    expect(readKnownEvents(ADMIN)).toEqual([EVENT, OTHER]);
    await countsOn(page);
  });

  test('shows it in place of the overview’s events', async () => {
    leaveBehind(ADMIN);
    stubApi(api(REFUSED));
    renderApp('/app/overview');
    expect(await alert()).toBe('No list today.');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByText('You have no events yet.')).toBeNull();
  });

  test('is over with the next answer, and no news of one event makes the list complete', async () => {
    leaveBehind(ADMIN);
    let answer: Answer = REFUSED;
    stubApi({ ...api(REFUSED), 'GET /api/events': () => answer });
    const { user } = renderApp('/app');
    expect(await alert()).toBe('No list today.');
    const hub = await socketTo('/api/account/socket');
    await hub.open();
    await hub.receive({ type: 'event_updated', event: { ...OTHER, eventName: 'Quayside' } });
    expect(await alert()).toBe('No list today.');
    answer = [200, [EVENT]];
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Please select an event to begin.');
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    await screen.findByRole('button', { name: 'Open Air' });
    expect(screen.queryByRole('button', { name: /side$/ })).toBeNull();
  });
});

describe('no answer, for a returning admin', () => {
  test('keeps the list, and says so', async () => {
    leaveBehind(ADMIN);
    stubApi(api('offline'));
    const { user } = renderApp('/app');
    await screen.findByText(KEPT);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
    dialog.getByText(KEPT);
    dialog.getByRole('button', { name: 'Riverside' });
  });

  test('keeps the pads and counts on; the status of the connection says so', async () => {
    leaveBehind(ADMIN);
    keepSelectedEventId('e1');
    stubApi({ ...api('offline'), 'GET /api/events/e1/areas': 'offline' });
    const page = renderApp('/app');
    await pad();
    await (await socketTo('/api/events/e1/socket')).closeWith(1006);
    screen.getByText('Disconnected');
    screen.getByText(/^Last synced \d\d:\d\d$/);
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.click(await pad());
    expect(count()).toBe('41');
  });

  test('keeps the overview’s events, and says so', async () => {
    leaveBehind(ADMIN);
    stubApi(api('offline'));
    renderApp('/app/overview');
    await screen.findByText(KEPT);
    expect(await screen.findByRole('article', { name: 'Open Air' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is what a call comes to that a network swallows', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      leaveBehind(ADMIN);
      stubApi(api('silent'));
      renderApp('/app');
      await screen.findByText('Please select an event to begin.');
      expect(screen.queryByText(KEPT)).toBeNull();
      await act(async () => vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS));
      await screen.findByText(KEPT);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('what failed is asked for again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    leaveBehind(ADMIN);
    let answer: Answer = REFUSED;
    stubApi({ ...api(REFUSED), 'GET /api/events': () => answer });
    renderApp('/app');
    expect(await alert()).toBe('No list today.');
    answer = [200, [EVENT]];
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    await screen.findByText('Please select an event to begin.');
  } finally {
    vi.useRealTimers();
  }
});

describe('an empty list that was kept', () => {
  test.each([
    ['refused', REFUSED, 'No list today.'],
    ['unanswered', 'offline', 'Could not reach the server. Please check your connection.'],
  ] as const)('is not told as the truth: %s', async (_what, answer, text) => {
    leaveBehind(ADMIN, []);
    stubApi(api(answer));
    renderApp('/app/overview');
    expect(await alert()).toBe(text);
    expect(screen.queryByText('You have no events yet.')).toBeNull();
  });

  test('nor are areas', async () => {
    leaveBehind(ADMIN);
    keepSelectedEventId('e1');
    keepKnownAreas(ADMIN, 'e1', { areas: [], syncedAt: Date.now() });
    stubApi({ ...api([200, [EVENT]]), 'GET /api/events/e1/areas': 'offline' });
    renderApp('/app');
    expect(await alert()).toBe('Failed to load areas.');
    expect(screen.queryByText('This event has no areas yet.')).toBeNull();
  });
});

describe('a returning door', () => {
  test('keeps its pads when the call is refused, below the error', async () => {
    leaveBehind(DOOR, [EVENT]);
    stubApi(api(REFUSED, DOOR));
    const page = renderApp('/app');
    expect(await alert()).toBe('Error: No list today.');
    const message = screen.getByText('Error: No list today.');
    expect(message.compareDocumentPosition(await pad()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await page.user.click(await pad());
    expect(count()).toBe('41');
  });

  test('has no error without an answer', async () => {
    leaveBehind(DOOR, [EVENT]);
    const calls = stubApi(api('offline', DOOR));
    renderApp('/app');
    await pad();
    await waitFor(() => expect(calls.some(({ path }) => path.includes('by-access-code'))).toBe(true));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('kept areas stay below ‘Failed to load areas.’ when the server answers with an error, and count', async () => {
  leaveBehind(ADMIN);
  keepSelectedEventId('e1');
  stubApi({ ...api([200, [EVENT]]), 'GET /api/events/e1/areas': refusal(500, 'No areas today.', 'internal') });
  const { user } = renderApp('/app');
  expect(await alert()).toBe('Failed to load areas.');
  expect(screen.getByText('Failed to load areas.').classList).toContain('text-bad');
  await user.click(await pad());
  expect(count()).toBe('41');
});
