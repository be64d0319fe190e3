import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { useKeepSignedIn } from '../../../web/src/app/keep-signed-in';
import { AnySchema, callApi } from '../../../web/src/lib/api-client';
import { keepUser, readUser } from '../../../web/src/lib/storage';
import { ADMIN } from '../support/account';
import { deferred } from '../support/deferred';
import { stubSockets } from '../support/fake-sockets';
import { logIn, path, renderApp } from '../support/render-app';
import { type Answer, NO_SESSION, stubApi } from '../support/stub-api';

const VERIFIED = [200, { success: true, user: ADMIN }] as const;

beforeEach(() => {
  stubSockets();
  keepUser(ADMIN);
});

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
