import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/shared/durations';
import { useKeepSignedIn } from '../../../web/src/app/session-provider';
import { AnySchema, callApi } from '../../../web/src/api/api-client';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/session/plain-storage';
import { endSession, tellPendingLogout, whileLoggingIn } from '../../../web/src/session/session-api';
import { keepUser, readUser } from '../../../web/src/session/storage';
import { ACCOUNT_API, ADMIN, DOOR, EVENT } from '../support/account';
import { deferred } from '../support/deferred';
import { socketTo } from '../support/fake-sockets';
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

describe('the app sends guests to the login', () => {
  test.each(['/app', '/admin', '/user'])('%s leads a guest to the login', async (place) => {
    stubApi(GUEST);
    renderApp(place);
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test('the login returns to the requested path, search and hash', async () => {
    stubApi({ ...GUEST, ...LOGIN });
    const { user } = renderApp('/user?area=a1#top');
    await logIn(user);
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    expect(path()).toBe('/user?area=a1#top');
  });

  test.each(['https://evil.example/app', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 5])(
    'the login does not redirect to %j',
    async (from) => {
      stubApi(as(DOOR));
      renderApp('/login', { from });
      await waitFor(() => expect(path()).toBe('/app'));
    },
  );

  test('a stored user from the last visit suffices to check for a session', async () => {
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
] as const)('the app takes %o at %s to %s', async (user, place, target) => {
  stubApi(as(user));
  renderApp(place);
  await screen.findByText(user.role === 'admin' ? 'Please select an event to begin.' : 'Warehouse Friday');
  expect(path()).toBe(target);
});

test('the redirect from the login to the app leaves no login in the history', async () => {
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
  // The server answers this path with 404, too.
  ['/LOGIN', '404 - Page Not Found · Headroom'],
])('the page at %s has the title %s', async (place, title) => {
  stubApi(GUEST);
  renderApp(place);
  await waitFor(() => expect(document.title).toBe(title));
});

test('the app shows the not-found page at any other address', async () => {
  stubApi(GUEST);
  renderApp('/nope');
  await screen.findByRole('heading', { name: '404 - Page Not Found' });
  screen.getByText('Sorry, the page you are looking for does not exist. It might have been moved or deleted.');
  expect(screen.getByRole('link', { name: 'Return to Home Page' }).getAttribute('href')).toBe('/');
});

test('navigation to a screen moves the focus to its heading and scrolls to the top; a page load does neither', async () => {
  stubApi(GUEST);
  const { user } = renderApp('/login');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(document.activeElement).toBe(document.body);
  await user.click(link);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Create Account' })));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

describe('the app tracks its session', () => {
  beforeEach(() => keepUser(ADMIN));

  test('a page that makes no other calls checks its session once a day, and every hour while no answer comes', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
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
  });

  test('the app checks every hour whether a day has passed since the last session check', async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval');
    stubApi({ 'GET /api/auth/verify': VERIFIED });
    renderApp('/app');
    await screen.findByRole('button', { name: 'Log out' });
    await waitFor(() => expect(intervals.mock.calls.map(([, ms]) => ms)).toContain(HOUR_MS));
  });

  test('a 401 from this API at load means no session: the app shows no message, and the next visit does not ask again', async () => {
    stubApi({ 'GET /api/auth/verify': NO_SESSION });
    renderApp('/app');
    await waitFor(() => expect(path()).toBe('/login'));
    await screen.findByLabelText('Email or Access Code');
    expect(readUser()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.cookie).not.toContain('headroom_signed_in');
  });

  test.each([
    ['the app stores the user of a session that the server confirms at load, as the server has it', true],
    ['the app stores the session’s user if none is stored but a hint says that somebody may be logged in', false],
  ])('%s', async (_what, isStored) => {
    keepUser(isStored ? { ...ADMIN, subscriptionStatus: 'trialing' } : null);
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('headroom_signed_in=1');
    stubApi({ 'GET /api/auth/verify': VERIFIED, 'GET /api/events': [200, []] });
    renderApp('/app');
    await screen.findByText('Please select an event to begin.');
    expect(readUser()).toEqual(ADMIN);
  });

  test.each([
    [200, 'the login page of a network'],
    [401, 'a proxy that requires a login'],
    [502, 'a proxy that gets no answer'],
  ])('a %i response, %s, says nothing about the session: the user stays logged in', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi</html>', { status }));
    renderApp('/app');
    await screen.findByRole('button', { name: 'Log out' });
    expect(path()).toBe('/app');
    expect(readUser()).toEqual(ADMIN);
  });

  test('a late 401 from an earlier session does not end the session of a new login', async () => {
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

describe('a logout ends the session', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('the app tells the server about a logout after it closes the connection and before it clears the user', async () => {
    const order: string[] = [];
    const answer = deferred<Answer>();
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
    const socket = await socketTo('/api/account/socket');
    // Only this socket: on a busy machine, the app of an earlier test closes its own late.
    vi.spyOn(socket, 'close').mockImplementation(() => void order.push('closed'));
    await socket.open();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await screen.findByText('Logging out…');
    expect(order).toEqual(['closed', 'told']);
    expect(path()).toBe('/app');
    answer.resolve(OK);
    await waitFor(() => expect(path()).toBe('/login'));
    expect([localStorage.getItem('headroom.user'), isLogoutPending()]).toEqual([null, false]);
  });

  describe('the app repeats a logout that the server did not receive', () => {
    test.each([
      ['offline', 'offline' as const],
      ['behind a network’s own login page', [200, null] as const],
      ['failing', [500, null] as const],
    ])(
      'the device remembers a logout while the server is %s and sends it once the network may be back',
      async (_why, answer) => {
        stubApi({ 'POST /api/auth/logout': answer });
        await endSession();
        expect(isLogoutPending()).toBe(true);
        const calls = stubApi({ 'POST /api/auth/logout': OK });
        await tellPendingLogout();
        expect(isLogoutPending()).toBe(false);
        await tellPendingLogout();
        expect(authCalls(calls)).toEqual(['/api/auth/logout']);
      },
    );

    test('the app sends a pending logout at the next start instead of asking who is logged in, and again as soon as the device is online', async () => {
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

    test('the app sends a pending logout before the next login, which replaces the session to be ended', async () => {
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

    test('the app holds a pending logout back during a login, whose session it would end, and sends it when the login fails', async () => {
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
