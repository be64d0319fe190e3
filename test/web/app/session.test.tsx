import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useKeepSignedIn } from '../../../web/src/app/keep-signed-in';
import { AnySchema, callApi } from '../../../web/src/lib/api-client';
import { keepLogoutPending } from '../../../web/src/lib/kept/plain-storage';
import { keepUser, readUser } from '../../../web/src/lib/storage';
import { deferred } from '../support/deferred';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { type Answer, NO_SESSION, stubApi } from '../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } as const;
const path = () => screen.getByTestId('path').textContent;

beforeEach(() => {
  stubSockets();
  keepUser(ADMIN);
});

test('a page that only holds its sockets asks once a day who is logged in, and each hour while nobody answers', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    let answer: Answer | 'offline' = [200, { success: true, user: ADMIN }];
    const calls = stubApi({
      'GET /api/auth/verify': () => {
        if (answer === 'offline') throw new TypeError('Failed to fetch');
        return answer;
      },
    });
    const asked = () => calls.filter((call) => call.path === '/api/auth/verify').length;
    const pass = (hours: number) => act(() => vi.advanceTimersByTimeAsync(hours * 3_600_000));
    const { rerender } = renderHook(({ isSignedIn }) => useKeepSignedIn(isSignedIn), {
      initialProps: { isSignedIn: true },
    });
    await pass(23);
    expect(asked()).toBe(0);
    await pass(1);
    expect(asked()).toBe(1);
    await pass(72);
    expect(asked()).toBe(4);
    answer = 'offline';
    await pass(24);
    expect(asked()).toBe(5);
    await pass(2);
    expect(asked()).toBe(7);
    answer = [200, { success: true, user: ADMIN }];
    await pass(20);
    expect(asked()).toBe(8);
    rerender({ isSignedIn: false });
    await pass(48);
    expect(asked()).toBe(8);
  } finally {
    vi.useRealTimers();
    warned.mockRestore();
  }
});

test('whoever is logged in is kept so: the app asks each hour whether a day has passed', async () => {
  const calls = stubApi({ 'GET /api/auth/verify': [200, { success: true, user: ADMIN }] });
  const asked = () => calls.filter((call) => call.path === '/api/auth/verify').length;
  const intervals = vi.spyOn(globalThis, 'setInterval');
  renderApp('/app');
  await screen.findByRole('button', { name: 'Log out' });
  const hourly = await waitFor(() => {
    const callback = intervals.mock.calls.find(([, ms]) => ms === 3_600_000)?.[0];
    if (typeof callback !== 'function') throw new Error('The app asks at no hour.');
    return callback;
  });
  intervals.mockRestore();
  const nextDay = Date.now() + 24 * 3_600_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nextDay);
  Reflect.apply(hourly, undefined, []);
  await waitFor(() => expect(asked()).toBe(2));
  clock.mockRestore();
});

test('our own 401 at load means that there is no session', async () => {
  stubApi({ 'GET /api/auth/verify': NO_SESSION });
  renderApp('/app');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(readUser()).toBeNull();
});

test('a session that the server confirms at load stores its user, as the server has it', async () => {
  keepUser({ ...ADMIN, subscriptionStatus: 'trialing' });
  stubApi({ 'GET /api/auth/verify': [200, { success: true, user: ADMIN }], 'GET /api/events': [200, []] });
  renderApp('/app');
  await screen.findByText('Please select an event to begin.');
  expect(readUser()).toEqual(ADMIN);
});

test('nobody stored, but a hint that somebody may be logged in: the user of the session is stored', async () => {
  keepUser(null);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('headroom_signed_in=1');
  stubApi({ 'GET /api/auth/verify': [200, { success: true, user: ADMIN }], 'GET /api/events': [200, []] });
  renderApp('/app');
  await screen.findByText('Please select an event to begin.');
  expect(readUser()).toEqual(ADMIN);
});

test.each([
  [200, 'the page of a network that wants a login'],
  [401, 'a proxy that wants a login'],
  [403, 'a proxy that refuses'],
  [404, 'a proxy that does not know us'],
  [502, 'a proxy that gets no answer'],
])('%i, %s, says nothing about the session: the user stays', async (status) => {
  vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi</html>', { status }));
  renderApp('/app');
  await screen.findByRole('button', { name: 'Log out' });
  expect(path()).toBe('/app');
  expect(readUser()).toEqual(ADMIN);
});

test('a page in place of the event of a code does not say that there is none', async () => {
  keepUser({ ...ADMIN, role: 'user', accessCode: 'ABCD2346' });
  vi.stubGlobal('fetch', async () => new Response('<html>Not found</html>', { status: 404 }));
  renderApp('/app');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Error: /);
});

describe('a login while an earlier session is still being heard of', () => {
  const LOGIN = [200, { success: true, user: { ...ADMIN, username: 'new@b.co' } }] as const;
  const API = {
    'GET /api/auth/verify': NO_SESSION,
    'POST /api/auth/login': LOGIN,
    'GET /api/events': [200, []],
  } as const;

  async function logIn(user: ReturnType<typeof renderApp>['user']) {
    await user.type(await screen.findByLabelText('Email or Access Code'), 'new@b.co');
    await user.type(screen.getByLabelText('Password'), 'Passw0rd!');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByText('Please select an event to begin.');
  }

  test('a late 401 of the earlier one does not end the new one', async () => {
    const late = deferred<Answer>();
    stubApi({ ...API, 'GET /api/slow': () => late.promise });
    const { user } = renderApp('/login');
    const slow = callApi('/api/slow', AnySchema).catch((error: unknown) => error);
    await logIn(user);
    await act(async () => late.resolve(NO_SESSION));
    expect(await slow).toMatchObject({ code: 'unauthenticated' });
    expect(path()).toBe('/app');
    screen.getByText('Please select an event to begin.');
  });

  test('a pending logout is not told while the login is under way: it would end the new session', async () => {
    keepLogoutPending(true);
    vi.spyOn(console, 'warn').mockReturnValue();
    const answer = deferred<Answer>();
    const calls = stubApi({ ...API, 'POST /api/auth/logout': 'offline', 'POST /api/auth/login': () => answer.promise });
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/auth/login'));
    const logouts = () => calls.filter(({ path: called }) => called === '/api/auth/logout').length;
    const before = logouts();
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(logouts()).toBe(before);
    answer.resolve(NO_SESSION);
    await screen.findByRole('alert');
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(logouts()).toBe(before + 1);
  });
});
