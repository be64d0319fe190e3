import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOutboxStore } from '../../../../web/src/realtime/outbox-store';
import { ACCOUNT_API } from '../../support/account';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const NEEDED = refusal(403, 'Please enter your password, so that we know that it is you.', 'confirmation_needed');
const DONE: Answer = [200, { success: true }];

async function ask() {
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Account settings' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
  await user.click(await screen.findByRole('button', { name: 'Delete My Account' }));
  return { user, question: within(await screen.findByRole('alertdialog')) };
}

const made = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

test('asks for the password only where the server wants it, then deletes and leaves', async () => {
  let answer: Answer = NEEDED;
  const calls = stubApi({
    ...ACCOUNT_API,
    'DELETE /api/users': () => answer,
    'POST /api/auth/confirm': () => {
      answer = DONE;
      return DONE;
    },
  });
  const { user, question } = await ask();
  expect(question.queryByLabelText('Your password')).toBeNull();
  await user.click(question.getByRole('button', { name: 'Delete My Account' }));
  const field = await question.findByLabelText<HTMLInputElement>('Your password');
  expect(document.activeElement).toBe(field);
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  question.getByText('Please enter your password, so that we know that it is you.');
  expect(question.queryByRole('alert')).toBeNull();
  await user.type(field, 'Aa345678!{Enter}');
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));
  expect(made(calls)).toEqual([
    ['DELETE /api/users', undefined],
    ['POST /api/auth/confirm', { password: 'Aa345678!' }],
    ['DELETE /api/users', undefined],
    ['POST /api/auth/logout', undefined],
  ]);
  expect(console.warn).not.toHaveBeenCalled();
});

test('a wrong or missing password is said beside its field, and deletes nothing', async () => {
  const calls = stubApi({
    ...ACCOUNT_API,
    'DELETE /api/users': NEEDED,
    'POST /api/auth/confirm': refusal(400, 'The current password is not right.'),
  });
  const { user, question } = await ask();
  await user.click(question.getByRole('button', { name: 'Delete My Account' }));
  const field = await question.findByLabelText('Your password');
  await user.keyboard('{Enter}');
  expect(question.getByRole('alert').textContent).toBe('Please enter your current password.');
  await user.type(field, 'Wrong123!');
  expect(question.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  expect((await question.findByRole('alert')).textContent).toBe('The current password is not right.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(made(calls).filter(([call]) => call === 'DELETE /api/users')).toHaveLength(1);
  expect(screen.getByTestId('path').textContent).toBe('/app');
});

test('a deletion that fails leaves the taps that this device has not sent', async () => {
  stubApi({ ...ACCOUNT_API, 'DELETE /api/users': refusal(500, 'Something went wrong.', 'internal') });
  const store = createOutboxStore();
  const principal = 'admin:a@b.co';
  const { user, question } = await ask();
  const record = { clientId: 'client-of-this-door', eventId: 'e9', principal, since: 1 };
  await store.write({ record, taps: [{ seq: 1, areaId: 'a9', change: 1, at: 1 }], settledThrough: 0, uncounted: [] });
  await user.click(question.getByRole('button', { name: 'Delete My Account' }));
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(await store.taps(record.clientId)).toHaveLength(1);
});

test.each([
  [{ events: 3, countingDevices: 2 }, /3 events will be deleted\. 2 devices are counting right now\./],
  [{ events: 1, countingDevices: 1 }, /One event will be deleted\. One device is counting right now\./],
  [{ events: 0, countingDevices: 0 }, /No device is counting right now\./],
])('says what is running: %o', async (activity, text) => {
  stubApi({ ...ACCOUNT_API, 'GET /api/users/activity': [200, activity] });
  const { question } = await ask();
  expect(await question.findByText(text)).toBeTruthy();
});

test('what nobody can tell is not said', async () => {
  stubApi({ ...ACCOUNT_API, 'GET /api/users/activity': refusal(503, 'The service is busy.', 'unavailable') });
  const { question } = await ask();
  question.getByText(/irreversible/);
  expect(question.queryByText(/counting right now/)).toBeNull();
});
