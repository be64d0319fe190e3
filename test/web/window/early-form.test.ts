import { act, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
// oxlint-disable-next-line import/no-unassigned-import -- loaded before a test's time runs: a busy machine takes seconds
import '../../../web/src/app/app-screen';
import { isLogoutPending, keepLogoutPending } from '../../../web/src/session/plain-storage';
import { startApp } from '../../../web/src/main';
import { DOOR, EVENT } from '../support/account';
import { deferred } from '../support/deferred';
import { loadPage, openEarly, runEarly } from '../support/early/page';
import { stubSockets } from '../support/fake-sockets';
import { type Answer, type Call, refusal, stubApi } from '../support/stub-api';

const ENTERED = [200, { success: true, user: DOOR }] as const;
const APP = {
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [] }] as const,
};
const identifier = () => screen.getByLabelText<HTMLInputElement>('Email or Access Code');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: /Log|Creat/ });
const logins = (calls: readonly Call[]) => calls.filter(({ path }) => path === '/api/auth/login');

/** The app's roots, unmounted after each test because they would otherwise continue in the next test's page. */
const roots: Root[] = [];
vi.mock(import('react-dom/client'), async (importOriginal) => {
  const client = await importOriginal();
  const noted = (root: Root): Root => {
    roots.push(root);
    return root;
  };
  return {
    ...client,
    createRoot: (...args) => noted(client.createRoot(...args)),
    hydrateRoot: (...args) => noted(client.hydrateRoot(...args)),
  };
});

/** Errors from React when it cannot take over the existing HTML. */
const misfits: unknown[] = [];

beforeAll(() => window.addEventListener('error', ({ error }) => misfits.push(error)));

beforeEach(() => {
  stubSockets();
  misfits.length = 0;
  vi.spyOn(window, 'reportError').mockImplementation((error) => void misfits.push(error));
  // React's development build reports differences in ids and similar attributes, which stay unchanged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  act(() => roots.splice(0).forEach((root) => root.unmount()));
  document.body.innerHTML = '';
});

/** React takes over the existing elements of the page. */
async function takeOver(): Promise<void> {
  await act(startApp);
  if (misfits.length > 0) throw new AggregateError(misfits, 'The HTML was another one than React expects');
}

test('the login has one field and a button that waits for it; the password appears only with an at-sign and keeps its text', async () => {
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

test('a press on Log in before the form’s script has run counts once the script runs', async () => {
  const calls = stubApi({ 'POST /api/auth/login': () => deferred<Answer>().promise });
  const isLoading = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  loadPage('/login?code=ABCD2346');
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  document.addEventListener('submit', sent);
  submit().click();
  submit().click();
  expect(sent).not.toHaveBeenCalled();
  runEarly();
  isLoading.mockRestore();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(logins(calls).map(({ body }) => body)).toEqual([{ username: 'ABCD-2346', password: null }]);
  expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
  // From then on nothing holds presses back.
  document.body.innerHTML = '<form><button type="submit">Log in</button></form>';
  submit().click();
  expect(sent).toHaveBeenCalledTimes(2);
  document.removeEventListener('submit', sent);
});

test('the login sends no password with a code and shows that it is busy', async () => {
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
  [
    'the spec’s text and that the server is unreachable',
    'offline' as const,
    'Login failed. Please check your credentials.',
    true,
  ],
])(
  'the login shows %s after a failure until the next attempt, and moves the focus to the typed text',
  async (_what, answer, text, isOut) => {
    keepLogoutPending(true);
    stubApi({ 'POST /api/auth/login': answer, 'POST /api/auth/logout': 'offline' });
    const { user } = openEarly('/login', { message: 'Account created successfully! Please log in.' });
    expect(screen.getByRole('status').textContent).toBe('Account created successfully! Please log in.');
    await user.type(identifier(), 'ABCD2346');
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    expect(screen.queryByText('Could not reach the server. Please check your connection.') !== null).toBe(isOut);
    expect(screen.queryByText(/Account created/)).toBeNull();
    expect(submit()).toMatchObject({ textContent: 'Log in', disabled: false });
    expect(document.activeElement).toBe(identifier());
    // Neither the logout nor the login has succeeded, so the logout stays pending.
    expect(isLogoutPending()).toBe(true);
    stubApi({ 'POST /api/auth/logout': () => deferred<Answer>().promise });
    await user.click(submit());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/^Could not reach/)).toBeNull();
  },
);

test('the login takes the code of a join link, removes it from the address, and is one press away from counting', async () => {
  keepLogoutPending(true);
  const calls = stubApi({ 'POST /api/auth/logout': [200, { success: true }], 'POST /api/auth/login': ENTERED });
  const { user } = openEarly('/login?code=abcd2346&key=ab12', { from: '/app?x=1' });
  expect(identifier().value).toBe('ABCD-2346');
  screen.getByText('Your access code is filled in: tap Log in to start counting.');
  expect([location.pathname, location.search, history.state.usr]).toEqual(['/login', '', { from: '/app?x=1' }]);
  expect(document.activeElement).toBe(submit());
  await user.click(submit());
  // The app sends an earlier logout first.
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/login']));
  expect(calls.at(-1)?.body).toEqual({ username: 'ABCD-2346', password: null, joinKey: 'ab12' });
  expect(isLogoutPending()).toBe(false);
});

