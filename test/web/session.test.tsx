import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepUser, readUser } from '../../web/src/lib/storage';
import { stubSockets } from './support/fake-sockets';
import { renderApp } from './support/render-app';
import { NO_SESSION, stubApi } from './support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } as const;
const path = () => screen.getByTestId('path').textContent;

beforeEach(() => {
  stubSockets();
  keepUser(ADMIN);
});

test('our own 401 at load means that there is no session', async () => {
  stubApi({ 'GET /api/auth/verify': NO_SESSION });
  renderApp('/app');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(readUser()).toBeNull();
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
