import type { Page } from 'playwright-core';
import { expect } from 'vitest';
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
  measure,
  openSettings,
  openSheet,
  press,
  tapIn,
} from './steps';
import {
  addMasses,
  BAR,
  closeAll,
  type Devices,
  devicesIn,
  dialogs,
  EVENT_NAME,
  identify,
  STAGE,
} from './walk-control';

/** Screens of a guest: the screen's name, its address, and for a form the button whose press is refused. */
const GUEST_SCREENS = [
  ['landing', '/'],
  ['site-privacy-policy', '/privacy-policy'],
  ['site-tos', '/tos'],
  ['not-found', '/no/such/page'],
  ['display-gone', '/display/nobody-knows-this'],
  ['verify', '/verify'],
  ['inspection-gone', '/inspect/nobody-knows-this'],
  ['forgot-password', '/forgot-password'],
  ['login-failed', '/login', 'Log in'],
  ['signup-refused', '/signup', 'Create Account'],
  ['invitation-gone', `/invitation#${'ab'.repeat(32)}`],
  ['reset-password-refused', `/reset-password#${'ab'.repeat(32)}`, 'Save new password'],
] as const;

async function walkAsGuest(page: Page): Promise<void> {
  for (const [name, path, pressed] of GUEST_SCREENS) {
    expect((await page.goto(path))?.status(), name).toBe(name === 'not-found' ? 404 : 200);
    await page.getByRole('heading').first().waitFor();
    if (pressed !== undefined) {
      const email = page.locator('main input:not([type=password])');
      if ((await email.count()) > 0) await email.fill('nobody@headroom.test');
      await page.locator('main input[type=password]').fill('short');
      await button(page, pressed).click();
      await page.getByRole('alert').first().waitFor();
    }
    await inspect(page, name);
  }
  await page.goto('/');
  for (const card of await page.locator('summary').all()) await card.click();
  expect(await page.locator('details[open]').count()).toBe(4);
  await inspect(page, 'landing-open');
}

const EVENT = 'Event options';
const AREA = `Options for ${STAGE}`;

/** Dialogs that menus open: the screen's name, menu, item, text to type, button to press, and the refusal. */
const DIALOGS = [
  ['switch-event', EVENT, 'Switch Event'],
  ['rename-event', EVENT, 'Rename Event', ['  ', 'Save', 'Event name cannot be empty.']],
  ['duplicate-event', EVENT, 'Duplicate Event'],
  ['reset-all', EVENT, 'Reset All Areas'],
  ['delete-event', EVENT, 'Delete Event'],
  ['rename-area', AREA, 'Rename Area', ['  ', 'Save', 'Area name cannot be empty.']],
  ['change-capacity', AREA, 'Change Capacity', ['-1', 'Save', 'Please enter a valid, non-negative number.']],
  ['recount', AREA, 'Recount', ['12', 'Save', 'Please give a reason for the recount.']],
  ['connect-machine', AREA, 'Connect a Machine'],
  ['reset-occupancy', AREA, 'Reset Occupancy'],
  ['delete-area', AREA, 'Delete Area'],
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
  const code = await createEvent(page, EVENT_NAME);
  await page.getByText('This event has no areas yet.').waitFor();
  await inspect(page, 'admin-no-areas');
  await button(page, '+ Add New Area').click();
  await button(dialog(page, 'Add New Area'), 'Create Area').click();
  await dialog(page, 'Add New Area').getByText('Both fields are required.').waitFor();
  await inspect(page, 'add-area-refused');
  await closeAll(page);
  await addArea(page, STAGE, '10');
  await addArea(page, BAR, '80');
  await tapIn(page, STAGE, 9);
  await page.getByText(`90% full: ${STAGE}`, { exact: true }).first().waitFor();
  await addMasses(page);
  await page.getByText('600,000').or(page.getByText('600.000')).first().waitFor();
  // For some seconds after a tap, a new alert lies over a desktop's top bar, where Share stands.
  for (const share of await button(page, 'Share').all()) await share.click({ trial: true });
  await inspect(page, 'admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Doors' }).first().waitFor();
  await inspect(page, 'command-menu');
  await closeAll(page);
  await button(page, AREA).click();
  await page.getByRole('menu').waitFor();
  await measure(page, 'area-menu');
  await page.keyboard.press('Escape');
  await openSheet(page);
  await inspect(page, 'admin-sheet');
  await closeSheet(page);
  return code;
}

/** Gives the Main Stage a limit, which the report shows afterwards. */
async function walkThroughLimits(page: Page): Promise<void> {
  await choose(page, AREA, 'Change Capacity');
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
  await page.getByLabel('Space 1: area').selectOption(STAGE);
  await button(page, 'Add an exit').click();
  await button(page, 'Save plan').click();
  await page.getByText('Please check the numbers of the capacity plan').waitFor();
  await page.getByLabel('Exit 1: clear width in cm').fill('240');
  await page.getByLabel('Exit 1 is a stair').check();
  await button(page, 'Save plan').click();
  const now = page.getByRole('region', { name: 'Now' });
  await now.waitFor();
  // Where the page stood depends on when its parts came.
  await now.evaluate((region) => region.scrollIntoView());
  await inspect(page, 'capacity');
  const result = await page.getByText('40 people. Floor decides.').first().textContent();
  const save = await button(page, 'Save plan').textContent();
  const [sheet, another] = await readPrinted(page);
  expect(sheet?.text).toContain(result);
  expect(sheet?.text).not.toContain(save);
  expect(another, 'a second sheet').toBeUndefined();
}

