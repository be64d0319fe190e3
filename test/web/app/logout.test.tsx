import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/lib/kept/plain-storage';
import { endSession, tellPendingLogout, whileLoggingIn } from '../../../web/src/lib/session-api';
import { ACCOUNT_API, ADMIN } from '../support/account';
import { deferred } from '../support/deferred';
import { FakeWebSocket, socketTo, stubSockets } from '../support/fake-sockets';
import { logIn, path, renderApp } from '../support/render-app';
import { type Answer, type Call, stubApi } from '../support/stub-api';

const OK = [200, { success: true }] as const;
const authCalls = (calls: readonly Call[]) =>
  calls.map(({ path: called }) => called).filter((called) => called.startsWith('/api/auth/'));

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

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
