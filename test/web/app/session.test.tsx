import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { useKeepSignedIn } from '../../../web/src/app/session-provider';
import { AnySchema, callApi } from '../../../web/src/api/api-client';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/session/plain-storage';
import { endSession, tellPendingLogout, whileLoggingIn } from '../../../web/src/session/session-api';
import { keepUser, readUser } from '../../../web/src/session/storage';
import { ACCOUNT_API, ADMIN, DOOR, EVENT } from '../support/account';
import { deferred } from '../support/deferred';
import { FakeWebSocket, socketTo, stubSockets } from '../support/fake-sockets';
import { logIn, path, renderApp } from '../support/render-app';
import { type Answer, type Call, NO_SESSION, stubApi } from '../support/stub-api';

const as = (user: typeof DOOR | typeof ADMIN) => ({
  'GET /api/auth/verify': [200, { success: true, user }] as const,
  'GET /api/events': [200, []] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [] }] as const,
});

const GUEST = { ...as(DOOR), 'GET /api/auth/verify': NO_SESSION };
const LOGIN = { 'POST /api/auth/login': [200, { success: true, user: DOOR }] } as const;
const VERIFIED = [200, { success: true, user: ADMIN }] as const;

const OK = [200, { success: true }] as const;
const authCalls = (calls: readonly Call[]) =>
  calls.map(({ path: called }) => called).filter((called) => called.startsWith('/api/auth/'));

beforeEach(stubSockets);

