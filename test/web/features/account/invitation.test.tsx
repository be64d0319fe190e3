import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenInvitation } from '../../../../src/shared/members/schemas';
import { readSelectedEventId } from '../../../../web/src/session/storage';
import { ACCOUNT_API, ADMIN } from '../../support/account';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { path, renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

beforeAll(async () => void (await import('../../../../web/src/features/account/members/invitation-screen')));
beforeEach(() => stubSockets());

const READ = 'GET /api/invitations/t0ken';
const ACCEPT = 'POST /api/invitations/t0ken/accept';
const INVITATION: OpenInvitation = {
  accountName: 'Warehouse Ltd',
  role: 'manager',
  email: null,
  expiresAt: new Date(2026, 10, 10, 18, 4).toISOString(),
};
const BEA = { ...ADMIN, username: 'bea@b.co', memberRole: 'manager' };
const JOINED = [200, { success: true, user: BEA }] as const;
const GUEST = {
  ...ACCOUNT_API,
  'GET /api/auth/verify': NO_SESSION,
  [READ]: [200, INVITATION],
  [ACCEPT]: JOINED,
} as const;

const ENDS = 'You are logged in as a@b.co. If you accept with another login, you are logged out of this one here.';

/** Opens the link of an invitation. */
function open(api: Parameters<typeof stubApi>[0]) {
  localStorage.setItem('headroom.selectedEventId', 'e9');
  const calls = stubApi(api);
  const { user } = renderApp('/invitation#t0ken');
  const accepted = () => calls.filter(({ path: to }) => to.endsWith('/accept')).map(({ body }) => body);
  return { user, accepted, press: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}

test('a guest reads who invites to what, and accepts with a new login', async () => {
  const { user, accepted, press } = open(GUEST);
  await screen.findByText('Warehouse Ltd invites you to their account.');
  screen.getByText(/^A manager may do everything with events and settings/);
  screen.getByText('You can accept until Nov 10, 2026, 18:04.');
  await waitFor(() => expect(path()).toBe('/invitation'));
  await user.type(screen.getByLabelText('Email'), 'bea@b.co');
  await user.type(screen.getByLabelText('Choose a password'), 'Aa345678!');
  await press('Accept');
  await waitFor(() => expect(path()).toBe('/app'));
  expect(accepted()).toEqual([{ email: 'bea@b.co', password: 'Aa345678!', isNew: true }]);
  expect(readSelectedEventId()).toBeNull();
});

test('a bound address is fixed; whoever has a login enters its password, and reads if that is wrong', async () => {
  const answers = [refusal(401, 'Invalid credentials.', 'invalid_credentials'), JOINED];
  const { user, accepted, press } = open({
    ...GUEST,
    [READ]: [200, { ...INVITATION, email: 'bea@b.co' }],
    [ACCEPT]: () => answers.shift()!,
  });
  expect(await screen.findByLabelText('Email')).toMatchObject({ readOnly: true, value: 'bea@b.co' });
  await press('I have a login already');
  await user.type(screen.getByLabelText('Password'), 'Wrong123!{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/app'));
  const sent = { email: 'bea@b.co', password: 'Wrong123!', isNew: false };
  expect(accepted()).toEqual([sent, sent]);
});

test('an email that has a login already leads to its password', async () => {
  const { user, press } = open({ ...GUEST, [ACCEPT]: refusal(401, 'Invalid credentials.', 'invalid_credentials') });
  await user.type(await screen.findByLabelText('Email'), 'bea@b.co');
  await user.type(screen.getByLabelText('Choose a password'), 'Aa345678!');
  await press('Accept');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('a person who is logged in can use another login, and reads that this one ends here', async () => {
  const { accepted, press } = open({ ...GUEST, 'GET /api/auth/verify': ACCOUNT_API['GET /api/auth/verify'] });
  await screen.findByText('You are logged in as a@b.co.');
  await press('Use another login');
  expect(screen.getByLabelText('Email')).toHaveProperty('value', '');
  screen.getByText(ENDS);
  expect(accepted()).toEqual([]);
});

test('a person who is logged in accepts with one press', async () => {
  const { accepted, press } = open({ ...GUEST, 'GET /api/auth/verify': ACCOUNT_API['GET /api/auth/verify'] });
  await press('Accept');
  await waitFor(() => expect(path()).toBe('/app'));
  expect(accepted()).toEqual([{}]);
});

test('an invitation for another address asks for its login instead', async () => {
  open({
    ...GUEST,
    'GET /api/auth/verify': ACCOUNT_API['GET /api/auth/verify'],
    [READ]: [200, { ...INVITATION, email: 'bea@b.co' }],
  });
  expect(await screen.findByLabelText('Email')).toMatchObject({ readOnly: true, value: 'bea@b.co' });
  screen.getByText(ENDS);
});

test('an invitation says once that it loads, and not after it could not be loaded', async () => {
  const answer = deferred<Answer>();
  open({ ...GUEST, [READ]: () => answer.promise });
  await screen.findByText('Loading the invitation…');
  expect(within(screen.getByRole('main')).getAllByText(/Loading/)).toHaveLength(1);
  answer.resolve(refusal(400, 'Not now.'));
  await screen.findByText('Not now.');
  expect(screen.queryByText(/Loading/)).toBeNull();
});

test('an invitation that is over says so and what to do', async () => {
  open({ ...GUEST, [READ]: refusal(404, 'Not found.', 'not_found') });
  await screen.findByText(/^This invitation does not work any more/);
  screen.getByText(/^Ask an owner of the account for another one/);
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});
