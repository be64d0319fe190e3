import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_API, configured } from '../../support/account';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { path, renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const SUCCESS = [200, { success: true }] as const;
const GUEST = { 'GET /api/auth/verify': NO_SESSION, 'GET /api/config': configured(undefined, true) };

const button = (name: string) => screen.getByRole('button', { name });
const link = (name: string) => screen.findByRole('link', { name });
const email = () => screen.findByLabelText<HTMLInputElement>('Email');
const newPassword = () => screen.findByLabelText<HTMLInputElement>('New password');

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

test.each(['/login', '/forgot-password'])(
  'the page %s names the support address if the server cannot send mail',
  async (place) => {
    stubApi({ ...GUEST, 'GET /api/config': configured() });
    renderApp(place);
    expect((await link('help@x.co')).getAttribute('href')).toBe('mailto:help@x.co');
    expect(screen.queryByRole('link', { name: 'Email me a reset link' })).toBeNull();
    expect(screen.queryByLabelText('Email')).toBeNull();
  },
);

test('the screen requests a link in the page’s language and answers the same for known and unknown addresses', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ ...GUEST, 'POST /api/auth/forgot-password': () => answer.promise });
  const { user } = renderApp('/forgot-password');
  await user.type(await email(), 'a@b.co');
  await user.click(button('Send link'));
  expect(button('Sending…')).toHaveProperty('disabled', true);
  answer.resolve(SUCCESS);
  const title = await screen.findByRole('heading', { name: 'Check your mail' });
  expect(document.activeElement).toBe(title);
  screen.getByText('If there is an account for a@b.co, a link is on its way to it. It works once, and for one hour.');
  const { body, headers } = calls.find(({ method }) => method === 'POST') ?? {};
  expect([body, headers?.get('accept-language')]).toEqual([{ email: 'a@b.co' }, 'en']);
  await user.click(button('Send another link'));
  expect((await email()).value).toBe('a@b.co');
});

test.each([
  ['a guest', GUEST, []],
  ['a logged-in user, ends that session', ACCOUNT_API, ['/api/auth/logout']],
])(
  'the link sets a new password for %s, disappears from the address at once, and leads to the login',
  async (_who, api, logouts) => {
    const calls = stubApi({ ...api, 'POST /api/auth/reset-password': SUCCESS });
    const { user } = renderApp('/reset-password#t0-k_en');
    await user.type(await newPassword(), 'Passw0rd!');
    expect(path()).toBe('/reset-password');
    await user.click(button('Save new password'));
    await screen.findByText('Your password has been changed. Please log in with it.');
    expect(path()).toBe('/login');
    const [reset, ...others] = calls.filter(({ method }) => method === 'POST');
    expect(reset).toMatchObject({
      path: '/api/auth/reset-password',
      body: { token: 't0-k_en', password: 'Passw0rd!' },
    });
    expect(others.map(({ path: called }) => called)).toEqual(logouts);
    expect(localStorage.getItem('headroom.user')).toBeNull();
  },
);

test('a reload keeps the link; an invalid link says so, keeps the typed text, and leads to a new link', async () => {
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/config': configured(undefined, true),
    'POST /api/auth/reset-password': refusal(400, 'This link does not work any more.'),
  });
  const { user } = renderApp('/reset-password', { token: 'kept' });
  await user.type(await newPassword(), 'Abcdefg1');
  await user.click(button('Save new password'));
  expect(screen.getByRole('alert').textContent).toBe('Password must contain a special character (e.g., !@#$%^&*).');
  expect(document.activeElement).toBe(await newPassword());
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);

  await user.type(await newPassword(), '!');
  await user.click(button('Save new password'));
  await screen.findByText('This link does not work any more.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'kept', password: 'Abcdefg1!' });
  expect(document.activeElement).toBe(await newPassword());
  expect((await newPassword()).value).toBe('Abcdefg1!');
  await user.click(await link('Get a new one'));
  await screen.findByRole('heading', { name: 'Forgot password' });
});
