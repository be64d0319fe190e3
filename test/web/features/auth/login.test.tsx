import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readUser } from '../../../../web/src/session/storage';
import { createOutboxStore } from '../../../../web/src/realtime/outbox/outbox-store';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { logIn, path, renderApp } from '../../support/render-app';
import { type Answer, CONFIG, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const FAILED = 'Login failed. Please check your credentials.';
const GUEST = { 'GET /api/auth/verify': NO_SESSION };
const identifier = () => screen.findByLabelText('Email or Access Code');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: /Log|Creat/ });

test('the login has one field; the password appears only with an at-sign', async () => {
  stubApi({ ...GUEST, 'POST /api/auth/login': refusal(401, 'No.', 'invalid_credentials') });
  const { user } = renderApp('/login');
  await user.type(await identifier(), 'ABCD');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.type(await identifier(), '@');
  expect(password()).toMatchObject({ type: 'password', autocomplete: 'current-password' });
  expect(await identifier()).toMatchObject({ autocomplete: 'username' });
  await user.type(password(), 'Passw0rd!');
  await user.clear(await identifier());
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(submit()).toHaveProperty('disabled', true);
  // The password stays when the at-sign is removed and typed again; a failure moves the focus to the password.
  await user.type(await identifier(), 'a@b.co');
  expect(password()).toHaveProperty('value', 'Passw0rd!');
  await user.click(submit());
  await screen.findByText('No.');
  expect(document.activeElement).toBe(password());
});

test('the login says how many taps of an earlier session are on this device', async () => {
  const record = { clientId: 'c1', eventId: 'e1', principal: 'code:e1', since: 1 };
  const taps = [1, 2].map((seq) => ({ seq, areaId: 'a1', change: 1, at: seq }));
  await createOutboxStore().write({ record, taps, settledThrough: 0, uncounted: [] });
  stubApi(GUEST);
  renderApp('/app');
  await screen.findByText(
    '2 taps on this device are not sent yet. They count only once whoever made them logs in here again.',
  );
  expect(path()).toBe('/login');
});

test('the login sends no password with an access code, shows that it is busy, and opens the app', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({
    ...GUEST,
    'POST /api/auth/login': () => answer.promise,
    'GET /api/events/by-access-code/ABCD2346': 'silent',
    'GET /api/events/e1/areas': 'silent',
  });
  const { user } = renderApp('/login');
  await user.click(await identifier());
  await user.paste(' abcd-2346 ');
  await user.click(submit());
  expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
  expect(calls.at(-1)?.body).toEqual({ username: 'abcd-2346', password: null });
  answer.resolve([200, { success: true, user: DOOR, event: EVENT, areas: [area({ currentOccupancy: 40 })] }]);
  await waitFor(() => expect(path()).toBe('/app'));
  // The login's answer suffices to show the pads: the test answers no other call.
  await user.click(await screen.findByRole('button', { name: 'Add one to Main Stage' }));
  expect(screen.getByTestId('occupancy').textContent).toBe('41');
});

test('the login sends the password with an email and stores who has logged in', async () => {
  const calls = stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: ADMIN }] });
  const { user } = renderApp('/login');
  await identifier();
  expect(readUser()).toBeNull();
  await logIn(user, 'a@b.co', 'Passw0rd!');
  await waitFor(() => expect(path()).toBe('/app'));
  const { body } = calls.find(({ method }) => method === 'POST') ?? {};
  expect(body).toEqual({ username: 'a@b.co', password: 'Passw0rd!' });
  expect(readUser()).toEqual(ADMIN);
});

test.each([
  ['the server’s message', refusal(429, 'Too many attempts.', 'too_many_attempts'), 'Too many attempts.', false],
  ['the spec’s text without a message', [500, null] as const, FAILED, false],
  ['the spec’s text for an empty message', refusal(500, '', 'internal'), FAILED, false],
  ['the spec’s text and that the server is unreachable', 'offline' as const, FAILED, true],
])('a failed login shows %s until the next attempt', async (_what, answer, text, isOut) => {
  stubApi({ ...GUEST, 'POST /api/auth/login': answer });
  const { user } = renderApp('/login');
  await logIn(user);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText('Could not reach the server. Please check your connection.') !== null).toBe(isOut);
  expect(submit()).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(await identifier());
  stubApi({ ...GUEST, 'POST /api/auth/login': refusal(401, 'No.', 'invalid_credentials') });
  await user.click(submit());
  await screen.findByText('No.');
  expect(screen.queryByText(/Could not reach the server/)).toBeNull();
});

