import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EVENT } from '../../support/account';
import { choose, dialogsClosed, openAdmin, press } from '../../support/dashboard';

const PATH = 'PUT /api/events/e1/venue';
const VENUE = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [60, 75, 100] };
const TITLE = 'Venue and Alerts';
const CAPACITY = 'Total venue capacity';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const thresholds = () => screen.getAllByLabelText<HTMLInputElement>(/^Alert \d/).map(({ value }) => value);

test('an event without venue settings starts from none and from the usual alerts, which are sorted by number', async () => {
  const { user, made } = openAdmin({ [PATH]: [200, { ...EVENT, venue: VENUE }] });
  const dialog = await choose(user, TITLE);
  expect(field(CAPACITY).value).toBe('');
  dialog.getByText('No limit over all areas.');
  expect(thresholds()).toEqual(['75', '90', '100', '', '']);
  await user.type(field(CAPACITY), '500');
  dialog.getByText('500');
  await user.clear(field('Staff (not counted)'));
  await user.type(field('Staff (not counted)'), '20');
  await user.clear(field('Safety margin in %'));
  await user.type(field('Safety margin in %'), '10');
  dialog.getByText('430');
  await user.clear(field('Alert 2, in % full'));
  await user.type(field('Alert 5, in % full'), '60');
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([VENUE]);
});

test('the dialog shows the current settings and can remove them', async () => {
  const { user, made } = openAdmin({ 'GET /api/events': [200, [{ ...EVENT, venue: VENUE }]], [PATH]: [200, EVENT] });
  const dialog = await choose(user, TITLE);
  expect([field(CAPACITY).value, thresholds()]).toEqual(['500', ['60', '75', '100', '', '']]);
  dialog.getByText('430');
  for (const name of [CAPACITY, 'Staff (not counted)', 'Safety margin in %']) await user.clear(field(name));
  dialog.getByText('No limit over all areas.');
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([{ ...VENUE, capacity: null, staffAllowance: 0, safetyMarginPercent: 0 }]);
  await choose(user, TITLE);
  expect(field(CAPACITY).value).toBe('');
});

test('the margin can follow the expected error, and the dialog says what that means and whether it does', async () => {
  const follows = { ...VENUE, followsExpectedError: true };
  const api = {
    'GET /api/events': [200, [{ ...EVENT, venue: VENUE }]],
    [PATH]: [200, { ...EVENT, venue: follows }],
  } as const;
  const { user, made } = openAdmin(api);
  const dialog = await choose(user, TITLE);
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Margin follows the expected error' });
  expect(box().checked).toBe(false);
  expect(dialog.queryByText(/After each recount/)).toBeNull();
  await user.click(box());
  dialog.getByText(/After each recount/);
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([follows]);
  await choose(user, TITLE);
  expect(box().checked).toBe(true);
  await user.click(box());
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT').at(-1)).toEqual({ ...VENUE, followsExpectedError: false });
});

test('it has the minutes of orders and evacuations, which are sent only when they change, and names a wrong one', async () => {
  const emergency = { notice: { title: 'OUT', text: 'By the yard.' }, drillShows: 'numbers', unconfirmedMinutes: 5 };
  const venue = { ...VENUE, emergency: { ...emergency, targetMinutes: 8 } };
  const { user, made } = openAdmin({ 'GET /api/events': [200, [{ ...EVENT, venue }]], [PATH]: [200, EVENT] });
  const dialog = await choose(user, TITLE);
  const [unconfirmed, target] = [
    field('Unconfirmed order: tell after (min)'),
    field('Evacuation: all out within (min)'),
  ];
  expect([unconfirmed.value, target.value]).toEqual(['5', '8']);
  await user.clear(target);
  await user.type(target, '121');
  await press(user, 'Save');
  dialog.getByText('The minutes in which everybody is to be out must be a whole number from 1 to 120.');
  await user.clear(target);
  await user.clear(unconfirmed);
  await press(user, 'Save');
  dialog.getByText('The minutes after which an unconfirmed order is told must be a whole number from 1 to 60.');
  await user.type(unconfirmed, '3');
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([{ ...VENUE, emergency: { ...emergency, unconfirmedMinutes: 3, targetMinutes: null } }]);
});
