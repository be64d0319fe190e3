import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EVENT } from '../../support/account';
import { openSection } from '../../support/dashboard';

const PATH = 'PUT /api/events/e1/venue';
const VENUE = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [60, 75, 100] };
const CAPACITY = 'Venue limit';
const FOLD = 'License, fire safety, assistant';

type Opened = Awaited<ReturnType<typeof openSection>>;

const fieldIn = (section: Opened['section'], name: string) => section.getByLabelText<HTMLInputElement>(name);
const levelsIn = (section: Opened['section']) =>
  section.getAllByLabelText<HTMLInputElement>(/^Alert \d/).map(({ value }) => value);
const withVenue = (venue: object) => ({ 'GET /api/events': [200, [{ ...EVENT, venue }]] as const });

async function type({ user, section }: Opened, name: string, text: string) {
  await user.clear(fieldIn(section, name));
  if (text !== '') await user.type(fieldIn(section, name), text);
}

test('the capacity is two numbers, with the margin behind a line; alert levels stay as they are', async () => {
  const opened = await openSection('Capacity', { [PATH]: [200, { ...EVENT, venue: VENUE }] });
  const { user, section, made } = opened;
  expect(fieldIn(section, CAPACITY).value).toBe('');
  section.getByText('No limit over all areas.');
  await type(opened, CAPACITY, '500');
  section.getByText('500');
  await type(opened, 'Staff (not counted)', '20');
  expect(section.queryByLabelText('Safety margin in %')).toBeNull();
  await user.click(section.getByText(FOLD));
  await section.findByLabelText('Safety margin in %');
  await type(opened, 'Safety margin in %', '51');
  await opened.press('Save');
  section.getByText('Safety margin must be a whole number from 0 to 50 percent.');
  await type(opened, 'Safety margin in %', '10');
  section.getByText('480');
  section.getByText('480 allowed (500 minus 20 staff), warning from 430 (10% safety margin)');
  await opened.save();
  expect(made('PUT')).toEqual([{ ...VENUE, alertThresholds: [75, 90, 100] }]);
  expect(fieldIn(section, CAPACITY).value).toBe('500');
});

test('the capacity can be removed', async () => {
  const opened = await openSection('Capacity', { ...withVenue(VENUE), [PATH]: [200, EVENT] });
  opened.section.getByText('480');
  for (const name of [CAPACITY, 'Staff (not counted)']) await type(opened, name, '');
  opened.section.getByText('No limit over all areas.');
  await opened.save();
  expect(opened.made('PUT')).toEqual([{ ...VENUE, capacity: null, staffAllowance: 0 }]);
});

test('alert levels are sorted by number, an empty one is none, and the capacity stays as it is', async () => {
  const saved = { ...VENUE, alertThresholds: [75, 80, 100] };
  const opened = await openSection('Alerts', { ...withVenue(VENUE), [PATH]: [200, { ...EVENT, venue: saved }] });
  expect(levelsIn(opened.section)).toEqual(['60', '75', '100', '', '']);
  await type(opened, 'Alert 1, in % full', '');
  await type(opened, 'Alert 5, in % full', '80');
  await opened.save();
  expect(opened.made('PUT')).toEqual([saved]);
  // The fields show them as they are stored.
  expect(levelsIn(opened.section)).toEqual(['75', '80', '100', '', '']);
});

test('the margin can follow the expected error, and the form says what that means and whether it does', async () => {
  const follows = { ...VENUE, followsExpectedError: true };
  let stored: object = VENUE;
  const opened = await openSection('Capacity', {
    'GET /api/events': () => [200, [{ ...EVENT, venue: stored }]],
    [PATH]: ({ body }) => [200, { ...EVENT, venue: (stored = z.parse(z.looseObject({}), body)) }],
  });
  const { user, section, made } = opened;
  await user.click(section.getByText(FOLD));
  const box = section.getByRole<HTMLInputElement>('checkbox', { name: 'Margin follows the expected error' });
  expect(box.checked).toBe(false);
  expect(section.queryByText(/After each recount/)).toBeNull();
  await user.click(box);
  section.getByText(/After each recount/);
  await opened.save();
  expect(made('PUT')).toEqual([follows]);
  expect(box.checked).toBe(true);
  await user.click(box);
  await opened.press('Save');
  await expect.poll(() => made('PUT').at(-1)).toEqual({ ...VENUE, followsExpectedError: false });
});

test('the control room has the minutes of orders and evacuations, and names a wrong one', async () => {
  const emergency = { notice: { title: 'OUT', text: 'By the yard.' }, drillShows: 'numbers', unconfirmedMinutes: 5 };
  const venue = { ...VENUE, emergency: { ...emergency, targetMinutes: 8 } };
  const opened = await openSection('Control room', { ...withVenue(venue), [PATH]: [200, EVENT] });
  const { section, made } = opened;
  const [unconfirmed, target] = ['Unconfirmed order: tell after (min)', 'Evacuation: all out within (min)'] as const;
  expect([fieldIn(section, unconfirmed).value, fieldIn(section, target).value]).toEqual(['5', '8']);
  await type(opened, target, '121');
  await opened.press('Save');
  section.getByText('The minutes in which everybody is to be out must be a whole number from 1 to 120.');
  await type(opened, target, '');
  await type(opened, unconfirmed, '');
  await opened.press('Save');
  section.getByText('The minutes after which an unconfirmed order is told must be a whole number from 1 to 60.');
  await type(opened, unconfirmed, '3');
  await opened.save();
  expect(made('PUT')).toEqual([{ ...VENUE, emergency: { ...emergency, unconfirmedMinutes: 3, targetMinutes: null } }]);
});
