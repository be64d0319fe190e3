import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/lib/kept/plain-storage';
import { verifySession } from '../../../web/src/lib/session-api';
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
    stubApi({});
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

  test('sends the password with an email', async () => {
    const calls = stubApi({ 'POST /api/auth/login': ENTERED });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'a@b.co');
    await user.type(password(), 'Passw0rd!');
    await user.click(submit());
    expect(calls.at(-1)?.body).toEqual({ username: 'a@b.co', password: 'Passw0rd!' });
  });

  test.each([
    ['the server’s message', refusal(429, 'Too many attempts.', 'too_many_attempts'), 'Too many attempts.'],
    ['the spec’s text without one', [502, 'Bad gateway'] as const, 'Login failed. Please check your credentials.'],
  ])('shows %s when it fails, and leads back to what was typed', async (_what, answer, text) => {
    stubApi({ 'POST /api/auth/login': answer });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'ABCD2346');
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    expect(submit()).toMatchObject({ textContent: 'Log in', disabled: false });
    expect(document.activeElement).toBe(identifier());
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('without an answer says so beside the spec’s text, until the next try', async () => {
    stubApi({ 'POST /api/auth/login': 'offline' });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'ABCD2346{Enter}');
    await screen.findByText('Could not reach the server. Please check your connection.');
    expect(screen.getByRole('alert').textContent).toBe('Login failed. Please check your credentials.');
    stubApi({ 'POST /api/auth/login': () => deferred<Answer>().promise });
    await user.click(submit());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('takes the code of a join link, which leaves the address, and is one press from counting', async () => {
    const calls = stubApi({ 'POST /api/auth/login': ENTERED });
    const { user } = openEarly('/login?code=abcd2346&key=ab12', { state: { from: '/app?x=1' } });
    expect(identifier().value).toBe('ABCD-2346');
    screen.getByText('Your access code is filled in: tap Log in to start counting.');
    expect([location.pathname, location.search, history.state.usr]).toEqual(['/login', '', { from: '/app?x=1' }]);
    expect(document.activeElement).toBe(submit());
    await user.click(submit());
    expect(calls.at(-1)?.body).toEqual({ username: 'ABCD-2346', password: null, joinKey: 'ab12' });
  });

  test('shows what sign-up hands over, until something is wrong', async () => {
    stubApi({ 'POST /api/auth/login': refusal(401, 'No.', 'invalid_credentials') });
    const { user } = openEarly('/login', { state: { message: 'Account created successfully! Please log in.' } });
    expect(screen.getByRole('status').textContent).toBe('Account created successfully! Please log in.');
    await user.type(identifier(), 'ABCD2346{Enter}');
    await screen.findByText('No.');
    expect(screen.queryByText(/Account created/)).toBeNull();
  });

  test('tells the server of a logout first, which stays to be told where neither it nor the login succeeds', async () => {
    keepLogoutPending(true);
    const calls = stubApi({ 'POST /api/auth/logout': [200, { success: true }], 'POST /api/auth/login': ENTERED });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'ABCD2346{Enter}');
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/login']));
    expect(isLogoutPending()).toBe(false);

    keepLogoutPending(true);
    stubApi({ 'POST /api/auth/logout': 'offline', 'POST /api/auth/login': 'offline' });
    const next = openEarly('/login');
    await next.user.type(identifier(), 'ABCD2346{Enter}');
    await screen.findByRole('alert');
    expect(isLogoutPending()).toBe(true);
  });

  test('a refused login leaves the logout to be told', async () => {
    keepLogoutPending(true);
    stubApi({ 'POST /api/auth/logout': 'offline', 'POST /api/auth/login': refusal(401, 'Wrong.', 'unauthenticated') });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'ABCD2346{Enter}');
    await screen.findByRole('alert');
    expect(isLogoutPending()).toBe(true);
  });

  test('leads on by itself where React cannot be had, also with a call under way', async () => {
    const answer = deferred<Answer>();
    stubApi({ 'POST /api/auth/login': () => answer.promise });
    const { user, goOnAlone, way } = openEarly('/login', { state: { from: '/app?x=1' } });
    await user.type(identifier(), 'ABCD2346{Enter}');
    goOnAlone();
    expect(way.toApp).not.toHaveBeenCalled();
    answer.resolve(ENTERED);
    await waitFor(() =>
      expect(way.toApp).toHaveBeenCalledExactlyOnceWith({ from: '/app?x=1', message: null, email: null }),
    );
  });

  test('leads to no other site', async () => {
    stubApi({ 'POST /api/auth/login': ENTERED });
    const { user, goOnAlone, way } = openEarly('/login', { state: { from: 'https://evil.test/' } });
    goOnAlone();
    await user.type(identifier(), 'ABCD2346{Enter}');
    await waitFor(() => expect(way.toApp).toHaveBeenCalledExactlyOnceWith({ from: null, message: null, email: null }));
  });

  test('speaks German to whom wants it', async () => {
    stubApi({ 'POST /api/auth/login': refusal(401, 'Login failed. Please check your credentials.') });
    const { user } = openEarly('/login', { languages: ['de-AT', 'en'] });
    expect([html.lang, document.title, 'wait' in html.dataset]).toEqual(['de', 'Anmelden · Headroom', false]);
    screen.getByRole('heading', { name: 'Willkommen zurück' });
    await user.type(screen.getByLabelText('E-Mail oder Zugangscode'), 'ABCD2346{Enter}');
    await screen.findByText('Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.');
    screen.getByRole('button', { name: 'Anmelden' });
  });
});