/** Opens every line of the page's settings. */
export async function unfold(page: Page): Promise<void> {
  for (const line of await page.locator('main summary').all()) await line.click();
}

/** Walks through the pages of settings. It ends on the event's page. */
async function walkThroughSettings(page: Page): Promise<void> {
  await openSettings(page, 'Capacity');
  await unfold(page);
  await button(page, '+ Add Category').click();
  await page.getByLabel('Venue limit').fill('120');
  await inspect(page, 'event-settings');
  await page.getByRole('combobox', { name: 'Find a setting' }).fill('alert');
  await inspect(page, 'settings-search');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Recipients of the account' }).click();
  await inspect(page, 'leave-settings');
  await button(page, 'Leave').click();
  await page.getByRole('heading', { name: 'Webhooks and recipients' }).waitFor();
  await unfold(page);
  await button(page, 'Create API key').click();
  await page.getByText('The file is JSON').waitFor();
  await inspect(page, 'account-settings');
  await button(page, 'Add webhook').click();
  await dialogs(page).waitFor();
  await inspect(page, 'recipient');
  await closeAll(page);
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await page.getByRole('heading', { name: EVENT_NAME }).first().waitFor();
}

/** In some languages a section of settings has the name of a tab. */
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages of this event' }).getByRole('link', { name, exact: true });

/** Makes a link for an inspector and opens it. It ends on the event's page. */
async function walkToInspection(page: Page, inWords: (made: Page) => Page): Promise<void> {
  await openSettings(page, 'Inspectors');
  await button(page, 'New link').click();
  await dialogs(page).getByLabel('Who is it for?').fill('Licensing officer Huber');
  await inspect(page, 'inspector-link-new');
  await button(page, 'Create link').click();
  const link = await dialogs(page).getByText('/inspect/').textContent();
  await inspect(page, 'inspector-link-made');
  await closeAll(page);
  const inspector = inWords(await page.context().newPage());
  await inspector.goto(link ?? '');
  await inspector.getByRole('region', { name: 'Occupancy report' }).waitFor();
  await inspect(inspector, 'inspection');
  await inspector.close();
  await tab(page, 'Count').click();
}

async function walkThroughDialogs(page: Page, inWords: (made: Page) => Page): Promise<void> {
  for (const [name, menu, item, refusal] of DIALOGS) {
    await choose(page, menu, item);
    await dialogs(page).waitFor();
    if (refusal) {
      const [typed, pressed, words] = refusal;
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
  await tab(page, 'Count').click();
  await walkThroughSettings(page);
  await walkToInspection(page, inWords);
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
  await page.getByRole('article', { name: EVENT_NAME }).waitFor();
  await inspect(page, 'overview');
  await page.goto('/app/settings#members');
  await button(page, 'Invite').click();
  await dialog(page, 'Invite a member').waitFor();
  await inspect(page, 'invite-member');
  await page.goto('/app/overview?wall');
  await page.locator('.wall-number').first().waitFor();
  await inspect(page, 'wall');
  await page.goto('/app/alerts');
  await page.getByRole('listitem').first().waitFor();
  await inspect(page, 'alerts');
  await page.goto('/app/reports');
  await page.getByText('Intervals of 15 min: ').click();
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
  await door.getByText('acknowledged at ').waitFor();
  await inspect(door, 'door-sheet');
  await closeSheet(door);
  await press(door, 'This device');
  await dialogs(door).waitFor();
  await inspect(door, 'device');
  await closeAll(door);
  await button(door, `Show ${STAGE} full screen`).click();
  const more = door.getByRole('button', { name: /^±5 ±10/ });
  // A counting screen hides its pads for groups at first; a desktop shows them as soon as its layout is done.
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
      return await button(door, `Add 10 to ${STAGE}`).isVisible();
    })
    .toBe(true);
  await inspect(door, 'whole-screen');
  await button(door, 'Lock the screen').click();
  await door.getByRole('button', { name: 'Hold to unlock' }).waitFor();
  await inspect(door, 'pocket-lock');
}

/** Passes each screen and dialog to {@link inspect}, at the given window size and in the given language. */
export async function walkOverAllScreens(...devices: Devices): Promise<void> {
  const { open, inWords } = await devicesIn(...devices);
  await walkAsGuest(await open());
  const admin = await open();
  await identify(admin, 'DESK');
  await enterAsAdmin(admin);
  const code = await walkToEvent(admin);
  const door = await open();
  await identify(door, 'DOOR');
  await enterWithCode(door, code);
  await walkAsDoor(door);
  await walkThroughDialogs(admin, inWords);
}
