import { act, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
// oxlint-disable-next-line import/no-unassigned-import -- loaded before a test's time runs: a busy machine takes seconds
import '../../../web/src/app/app-screen';
import { startApp } from '../../../web/src/main';
import { DOOR, EVENT } from '../support/account';
import { deferred } from '../support/deferred';
import { openEarly } from '../support/early/page';
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

/** What the app has rendered into: it ends with its test, or would go on in the next one's page. */
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

/** What React could not take over as it was. */
const misfits: unknown[] = [];

beforeAll(() => window.addEventListener('error', ({ error }) => misfits.push(error)));

beforeEach(() => {
  stubSockets();
  misfits.length = 0;
  vi.spyOn(window, 'reportError').mockImplementation((error) => void misfits.push(error));
  // React's development build says so of ids and the like, which stay as they are.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  act(() => roots.splice(0).forEach((root) => root.unmount()));
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** React finds its own elements in the page. */
async function takeOver(): Promise<void> {
  await act(startApp);
  if (misfits.length > 0) throw new AggregateError(misfits, 'The HTML was another one than React expects');
}

describe('React takes over the login', () => {
  test('with its very fields: text, caret and focus stay, and what is typed goes on', async () => {
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
  ])('with a login under way that %s: there is no second call', async (_when, isLate) => {
    const answer = deferred<Answer>();
    const calls = stubApi({ ...APP, 'POST /api/auth/login': () => answer.promise });
    const { user } = openEarly('/login', { state: { from: '/app?from=bookmark' } });
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

  test('with a login under way that fails', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({ 'POST /api/auth/login': () => answer.promise });
    const { user } = openEarly('/login');
    await user.type(identifier(), 'ABCD2346{Enter}');
    await takeOver();
    answer.resolve(refusal(401, 'No.', 'invalid_credentials'));
    await screen.findByText('No.');
    expect(submit()).toMatchObject({ textContent: 'Log in', disabled: false });
    expect(document.activeElement).toBe(identifier());
    expect(logins(calls)).toHaveLength(1);
  });

  test('with the code of a join link, its key and its door, which it says, and the pads open on', async () => {
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
});

test('React takes over the sign-up with a call under way, and leads to the login with the message', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ 'POST /api/auth/signup': () => answer.promise });
  const { user } = openEarly('/signup');
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  await user.type(field, 'a@b.co');
  await user.type(password(), 'short{Enter}');
  await screen.findByText(/^Password must be at least/);
  await user.clear(password());
  await user.type(password(), 'Passw0rd!{Enter}');
  await takeOver();
  expect(screen.getByLabelText('Email')).toBe(field);
  expect([field.value, password().value]).toEqual(['a@b.co', 'Passw0rd!']);
  expect(screen.getAllByText('(met)')).toHaveLength(5);
  expect(submit()).toMatchObject({ textContent: 'Creating Account...', disabled: true });
  answer.resolve([201, {}]);
  await screen.findByText('Account created successfully! Please log in.');
  expect(calls.filter(({ path }) => path === '/api/auth/signup')).toHaveLength(1);
  // What was wrong before is forgotten.
  expect(screen.queryByText(/^Password must be/)).toBeNull();
  expect(identifier().value).toBe('a@b.co');
});