describe('before React is there, the sign-up', () => {
  test('says what a password lacks, and calls nobody', async () => {
    const calls = stubApi({});
    const { user } = openEarly('/signup');
    await user.type(screen.getByLabelText('Email'), 'a@b.co');
    await user.type(password(), 'abcdefgh');
    await user.click(submit());
    await screen.findByText(
      'Password must contain an uppercase letter, contain a number, contain a special character (e.g., !@#$%^&*).',
    );
    expect([calls, document.activeElement]).toEqual([[], password()]);
  });

  test('says that it is busy; alone it leads to the login with the message', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({ 'POST /api/auth/signup': () => answer.promise });
    const { user, goOnAlone, way } = openEarly('/signup');
    await user.type(screen.getByLabelText('Email'), 'a@b.co');
    await user.type(password(), 'Passw0rd!{Enter}');
    expect(submit()).toMatchObject({ textContent: 'Creating Account...', disabled: true });
    expect(calls.at(-1)?.body).toEqual({ email: 'a@b.co', password: 'Passw0rd!' });
    goOnAlone();
    answer.resolve([201, {}]);
    await waitFor(() =>
      expect(way.toLogin).toHaveBeenCalledExactlyOnceWith('Account created successfully! Please log in.', 'a@b.co'),
    );
  });

  test('says where to get help', () => {
    openEarly('/signup');
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('mailto:help@venue.test');
  });
});

describe('the HTML by itself', () => {
  test.each(['/login', '/signup'])('posts what is typed at %s, and its button is no dead one', (path) => {
    loadPage(path);
    const form = document.querySelector('form');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', path]);
    expect(submit()).toHaveProperty('disabled', false);
    expect(document.querySelectorAll('script:not([src]), [style]')).toHaveLength(0);
  });

  test.each([
    ['a guest', {}, undefined],
    ['a guest who reads German', { languages: ['de'] }, 'form'],
    ['whoever the cookie says is signed in', { isSignedIn: true }, 'app'],
  ])('is shown to %s as fits', (_who, visit, wait) => {
    loadPage('/login', visit);
    expect(html.dataset.wait).toBe(wait);
  });

  test('asks who is signed in while the app is on its way, which asks no second time; a public display asks nobody', async () => {
    const calls = stubApi({ 'GET /api/auth/verify': [200, { success: true, user: DOOR }] });
    loadPage('/display/5f', { isSignedIn: true });
    loadPage('/app');
    expect(calls).toEqual([]);
    loadPage('/app', { isSignedIn: true });
    expect(await verifySession()).toEqual(DOOR);
    expect(calls.map(({ path, credentials }) => [path, credentials])).toEqual([['/api/auth/verify', 'same-origin']]);
    await verifySession();
    expect(calls).toHaveLength(2);
  });

  test('is hidden from the last visit’s user, and shown to who has logged out', () => {
    localStorage.setItem('headroom.user', JSON.stringify(DOOR));
    loadPage('/login');
    expect(html.dataset.wait).toBe('app');
    keepLogoutPending(true);
    loadPage('/login', { isSignedIn: true });
    expect(html.dataset.wait).toBeUndefined();
  });
});
