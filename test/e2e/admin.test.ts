import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  addArea,
  button,
  choose,
  createEvent,
  dialog,
  enterAsAdmin,
  enterWithCode,
  enterWithEvent,
  inspect,
  press,
} from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

/** Beside the card or sheet, on what lies under it. */
const clickOverlay = (page: Page): Promise<void> => page.mouse.click(8, 8);

test('an admin chooses, creates and shares an event and adds areas', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  await admin.getByText('Please select an event to begin.').waitFor();
  await admin.getByText('Please select an event to view its areas.').waitFor();
  await inspect(admin, 'admin-no-event');

  await button(admin, 'Select Event').click();
  await dialog(admin, 'Switch Event').waitFor();
  await inspect(admin, 'switch-event-none');
  await button(admin, '+ Create New Event').click();
  await button(dialog(admin, 'Create Event'), 'Create Event').click();
  await admin.getByText('Event name is required.').waitFor();
  await inspect(admin, 'create-event-refused');
  await admin.getByLabel('Event Name').fill('Forgotten');
  expect(await admin.getByText('Event name is required.').count()).toBe(0);
  await clickOverlay(admin);
  await expect.poll(() => admin.getByRole('dialog').count()).toBe(0);

  await createEvent(admin, 'Open Air');
  await admin.getByText('This event has no areas yet.').waitFor();
  await inspect(admin, 'admin-no-areas');
  await press(admin, 'Copy access code');
  await admin.getByText('Copied!', { exact: true }).waitFor();

  const form = dialog(admin, 'Add New Area');
  const areaName = form.getByLabel('Area Name');
  await button(admin, '+ Add New Area').click();
  await button(form, 'Create Area').click();
  await form.getByText('Both fields are required.').waitFor();
  await areaName.fill('Cellar');
  await form.getByLabel('Capacity').fill('0');
  await button(form, 'Create Area').click();
  await form.getByText('Capacity must be a positive number.').waitFor();
  await inspect(admin, 'add-area-refused');
  await clickOverlay(admin);
  await form.waitFor({ state: 'detached' });
  await button(admin, '+ Add New Area').click();
  expect(await areaName.inputValue()).toBe('');
  // Only what has the focus closes by a key.
  await expect.poll(() => areaName.evaluate((it) => it === document.activeElement)).toBe(true);
  await admin.keyboard.press('Escape');
  await addArea(admin, 'Main Stage', '10');
  expect(pageErrors).toEqual([]);
});

test('an admin switches between events and deletes one; its devices are told', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Summer Open Air');
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByRole('heading', { name: 'Summer Open Air' }).waitFor();
  await choose(admin, 'Event options', 'Switch Event');
  await button(admin, '+ Create New Event').click();
  await admin.getByLabel('Event Name').fill('Winter Market');
  await button(admin, 'Create Event').click();
  await admin.getByRole('heading', { name: 'Winter Market' }).waitFor();
  await choose(admin, 'Event options', 'Switch Event');
  await inspect(admin, 'switch-event');
  await button(dialog(admin, 'Switch Event'), 'Summer Open Air').click();
  await admin.getByRole('heading', { name: 'Summer Open Air' }).waitFor();
  await admin.reload();
  await admin.getByRole('heading', { name: 'Summer Open Air' }).waitFor();

  await choose(admin, 'Event options', 'Delete Event');
  await admin
    .getByText('This action is permanent and cannot be undone. All associated areas and data will be lost.')
    .waitFor();
  await inspect(admin, 'delete-event');
  await button(dialog(admin, 'Delete Event'), 'Delete Event').click();
  await admin.getByText('Please select an event to begin.').waitFor();
  await door.getByText('The event you were viewing has been deleted or is no longer accessible.').waitFor();
  await door.waitForURL('**/login');
  await inspect(door, 'login-event-gone');
  expect(pageErrors).toEqual([]);
});
