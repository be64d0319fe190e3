import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepUser } from '../../../web/src/lib/storage';
import { ADMIN, DOOR, EVENT } from '../support/account';
import { stubSockets } from '../support/fake-sockets';
import { logIn, path, renderApp } from '../support/render-app';
import { NO_SESSION, stubApi } from '../support/stub-api';

const as = (user: typeof DOOR | typeof ADMIN) => ({
  'GET /api/auth/verify': [200, { success: true, user }] as const,
  'GET /api/events': [200, []] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [] }] as const,
});
const GUEST = { ...as(DOOR), 'GET /api/auth/verify': NO_SESSION };
const LOGIN = { 'POST /api/auth/login': [200, { success: true, user: DOOR }] } as const;

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