describe('guests', () => {
  test.each(['/app', '/admin', '/user'])('%s leads to the login', async (place) => {
    stubApi(GUEST);
    renderApp(place);
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test('the login leads back, to path, search and hash', async () => {
    stubApi({ ...GUEST, ...LOGIN });
    const { user } = renderApp('/user?area=a1#top');
    await logIn(user);
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    expect(path()).toBe('/user?area=a1#top');
  });

  test.each(['https://evil.example/app', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 5])(
    'no login leads to %j',
    async (from) => {
      stubApi(as(DOOR));
      renderApp('/login', { from });
      await waitFor(() => expect(path()).toBe('/app'));
    },
  );

  test('the user of the last visit is hint enough that somebody may be logged in', async () => {
    document.cookie = 'headroom_signed_in=; Max-Age=0; Path=/';
    keepUser(DOOR);
    stubApi(as(DOOR));
    renderApp('/login');
    await waitFor(() => expect(path()).toBe('/app'));
  });
});

test.each([
  [ADMIN, '/user', '/admin'],
  [ADMIN, '/app', '/app'],
  [DOOR, '/user', '/user'],
  [DOOR, '/admin', '/user'],
  [DOOR, '/signup', '/app'],
] as const)('%o at %s is led to %s', async (user, place, target) => {
  stubApi(as(user));
  renderApp(place);
  await screen.findByText(user.role === 'admin' ? 'Please select an event to begin.' : 'Warehouse Friday');
  expect(path()).toBe(target);
});

test('the way from the login to the app leaves no login in the history', async () => {
  stubApi(as(DOOR));
  const { user } = renderApp('/login', undefined, '/nowhere');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  expect([path(), document.title]).toEqual(['/app', 'Warehouse Friday · Headroom']);
  await user.click(screen.getByTestId('back'));
  expect(path()).toBe('/nowhere');
});

test.each([
  ['/login', 'Log in · Headroom'],
  ['/signup', 'Create Account · Headroom'],
  ['/nowhere', '404 - Page Not Found · Headroom'],
  // The server answers it with 404, too.
  ['/LOGIN', '404 - Page Not Found · Headroom'],
])('%s is called %s', async (place, title) => {
  stubApi(GUEST);
  renderApp(place);
  await waitFor(() => expect(document.title).toBe(title));
});

test('any other address is not found', async () => {
  stubApi(GUEST);
  renderApp('/nope');
  await screen.findByRole('heading', { name: '404 - Page Not Found' });
  screen.getByText('Sorry, the page you are looking for does not exist. It might have been moved or deleted.');
  expect(screen.getByRole('link', { name: 'Return to Home Page' }).getAttribute('href')).toBe('/');
});

test('who arrives from another screen is at its heading and its top; who loads it is left alone', async () => {
  stubApi(GUEST);
  const { user } = renderApp('/login');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(document.activeElement).toBe(document.body);
  await user.click(link);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Create Account' })));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

describe('a session', () => {
  beforeEach(() => keepUser(ADMIN));

  test('a page that only holds its sockets asks once a day who is logged in, and each hour while nobody answers', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    try {
      let calls = stubApi({ 'GET /api/auth/verify': VERIFIED });
      const askedIn = async (hours: number) => {
        const before = calls.length;
        await act(() => vi.advanceTimersByTimeAsync(hours * HOUR_MS));
        return calls.length - before;
      };
      const { rerender } = renderHook(({ isSignedIn }) => useKeepSignedIn(isSignedIn), {
        initialProps: { isSignedIn: true },
      });
      expect([await askedIn(23), await askedIn(1), await askedIn(72)]).toEqual([0, 1, 3]);
      calls = stubApi({ 'GET /api/auth/verify': 'offline' });
      expect([await askedIn(24), await askedIn(2)]).toEqual([1, 2]);
      calls = stubApi({ 'GET /api/auth/verify': VERIFIED });
      expect(await askedIn(20)).toBe(1);
      rerender({ isSignedIn: false });
      expect(await askedIn(48)).toBe(0);
    } finally {
      vi.useRealTimers();
      warned.mockRestore();
    }
  });

  test('the app keeps whoever is logged in so: it asks each hour whether a day has passed', async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval');
    stubApi({ 'GET /api/auth/verify': VERIFIED });
    renderApp('/app');
    await screen.findByRole('button', { name: 'Log out' });
    await waitFor(() => expect(intervals.mock.calls.map(([, ms]) => ms)).toContain(HOUR_MS));
    intervals.mockRestore();
  });

  test('our own 401 at load means that there is no session: it is quiet, and the next visit does not ask again', async () => {
    stubApi({ 'GET /api/auth/verify': NO_SESSION });
    renderApp('/app');
    await waitFor(() => expect(path()).toBe('/login'));
    await screen.findByLabelText('Email or Access Code');
    expect(readUser()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.cookie).not.toContain('headroom_signed_in');
  });

  test.each([
    ['a session that the server confirms at load stores its user, as the server has it', true],
    ['nobody stored, but a hint that somebody may be logged in: the user of the session is stored', false],
  ])('%s', async (_what, isStored) => {
    keepUser(isStored ? { ...ADMIN, subscriptionStatus: 'trialing' } : null);
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('headroom_signed_in=1');
    stubApi({ 'GET /api/auth/verify': VERIFIED, 'GET /api/events': [200, []] });
    renderApp('/app');
    await screen.findByText('Please select an event to begin.');
    expect(readUser()).toEqual(ADMIN);
  });

  test.each([
    [200, 'the page of a network that wants a login'],
    [401, 'a proxy that wants a login'],
    [502, 'a proxy that gets no answer'],
  ])('%i, %s, says nothing about the session: the user stays', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi</html>', { status }));
    renderApp('/app');
    await screen.findByRole('button', { name: 'Log out' });
    expect(path()).toBe('/app');
    expect(readUser()).toEqual(ADMIN);
  });

  test('a late 401 of an earlier session does not end the one of a login', async () => {
    const late = deferred<Answer>();
    stubApi({
      'GET /api/auth/verify': NO_SESSION,
      'POST /api/auth/login': [200, { success: true, user: { ...ADMIN, username: 'new@b.co' } }],
      'GET /api/events': [200, []],
      'GET /api/slow': () => late.promise,
    });
    const { user } = renderApp('/login');
    const slow = callApi('/api/slow', AnySchema).catch((error: unknown) => error);
    await logIn(user, 'new@b.co', 'Passw0rd!');
    await screen.findByText('Please select an event to begin.');
    await act(async () => late.resolve(NO_SESSION));
    expect(await slow).toMatchObject({ code: 'unauthenticated' });
    expect(path()).toBe('/app');
  });
});

describe('a logout', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('the server hears of a logout after the connection is closed, and before the user is cleared', async () => {
    const order: string[] = [];
    const answer = deferred<Answer>();
    const close = vi.spyOn(FakeWebSocket.prototype, 'close').mockImplementation(() => void order.push('closed'));
    stubApi({
      ...ACCOUNT_API,
      'GET /api/events': [200, []],
      'POST /api/auth/logout': () => {
        order.push('told');
        return answer.promise;
      },
    });
    const { user } = renderApp('/app');
    await screen.findByText('Please select an event to begin.');
    await (await socketTo('/api/account/socket')).open();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await screen.findByText('Logging out…');
    expect(order).toEqual(['closed', 'told']);
    expect(path()).toBe('/app');
    answer.resolve(OK);
    await waitFor(() => expect(path()).toBe('/login'));
    expect([localStorage.getItem('headroom.user'), isLogoutPending()]).toEqual([null, false]);
    close.mockRestore();
  });

  describe('a server that does not hear of a logout', () => {
    test.each([
      ['offline', 'offline' as const],
      ['behind a network’s own login page', [200, null] as const],
      ['stumbling', [500, null] as const],
    ])('%s: the device remembers, and tells it once there may be a network', async (_why, answer) => {
      stubApi({ 'POST /api/auth/logout': answer });
      await endSession();
      expect(isLogoutPending()).toBe(true);
      const calls = stubApi({ 'POST /api/auth/logout': OK });
      await tellPendingLogout();
      expect(isLogoutPending()).toBe(false);
      await tellPendingLogout();
      expect(authCalls(calls)).toEqual(['/api/auth/logout']);
    });

    test('is told at the next start, and not asked who is logged in; again as soon as the device is online', async () => {
      keepLogoutPending(true);
      let answer: Answer = [503, null];
      const calls = stubApi({ 'POST /api/auth/logout': () => answer });
      renderApp('/app');
      await waitFor(() => expect(path()).toBe('/login'));
      answer = OK;
      await act(async () => window.dispatchEvent(new Event('online')));
      await waitFor(() => expect(isLogoutPending()).toBe(false));
      expect(authCalls(calls)).toEqual(['/api/auth/logout', '/api/auth/logout']);
    });

    test('is told before the next login, which replaces the session that was to end', async () => {
      keepLogoutPending(true);
      const calls = stubApi({
        ...ACCOUNT_API,
        'POST /api/auth/logout': [503, null],
        'POST /api/auth/login': [200, { success: true, user: ADMIN }],
      });
      const { user } = renderApp('/login');
      await logIn(user);
      await waitFor(() => expect(path()).toBe('/app'));
      expect(authCalls(calls)).toEqual(['/api/auth/logout', '/api/auth/logout', '/api/auth/login']);
      expect(isLogoutPending()).toBe(false);
    });

    test('is not told while a login is under way, whose session it would end, but after it has failed', async () => {
      keepLogoutPending(true);
      const calls = stubApi({ 'POST /api/auth/logout': 'offline' });
      const login = deferred<null>();
      const entered = whileLoggingIn(() => login.promise).catch(() => 'refused');
      await waitFor(() => expect(calls).toHaveLength(1));
      await tellPendingLogout();
      expect(calls).toHaveLength(1);
      login.reject(new Error('No.'));
      expect(await entered).toBe('refused');
      await tellPendingLogout();
      expect(calls).toHaveLength(2);
    });
  });
});
