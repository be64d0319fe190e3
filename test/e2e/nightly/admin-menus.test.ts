import { expect, test } from 'vitest';
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

test('an admin renames, changes, resets and deletes; the door follows without a reload', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Open Air');
  await addArea(admin, 'Main Stage', '10');
  const door = await openDevice();
  await enterWithCode(door, code);
  await area(door, 'Main Stage').waitFor();
  for (const name of ['+ Add New Area', 'Event options', 'Options for Main Stage', 'Account settings']) {
    expect(await button(door, name).count(), name).toBe(0);
  }
  await tapIn(door, 'Main Stage', 8);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('8');
  await inspect(door, 'door');
  await inspect(admin, 'admin');

  await button(admin, 'Event options').click();
  await admin.getByRole('menu').waitFor();
  await inspect(admin, 'event-menu');
  await admin.getByRole('menuitem', { name: 'Rename Event' }).click();
  await admin.getByPlaceholder('Enter new event name').fill('  ');
  await button(admin, 'Save').click();
  await admin.getByText('Event name cannot be empty.').waitFor();
  await inspect(admin, 'rename-event-refused');
  await admin.getByPlaceholder('Enter new event name').fill('Summer Open Air');
  await button(admin, 'Save').click();
  for (const page of [admin, door]) await page.getByRole('heading', { name: 'Summer Open Air' }).waitFor();

  await choose(admin, 'Options for Main Stage', 'Rename Area');
  const areaName = dialog(admin, 'Rename Area').getByRole('textbox');
  await areaName.fill('  ');
  await button(admin, 'Save').click();
  await admin.getByText('Area name cannot be empty.').waitFor();
  await inspect(admin, 'rename-area-refused');
  await areaName.fill('North Stage');
  await button(admin, 'Save').click();
  for (const page of [admin, door]) await area(page, 'North Stage').waitFor();

  await choose(admin, 'Options for North Stage', 'Change Capacity');
  const capacity = dialog(admin, 'Change Capacity').getByRole('spinbutton');
  await capacity.fill('-1');
  await button(admin, 'Save').click();
  await admin.getByText('Please enter a valid, non-negative number.').waitFor();
  await inspect(admin, 'change-capacity-refused');
  await capacity.fill('2500');
  await button(admin, 'Save').click();
  for (const page of [admin, door]) await area(page, 'North Stage').getByText('of 2,500').waitFor();

  await button(admin, 'Options for North Stage').click();
  await admin.getByRole('menu').waitFor();
  await inspect(admin, 'area-menu');
  await admin.getByRole('menuitem', { name: 'Reset Occupancy' }).click();
  await admin.getByRole('alertdialog').or(admin.getByRole('dialog')).waitFor();
  await inspect(admin, 'reset-occupancy');
  await button(dialog(admin, 'Reset Occupancy'), 'Reset Occupancy').click();
  for (const page of [admin, door]) {
    await expect.poll(() => shownCount(page, 'North Stage')).toBe('0');
    await area(page, 'North Stage').getByText('Total ins').locator('..').getByText('8', { exact: true }).waitFor();
  }

  await choose(admin, 'Options for North Stage', 'Delete Area');
  await admin.getByText(/permanent and cannot be undone/).waitFor();
  await inspect(admin, 'delete-area');
  await button(dialog(admin, 'Delete Area'), 'Cancel').click();
  await area(admin, 'North Stage').waitFor();
  await choose(admin, 'Options for North Stage', 'Delete Area');
  await button(dialog(admin, 'Delete Area'), 'Delete Area').click();
  for (const page of [admin, door]) await page.getByText('This event has no areas yet.').waitFor();
  expect(pageErrors).toEqual([]);
});
