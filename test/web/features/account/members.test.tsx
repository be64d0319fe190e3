import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { MemberList } from '../../../../src/shared/members/schemas';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { ACCOUNT_API, ADMIN, TWO_EVENTS_API } from '../../support/account';
import { dialogOf, dialogsClosed, joinRoom, openAdmin, press, sectionOf } from '../../support/dashboard';
import { type Answer, refusal, stubApi } from '../../support/stub-api';
import { openPage } from './open-settings';

beforeAll(async () => void (await import('../../../../web/src/features/settings/account/account-settings-screen')));

const on = (day: number) => new Date(2026, 10, day, 18, 4).toISOString();
const YOU = {
  personId: 'p1',
  email: ADMIN.username,
  role: 'owner',
  eventIds: null,
  createdAt: on(3),
  lastSeenAt: on(3),
  isYou: true,
} as const;
const BEA = { ...YOU, personId: 'p2', email: 'bea@b.co', role: 'manager', lastSeenAt: null, isYou: false } as const;
const INVITATION = {
  invitationId: 'i1',
  email: null,
  role: 'manager',
  eventIds: null,
  createdAt: on(3),
  expiresAt: on(10),
} as const;
const CHOSEN = { role: 'viewer', eventIds: ['e1', 'gone'] } as const;
const CAL = { ...BEA, personId: 'p3', email: 'cal@b.co', role: 'supervisor', eventIds: ['e1', 'e2'] } as const;
const LIST: MemberList = { members: [YOU, BEA], invitations: [INVITATION] };
const DONE: Answer = [200, { success: true }];
const NEEDED = refusal(403, 'Please enter your password.', 'confirmation_needed');

const serverWith = (api: Parameters<typeof stubApi>[0] = {}) => {
  const calls = stubApi({ ...ACCOUNT_API, 'GET /api/members': [200, LIST], ...api });
  return () => calls.filter(({ method }) => method !== 'GET').map((call) => [`${call.method} ${call.path}`, call.body]);
};
const question = async () => within(await screen.findByRole('alertdialog'));

test('owners see who belongs to the account and who is invited; they change nothing about themselves', async () => {
  serverWith({
    'GET /api/events': TWO_EVENTS_API['GET /api/events'],
    'GET /api/members': [200, { members: [YOU, BEA, CAL], invitations: [{ ...INVITATION, ...CHOSEN }] }],
  });
  await openPage();
  const section = await sectionOf('Members');
  await section.findByText('Supervisor · Warehouse Friday, Riverside');
  const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'a@b.coOwnerYouMember since Nov 3, 2026, 18:04',
    'bea@b.coManagerMember since Nov 3, 2026, 18:04Change roleRemove',
    'cal@b.coSupervisor · Warehouse Friday, RiversideMember since Nov 3, 2026, 18:04Change roleRemove',
    'Whoever has the linkViewer · Warehouse FridayOpen until Nov 10, 2026, 18:04End',
  ]);
});

test('a changed role says what it allows, and asks for the password if the server demands it', async () => {
  let answer = NEEDED;
  const made = serverWith({
    'PATCH /api/members/p2': () => answer,
    'POST /api/auth/confirm': () => (answer = DONE),
  });
  const user = await openPage('Change role: bea@b.co');
  const asked = await dialogOf('Change role');
  expect(asked.getByRole('radio', { name: /^Manager/ })).toHaveProperty('checked', true);
  asked.getByText('An owner may do everything: also pay, invite, and delete the account.');
  await user.click(asked.getByRole('radio', { name: /^Owner/ }));
  await user.click(asked.getByRole('button', { name: 'Save' }));
  await user.type(await asked.findByLabelText('Your password'), 'Aa345678!{Enter}');
  await dialogsClosed();
  expect(made()).toEqual([
    ['PATCH /api/members/p2', { role: 'owner' }],
    ['POST /api/auth/confirm', { password: 'Aa345678!' }],
    ['PATCH /api/members/p2', { role: 'owner' }],
  ]);
});