test.each([
  ['/app?x=1', '/app?x=1'],
  // The login does not redirect to another site.
  ['https://evil.test/', null],
])('the login opens %s by itself if React cannot be loaded, even during a call: %s', async (wanted, from) => {
  const answer = deferred<Answer>();
  stubApi({ 'POST /api/auth/login': () => answer.promise });
  const { user, goOnAlone, way } = openEarly('/login', { from: wanted });
  await user.type(identifier(), 'ABCD2346{Enter}');
  goOnAlone();
  expect(way.toApp).not.toHaveBeenCalled();
  answer.resolve(ENTERED);
  await waitFor(() => expect(way.toApp).toHaveBeenCalledExactlyOnceWith({ from, message: null, email: null }));
});

test.each(['/login', '/signup'])('the form posts its input at %s, and its button works', (path) => {
  loadPage(path);
  const form = document.querySelector('form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', path]);
  expect(submit()).toHaveProperty('disabled', false);
  expect(document.querySelectorAll('script:not([src]), [style]')).toHaveLength(0);
});

test('React keeps the fields with text, caret and focus, and typing continues', async () => {
  const calls = stubApi({ ...APP, 'POST /api/auth/login': ENTERED });
  const { user } = openEarly('/login');
  const field = identifier();
  await user.type(field, 'ABC346');
  field.setSelectionRange(3, 3);
  await takeOver();
  expect(identifier()).toBe(field);
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['ABC3-46', 3, 3]);
  expect(document.activeElement).toBe(field);
  await user.keyboard('D2');
  expect(field.value).toBe('ABCD-2346');
  await user.click(submit());
  await waitFor(() => expect(location.pathname).toBe('/app'));
  expect(logins(calls).map(({ body }) => body)).toEqual([{ username: 'ABCD2346', password: null }]);
});

test.each([
  ['is answered afterwards', true],
  ['has been answered', false],
])('React makes no second call for a login under way that %s', async (_when, isLate) => {
  const answer = deferred<Answer>();
  const calls = stubApi({ ...APP, 'POST /api/auth/login': () => answer.promise });
  const { user } = openEarly('/login', { from: '/app?from=bookmark' });
  await user.type(identifier(), 'ABCD2346{Enter}');
  if (isLate) await takeOver();
  if (isLate) expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
  answer.resolve(ENTERED);
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
  if (!isLate) await takeOver();
  await waitFor(() => expect(location.pathname + location.search).toBe('/app?from=bookmark'));
  expect(logins(calls)).toHaveLength(1);
  await screen.findByRole('heading', { name: EVENT.eventName });
});

const SECOND_STEP = refusal(401, 'Please enter the code, too.', 'second_step_needed');

test('the app asks for the code of a login that needs one, without a second attempt', async () => {
  const calls = stubApi({ 'POST /api/auth/login': SECOND_STEP });
  const { user } = openEarly('/login');
  await user.type(identifier(), 'a@b.co');
  await user.type(password(), 'Passw0rd!{Enter}');
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
  await takeOver();
  await screen.findByLabelText('Code');
  expect(logins(calls)).toHaveLength(1);
});

test('the login says that it needs a code if the app cannot be loaded', async () => {
  stubApi({ 'POST /api/auth/login': SECOND_STEP });
  const { user, goOnAlone } = openEarly('/login');
  await user.type(identifier(), 'a@b.co');
  await user.type(password(), 'Passw0rd!{Enter}');
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
  goOnAlone();
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter the code, too.');
  expect(submit()).toHaveProperty('disabled', false);
});

test('the login registers the service worker at once, so that somebody who joins may lose the network soon', async () => {
  vi.stubEnv('PROD', true);
  const register = vi.fn<() => Promise<object>>(async () => ({ active: null }));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  stubApi({});
  openEarly('/login');
  await takeOver();
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
});

test('React takes over the code, the key and the door of a join link, shows the door, and the pads open on it', async () => {
  const calls = stubApi({ ...APP, 'POST /api/auth/login': ENTERED });
  const door = 'area=a1&areaName=Main%20Stage&direction=in&name=North%20gate';
  const { user } = openEarly(`/login?code=abcd2346&key=ab12&${door}`);
  expect([location.search, screen.queryByText(/North gate/)]).toEqual(['', null]);
  await takeOver();
  screen.getByText('Your access code is filled in: tap Log in to start counting.');
  screen.getByText(/North gate.*Main Stage/);
  expect([identifier().value, document.activeElement]).toEqual(['ABCD-2346', submit()]);
  await user.click(submit());
  await waitFor(() => expect(location.pathname).toBe('/app'));
  expect(logins(calls).map(({ body }) => body)).toEqual([{ username: 'ABCD-2346', password: null, joinKey: 'ab12' }]);
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('headroom.device') ?? '{}')).toMatchObject({
      deviceName: 'North gate',
      direction: 'in',
    }),
  );
});