test('the socket waits for 100 ms after a login and does not wait when a session is found', async () => {
  // The clock stands still, so the app waits for the whole time.
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const timeouts = vi.spyOn(window, 'setTimeout');
  const waits = () => timeouts.mock.calls.map(([, delayMs]) => delayMs);
  const dashboard = {
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
    'GET /api/events/e1/areas': [200, { areas: [] }] as const,
    'POST /api/auth/login': [200, { success: true, user: DOOR }] as const,
  };
  stubApi({ ...dashboard, ...GUEST });
  const { user } = renderApp('/login');
  await logIn(user);
  await socketTo('/api/events/e1/socket');
  expect(waits()).toContain(100);

  cleanup();
  timeouts.mockClear();
  stubSockets();
  stubApi({ ...dashboard, 'GET /api/auth/verify': [200, { success: true, user: DOOR }] });
  renderApp('/app');
  await socketTo('/api/events/e1/socket');
  expect(waits()).not.toContain(100);
});

const email = () => screen.findByLabelText('Email');
const met = () => screen.getAllByRole('listitem').map((item) => within(item).queryByText('(met)') !== null);

test('the sign-up ticks off the rules of a password while it is typed', async () => {
  const calls = stubApi(GUEST);
  const { user } = renderApp('/signup');
  expect(await email()).toMatchObject({ type: 'email', required: true });
  expect(password()).toMatchObject({ type: 'password', required: true });
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  const support = () => screen.getByRole('link', { name: 'Contact support' }).getAttribute('href');
  await waitFor(() => expect(support()).toBe('mailto:help@example.com'));
  expect(met()).toEqual([false, false, false, false, false]);
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'aB3');
  expect(met()).toEqual([false, true, true, true, false]);
  // The form reports missing input and makes no call.
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe(
    'Password must be at least 8 characters long, contain a special character (e.g., !@#$%^&*).',
  );
  expect(document.activeElement).toBe(password());
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(password(), '!cdef');
  expect(met()).toEqual([true, true, true, true, true]);
});

test('the sign-up creates the account and opens the login with a message', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ ...GUEST, 'POST /api/auth/signup': () => answer.promise });
  const { user } = renderApp('/signup');
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'Passw0rd!');
  await user.click(submit());
  expect(submit()).toMatchObject({ textContent: 'Creating Account...', disabled: true });
  expect(calls.at(-1)?.body).toEqual({ email: 'a@b.co', password: 'Passw0rd!' });
  answer.resolve([201, { success: true }]);
  await screen.findByText('Account created successfully! Please log in.');
  expect(path()).toBe('/login');
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup');
});

test.each([
  ['invited', 'New accounts need an invitation here. Please open the link of yours, or contact support.'],
  ['closed', 'No new accounts are created here.'],
] as const)('who has no invitation reads that sign-ups are %s, and fills nothing in', async (signUp, text) => {
  stubApi({ ...GUEST, 'GET /api/config': [200, { ...CONFIG, signUp }] });
  renderApp('/signup');
  await screen.findByText(text);
  expect([screen.queryByLabelText('Email'), screen.queryByRole('button', { name: 'Create Account' })]).toEqual([
    null,
    null,
  ]);
});

test('the link of an invitation opens the form, which sends its token; the address does not keep it', async () => {
  const config = { ...CONFIG, signUp: 'closed' };
  const calls = stubApi({ ...GUEST, 'GET /api/config': [200, config], 'POST /api/auth/signup': [201, {}] });
  const { user } = renderApp('/signup#5f5f');
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'Passw0rd!');
  expect(location.hash).toBe('');
  await user.click(submit());
  await screen.findByText('Account created successfully! Please log in.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ invitation: '5f5f' });
});

test.each([
  ['the server’s message', refusal(409, 'An account with this email already exists.', 'email_taken'), /already exists/],
  ['the spec’s text for an empty message', refusal(500, '', 'internal'), /^Registration failed. Please try again.$/],
  ['the spec’s text without a message', 'offline' as const, /^Registration failed. Please try again.$/],
])('a failed sign-up shows %s', async (_what, answer, text) => {
  stubApi({ ...GUEST, 'POST /api/auth/signup': answer });
  const { user } = renderApp('/signup');
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'Passw0rd!');
  await user.click(submit());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
  expect(document.activeElement).toBe(await email());
});
