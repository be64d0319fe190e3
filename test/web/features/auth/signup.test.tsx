import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '../../support/deferred';
import { path, renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const GUEST = { 'GET /api/auth/verify': NO_SESSION };
const email = () => screen.findByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const met = () => screen.getAllByRole('listitem').map((item) => within(item).queryByText('(met)') !== null);
const submit = () => screen.getByRole('button', { name: /Creat/ });

test('ticks off what a password needs while it is typed', async () => {
  stubApi(GUEST);
  const { user } = renderApp('/signup');
  expect(await email()).toMatchObject({ type: 'email', required: true });
  expect(password()).toMatchObject({ type: 'password', required: true });
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  const support = () => screen.getByRole('link', { name: 'Contact support' }).getAttribute('href');
  await waitFor(() => expect(support()).toBe('mailto:help@example.com'));
  expect(met()).toEqual([false, false, false, false, false]);
  await user.type(password(), 'aB3!');
  expect(met()).toEqual([false, true, true, true, true]);
  await user.type(password(), 'cdef');
  expect(met()).toEqual([true, true, true, true, true]);
});

test('says what is missing and calls nobody', async () => {
  const calls = stubApi(GUEST);
  const { user } = renderApp('/signup');
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'abcdefgh');
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe(
    'Password must contain an uppercase letter, contain a number, contain a special character (e.g., !@#$%^&*).',
  );
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  expect(document.activeElement).toBe(password());
});

test('creates the account and goes to the login with a message', async () => {
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
  ['the server’s message', refusal(409, 'An account with this email already exists.', 'email_taken'), /already exists/],
  ['the spec’s text for an empty one', refusal(500, '', 'internal'), /^Registration failed. Please try again.$/],
  ['the spec’s text without one', 'offline' as const, /^Registration failed. Please try again.$/],
])('a failure shows %s', async (_what, answer, text) => {
  stubApi({ ...GUEST, 'POST /api/auth/signup': answer });
  const { user } = renderApp('/signup');
  await user.type(await email(), 'a@b.co');
  await user.type(password(), 'Passw0rd!');
  await user.click(submit());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
  expect(document.activeElement).toBe(await email());
});
