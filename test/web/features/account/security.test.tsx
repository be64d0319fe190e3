import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../../src/shared/durations';
import type { OwnSession } from '../../../../src/shared/schemas/session';
import { ACCOUNT_API } from '../../support/account';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { type Answer, refusal, stubApi } from '../../support/stub-api';
import { button, heading, openSettings } from './open-settings';

const SUCCESS = [200, { success: true }] as const;

function session(sessionId: string, browser: string, daysAgo = 0): OwnSession {
  return {
    sessionId,
    isCurrent: false,
    createdAt: new Date(2026, 10, 3, 18, 4).toISOString(),
    lastSeenAt: new Date(Date.now() - daysAgo * DAY_MS - 1_000).toISOString(),
    browser,
  };
}

const PHONE = session('s2', 'Firefox on Android', 5);
const THIS = { ...session('s1', 'Chrome on Windows'), isCurrent: true };
const UNKNOWN = session('s3', '');
const PHONE_BUTTON = 'Log out: Firefox on Android, logged in Nov 3, 2026, 18:04';

/** A server with these sessions until they are ended. Returns the calls that end sessions. */
function serverWith(...sessions: OwnSession[]) {
  let left = sessions;
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/users/sessions?limit=50': () => [200, left],
    'DELETE /api/users/sessions/s2': () => {
      left = left.filter(({ sessionId }) => sessionId !== 's2');
      return SUCCESS;
    },
    'DELETE /api/users/sessions': () => {
      left = left.filter(({ isCurrent }) => isCurrent);
      return SUCCESS;
    },
  });
  return () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

const rows = () => screen.findAllByRole('listitem');
const shownRows = async () => (await rows()).map((row) => row.textContent);

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function answerQuestion(user: UserEvent, title: string, answer: string) {
  const question = within(await screen.findByRole('dialog', { name: title }));
  await user.click(question.getByRole('button', { name: answer }));
}

test('the list logs out one session after a question and keeps the focus at the removed session’s place', async () => {
  const ended = serverWith(PHONE, UNKNOWN, THIS);
  const user = await openSettings('Security');
  // This device comes first; each other session says when it was last used.
  expect(await shownRows()).toEqual([
    'Chrome on WindowsLogged in Nov 3, 2026, 18:04This device',
    'Firefox on AndroidLogged in Nov 3, 2026, 18:04Last used 5 days agoLog out',
    'Unknown browserLogged in Nov 3, 2026, 18:04Last used todayLog out',
  ]);
  await user.click(button(PHONE_BUTTON));
  await answerQuestion(user, 'Log out device', 'Cancel');
  await waitFor(() => expect(document.activeElement).toBe(button(PHONE_BUTTON)));
  expect(ended()).toEqual([]);

  await user.click(button(PHONE_BUTTON));
  await answerQuestion(user, 'Log out device', 'Log out');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(ended()).toEqual(['/api/users/sessions/s2']);
  const place = (await heading('Where you are logged in')).parentElement;
  await waitFor(() => expect(document.activeElement).toBe(place));
});

test('the list logs out several other sessions at once', async () => {
  const ended = serverWith(PHONE, UNKNOWN, THIS);
  const user = await openSettings('Security');
  await rows();
  await user.click(button('Log out all other devices'));
  screen.getByText('2 other devices');
  await answerQuestion(user, 'Log out all other devices', 'Log out');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(ended()).toEqual(['/api/users/sessions']);
  expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
});

test('the list loads the newest sessions, and more of them on request; those of one name are folded', async () => {
  const many = Array.from({ length: 60 }, (_, i) => session(`many${i}`, 'A script'));
  stubApi({
    ...ACCOUNT_API,
    'GET /api/users/sessions?limit=50': [200, many.slice(0, 50)],
    'GET /api/users/sessions?limit=100': [200, [...many, THIS]],
  });
  const user = await openSettings('Security');
  expect(await rows()).toHaveLength(2);
  screen.getByText('49 more: A script');
  await user.click(button('Log out all other devices'));
  screen.getByText('All other devices');
  await answerQuestion(user, 'Log out all other devices', 'Cancel');
  await user.click(button('Show more'));
  await user.click(await screen.findByText('59 more: A script'));
  await waitFor(async () => expect(await rows()).toHaveLength(62));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

const current = () => screen.findByLabelText('Current password');
const next = () => screen.getByLabelText('New password');
const submit = () => screen.getByRole('button', { name: /^(Change password|Saving\.\.\.)$/ });

test('a new password is saved, and the list of sessions then says that the others are logged out', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/users/sessions?limit=50': [200, [THIS]],
    'POST /api/users/password': () => answer.promise,
  });
  const user = await openSettings('Security', 'Change password');
  // Password managers recognize the field by this.
  expect((await current()).getAttribute('autocomplete')).toBe('current-password');
  expect(next().getAttribute('autocomplete')).toBe('new-password');
  const username = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
  expect([username?.value, username?.hidden]).toEqual(['a@b.co', true]);
  await user.type(await current(), 'Old-Passw0rd!');
  await user.type(next(), 'New-Passw0rd!');
  await user.click(submit());
  expect(isBusy(submit())).toBe(true);
  answer.resolve(SUCCESS);
  await screen.findByText('Your password has been changed. All other devices are logged out.');
  await waitFor(async () => expect(document.activeElement).toBe(await heading('Security')));
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/users/password',
    body: { currentPassword: 'Old-Passw0rd!', newPassword: 'New-Passw0rd!' },
  });
});

test('each field reports missing input before any call; a refusal shows the server’s text', async () => {
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/users/sessions?limit=50': [200, [THIS]],
    'POST /api/users/password': refusal(400, 'The current password is not right.'),
  });
  const user = await openSettings('Security', 'Change password');
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe('Please enter your current password.');
  expect(document.activeElement).toBe(await current());
  await user.type(await current(), 'x');
  await user.type(next(), 'short');
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toMatch(/^Password must be at least 8 characters long, /);
  expect(document.activeElement).toBe(next());
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);

  await user.clear(next());
  await user.type(next(), 'New-Passw0rd!');
  await user.click(submit());
  await screen.findByText('The current password is not right.');
  expect(next()).toHaveProperty('value', 'New-Passw0rd!');
  expect(isBusy(submit())).toBe(false);
  // The back arrow leads to security, and from there to the menu.
  await user.click(button('Back'));
  await heading('Security');
  await user.click(button('Back'));
  expect(document.activeElement).toBe(await heading('Account settings'));
});
