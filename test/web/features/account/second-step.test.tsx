import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SecondStep } from '../../../../src/shared/schemas/second-step';
import { ACCOUNT_API, ADMIN, localNoon } from '../../support/account';
import { stubSockets } from '../../support/fake-sockets';
import { type Answer, refusal, stubApi } from '../../support/stub-api';
import { openPage } from './open-settings';

beforeAll(async () => void (await import('../../../../web/src/features/account/settings/second-step-view')));
beforeEach(() => stubSockets());

const STEP = '/api/users/second-step';
const CONFIRM = refusal(403, 'Please enter your password.', 'confirmation_needed');
const SUCCESS: Answer = [200, { success: true }];
const MEMBER = { role: 'manager', eventIds: null, createdAt: localNoon(10, 3), lastSeenAt: null };
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

/** A server with this second step, which the first call demands the password for. Opens its settings. */
async function open(first: Partial<SecondStep>) {
  let step: SecondStep = { isSetUp: false, recoveryCodesLeft: 0, isDemanded: false, endsAt: null, ...first };
  let isConfirmed = false;
  const confirmed =
    (answer: Answer, next: Partial<SecondStep> = {}) =>
    (): Answer => {
      if (!isConfirmed) return CONFIRM;
      step = { ...step, ...next };
      return answer;
    };
  const isDemanded = !step.isDemanded;
  const calls = stubApi({
    ...ACCOUNT_API,
    'GET /api/members': [
      200,
      {
        members: [
          { ...MEMBER, personId: 'p1', email: ADMIN.username, role: 'owner', isYou: true },
          { ...MEMBER, personId: 'p2', email: 'bea@b.co', isYou: false },
        ],
        invitations: [],
      },
    ],
    'POST /api/auth/confirm': () => {
      isConfirmed = true;
      return SUCCESS;
    },
    [`GET ${STEP}`]: () => [200, step],
    [`PUT ${STEP}`]: confirmed([200, { recoveryCodes: ['1a2b-3c4d-5e6f'] }], { isSetUp: true, recoveryCodesLeft: 10 }),
    [`DELETE ${STEP}`]: confirmed(SUCCESS, { isSetUp: false }),
    'PUT /api/account/second-step': confirmed(SUCCESS, { isDemanded }),
    'DELETE /api/members/p2/second-step': confirmed([200, { endsAt: localNoon(10, 4) }]),
  });
  const user = await openPage();
  await user.click(await screen.findByText('Second step at the login'));
  const sent = (method: string, path: string) => calls.filter((one) => one.method === method && one.path === path);
  return { user, sent };
}

/** Enters the password that the server demands, and submits again. */
async function confirm(user: UserEvent, name: string) {
  await user.type(await screen.findByLabelText('Your password'), 'Aa345678!');
  await press(user, name);
}

test('the second step is set up with a secret of this browser, after the password, and its recovery codes are shown once', async () => {
  const { user, sent } = await open({});
  await press(user, 'Set it up');
  await user.type(await screen.findByLabelText('Code'), '123456');
  await press(user, 'Set up');
  await confirm(user, 'Set up');
  await screen.findByText('1a2b-3c4d-5e6f');
  const made = { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), code: '123456' };
  expect(sent('PUT', STEP).map(({ body }) => body)).toEqual([made, made]);
  await press(user, 'I have kept them');
  await screen.findByText('It is set up. 10 recovery codes are left.');
  expect(screen.queryByText('1a2b-3c4d-5e6f')).toBeNull();
});

test('it is ended with a code', async () => {
  const { user, sent } = await open({ isSetUp: true, recoveryCodesLeft: 1 });
  await screen.findByText('It is set up. One recovery code is left.');
  await user.type(screen.getByLabelText('Code'), '123456');
  await press(user, 'End it');
  await confirm(user, 'End it');
  await screen.findByText(/^With a second step, a login needs/);
  expect(sent('DELETE', STEP).at(-1)?.body).toEqual({ code: '123456' });
});

test('an owner with a second step demands one of all members, and resets one that a member has lost', async () => {
  const { user, sent } = await open({ isSetUp: true, recoveryCodesLeft: 10 });
  await press(user, 'Demand it of all members');
  await confirm(user, 'Demand it of all members');
  await screen.findByRole('button', { name: 'Demand it no more' });
  expect(sent('PUT', '/api/account/second-step').at(-1)?.body).toEqual({ isDemanded: true });
  await user.click(screen.getByText('A member has lost it'));
  await press(user, 'Reset');
  await screen.findByText('Please choose a member.');
  await user.selectOptions(screen.getByLabelText('Who has lost it'), 'bea@b.co');
  await press(user, 'Reset');
  await screen.findByText('The second step of bea@b.co ends on Nov 4, 2026, 12:00.');
  await waitFor(() => expect(sent('DELETE', '/api/members/p2/second-step')).toHaveLength(1));
});
