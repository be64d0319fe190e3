import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepUser } from '../../../web/src/lib/storage';
import { ADMIN, DOOR, EVENT } from '../support/account';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { NO_SESSION, stubApi } from '../support/stub-api';

const as = (user: typeof DOOR | typeof ADMIN) => ({
  'GET /api/auth/verify': [200, { success: true, user }] as const,
  'GET /api/events': [200, []] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [] }] as const,
});
const GUEST = { 'GET /api/auth/verify': NO_SESSION };
const path = () => screen.getByTestId('path').textContent;
const forgetHint = () => {
  document.cookie = 'headroom_signed_in=; Max-Age=0; Path=/';
};

beforeEach(stubSockets);

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

describe('guests', () => {
  test.each(['/app', '/admin', '/user'])('%s leads to the login', async (place) => {
    stubApi(GUEST);
    renderApp(place);
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test('the login leads back, to path, search and hash', async () => {
    stubApi({ ...GUEST, ...as(DOOR), 'POST /api/auth/login': [200, { success: true, user: DOOR }], ...GUEST });
    const { user } = renderApp('/user?area=a1#top');
    await logIn(user);
    await screen.findByRole('heading', { name: 'Warehouse Friday' });
    expect(path()).toBe('/user?area=a1#top');
  });

  test('the way round by the sign-up leads back too', async () => {
    stubApi({
      ...as(DOOR),
      ...GUEST,
      'POST /api/auth/signup': [201, { success: true }],
      'POST /api/auth/login': [200, { success: true, user: DOOR }],
    });
    const { user } = renderApp('/user');
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await user.type(await screen.findByLabelText('Email'), 'a@b.co');
    await user.type(screen.getByLabelText('Password'), 'Passw0rd!');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText('Account created successfully! Please log in.');
    await logIn(user);
    await waitFor(() => expect(path()).toBe('/user'));
  });

  test.each(['https://evil.example/app', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 5])(
    'no login leads to %j',
    async (from) => {
      stubApi(as(DOOR));
      renderApp('/login', { from });
      await waitFor(() => expect(path()).toBe('/app'));
    },
  );

  test('without a hint that somebody was here, nobody is asked who it is', async () => {
    forgetHint();
    const calls = stubApi(GUEST);
    renderApp('/login');
    await screen.findByLabelText('Email or Access Code');
    expect(calls.map(({ path: called }) => called)).toEqual(['/api/config']);
  });

  test.each([
    ['the cookie', () => undefined],
    [
      'the user of the last visit',
      () => {
        forgetHint();
        keepUser(DOOR);
      },
    ],
  ])('%s is hint enough', async (_what, leaveHint) => {
    leaveHint();
    stubApi(as(DOOR));
    renderApp('/login');
    await waitFor(() => expect(path()).toBe('/app'));
  });

  test('a 401 of verify is quiet, and the next visit does not ask again', async () => {
    stubApi(GUEST);
    renderApp('/login');
    await screen.findByLabelText('Email or Access Code');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.cookie).not.toContain('headroom_signed_in');
  });
});

describe('roles', () => {
  test.each([
    [ADMIN, '/admin', '/admin'],
    [ADMIN, '/user', '/admin'],
    [ADMIN, '/app', '/app'],
    [DOOR, '/user', '/user'],
    [DOOR, '/admin', '/user'],
    [DOOR, '/app', '/app'],
  ] as const)('%o at %s is led to %s', async (user, place, target) => {
    stubApi(as(user));
    renderApp(place);
    await screen.findByText(user.role === 'admin' ? 'Please select an event to begin.' : 'Warehouse Friday');
    expect(path()).toBe(target);
  });

  test.each(['/login', '/signup'])('who is logged in has no business at %s', async (place) => {
    stubApi(as(DOOR));
    renderApp(place);
    await waitFor(() => expect(path()).toBe('/app'));
  });
});

test('the way from the login to the app leaves no login in the history', async () => {
  stubApi(as(DOOR));
  const { user } = renderApp('/login', undefined, '/nowhere');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  expect(path()).toBe('/app');
  await user.click(screen.getByTestId('back'));
  expect(path()).toBe('/nowhere');
});

describe('titles and focus', () => {
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

  test('a dashboard is called by its event', async () => {
    stubApi(as(DOOR));
    renderApp('/app');
    await waitFor(() => expect(document.title).toBe('Warehouse Friday · Headroom'));
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
});
