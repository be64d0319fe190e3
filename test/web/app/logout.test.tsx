import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/lib/kept/plain-storage';
import { deferred } from '../support/deferred';
import { FakeWebSocket, socketTo, stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { type Answer, type Call, NO_SESSION, stubApi } from '../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const OK = [200, { success: true }] as const;
const API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, []] as const,
};
const authCalls = (calls: readonly Call[]) =>
  calls.map(({ path: called }) => called).filter((called) => called.startsWith('/api/auth/'));
const path = () => screen.getByTestId('path').textContent;

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function logOut() {
  const { user } = renderApp('/app');
  await screen.findByText('Please select an event to begin.');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  return user;
}

const online = () => act(async () => window.dispatchEvent(new Event('online')));

describe('a server that hears of it', () => {
  test('is waited for; then nothing of the user is left', async () => {
    const answer = deferred<Answer>();
    stubApi({ ...API, 'POST /api/auth/logout': () => answer.promise });
    await logOut();
    await screen.findByText('Logging out…');
    expect(path()).toBe('/app');
    answer.resolve(OK);
    await waitFor(() => expect(path()).toBe('/login'));
    expect(localStorage.getItem('headroom.user')).toBeNull();
    expect(isLogoutPending()).toBe(false);
  });

  test('hears of it after the connection is closed, and before the user is cleared', async () => {
    const order: string[] = [];
    const answer = deferred<Answer>();
    const close = vi.spyOn(FakeWebSocket.prototype, 'close').mockImplementation(() => void order.push('closed'));
    stubApi({
      ...API,
      'POST /api/auth/logout': () => {
        order.push('told');
        return answer.promise;
      },
    });
    renderApp('/app');
    await screen.findByText('Please select an event to begin.');
    const hub = await socketTo('/api/account/socket');
    await hub.open();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await screen.findByText('Logging out…');
    expect(order).toEqual(['closed', 'told']);
    expect(path()).toBe('/app');
    answer.resolve(OK);
    await waitFor(() => expect(path()).toBe('/login'));
    expect(localStorage.getItem('headroom.user')).toBeNull();
    expect(order).toEqual(['closed', 'told']);
    close.mockRestore();
  });

  test('has ended the session already: as good', async () => {
    stubApi({ ...API, 'POST /api/auth/logout': NO_SESSION });
    await logOut();
    await waitFor(() => expect(path()).toBe('/login'));
    expect(isLogoutPending()).toBe(false);
  });
});

describe('a server that does not hear of it', () => {
  test.each([
    ['offline', 'offline' as const],
    ['behind a network’s own login page', [200, null] as const],
    ['stumbling', [500, null] as const],
  ])('%s: the device remembers, and tells it once there may be a network', async (_why, answer) => {
    let logout: Answer | 'offline' = answer;
    const calls = stubApi({
      ...API,
      'POST /api/auth/logout': () => {
        if (logout === 'offline') throw new TypeError('Failed to fetch');
        return logout;
      },
    });
    await logOut();
    await waitFor(() => expect(path()).toBe('/login'));
    expect(isLogoutPending()).toBe(true);
    logout = OK;
    await online();
    await waitFor(() => expect(isLogoutPending()).toBe(false));
    const told = calls.filter(({ path: called }) => called === '/api/auth/logout').length;
    await online();
    expect(calls.filter(({ path: called }) => called === '/api/auth/logout')).toHaveLength(told);
  });

  test('is given up on after a while', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    vi.stubGlobal('fetch', async (called: string, { signal }: RequestInit = {}) => {
      signal?.throwIfAborted();
      return new Response(JSON.stringify(called.endsWith('verify') ? API['GET /api/auth/verify'][1] : []));
    });
    await logOut();
    await waitFor(() => expect(path()).toBe('/login'));
    expect(timeout).toHaveBeenCalledWith(3_000);
    expect(isLogoutPending()).toBe(true);
  });

  test('is told at the next start, and not asked who is logged in', async () => {
    keepLogoutPending(true);
    const calls = stubApi({ ...API, 'POST /api/auth/logout': OK });
    renderApp('/app');
    await waitFor(() => expect(path()).toBe('/login'));
    await waitFor(() => expect(isLogoutPending()).toBe(false));
    expect(authCalls(calls)).toEqual(['/api/auth/logout']);
  });

  test('is told before the next login, which it must not end', async () => {
    keepLogoutPending(true);
    let logout: Answer = [503, null];
    const calls = stubApi({
      ...API,
      'POST /api/auth/logout': () => logout,
      'POST /api/auth/login': [200, { success: true, user: ADMIN }],
    });
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
    logout = OK;
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(path()).toBe('/app'));
    expect(authCalls(calls)).toEqual(['/api/auth/logout', '/api/auth/logout', '/api/auth/login']);
  });

  test('a new login replaces the session that was to end', async () => {
    keepLogoutPending(true);
    stubApi({
      ...API,
      'POST /api/auth/logout': [503, null],
      'POST /api/auth/login': [200, { success: true, user: ADMIN }],
    });
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(path()).toBe('/app'));
    expect(isLogoutPending()).toBe(false);
  });
});