test('a role of chosen events needs one, and says so beside them; its events stay chosen when it changes', async () => {
  const made = serverWith({
    'GET /api/events': TWO_EVENTS_API['GET /api/events'],
    'GET /api/members': [200, { members: [YOU, CAL], invitations: [] }],
    'PATCH /api/members/p3': DONE,
  });
  const user = await openPage('Change role: cal@b.co');
  const asked = await dialogOf('Change role');
  await user.click(asked.getByRole('radio', { name: /^Manager/ }));
  expect(asked.queryByRole('checkbox')).toBeNull();
  expect(asked.queryByText(/Machines that use them stop counting/)).toBeNull();
  await user.click(asked.getByRole('radio', { name: /^Viewer/ }));
  const events = within(asked.getByRole('group', { name: 'Events' }));
  const [first, second] = events.getAllByRole('checkbox', { checked: true });
  await user.click(first!);
  await user.click(second!);
  await user.click(asked.getByRole('button', { name: 'Save' }));
  expect(events.getByRole('alert').textContent).toBe('Please choose at least one event.');
  expect(document.activeElement).toBe(events.getByLabelText('Warehouse Friday'));
  await user.click(events.getByLabelText('Riverside'));
  expect(events.queryByRole('alert')).toBeNull();
  await user.click(asked.getByRole('button', { name: 'Save' }));
  await dialogsClosed();
  expect(made()).toEqual([['PATCH /api/members/p3', { role: 'viewer', eventIds: ['e2'] }]]);
});

test('the form that lowers a founder says that they have to log in again', async () => {
  serverWith({
    'GET /api/auth/verify': [200, { success: true, user: { ...ADMIN, accountId: 'p2' } }],
    'GET /api/members': [200, { members: [YOU, { ...BEA, role: 'owner' }], invitations: [] }],
  });
  const user = await openPage('Change role: bea@b.co');
  const asked = await dialogOf('Change role');
  expect(asked.queryByRole('status')).toBeNull();
  await user.click(asked.getByRole('radio', { name: /^Manager/ }));
  expect(asked.getByRole('status').textContent).toBe(
    'Open invitations of this member end. This member has to log in again.',
  );
});

test('a removal says what ends and what stays, and what the server refuses', async () => {
  const answers = [refusal(409, 'An account needs an owner.', 'last_owner'), DONE];
  const key = { kind: 'key', id: 'k1', name: 'Turnstile', eventName: null };
  const display = { kind: 'display', id: 'e1', name: null, eventName: 'Warehouse Friday' };
  const made = serverWith({
    'DELETE /api/members/p2': () => answers.shift()!,
    'GET /api/members/p2/made': [200, { made: [key, display] }],
  });
  const user = await openPage('Remove: bea@b.co');
  const asked = await question();
  asked.getByText(/is logged out of the account on every device at once.*What they counted and changed stays/);
  const choice = within(await asked.findByRole('group', { name: 'End as well' }));
  expect(choice.queryByRole('checkbox', { checked: true })).toBeNull();
  choice.getByLabelText('Display link, Warehouse Friday');
  await user.click(choice.getByLabelText('API key “Turnstile”'));
  await user.click(asked.getByRole('button', { name: 'Remove' }));
  expect((await asked.findByRole('alert')).textContent).toBe('An account needs an owner.');
  await user.click(asked.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const removal = ['DELETE /api/members/p2', { ends: [{ kind: 'key', id: 'k1' }] }];
  expect(made()).toEqual([removal, removal]);
});

test('an invitation without an address gives its link once; with one it says where the mail went', async () => {
  const token = 't0'.repeat(32);
  const made = serverWith({
    'POST /api/members/invitations': ({ body }) => {
      const bound = JSON.stringify(body).includes('bea');
      return [201, { ...INVITATION, email: bound ? 'bea@b.co' : null, token, isMailed: bound }];
    },
    'DELETE /api/members/invitations/i1': DONE,
  });
  const user = await openPage('Invite');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await screen.findByText(`${location.origin}/invitation#${token}`);
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/invitation#${token}`);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await dialogsClosed();

  await press(user, 'Invite');
  await user.click(screen.getByRole('radio', { name: /^Supervisor/ }));
  await user.click(screen.getByLabelText('Warehouse Friday'));
  await user.type(screen.getByLabelText('Email (optional)'), ' bea@b.co {Enter}');
  await screen.findByText('Sent to bea@b.co. The link in the mail works once, until Nov 10, 2026, 18:04.');
  await user.click(screen.getByRole('button', { name: 'Done' }));

  await press(user, 'End invitation: Whoever has the link');
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialogsClosed();
  expect(made()).toEqual([
    ['POST /api/members/invitations', { role: 'manager', email: null }],
    ['POST /api/members/invitations', { role: 'supervisor', eventIds: ['e1'], email: 'bea@b.co' }],
    ['DELETE /api/members/invitations/i1', undefined],
  ]);
});

test('whoever is alone reads why others should have a login of their own', async () => {
  serverWith({ 'GET /api/members': [200, { members: [YOU], invitations: [] }] });
  await openPage();
  const section = await sectionOf('Members');
  await section.findByText(/^So far only you belong to this account/);
  expect(section.queryByText('Open invitations')).toBeNull();
});

const MANAGER = { ...ADMIN, memberRole: 'manager', subscriptionStatus: 'canceled' } as const;
const AS_MANAGER = { 'GET /api/auth/verify': [200, { success: true, user: MANAGER }] } as const;

test('a manager reads who decides and who pays, and meets nothing that only owners may do', async () => {
  const { user, calls } = openAdmin({ ...ACCOUNT_API, ...AS_MANAGER }, '/app/settings');
  (await sectionOf('Members')).getByText('The owners of this account decide who belongs to it.');
  (await sectionOf('Plan and billing')).getByText('The owners of this account see its usage and pay its bills.');
  (await sectionOf('Leave account')).getByRole('button', { name: 'Leave This Account' });
  expect(screen.queryByRole('region', { name: 'Your data' })).toBeNull();
  await user.type(screen.getByLabelText('Find a setting'), 'billing & pay');
  expect(screen.queryByRole('option')).toBeNull();
  await press(user, 'Account settings');
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: 'Update Billing & Payment' })).toBeNull();
  expect(calls.filter(({ path }) => /members|billing/.test(path))).toEqual([]);
});

