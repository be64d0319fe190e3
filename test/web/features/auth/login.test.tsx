import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readUser } from '../../../../web/src/lib/storage';
import { createOutboxStore } from '../../../../web/src/realtime/outbox-store';
import { DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const GUEST = { 'GET /api/auth/verify': NO_SESSION };
const identifier = () => screen.findByLabelText('Email or Access Code');
const submit = () => screen.getByRole('button', { name: /Log/ });
const path = () => screen.getByTestId('path').textContent;

beforeEach(stubSockets);

describe('login', () => {
  test('one field; the password appears only with an at-sign', async () => {
    stubApi(GUEST);
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'ABCD');
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.type(await identifier(), '@');
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password');
    await user.clear(await identifier());
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(submit()).toHaveProperty('disabled', true);
  });

  test('says how many taps an earlier session has left on this device', async () => {
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

  test('sends no password with an access code, says that it is busy, and opens the app', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({ ...GUEST, 'POST /api/auth/login': () => answer.promise });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'abcd-2346');
    await user.click(submit());
    expect(submit()).toMatchObject({ textContent: 'Logging in...', disabled: true });
    expect(calls.at(-1)?.body).toEqual({ username: 'abcd-2346', password: null });
    answer.resolve([200, { success: true, user: DOOR }]);
    await waitFor(() => expect(path()).toBe('/app'));
  });

  test('with a code its answer brings the pads, before any other call is answered', async () => {
    const opened = { event: EVENT, areas: [area({ currentOccupancy: 40 })] };
    stubApi({
      ...GUEST,
      'POST /api/auth/login': [200, { success: true, user: DOOR, ...opened }],
      'GET /api/events/by-access-code/ABCD2346': 'silent',
      'GET /api/events/e1/areas': 'silent',
    });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'ABCD2346');
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: 'Add one to Main Stage' }));
    expect(screen.getByTestId('occupancy').textContent).toBe('41');
  });

  test('sends the password with an email, and stores who has logged in', async () => {
    const admin = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
    const calls = stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: admin }] });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'a@b.co');
    await user.type(screen.getByLabelText('Password'), 'Passw0rd!');
    expect(readUser()).toBeNull();
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/app'));
    const { body } = calls.find(({ method }) => method === 'POST') ?? {};
    expect(body).toEqual({ username: 'a@b.co', password: 'Passw0rd!' });
    expect(readUser()).toEqual(admin);
  });

  test.each(['ABCD 2346', ' abcd2346 ', 'abcd-2346'])('takes a code as it was pasted, %j', async (pasted) => {
    const calls = stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp('/login');
    await user.click(await identifier());
    await user.paste(pasted);
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/app'));
    const { body } = calls.find(({ method }) => method === 'POST') ?? {};
    expect(body).toEqual({ username: pasted.trim(), password: null });
  });

  test('a password outlives an at-sign that goes and comes back; a failure leads to it', async () => {
    stubApi({ ...GUEST, 'POST /api/auth/login': refusal(401, 'No.', 'invalid_credentials') });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'a@b.co');
    await user.type(screen.getByLabelText('Password'), 'Passw0rd!');
    await user.type(await identifier(), '{Backspace>5/}');
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.type(await identifier(), '@c.co');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Passw0rd!');
    await user.click(submit());
    await screen.findByText('No.');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  test('is what password managers know', async () => {
    stubApi(GUEST);
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'a@b.co');
    expect((await identifier()).getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  test('returns to where the visitor wanted to go', async () => {
    stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp('/app');
    await waitFor(() => expect(path()).toBe('/login'));
    await user.type(await identifier(), 'ABCD2346');
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/app'));
  });

  test.each([
    ['the server’s message', refusal(429, 'Too many attempts.', 'too_many_attempts'), 'Too many attempts.'],
    ['the spec’s text without one', [500, null] as const, 'Login failed. Please check your credentials.'],
    ['the spec’s text for an empty one', refusal(500, '', 'internal'), 'Login failed. Please check your credentials.'],
    ['the spec’s text offline', 'offline' as const, 'Login failed. Please check your credentials.'],
  ])('a failure shows %s', async (_what, answer, text) => {
    stubApi({ ...GUEST, 'POST /api/auth/login': answer });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'ABCD2346');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(submit()).toHaveProperty('disabled', false);
    expect(document.activeElement).toBe(await identifier());
  });

  test('says beside the spec’s text that the server was out of reach, until it answers', async () => {
    let answer: Answer | 'offline' = 'offline';
    stubApi({
      ...GUEST,
      'POST /api/auth/login': () => {
        if (answer === 'offline') throw new TypeError('Failed to fetch');
        return answer;
      },
    });
    const { user } = renderApp('/login');
    await user.type(await identifier(), 'ABCD2346');
    await user.click(submit());
    await screen.findByText('Could not reach the server. Please check your connection.');
    answer = refusal(401, 'No.', 'invalid_credentials');
    await user.click(submit());
    await screen.findByText('No.');
    expect(screen.queryByText(/Could not reach the server/)).toBeNull();
  });

  test('shows what sign-up hands over', async () => {
    stubApi(GUEST);
    renderApp('/login', { message: 'Account created successfully! Please log in.' });
    await screen.findByText('Account created successfully! Please log in.');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup');
  });

  test('who is logged in goes to the app', async () => {
    stubApi({ 'GET /api/auth/verify': [200, { success: true, user: DOOR }] });
    renderApp('/login');
    await waitFor(() => expect(path()).toBe('/app'));
  });

  test('a socket waits for 100 ms after a login, and for nothing where a session is found', async () => {
    // The clock stands still, so that the whole wait is asked for.
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
    await user.type(await identifier(), 'ABCD2346');
    await user.click(submit());
    await socketTo('/api/events/e1/socket');
    expect(waits()).toContain(100);

    cleanup();
    timeouts.mockClear();
    stubSockets();
    stubApi({ ...dashboard, 'GET /api/auth/verify': [200, { success: true, user: DOOR }] });
    renderApp('/app');
    await socketTo('/api/events/e1/socket');
    expect(waits()).not.toContain(100);
    vi.restoreAllMocks();
  });

  test('a verify without an answer keeps the user of the last visit; a refused one does not', async () => {
    localStorage.setItem('headroom.user', JSON.stringify(DOOR));
    stubApi({ 'GET /api/auth/verify': 'offline' });
    renderApp('/login');
    await waitFor(() => expect(path()).toBe('/app'));
  });

  test('a 401 of verify is quiet and forgets the user of the last visit', async () => {
    localStorage.setItem('headroom.user', JSON.stringify(DOOR));
    stubApi(GUEST);
    renderApp('/login');
    await identifier();
    await waitFor(() => expect(localStorage.getItem('headroom.user')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('any other address is not found', async () => {
  stubApi(GUEST);
  renderApp('/nope');
  await screen.findByRole('heading', { name: '404 - Page Not Found' });
  screen.getByText('Sorry, the page you are looking for does not exist. It might have been moved or deleted.');
  expect(screen.getByRole('link', { name: 'Return to Home Page' }).getAttribute('href')).toBe('/');
});
