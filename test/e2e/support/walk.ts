import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DESKTOP, withBrowser } from './browser';
import { readPrinted } from './paper';
import {
  addArea,
  button,
  choose,
  closeSheet,
  createEvent,
  dialog,
  enterAsAdmin,
  enterWithCode,
  inspect,
  openSettings,
  openSheet,
  press,
  tapIn,
} from './steps';

const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

/** Closes all dialogs, each of which another dialog may have opened. */
async function closeAll(page: Page): Promise<void> {
  while ((await dialogs(page).count()) > 0) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}

/** Screens of a guest: the screen's name, its address, and for a form the button to press and the refusal. */
const GUEST_SCREENS = [
  ['landing', '/'],
  ['site-privacy-policy', '/privacy-policy'],
  ['site-tos', '/tos'],
  ['not-found', '/no/such/page'],
  ['display-gone', '/display/nobody-knows-this'],
  ['verify', '/verify'],
  ['inspection-gone', '/inspect/nobody-knows-this'],
  ['forgot-password', '/forgot-password'],
  ['login-failed', '/login', 'Log in', 'Login failed. Please check your credentials.'],
  ['signup-refused', '/signup', 'Create Account', 'Password must be at least 8'],
  ['reset-password-refused', `/reset-password#${'ab'.repeat(32)}`, 'Save new password', 'Password must be at least 8'],
] as const;

async function walkAsGuest(page: Page): Promise<void> {
  for (const [name, path, pressed, words] of GUEST_SCREENS) {
    expect((await page.goto(path))?.status(), name).toBe(name === 'not-found' ? 404 : 200);
    await page.getByRole('heading').first().waitFor();
    if (words !== undefined) {
      const email = page.locator('main input:not([type=password])');
      if ((await email.count()) > 0) await email.fill('nobody@headroom.test');
      await page.locator('main input[type=password]').fill('short');
      await button(page, pressed).click();
      await page.getByText(words).first().waitFor();
    }
    await inspect(page, name);
  }
  await page.goto('/');
  for (const card of await page.locator('summary').all()) await card.click();
  expect(await page.locator('details[open]').count()).toBe(4);
  await inspect(page, 'landing-open');
}

const EVENT = 'Event options';
const STAGE = 'Options for Main Stage';

/** Dialogs that menus open: the screen's name, menu, item, text to type, button to press, and the refusal. */
const DIALOGS = [
  ['switch-event', EVENT, 'Switch Event'],
  ['rename-event', EVENT, 'Rename Event', '  ', 'Save', 'Event name cannot be empty.'],
  ['duplicate-event', EVENT, 'Duplicate Event'],
  ['reset-all', EVENT, 'Reset All Areas'],
  ['delete-event', EVENT, 'Delete Event'],
  ['rename-area', STAGE, 'Rename Area', '  ', 'Save', 'Area name cannot be empty.'],
  ['change-capacity', STAGE, 'Change Capacity', '-1', 'Save', 'Please enter a valid, non-negative number.'],
  ['recount', STAGE, 'Correct Count', '12', 'Set number', 'Please give a reason for the recount.'],
  ['connect-machine', STAGE, 'Connect a Machine'],
  ['reset-occupancy', STAGE, 'Reset Occupancy'],
  ['delete-area', STAGE, 'Delete Area'],
] as const;

/** Views that the settings dialog opens: the screen's name, the entry, the button to press, and the text that follows. */
const SETTINGS = [
  ['billing', 'Update Billing & Payment', 'Next', 'Please select a country to continue.'],
  ['delete-account', 'Delete Account', 'Delete My Account', 'Are you sure you want to delete your account?'],
] as const;

