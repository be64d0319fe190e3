import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/device/device';
import { DOOR } from '../../support/account';
import { area } from '../../support/areas';
import {
  apiAs,
  asNew,
  BAR,
  cards,
  CODE_API,
  counts,
  dialogOf,
  makeDoorScreen,
  openApp,
  openDoor,
  OTHER_DOOR,
  path,
  press,
  TWO_EVENTS_API,
} from '../../support/dashboard';
import { type Answer, NO_SESSION } from '../../support/stub-api';

const OTHER_API = {
  ...TWO_EVENTS_API,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'z1', areaName: 'Hall' }), BAR] }] as const,
};
const NORTH = 'area=a1&areaName=Main+Stage&direction=in&name=North+gate';
const AT_NORTH = { deviceName: 'North gate', direction: 'in', doors: [{ eventId: 'e1', areaId: 'a1' }] } as const;
const NO_DOOR = { deviceName: null, direction: 'both', doors: [] };
const leave = () => screen.findByRole('button', { name: 'Exit full screen' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const question = () => dialogOf('Make this device the North gate?');

/** Opens the app without a session; a login returns this user. */
const openAsGuest = (link: string, user: object = DOOR) =>
  openApp(
    {
      ...CODE_API,
      ...OTHER_API,
      'GET /api/auth/verify': NO_SESSION,
      'POST /api/auth/login': [200, { success: true, user }],
    },
    link,
  );
const openAs = (user: object, link: string) =>
  openApp({ ...apiAs(user), ...OTHER_API, 'POST /api/auth/login': [200, { success: true, user: OTHER_DOOR }] }, link);

beforeEach(() => {
  makeDoorScreen();
  asNew();
});

test('the login shows what the link does; after one tap the next one counts', async () => {
  const { user, made } = openAsGuest(`/login?code=ABCD-2346&key=ab12&${NORTH}&hand=left`);
  await screen.findByText('North gate · Main Stage · counts in');
  await waitFor(() => expect(path()).toBe('/login'));
  const button = await screen.findByRole('button', { name: 'Log in' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByText('This device becomes').id);
  expect(readDevice()).toMatchObject(NO_DOOR);

  await user.click(button);
  await leave();
  expect([path(), cards()]).toEqual(['/app', ['Main Stage']]);
  expect(readDevice()).toMatchObject({ ...AT_NORTH, hand: 'left' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove one from Main Stage' })).toBeNull();
  await press(user, 'Add one to Main Stage');
  expect(counts()).toEqual(['4']);
  expect(made('POST', '/login')).toEqual([{ username: 'ABCD-2346', password: null, joinKey: 'ab12' }]);
});

test('a login with another code does not set up the door and asks nothing about it', async () => {
  const { user } = openAsGuest(`/login?code=ABCD-2346&${NORTH}`, OTHER_DOOR);
  await screen.findByText('North gate · Main Stage · counts in');
  const field = await screen.findByLabelText('Email or Access Code');
  await user.clear(field);
  await user.type(field, 'WXYZ2346');
  expect(screen.queryByText(/North gate/)).toBeNull();
  await press(user, 'Log in');
  await heading('Summer');
  await screen.findByRole('article', { name: 'Hall' });
  expect(readDevice()).toMatchObject(NO_DOOR);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a device without a door takes the link’s door at once; the address is cleared before the session is known', async () => {
  const verified = Promise.withResolvers<Answer>();
  const { made } = openApp(
    { ...CODE_API, 'GET /api/auth/verify': () => verified.promise },
    `/login?code=ABCD-2346&key=ab12&${NORTH}`,
  );
  await waitFor(() => expect(path()).toBe('/login'));
  verified.resolve([200, { success: true, user: DOOR }]);
  await leave();
  expect([path(), cards()]).toEqual(['/app', ['Main Stage']]);
  expect(readDevice()).toMatchObject(AT_NORTH);
  expect([screen.queryByRole('dialog'), made('POST')]).toEqual([null, []]);
});

test.each([
  ['Stay', { deviceName: 'South gate', direction: 'out' }, ['Bar']],
  ['Change', AT_NORTH, ['Main Stage']],
] as const)('a device with another door asks first: %s', async (answer, device, shown) => {
  changeDevice({ deviceName: 'South gate', direction: 'out', doors: [{ eventId: 'e1', areaId: 'a2' }] });
  const { user } = openAs(DOOR, `/login?code=ABCD-2346&${NORTH}`);
  const asked = await question();
  await asked.findByText('Now: South gate · Bar · counts out. Then: North gate · Main Stage · counts in.');
  expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Stay' }));
  await press(user, answer);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(cards()).toEqual(shown));
  expect(readDevice()).toMatchObject(device);
  expect(path()).toBe('/app');
});

test('a device with unsent taps asks first', async () => {
  const { user, room } = await openDoor();
  await press(user, 'Add one to Bar');
  fireEvent.click(screen.getByTestId('open-door-link'));
  const asked = await question();
  asked.getByText('One tap is not sent yet. It counts where it was made.');
  expect(readDevice()).toMatchObject(NO_DOOR);
  await room.receive({ type: 'ack', seq: 1, version: 1 });
  await waitFor(() => expect(asked.queryByText(/not sent yet/)).toBeNull());
  await press(user, 'Change');
  await leave();
  expect(cards()).toEqual(['Main Stage']);
});

test('a link that needs another login asks first, names the door, and then sets it up', async () => {
  changeDevice({ doors: [{ eventId: 'e1', areaId: 'a2' }] });
  const { user } = openAs(DOOR, '/login?code=WXYZ-2346&area=z1&areaName=Hall&direction=both&name=Hall+door');
  (await dialogOf('Join another event?')).getByText('Hall door · Hall · counts both ways');
  expect([path(), readDevice().deviceName]).toEqual(['/app', null]);
  await press(user, 'Join');
  await heading('Summer');
  await leave();
  expect([path(), cards(), screen.queryByRole('dialog')]).toEqual(['/app', ['Hall'], null]);
  expect(readDevice().doors).toEqual([
    { eventId: 'e1', areaId: 'a2' },
    { eventId: 'e2', areaId: 'z1' },
  ]);
});
