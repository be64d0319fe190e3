import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scan } from '../support/scan';
import {
  addArea,
  area,
  button,
  choose,
  createEvent,
  dialog,
  enterAsAdmin,
  enterWithCode,
  inspect,
  shownCount,
  tapIn,
} from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

async function openEventWithDoor() {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Summer Open Air');
  await addArea(admin, 'Main Stage', '100');
  const door = await openDevice();
  await enterWithCode(door, code);
  await area(door, 'Main Stage').waitFor();
  return { admin, door };
}

const fill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text);

test('an admin sets the number that was counted by eye, with a reason; the door sees it', async () => {
  const { admin, door } = await openEventWithDoor();
  await tapIn(door, 'Main Stage', 5);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('5');
  await choose(admin, 'Options for Main Stage', 'Set Counted Number');
  const recount = dialog(admin, 'Set Counted Number');
  await fill(admin, 'People counted', '12');
  await recount.getByText('7 more than shown.').waitFor();
  await tapIn(door, 'Main Stage');
  await recount.getByText('6 more than shown.').waitFor();
  await button(recount, 'Set number').click();
  await recount.getByText('Please give a reason for the recount.').waitFor();
  await inspect(admin, 'recount-refused');
  await button(recount, 'Counted by hand').click();
  await button(recount, 'Set number').click();
  await admin.getByText('Main Stage is set to 12').waitFor();
  for (const page of [admin, door]) {
    await expect.poll(() => shownCount(page, 'Main Stage')).toBe('12');
    await area(page, 'Main Stage').getByText('Total ins').locator('..').getByText('6', { exact: true }).waitFor();
  }
  await tapIn(door, 'Main Stage');
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('13');
  expect(pageErrors).toEqual([]);
});

test('an admin sets what the venue holds and sees how many guests that leaves', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  await createEvent(admin, 'Summer Open Air');
  await choose(admin, 'Event options', 'Venue and Alerts');
  const venue = dialog(admin, 'Venue and Alerts');
  await venue.getByText('No limit over all areas.').waitFor();
  await inspect(admin, 'venue-none');
  await fill(admin, 'Capacity over all areas', '500');
  await fill(admin, 'Staff, not counted', '20');
  await fill(admin, 'Safety margin in %', '10');
  await venue.getByText('430', { exact: true }).waitFor();
  await fill(admin, 'Alert 1, in % full', '');
  await fill(admin, 'Alert 4, in % full', '300');
  await button(venue, 'Save').click();
  await venue.getByText('Alerts need at most 5 whole numbers from 1 to 200 percent.').waitFor();
  await inspect(admin, 'venue-refused');
  await fill(admin, 'Alert 4, in % full', '80');
  await button(venue, 'Save').click();
  await expect.poll(() => admin.getByRole('dialog').count()).toBe(0);

  await admin.reload();
  await choose(admin, 'Event options', 'Venue and Alerts');
  await venue.getByText('430', { exact: true }).waitFor();
  expect(
    await admin.getByLabel(/^Alert \d/).evaluateAll((fields: HTMLInputElement[]) => fields.map((f) => f.value)),
  ).toEqual(['80', '90', '100', '', '']);
  expect(pageErrors).toEqual([]);
});

test('an admin sets by which clock days go, and on which the event takes place', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  await createEvent(admin, 'Summer Open Air');
  await choose(admin, 'Event options', 'Schedule');
  const schedule = dialog(admin, 'Schedule');
  await schedule.getByText('A day ends at 06:00').waitFor();
  await inspect(admin, 'schedule');
  await fill(admin, 'Time zone', 'new york');
  await admin.keyboard.press('Enter');
  await fill(admin, 'Report time', '04:30');
  await schedule.getByText('The change holds from the next day on.').waitFor();
  await admin.getByLabel('Takes place on certain days').check();
  await fill(admin, 'First day', '2026-08-02');
  await fill(admin, 'Last day', '2026-07-31');
  await button(schedule, 'Save').click();
  await schedule.getByText('The last day must not be before the first.').waitFor();
  await inspect(admin, 'schedule-refused');
  await fill(admin, 'Last day', '2026-08-03');
  await button(schedule, 'Save').click();
  await expect.poll(() => admin.getByRole('dialog').count()).toBe(0);

  await admin.reload();
  await choose(admin, 'Event options', 'Schedule');
  await schedule.getByText('A day ends at 04:30').waitFor();
  expect(
    await Promise.all(
      ['Time zone', 'Report time', 'First day', 'Last day'].map((label) => admin.getByLabel(label).inputValue()),
    ),
  ).toEqual(['America/New York', '04:30', '2026-08-02', '2026-08-03']);
  expect(pageErrors).toEqual([]);
});

test('an admin makes, replaces and revokes the link of the public display', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  await createEvent(admin, 'Summer Open Air');
  await addArea(admin, 'Main Stage', '100');
  await addArea(admin, 'Bar', '50');
  await choose(admin, 'Event options', 'Public Display');
  const display = dialog(admin, 'Public Display');
  await button(display, 'Create link').waitFor();
  await inspect(admin, 'display-link-none');
  await button(display, 'Create link').click();
  const qr = display.getByRole('img', { name: /QR code/ });
  await qr.waitFor();
  await inspect(admin, 'display-link');
  const link = String(await scan(qr));
  expect(link).toMatch(/\/display\/[\w-]+$/);
  const address = () => display.getByRole('link', { name: 'Open display' }).getAttribute('href');
  expect(await address()).toBe(link);
  await admin.getByLabel('Shows').selectOption('Bar');
  await expect.poll(address).toMatch(/\/display\/[\w-]+\?area=/);

  const status = (shown: string) =>
    admin.evaluate(async (path) => (await fetch(path)).status, shown.replace(/.*\/display\//, '/api/displays/'));
  await button(display, 'Replace link').click();
  await button(dialog(admin, 'Replace link'), 'Replace link').click();
  await qr.waitFor();
  const replaced = String(await address());
  expect(replaced).not.toContain(link);
  expect(await status(link)).toBe(404);
  await button(display, 'Turn off').click();
  await button(dialog(admin, 'Turn off'), 'Turn off').click();
  await button(display, 'Create link').waitFor();
  expect(await status(replaced)).toBe(404);
  expect(pageErrors).toEqual([]);
});

test('an admin sees each door live: its name, its taps, and that it is gone', async () => {
  const { admin, door } = await openEventWithDoor();
  await door.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('headroom.device') ?? '{}');
    localStorage.setItem('headroom.device', JSON.stringify({ ...stored, deviceName: 'North gate', direction: 'in' }));
  });
  await door.reload();
  await tapIn(door, 'Main Stage', 4);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('4');
  await choose(admin, 'Event options', 'Devices');
  const gate = dialog(admin, 'Devices').getByRole('listitem').filter({ hasText: 'North gate' });
  await gate.getByText('Online').waitFor();
  await gate.getByText('In only').waitFor();
  expect((await gate.getByText('In today').locator('..').innerText()).replaceAll(/\s+/g, ' ')).toBe('In today 4');
  await dialog(admin, 'Devices')
    .getByText(/This device/)
    .waitFor();
  await tapIn(door, 'Main Stage', 2);
  await gate.getByText('6', { exact: true }).waitFor();
  await door.context().close();
  await gate
    .getByText(/Offline since/)
    .filter({ visible: true })
    .waitFor();
  await inspect(admin, 'devices-one-gone');
  expect(pageErrors).toEqual([]);
});
