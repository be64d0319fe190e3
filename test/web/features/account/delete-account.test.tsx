import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOutboxStore } from '../../../../web/src/realtime/outbox/outbox-store';
import { ACCOUNT_API } from '../../support/account';
import { BROKEN, dialogOf, openApp, path, press } from '../../support/dashboard';
import { type Answer, refusal } from '../../support/stub-api';

const NEEDED = refusal(403, 'Please enter your password, so that we know that it is you.', 'confirmation_needed');
const DONE: Answer = [200, { success: true }];
const CONFIRM = 'Delete My Account';

async function ask(api: Parameters<typeof openApp>[0]) {
  const { user, calls } = openApp({ ...ACCOUNT_API, ...api });
  for (const name of ['Account settings', 'Delete Account', CONFIRM]) await press(user, name);
  const question = within(await screen.findByRole('alertdialog'));
  const made = () =>
    calls.filter((call) => call.method !== 'GET').map((call) => [`${call.method} ${call.path}`, call.body]);
  return { user, made, question, confirm: () => user.click(question.getByRole('button', { name: CONFIRM })) };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

test('the dialog asks for the password only if the server requires it, reports what is wrong with it, then deletes the account and leaves', async () => {
  let answer = NEEDED;
  let confirmed = refusal(400, 'The current password is not right.');
  const { user, question, made, confirm } = await ask({
    'DELETE /api/users': () => answer,
    'POST /api/auth/confirm': () => {
      if (confirmed === DONE) answer = DONE;
      return confirmed;
    },
  });
  expect(question.queryByLabelText('Your password')).toBeNull();
  await confirm();
  const field = await question.findByLabelText<HTMLInputElement>('Your password');
  expect(document.activeElement).toBe(field);
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  question.getByText('Please enter your password, so that we know that it is you.');
  expect(question.queryByRole('alert')).toBeNull();

  await user.keyboard('{Enter}');
  expect(question.getByRole('alert').textContent).toBe('Please enter your current password.');
  await user.type(field, 'Wrong123!');
  expect(question.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  expect((await question.findByRole('alert')).textContent).toBe('The current password is not right.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(made().filter(([call]) => call === 'DELETE /api/users')).toHaveLength(1);
  expect(path()).toBe('/app');

  confirmed = DONE;
  await user.clear(field);
  await user.type(field, 'Aa345678!{Enter}');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(made()).toEqual([
    ['DELETE /api/users', { accountId: null, expect: 'delete' }],
    ['POST /api/auth/confirm', { password: 'Wrong123!' }],
    ['POST /api/auth/confirm', { password: 'Aa345678!' }],
    ['DELETE /api/users', { accountId: null, expect: 'delete' }],
    ['POST /api/auth/logout', undefined],
  ]);
  expect(console.warn).not.toHaveBeenCalled();
});

test('nothing says that the account is deleted until its members are known', async () => {
  let members = refusal(404, 'Not there.', 'not_found');
  const { user } = openApp({ ...ACCOUNT_API, 'GET /api/members': () => members });
  for (const name of ['Account settings', 'Delete Account']) await press(user, name);
  const dialog = await dialogOf('Delete Account');
  await dialog.findByText('Not there.');
  expect(dialog.queryByText(/^Permanently delete/)).toBeNull();
  members = ACCOUNT_API['GET /api/members'];
  await press(user, 'Try again');
  await dialog.findByText(/^Permanently delete/);
});

/** Leaves a tap on this device that nobody has sent. */
async function keepTap() {
  const store = createOutboxStore();
  const record = { clientId: 'client-of-this-door', eventId: 'e9', principal: 'admin:a@b.co', since: 1 };
  await store.write({ record, taps: [{ seq: 1, areaId: 'a9', change: 1, at: 1 }], settledThrough: 0, uncounted: [] });
  return { taps: () => store.taps(record.clientId) };
}

test('whoever leaves an account that goes on keeps its unsent taps on this device', async () => {
  const owner = {
    personId: 'p2',
    email: 'bea@b.co',
    role: 'owner',
    eventIds: null,
    createdAt: '',
    lastSeenAt: null,
    isYou: false,
  };
  const { user } = openApp({
    ...ACCOUNT_API,
    'GET /api/members': [200, { members: [owner], invitations: [] }],
    'DELETE /api/users': DONE,
  });
  for (const name of ['Account settings', 'Delete Account', 'Leave This Account']) await press(user, name);
  const { taps } = await keepTap();
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Leave This Account' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(await taps()).toHaveLength(1);
});

test('a failed deletion keeps the unsent taps of this device', async () => {
  const { confirm } = await ask({ 'DELETE /api/users': BROKEN });
  const { taps } = await keepTap();
  await confirm();
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(await taps()).toHaveLength(1);
});
