import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import {
  apiAs,
  cards,
  counts,
  dialogOf,
  joinRoom,
  MAIN,
  openApp,
  openDoor,
  OTHER_DOOR,
  path,
  press,
  TWO_EVENTS_API,
} from '../../support/dashboard';
import { socketTo } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { NO_SESSION, refusal } from '../../support/stub-api';

const LOGIN = 'POST /api/auth/login';
const API = {
  ...TWO_EVENTS_API,
  'GET /api/events/e1/areas': [200, { areas: [MAIN] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'a2', areaName: 'Bar' })] }] as const,
};
const as = (user: object) => ({ ...apiAs(user), ...API });
const identifier = () => screen.findByLabelText<HTMLInputElement>('Email or Access Code');
const offer = () => dialogOf('Join another event?');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const OTHER_LINK = '/login?code=WXYZ-2346';

test.each([
  ['/login?code=abcd2346', {}],
  ['/login?code=abcd2346&key=ab12', { joinKey: 'ab12' }],
])(
  'the join link %s fills in the code, disappears from the address, and needs one more tap to count',
  async (link, key) => {
    const { user, made } = openApp(
      { ...as(DOOR), 'GET /api/auth/verify': NO_SESSION, [LOGIN]: [200, { success: true, user: DOOR }] },
      link,
    );
    expect((await identifier()).value).toBe('ABCD-2346');
    await waitFor(() => expect(path()).toBe('/login'));
    const button = screen.getByRole('button', { name: 'Log in' });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await heading('Warehouse Friday');
    expect([path(), screen.queryByRole('dialog')]).toEqual(['/app', null]);
    expect(made('POST', '/login')).toEqual([{ username: 'ABCD-2346', password: null, ...key }]);
  },
);

test('the device joins with one login and shows no message about an event that is gone', async () => {
  let now: object = DOOR;
  const { user, made } = openApp(
    {
      ...as(DOOR),
      'GET /api/auth/verify': () => [200, { success: true, user: now }],
      'GET /api/events/e1/areas': () =>
        now === DOOR ? [200, { areas: [MAIN] }] : refusal(404, 'Not there', 'not_found'),
      [LOGIN]: () => {
        now = OTHER_DOOR;
        return [200, { success: true, user: OTHER_DOOR }];
      },
    },
    OTHER_LINK,
  );
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await offer();
  await press(user, 'Join');
  await heading('Summer');
  await waitFor(() => expect(cards()).toEqual(['Bar']));
  await socketTo('/api/events/e2/socket');
  expect([path(), screen.queryByRole('dialog')]).toEqual(['/app', null]);
  expect(screen.queryByText(/has been deleted or is no longer accessible/)).toBeNull();
  expect(made('POST')).toEqual([{ username: 'WXYZ2346', password: null }]);
});

test.each([
  [refusal(401, 'No such code.', 'invalid_credentials'), 'No such code.'],
  ['offline', 'Could not reach the server. Please check your connection.'],
] as const)('a device that cannot join shows why and continues to count: %j', async (answer, text) => {
  const { user } = openApp({ ...as(DOOR), [LOGIN]: answer }, OTHER_LINK);
  const dialog = await offer();
  await press(user, 'Join');
  expect((await dialog.findByRole('alert')).textContent).toBe(text);
  await press(user, 'Stay here');
  await press(user, 'Add one to Main Stage');
  expect(counts()).toEqual(['4']);
});

test('the device does not leave its event before its taps are sent', async () => {
  const { user, made, room } = await openDoor('/app', {
    ...API,
    [LOGIN]: [200, { success: true, user: OTHER_DOOR }],
  });
  await joinRoom({ areas: [MAIN] });
  await press(user, 'Add one to Main Stage');
  await user.click(screen.getByTestId('open-join-link'));
  const dialog = await offer();
  const join = dialog.getByRole('button', { name: 'Join' });
  dialog.getByText('One tap is not sent yet. You can join once it is.');
  expect(isBusy(join)).toBe(true);
  await user.click(join);
  expect(made('POST')).toEqual([]);
  await room.receive({ type: 'ack', seq: 1, version: 1 });
  await waitFor(() => expect(isBusy(join)).toBe(false));
  await user.click(join);
  await heading('Summer');
});

test('a join link asks an admin before it logs the admin out', async () => {
  const { user } = openApp(
    { ...as(ADMIN), 'GET /api/events': [200, [EVENT]], [LOGIN]: [200, { success: true, user: OTHER_DOOR }] },
    OTHER_LINK,
  );
  (await offer()).getByText(/logs a@b\.co out here/);
  await press(user, 'Join');
  await heading('Summer');
  expect(screen.queryByRole('button', { name: 'Event options' })).toBeNull();
});