test('an owner whom somebody has made a manager sees the page of a manager', async () => {
  serverWith({ 'GET /api/members': refusal(403, 'Not allowed.', 'forbidden'), 'GET /api/users/me': [200, MANAGER] });
  await openPage();
  await screen.findByText('The owners of this account decide who belongs to it.');
  expect(screen.queryByRole('button', { name: 'Delete My Account' })).toBeNull();
});

test('a manager of a locked account is told who can unlock it', async () => {
  openAdmin({ ...ACCOUNT_API, ...AS_MANAGER });
  await joinRoom({ countingAllowed: false, subscriptionStatus: 'canceled' });
  await screen.findByText('Counting is locked. An owner of the account can unlock it.');
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Subscription Inactive' })).toBeNull();
});

test('with another owner, the last question says that the account stays; after a change of owners it offers to delete it', async () => {
  let others: object[] = [{ ...BEA, role: 'owner' }];
  const made = serverWith({
    'GET /api/members': () => [200, { members: [YOU, ...others], invitations: [] }],
    'DELETE /api/users': refusal(409, 'Only you are left.', 'last_owner'),
  });
  const user = await openPage();
  await screen.findByText('To delete it, first remove the other owners.');
  await press(user, 'Leave This Account');
  const asked = await question();
  asked.getByText(/^.*Are you sure you want to leave this account\?.*What you counted and changed stays/);
  others = [BEA];
  await user.click(asked.getByRole('button', { name: 'Leave This Account' }));
  await asked.findByText('Only you are left.');
  await user.click(await asked.findByRole('button', { name: 'Delete My Account' }));
  asked.getByText(/One other member loses this account\./);
  await waitFor(() => expect(made()).toHaveLength(2));
  expect(made().map(([, body]) => body)).toEqual([
    { accountId: null, expect: 'leave' },
    { accountId: null, expect: 'delete' },
  ]);
});

test.each([
  [null, 'Find a setting', 'team', 'Invite'],
  [german, 'Einstellung suchen', 'Kollegen', 'Einladen'],
] as const)('the search finds the members by what people call them (%#)', async (pack, label, typed, found) => {
  speak(pack);
  await laterTextsLoaded();
  serverWith();
  const user = await openPage();
  await user.type(await screen.findByLabelText(label), typed);
  const results = within(await screen.findByRole('listbox'));
  expect(results.getByRole('option').textContent).toContain(found);
});
