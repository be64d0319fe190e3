import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isSecret } from '../../../../src/shared/rules/second-step';
import { ACCOUNT_API, ADMIN } from '../../support/account';
import { stubSockets } from '../../support/fake-sockets';
import { logIn, path, renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

beforeAll(async () => void (await import('../../../../web/src/features/auth/second-step/second-step')));
beforeEach(() => stubSockets());

const LOGIN = 'POST /api/auth/login';
const PASSWORD = 'Passw0rd!';
const GUEST = { ...ACCOUNT_API, 'GET /api/auth/verify': NO_SESSION };
const NEEDED = refusal(401, 'Please enter the code, too.', 'second_step_needed');
const DEMANDED = refusal(401, 'Please set one up.', 'second_step_demanded');
const ENTERED: Answer = [200, { success: true, user: ADMIN }];
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

/** Logs in with an email at a server that gives these answers in turn. Returns the bodies of the logins. */
async function open(...answers: Answer[]) {
  const calls = stubApi({ ...GUEST, [LOGIN]: () => answers.shift() ?? ENTERED });
  const { user } = renderApp('/login');
  await logIn(user, ADMIN.username, PASSWORD);
  const bodies = () => calls.filter(({ path: to }) => to === '/api/auth/login').map(({ body }) => body);
  return { user, bodies };
}

const BODY = { username: ADMIN.username, password: PASSWORD };

test('after the right password the login asks for the code, and says what is wrong with it', async () => {
  const { user, bodies } = await open(NEEDED, refusal(401, 'Not right.', 'second_step_wrong'));
  await screen.findByRole('heading', { name: 'One more step' });
  const field = await screen.findByLabelText('Code');
  expect(screen.queryByRole('alert'), 'a question is no failure').toBeNull();
  expect(field).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' });
  expect(document.activeElement).toBe(field);
  await user.type(field, '000000');
  await press(user, 'Log in');
  expect((await screen.findByRole('alert')).textContent).toBe('Not right.');
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, '123456');
  await press(user, 'Log in');
  await waitFor(() => expect(path()).toBe('/app'));
  expect(bodies()).toEqual([BODY, { ...BODY, code: '000000' }, { ...BODY, code: '123456' }]);
});

test('a recovery code replaces the code, and Back leads to the form as it was', async () => {
  const { user, bodies } = await open(NEEDED, NEEDED);
  await press(user, 'Back');
  expect(screen.getByLabelText('Email or Access Code')).toHaveProperty('value', ADMIN.username);
  expect(screen.getByLabelText('Password')).toHaveProperty('value', PASSWORD);
  await press(user, 'Log in');
  await press(user, 'Use a recovery code');
  const field = screen.getByLabelText('Recovery code');
  expect(field).toMatchObject({ autocomplete: 'off', inputMode: 'text' });
  await user.type(field, '1a2b-3c4d-5e6f');
  await press(user, 'Log in');
  await waitFor(() => expect(path()).toBe('/app'));
  expect(bodies().at(-1)).toEqual({ ...BODY, code: '1a2b-3c4d-5e6f' });
});

test('where a second step is demanded, the login sets one up and shows its recovery codes before the app', async () => {
  const recoveryCodes = ['1a2b-3c4d-5e6f', '0000-1111-2222'];
  const { user, bodies } = await open(DEMANDED, [200, { success: true, user: ADMIN, recoveryCodes }]);
  await screen.findByRole('img', { name: 'QR code with the secret for your authenticator app' });
  const group = within(screen.getByRole('group', { name: 'Secret' }));
  const secret = (group.getByRole('code').textContent ?? '').replaceAll(' ', '');
  expect(isSecret(secret)).toBe(true);
  await user.type(screen.getByLabelText('Code'), '123456');
  await press(user, 'Log in');
  const heading = await screen.findByRole('heading', { name: 'Keep your recovery codes' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  expect(path()).toBe('/login');
  expect(bodies().at(-1)).toEqual({ ...BODY, secret, code: '123456' });
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await press(user, 'Copy');
  expect(write).toHaveBeenCalledWith(recoveryCodes.join('\n'));
  await press(user, 'I have kept them');
  await waitFor(() => expect(path()).toBe('/app'));
});

test('whoever accepts an invitation with the login of a second step is asked for its code', async () => {
  const answers = [NEEDED, ENTERED];
  const invitation = {
    accountName: 'Warehouse Ltd',
    role: 'manager',
    email: null,
    expiresAt: new Date().toISOString(),
  };
  const calls = stubApi({
    ...GUEST,
    'GET /api/invitations/t0ken': [200, invitation],
    'POST /api/invitations/t0ken/accept': () => answers.shift() ?? ENTERED,
  });
  const { user } = renderApp('/invitation#t0ken');
  await user.type(await screen.findByLabelText('Email'), ADMIN.username);
  await user.type(screen.getByLabelText('Choose a password'), 'Aa345678!');
  await press(user, 'Accept');
  await user.type(await screen.findByLabelText('Code'), '123456');
  await press(user, 'Log in');
  await waitFor(() => expect(path()).toBe('/app'));
  const login = { email: ADMIN.username, password: 'Aa345678!', isNew: true };
  const accepted = calls.filter(({ path: to }) => to.endsWith('/accept')).map(({ body }) => body);
  expect(accepted).toEqual([login, { ...login, code: '123456' }]);
});
