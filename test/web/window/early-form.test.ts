import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/lib/kept/plain-storage';
import { DOOR } from '../support/account';
import { deferred } from '../support/deferred';
import { loadPage, openEarly } from '../support/early/page';
import { type Answer, refusal, stubApi } from '../support/stub-api';

const ENTERED = [200, { success: true, user: DOOR }] as const;
const identifier = () => screen.getByLabelText<HTMLInputElement>('Email or Access Code');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: /Log|Creat/ });
const html = document.documentElement;

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

describe('before React is there, the login', () => {
  test('has one field and a button that waits for it; the password appears only with an at-sign, and keeps what is in it', async () => {
    const calls = stubApi({ 'POST /api/auth/login': ENTERED });
    const { user } = openEarly('/login');
    expect(submit()).toHaveProperty('disabled', true);
    await user.type(identifier(), '  ');
    expect(submit()).toHaveProperty('disabled', true);
    await user.type(identifier(), 'a@b.co');
    expect(submit()).toHaveProperty('disabled', false);
    await user.type(password(), 'Passw0rd!');
    expect(password().type).toBe('password');
    await user.clear(identifier());
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.type(identifier(), 'c@');
    expect(password().value).toBe('Passw0rd!');
    await user.click(submit());
    expect(calls.at(-1)?.body).toEqual({ username: 'c@', password: 'Passw0rd!' });
  });

  test('sends no password with a code, and says that it is busy', async () => {
    const calls = stubApi({ 'POST /api/auth/login': () => deferred<Answer>().promise });
    const { user } = openEarly('/login');
    await user.type(identifier(), ' abcd-2346 {Enter}');
    expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
    await user.type(identifier(), '{Enter}');
    expect(calls.map(({ body, credentials }) => ({ body, credentials }))).toEqual([
      { body: { username: 'abcd-2346', password: null }, credentials: 'same-origin' },
    ]);
  });

  test.each([
    ['the server’s message', refusal(429, 'Too many attempts.', 'too_many_attempts'), 'Too many attempts.', false],
    ['the spec’s text', [502, 'Bad gateway'] as const, 'Login failed. Please check your credentials.', false],
    ['both texts out of reach', 'offline' as const, 'Login failed. Please check your credentials.', true],
  ])(
    'shows %s when it fails, until the next try, and leads back to what was typed',
    async (_what, answer, text, isOut) => {
      keepLogoutPending(true);
      stubApi({ 'POST /api/auth/login': answer, 'POST /api/auth/logout': 'offline' });
      const { user } = openEarly('/login', { state: { message: 'Account created successfully! Please log in.' } });
      expect(screen.getByRole('status').textContent).toBe('Account created successfully! Please log in.');
      await user.type(identifier(), 'ABCD2346');
      await user.click(submit());
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
      expect(screen.queryByText('Could not reach the server. Please check your connection.') !== null).toBe(isOut);
      expect(screen.queryByText(/Account created/)).toBeNull();
      expect(submit()).toMatchObject({ textContent: 'Log in', disabled: false });
      expect(document.activeElement).toBe(identifier());
      // Neither the logout nor the login has succeeded: the logout stays to be told.
      expect(isLogoutPending()).toBe(true);
      stubApi({ 'POST /api/auth/logout': () => deferred<Answer>().promise });
      await user.click(submit());
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByText(/^Could not reach/)).toBeNull();
    },
  );

  test('takes the code of a join link, which leaves the address, and is one press from counting', async () => {
    keepLogoutPending(true);
    const calls = stubApi({ 'POST /api/auth/logout': [200, { success: true }], 'POST /api/auth/login': ENTERED });
    const { user } = openEarly('/login?code=abcd2346&key=ab12', { state: { from: '/app?x=1' } });
    expect(identifier().value).toBe('ABCD-2346');
    screen.getByText('Your access code is filled in: tap Log in to start counting.');
    expect([location.pathname, location.search, history.state.usr]).toEqual(['/login', '', { from: '/app?x=1' }]);
    expect(document.activeElement).toBe(submit());
    await user.click(submit());
    // The server hears of an earlier logout first.
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/login']));
    expect(calls.at(-1)?.body).toEqual({ username: 'ABCD-2346', password: null, joinKey: 'ab12' });
    expect(isLogoutPending()).toBe(false);
  });

  test.each([
    ['/app?x=1', '/app?x=1'],
    // To no other site.
    ['https://evil.test/', null],
  ])('leads on to %s by itself where React cannot be had, also with a call under way: %s', async (wanted, from) => {
    const answer = deferred<Answer>();
    stubApi({ 'POST /api/auth/login': () => answer.promise });
    const { user, goOnAlone, way } = openEarly('/login', { state: { from: wanted } });
    await user.type(identifier(), 'ABCD2346{Enter}');
    goOnAlone();
    expect(way.toApp).not.toHaveBeenCalled();
    answer.resolve(ENTERED);
    await waitFor(() => expect(way.toApp).toHaveBeenCalledExactlyOnceWith({ from, message: null, email: null }));
  });
});

test('before React is there, the sign-up says what a password lacks; alone it leads to the login with the message', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ 'POST /api/auth/signup': () => answer.promise });
  const { user, goOnAlone, way } = openEarly('/signup');
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('mailto:help@venue.test');
  await user.type(screen.getByLabelText('Email'), 'a@b.co');
  await user.type(password(), 'abcdefgh');
  await user.click(submit());
  await screen.findByText(
    'Password must contain an uppercase letter, contain a number, contain a special character (e.g., !@#$%^&*).',
  );
  expect([calls, document.activeElement]).toEqual([[], password()]);

  await user.clear(password());
  await user.type(password(), 'Passw0rd!{Enter}');
  expect(submit()).toMatchObject({ textContent: 'Creating Account...', disabled: true });
  expect(calls.at(-1)?.body).toEqual({ email: 'a@b.co', password: 'Passw0rd!' });
  goOnAlone();
  answer.resolve([201, {}]);
  await waitFor(() =>
    expect(way.toLogin).toHaveBeenCalledExactlyOnceWith('Account created successfully! Please log in.', 'a@b.co'),
  );
});

describe('the HTML by itself', () => {
  test.each(['/login', '/signup'])('posts what is typed at %s, and its button is no dead one', (path) => {
    loadPage(path);
    const form = document.querySelector('form');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', path]);
    expect(submit()).toHaveProperty('disabled', false);
    expect(document.querySelectorAll('script:not([src]), [style]')).toHaveLength(0);
  });

  test('is shown to a guest, waits for German, and for the app where somebody is signed in and has not logged out', () => {
    const waitsFor = (visit: Parameters<typeof loadPage>[1]) => {
      loadPage('/login', visit);
      return html.dataset.wait;
    };
    expect([waitsFor({}), waitsFor({ languages: ['de'] }), waitsFor({ isSignedIn: true })]).toEqual([
      undefined,
      'form',
      'app',
    ]);
    localStorage.setItem('headroom.user', JSON.stringify(DOOR));
    expect(waitsFor({})).toBe('app');
    keepLogoutPending(true);
    expect(waitsFor({ isSignedIn: true })).toBeUndefined();
  });
});
