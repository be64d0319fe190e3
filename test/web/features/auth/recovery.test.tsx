import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ACCOUNT_API, configured, DOOR } from '../../support/account';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const SUCCESS = [200, { success: true }] as const;
const GUEST = { 'GET /api/auth/verify': NO_SESSION, 'GET /api/config': configured(undefined, true) };
const STALE = refusal(400, 'This link does not work any more.');

const heading = (name: string) => screen.findByRole('heading', { name });
const button = (name: string) => screen.getByRole('button', { name });
const link = (name: string) => screen.findByRole('link', { name });
const email = () => screen.findByLabelText<HTMLInputElement>('Email');
const newPassword = () => screen.findByLabelText<HTMLInputElement>('New password');
const path = () => screen.getByTestId('path').textContent;

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('the login', () => {
  test('leads to a link by mail, with the email that was typed, and back to where the visitor wanted to go', async () => {
    stubApi({ ...GUEST, ...ACCOUNT_API, ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp('/login', { from: '/user?area=a1' });
    await user.type(await screen.findByLabelText('Email or Access Code'), ' a@b.co ');
    await user.click(await link('Get a link by mail'));
    expect((await email()).value).toBe('a@b.co');
    expect(path()).toBe('/forgot-password');
    await user.click(await link('Log in'));
    await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
    await user.click(button('Log in'));
    await waitFor(() => expect(path()).toBe('/user?area=a1'));
  });

  test('hands no access code over', async () => {
    stubApi(GUEST);
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Email or Access Code'), 'ABCD2346');
    await user.click(await link('Get a link by mail'));
    expect((await email()).value).toBe('');
  });

  test('names the support address where no mail can be sent', async () => {
    stubApi({ ...GUEST, 'GET /api/config': configured() });
    renderApp('/login');
    expect((await link('help@x.co')).getAttribute('href')).toBe('mailto:help@x.co');
    expect(screen.queryByRole('link', { name: 'Get a link by mail' })).toBeNull();
  });
});

describe('forgot password', () => {
  test('asks for a link in the page’s language, and says the same whoever has an account', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({ ...GUEST, 'POST /api/auth/forgot-password': () => answer.promise });
    const { user } = renderApp('/forgot-password');
    await user.type(await email(), 'a@b.co');
    await user.click(button('Send link'));
    expect(button('Sending…')).toHaveProperty('disabled', true);
    answer.resolve(SUCCESS);
    const title = await heading('Check your mail');
    expect(document.activeElement).toBe(title);
    screen.getByText('If there is an account for a@b.co, a link is on its way to it. It works once, and for one hour.');
    const { body, headers } = calls.find(({ method }) => method === 'POST') ?? {};
    expect([body, headers?.get('accept-language')]).toEqual([{ email: 'a@b.co' }, 'en']);

    await user.click(button('Send another link'));
    expect((await email()).value).toBe('a@b.co');
  });

  test.each([
    [
      'the server’s text',
      refusal(429, 'Too many attempts. Please wait a few minutes and try again.', 'too_many_attempts'),
      /^Too many attempts\./,
    ],
    ['its own without one', 'offline' as const, /^The link could not be sent\. Please try again\.$/],
  ])('a failure shows %s and leads back to the field', async (_what, answer, text) => {
    stubApi({ ...GUEST, 'POST /api/auth/forgot-password': answer });
    const { user } = renderApp('/forgot-password');
    await user.type(await email(), 'a@b.co');
    await user.click(button('Send link'));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(document.activeElement).toBe(await email());
  });

  test('says whom to write to where no mail can be sent', async () => {
    stubApi({ ...GUEST, 'GET /api/config': configured() });
    renderApp('/forgot-password');
    expect((await link('help@x.co')).getAttribute('href')).toBe('mailto:help@x.co');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  test('is also for who is logged in: an old link leads here on any device', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/config': configured(undefined, true) });
    const { user } = renderApp('/reset-password');
    await user.click(await link('Get a new one'));
    await heading('Forgot password');
    expect(path()).toBe('/forgot-password');
    expect((await email()).value).toBe('');
  });
});

describe('the mail’s link', () => {
  test('sets a new password, leaves the address at once, and goes to the login with a message', async () => {
    const calls = stubApi({ ...GUEST, 'POST /api/auth/reset-password': SUCCESS });
    const { user } = renderApp('/reset-password#t0-k_en');
    await user.type(await newPassword(), 'Passw0rd!');
    expect(path()).toBe('/reset-password');
    await user.click(button('Save new password'));
    await screen.findByText('Your password is changed. Please log in with it.');
    expect(path()).toBe('/login');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 't0-k_en', password: 'Passw0rd!' });
  });

  test('a reload has it still', async () => {
    const calls = stubApi({ ...GUEST, 'POST /api/auth/reset-password': STALE });
    const { user } = renderApp('/reset-password', { token: 'kept' });
    await user.type(await newPassword(), 'Passw0rd!');
    await user.click(button('Save new password'));
    await screen.findByRole('alert');
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ token: 'kept' });
  });

  test('that does not work says so, keeps what was typed, and leads to a new one', async () => {
    stubApi({ ...GUEST, 'POST /api/auth/reset-password': STALE });
    const { user } = renderApp('/reset-password#old');
    await user.type(await newPassword(), 'Passw0rd!');
    await user.click(button('Save new password'));
    expect((await screen.findByRole('alert')).textContent).toBe('This link does not work any more.');
    expect(document.activeElement).toBe(await newPassword());
    expect((await newPassword()).value).toBe('Passw0rd!');
    await user.click(await link('Get a new one'));
    await heading('Forgot password');
  });

  test('a password that may not be used is refused before anybody is asked', async () => {
    const calls = stubApi(GUEST);
    const { user } = renderApp('/reset-password#t');
    await user.type(await newPassword(), 'Abcdefg1');
    await user.click(button('Save new password'));
    expect(screen.getByRole('alert').textContent).toBe('Password must contain a special character (e.g., !@#$%^&*).');
    expect(document.activeElement).toBe(await newPassword());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('without a token there is nothing to fill in', async () => {
    stubApi(GUEST);
    renderApp('/reset-password');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not complete\./);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('works for who is logged in, too, and logs them out', async () => {
    const calls = stubApi({ ...ACCOUNT_API, 'POST /api/auth/reset-password': SUCCESS });
    const { user } = renderApp('/reset-password#t');
    await user.type(await newPassword(), 'Passw0rd!');
    await user.click(button('Save new password'));
    await screen.findByText('Your password is changed. Please log in with it.');
    expect(path()).toBe('/login');
    const made = calls.filter(({ method }) => method === 'POST').map(({ path: called }) => called);
    expect(made).toEqual(['/api/auth/reset-password', '/api/auth/logout']);
    expect(localStorage.getItem('headroom.user')).toBeNull();
  });
});