/** Creates an event whose Main Stage has an alert. Returns its access code. */
async function walkToEvent(page: Page): Promise<string> {
  await page.getByText('Please select an event to begin.').waitFor();
  await inspect(page, 'admin-no-event');
  await button(page, 'Select Event').click();
  await button(page, '+ Create New Event').click();
  await button(dialog(page, 'Create Event'), 'Create Event').click();
  await page.getByText('Event name is required.').waitFor();
  await inspect(page, 'create-event-refused');
  await closeAll(page);
  const code = await createEvent(page, 'Open Air');
  await page.getByText('This event has no areas yet.').waitFor();
  await inspect(page, 'admin-no-areas');
  await button(page, '+ Add New Area').click();
  await button(dialog(page, 'Add New Area'), 'Create Area').click();
  await dialog(page, 'Add New Area').getByText('Both fields are required.').waitFor();
  await inspect(page, 'add-area-refused');
  await closeAll(page);
  await addArea(page, 'Main Stage', '10');
  await addArea(page, 'Bar', '80');
  await tapIn(page, 'Main Stage', 9);
  await page.getByText('90% full: Main Stage', { exact: true }).first().waitFor();
  await inspect(page, 'admin');
  return code;
}

/** Gives the Main Stage a limit, which the report shows afterwards. */
async function walkThroughLimits(page: Page): Promise<void> {
  await choose(page, STAGE, 'Change Capacity');
  await page.getByText('Limits from license and fire safety').click();
  await page.getByLabel('Fire safety: people at most').fill('8');
  await page.getByLabel('Fire safety: condition (number and wording)').fill('Certificate 7: no more than 8 persons');
  await page.getByText('The lowest number counts: 8').waitFor();
  await inspect(page, 'limits');
  await button(page, 'Save').click();
  await expect.poll(() => dialogs(page).count()).toBe(0);
}

async function walkThroughCapacity(page: Page): Promise<void> {
  await page.goto('/app/capacity');
  await page.getByLabel('Place', { exact: true }).selectOption('de-nw');
  await button(page, 'Add a space').click();
  await page.getByLabel('Space 1: name').fill('Dance floor');
  await page.getByLabel('Space 1: size in m²').fill('20');
  await page.getByLabel('Space 1: area').selectOption('Main Stage');
  await button(page, 'Add an exit').click();
  await button(page, 'Save plan').click();
  await page.getByText('Please check the numbers of the capacity plan').waitFor();
  await page.getByLabel('Exit 1: clear width in cm').fill('240');
  await page.getByLabel('Exit 1 is a stair').check();
  await button(page, 'Save plan').click();
  await page.getByRole('region', { name: 'Now' }).waitFor();
  await inspect(page, 'capacity');
  const [sheet, another] = await readPrinted(page);
  expect(sheet?.text).toContain('40 people. Floor decides.');
  expect(sheet?.text).not.toContain('Save plan');
  expect(another, 'a second sheet').toBeUndefined();
}

/** Opens every line of the page's settings. */
async function unfold(page: Page): Promise<void> {
  for (const line of await page.locator('main summary').all()) await line.click();
}

/** Walks through the pages of settings. It ends on the event's page. */
async function walkThroughSettings(page: Page): Promise<void> {
  await openSettings(page, 'Capacity');
  await unfold(page);
  await button(page, '+ Add Category').click();
  await page.getByLabel('Total venue capacity').fill('120');
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('alert');
  await inspect(page, 'event-settings');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Recipients of the account' }).click();
  await inspect(page, 'leave-settings');
  await button(page, 'Leave').click();
  await page.getByRole('heading', { name: 'Webhooks and recipients' }).waitFor();
  await unfold(page);
  await button(page, 'Create API key').click();
  await page.getByText('The file is JSON').waitFor();
  await inspect(page, 'account-settings');
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await page.getByRole('heading', { name: 'Open Air' }).first().waitFor();
}

/** Makes a link for an inspector and opens it. It ends on the event's page. */
async function walkToInspection(page: Page): Promise<void> {
  await openSettings(page, 'Inspectors');
  await button(page, 'New link').click();
  await dialogs(page).getByLabel('Who is it for?').fill('Licensing officer Huber');
  await inspect(page, 'inspector-link-new');
  await button(page, 'Create link').click();
  const link = await dialogs(page).getByText('/inspect/').textContent();
  await inspect(page, 'inspector-link-made');
  await closeAll(page);
  const inspector = await page.context().newPage();
  await inspector.goto(link ?? '');
  await inspector.getByRole('region', { name: 'Occupancy report' }).waitFor();
  await inspect(inspector, 'inspection');
  await inspector.close();
  await page.getByRole('link', { name: 'Count', exact: true }).click();
}

