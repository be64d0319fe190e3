import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from '../../../../src/shared/protocol/version';
import { createOutboxStore } from '../../../../web/src/realtime/outbox/outbox-store';
import { readSelectedEventId, readUser } from '../../../../web/src/session/storage';
import { ADMIN, EVENT } from '../../support/account';
import { sync } from '../../support/areas';
import { FakeWebSocket } from '../../support/fake-sockets';
import {
  apiAs,
  BROKEN,
  dialogsClosed,
  joinRoom,
  openAdmin,
  OTHER_EVENT,
  path,
  press,
  sectionOf,
} from '../../support/dashboard';
import { deferred } from '../../support/deferred';
import { type Answer, NO_SESSION } from '../../support/stub-api';

const account = (accountId: string, name: string, isCurrent: boolean) => ({
  accountId,
  name,
  memberRole: 'owner',
  isCurrent,
});
/** The same person in two accounts: the own one, and one that has invited it. */
const HOME = { ...ADMIN, accounts: [account('o1', 'Warehouse', true), account('o2', 'Riverside', false)] };
const AWAY = {
  ...ADMIN,
  accountId: 'o2',
  accounts: [account('o1', 'Warehouse', false), account('o2', 'Riverside', true)],
};
const SWITCH = 'POST /api/session/account';

test('one press switches to another account, of which nothing on the screen is left', async () => {
  let events: object[] = [EVENT];
  const { user, made } = openAdmin({
    ...apiAs(HOME),
    'GET /api/events': () => [200, events],
    [SWITCH]: () => {
      events = [OTHER_EVENT];
      return [200, { success: true, user: AWAY }];
    },
  });
  const room = await joinRoom();
  await press(user, 'Account settings');
  const accounts = await sectionOf('Your accounts');
  accounts.getByText('Current');
  await user.click(accounts.getByRole('button', { name: 'Switch to Riverside' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made('POST', 'session/account')).toEqual([{ accountId: 'o2' }]);
  expect(room.readyState).not.toBe(FakeWebSocket.OPEN);
  await waitFor(() => expect(screen.queryByText(EVENT.eventName)).toBeNull());
  expect(readSelectedEventId()).not.toBe(EVENT.eventId);
});

test('while one switch runs, its row says so, and the press of another row does nothing', async () => {
  const answer = deferred<Answer>();
  const { user, made } = openAdmin({
    ...apiAs({ ...HOME, accounts: [...HOME.accounts, account('o3', 'Dockside', false)] }),
    [SWITCH]: () => answer.promise,
  });
  for (const name of ['Account settings', 'Switch to Riverside', 'Switch to Dockside']) await press(user, name);
  expect(screen.getByRole('button', { name: 'Switch to Riverside' }).ariaBusy).toBe('true');
  answer.resolve([200, { success: true, user: AWAY }]);
  await dialogsClosed();
  expect(made('POST', 'session/account')).toEqual([{ accountId: 'o2' }]);
});

test('a session that has ended is not begun again by a switch', async () => {
  const { user } = openAdmin({ ...apiAs(HOME), [SWITCH]: NO_SESSION });
  await press(user, 'Account settings');
  await press(user, 'Switch to Riverside');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(readUser()).toBeNull();
});

test('unsent taps are asked about first; a failed switch stays in the account', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { user, made } = openAdmin({ ...apiAs(HOME), [SWITCH]: BROKEN });
  await joinRoom();
  await user.click(await screen.findByRole('button', { name: /^Add one to Main Stage/ }));
  await press(user, 'Account settings');
  await press(user, 'Switch to Riverside');
  const question = within(await screen.findByRole('dialog', { name: 'Switch now?' }));
  question.getByText('One tap has not been sent yet. It stays on this device until you are back in this account.');
  expect(made('POST', 'session/account')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Switch' }));
  await screen.findByText('Something went wrong.');
  expect(path()).toBe('/app');
  expect(readSelectedEventId()).toBe(EVENT.eventId);
});

test('an account that is the only one says nothing of others', async () => {
  const { user } = openAdmin();
  await press(user, 'Account settings');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('region', { name: 'Your accounts' })).toBeNull();
});

test('a tab of the former account ends when another tab switches', async () => {
  openAdmin(apiAs(HOME));
  await joinRoom();
  localStorage.setItem('headroom.user', JSON.stringify(AWAY));
  window.dispatchEvent(new StorageEvent('storage'));
  await screen.findByText('This browser has switched to another account.');
  expect(path()).toBe('/login');
});

test('taps of the account that the session has left wait on the device, and count when it is back', async () => {
  const store = createOutboxStore();
  const record = { clientId: 'client-of-closed-tab', eventId: 'e1', principal: `admin:${ADMIN.username}`, since: 1 };
  await store.write({ record, taps: [{ seq: 1, areaId: 'a1', change: 1, at: 1 }], settledThrough: 0, uncounted: [] });
  const taken = { ack: { type: 'ack', seq: 1, version: 1 }, sync: sync({ clientId: record.clientId, lastSeq: 1 }) };
  const { user, made } = openAdmin({
    ...apiAs(AWAY),
    [`POST /api/events/e1/occupancy?v=${PROTOCOL_VERSION}`]: [200, taken],
    [SWITCH]: [200, { success: true, user: HOME }],
  });
  await joinRoom();
  await press(user, 'Account settings');
  expect([made('POST', 'occupancy'), await store.taps(record.clientId)]).toMatchObject([[], [{ seq: 1 }]]);
  await press(user, 'Switch to Warehouse');
  await waitFor(async () => expect(await store.taps(record.clientId)).toEqual([]));
  expect(made('POST', 'occupancy')).toMatchObject([{ clientId: record.clientId, taps: [{ change: 1 }] }]);
});
