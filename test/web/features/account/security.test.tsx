import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnSession } from '../../../../src/shared/schemas/session';
import { formatLastUsed } from '../../../../web/src/features/account/settings/session-format';
import { keepSelectedEventId } from '../../../../web/src/lib/storage';
import { ACCOUNT_API } from '../../support/account';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const SUCCESS = [200, { success: true }] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;

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

/** A server that has these sessions until they are ended. */
function serverWith(...sessions: OwnSession[]) {
  let left = sessions;
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/users/sessions': () => [200, left],
    'DELETE /api/users/sessions/s2': () => {
      left = left.filter(({ sessionId }) => sessionId !== 's2');
      return SUCCESS;
    },
    'DELETE /api/users/sessions': () => {
      left = left.filter(({ isCurrent }) => isCurrent);
      return SUCCESS;
    },
  });
  return {
    ended: () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path),
    loseSession: (gone: string) => {
      left = left.filter(({ sessionId }) => sessionId !== gone);
    },
  };
}

const heading = (name: string) => screen.findByRole('heading', { name });
const button = (name: string) => screen.getByRole('button', { name });
const rows = () => screen.findAllByRole('listitem');
const shownRows = async () => (await rows()).map((row) => row.textContent);
const PHONE_BUTTON = 'Log out: Firefox on Android, logged in Nov 3, 2026, 18:04';