async function walkThroughDialogs(page: Page): Promise<void> {
  for (const [name, menu, item, typed, pressed, words] of DIALOGS) {
    await choose(page, menu, item);
    await dialogs(page).waitFor();
    if (words !== undefined) {
      await dialogs(page).locator('input').first().fill(typed);
      await button(page, pressed).click();
      await page.getByText(words).waitFor();
    }
    await inspect(page, name);
    await closeAll(page);
  }
  await walkThroughLimits(page);
  await openSheet(page);
  await page.getByRole('link', { name: 'Doors', exact: true }).click();
  await button(page, 'Give an Order').click();
  await page.getByRole('region', { name: 'Devices' }).getByRole('listitem').first().waitFor();
  await inspect(page, 'doors');
  await page.getByRole('link', { name: 'Count', exact: true }).click();
  await walkThroughSettings(page);
  await walkToInspection(page);
  await press(page, 'Share');
  await page.getByText('&key=').waitFor();
  await inspect(page, 'share-event');
  await button(page, 'Replace code').click();
  await inspect(page, 'replace-code');
  await closeAll(page);
  for (const [name, entry, pressed, words] of SETTINGS) {
    await press(page, 'Account settings');
    await button(page, entry).waitFor();
    if (name === 'billing') await inspect(page, 'settings');
    await button(page, entry).click();
    await button(page, pressed).click();
    await page.getByText(words).waitFor();
    await inspect(page, name);
    await closeAll(page);
  }
  await openSheet(page);
  await page.getByRole('link', { name: 'All events' }).click();
  await page.getByRole('article', { name: 'Open Air' }).waitFor();
  await inspect(page, 'overview');
  await page.goto('/app/reports');
  await page.getByText(/^Intervals of 15 min: /).click();
  await inspect(page, 'report');
  await page.getByRole('link', { name: 'Print or save as PDF' }).click();
  await page.getByRole('region', { name: 'Occupancy report' }).waitFor();
  await inspect(page, 'report-paper');
  await walkThroughCapacity(page);
}

/** Walks through the screens of a counting device, in an event with an alert. */
async function walkAsDoor(door: Page): Promise<void> {
  await button(door, 'Acknowledge').waitFor();
  await inspect(door, 'door-alert');
  await button(door, 'Acknowledge').click();
  await openSheet(door);
  await door.getByText(/acknowledged at \d\d:\d\d/).waitFor();
  await inspect(door, 'door-sheet');
  await closeSheet(door);
  await press(door, 'This device');
  await dialogs(door).waitFor();
  await inspect(door, 'device');
  await closeAll(door);
  await button(door, 'Show Main Stage full screen').click();
  const more = door.getByRole('button', { name: /^±5 ±10/ });
  // A counting screen hides its pads for groups at first; a desktop shows them as soon as its layout is done.
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
      return await button(door, 'Add 10 to Main Stage').isVisible();
    })
    .toBe(true);
  await inspect(door, 'whole-screen');
  await button(door, 'Lock the screen').click();
  await door.getByRole('button', { name: 'Hold to unlock' }).waitFor();
  await inspect(door, 'pocket-lock');
}

/** Gives the device the same id in each run: a device without a name is shown, and sorted, by its id. */
async function identify(device: Page, begins: string): Promise<void> {
  await device.addInitScript(
    ([key, settings]) => {
      if (location.protocol === 'http:' && localStorage.getItem(key) === null) localStorage.setItem(key, settings);
    },
    [
      'headroom.device',
      JSON.stringify({ deviceId: begins.padEnd(22, 'A'), deviceName: null, direction: 'both', hand: 'right' }),
    ] as const,
  );
}

/** Passes each screen and dialog to {@link inspect}, at the given window size. */
export async function walkOverAllScreens(
  openDevice: ReturnType<typeof withBrowser>['openDevice'],
  viewport: typeof DESKTOP,
): Promise<void> {
  await walkAsGuest(await openDevice(viewport));
  const admin = await openDevice(viewport);
  await identify(admin, 'DESK');
  await enterAsAdmin(admin);
  const code = await walkToEvent(admin);
  const door = await openDevice(viewport);
  await identify(door, 'DOOR');
  await enterWithCode(door, code);
  await walkAsDoor(door);
  await walkThroughDialogs(admin);
}