beforeEach(() => {
  stubSockets();
  keepSelectedEventId(null);
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function openSecurity() {
  const { user } = renderApp('/app');
  await heading('Please select an event to begin.');
  await user.click(await screen.findByRole('button', { name: 'Account settings' }));
  await user.click(await screen.findByRole('button', { name: 'Security' }));
  await heading('Security');
  return user;
}

async function answerQuestion(user: Awaited<ReturnType<typeof openSecurity>>, title: string, answer: string) {
  const question = within(await screen.findByRole('dialog', { name: title }));
  await user.click(question.getByRole('button', { name: answer }));
}

describe('where one is logged in', () => {
  test('this device stands first; the others say when they were last used', async () => {
    serverWith(PHONE, UNKNOWN, THIS);
    await openSecurity();
    expect(await shownRows()).toEqual([
      'Chrome on WindowsLogged in Nov 3, 2026, 18:04This device',
      'Firefox on AndroidLogged in Nov 3, 2026, 18:04Last used 5 days agoLog out',
      'Unknown browserLogged in Nov 3, 2026, 18:04Last used todayLog out',
    ]);
  });

  test('one is logged out after a question, and goes from the list, whose place keeps the focus', async () => {
    const { ended } = serverWith(PHONE, UNKNOWN, THIS);
    const user = await openSecurity();
    await rows();
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

  test('one that has ended meanwhile goes from the list all the same', async () => {
    const { loseSession } = serverWith(UNKNOWN, THIS);
    const user = await openSecurity();
    await rows();
    await user.click(button('Log out: Unknown browser, logged in Nov 3, 2026, 18:04'));
    loseSession('s3');
    await answerQuestion(user, 'Log out device', 'Log out');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('all others are logged out at once, where there are several', async () => {
    const { ended } = serverWith(PHONE, UNKNOWN, THIS);
    const user = await openSecurity();
    await rows();
    await user.click(button('Log out all other devices'));
    screen.getByText('2 other devices');
    await answerQuestion(user, 'Log out all other devices', 'Log out');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(ended()).toEqual(['/api/users/sessions']);
    expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
  });

  test('a failure is said in the question, which stays', async () => {
    stubApi({
      ...ACCOUNT_API,
      'GET /api/users/sessions': [200, [THIS, PHONE]],
      'DELETE /api/users/sessions/s2': 'offline',
    });
    const user = await openSecurity();
    await rows();
    await user.click(button(PHONE_BUTTON));
    await answerQuestion(user, 'Log out device', 'Log out');
    const question = within(await screen.findByRole('dialog', { name: 'Log out device' }));
    expect((await question.findByRole('alert')).textContent).toBe(
      'Could not reach the server. Please check your connection.',
    );
  });

  test('a list that cannot be had says so and tries again', async () => {
    let answer: Answer = [500, { error: 'Something went wrong on our side. Please try again.', code: 'internal' }];
    stubApi({ ...ACCOUNT_API, 'GET /api/users/sessions': () => answer });
    const user = await openSecurity();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Something went wrong/);
    answer = [200, [THIS]];
    await user.click(button('Try again'));
    expect(await shownRows()).toEqual(['Chrome on WindowsLogged in Nov 3, 2026, 18:04This device']);
  });

  test.each([
    [0, 'today'],
    [DAY_MS - 1, 'today'],
    [DAY_MS, 'yesterday'],
    [29 * DAY_MS, '29 days ago'],
    // A device's clock may be behind the server's.
    [-DAY_MS, 'today'],
  ])('%d ms ago is %s', (agoMs, text) => {
    const now = Date.parse('2026-11-22T08:00:00.000Z');
    expect(formatLastUsed(new Date(now - agoMs).toISOString(), now)).toBe(text);
  });
});

describe('another password', () => {
  const current = () => screen.findByLabelText('Current password');
  const next = () => screen.getByLabelText('New password');
  const submit = () => screen.getByRole('button', { name: /^(Change password|Saving\.\.\.)$/ });

  async function openPassword() {
    const user = await openSecurity();
    await user.click(button('Change password'));
    await current();
    return user;
  }

  test('is saved; that the others are logged out is said, back at their list', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({
      ...ACCOUNT_API,
      'GET /api/users/sessions': [200, [THIS]],
      'POST /api/users/password': () => answer.promise,
    });
    const user = await openPassword();
    await user.type(await current(), 'Old-Passw0rd!');
    await user.type(next(), 'New-Passw0rd!');
    await user.click(submit());
    expect(isBusy(submit())).toBe(true);
    answer.resolve(SUCCESS);
    await screen.findByText('Your password is changed. All other devices are logged out.');
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Security')));
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/users/password',
      body: { currentPassword: 'Old-Passw0rd!', newPassword: 'New-Passw0rd!' },
    });
  });

  test('what is missing is said at its field, before anybody is asked', async () => {
    const calls = stubApi({ ...ACCOUNT_API, 'GET /api/users/sessions': [200, [THIS]] });
    const user = await openPassword();
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe('Please enter your current password.');
    expect(document.activeElement).toBe(await current());
    await user.type(await current(), 'x');
    await user.type(next(), 'short');
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toMatch(/^Password must be at least 8 characters long, /);
    expect(document.activeElement).toBe(next());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('a refusal is the server’s text, and what was typed stays', async () => {
    stubApi({
      ...ACCOUNT_API,
      'GET /api/users/sessions': [200, [THIS]],
      'POST /api/users/password': refusal(400, 'The current password is not right.'),
    });
    const user = await openPassword();
    await user.type(await current(), 'Wrong-1!!');
    await user.type(next(), 'New-Passw0rd!');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('The current password is not right.');
    expect(next()).toHaveProperty('value', 'New-Passw0rd!');
    expect(isBusy(submit())).toBe(false);
  });

  test('is what password managers know', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/users/sessions': [200, [THIS]] });
    await openPassword();
    expect((await current()).getAttribute('autocomplete')).toBe('current-password');
    expect(next().getAttribute('autocomplete')).toBe('new-password');
    const username = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect([username?.value, username?.hidden]).toEqual(['a@b.co', true]);
  });

  test('the arrow leads back to security, and from there to the menu', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/users/sessions': [200, [THIS]] });
    const user = await openPassword();
    await user.click(button('Back'));
    await heading('Security');
    await user.click(button('Back'));
    expect(document.activeElement).toBe(await heading('Account settings'));
  });
});
