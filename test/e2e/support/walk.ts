import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PASSWORD } from './browser';
import {
  addArea,
  area,
  button,
  choose,
  closeSheet,
  createEvent,
  dialog,
  inspect,
  logIn,
  openSheet,
  press,
  tapIn,
} from './steps';

/** Walks that show each screen and dialog to {@link inspect}. They work at any size of the window. */

/** Closes all dialogs, each of which may have opened from another. */
async function closeAll(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  await dialogs.first().waitFor();
  while ((await dialogs.count()) > 0) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}

/** Shows the landing page with its cards open as a whole, for people. */
async function photographLanding(page: Page): Promise<void> {
  for (const size of [page.viewportSize() ?? DESKTOP, DESKTOP]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `.tmp/screenshots/landing-open-${size.width}.png`, fullPage: true });
  }
}

/** All that a visitor sees before the login. */
export async function walkAsGuest(page: Page): Promise<void> {
  await page.goto('/');
  await inspect(page, 'landing');
  for (const card of await page.locator('summary').all()) await card.click();
  expect(await page.locator('details[open]').count()).toBe(4);
  if (process.env.SCREENSHOTS) await photographLanding(page);
  for (const [link, path] of [
    [/Privacy/, '/privacy-policy'],
    [/Terms/, '/tos'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await page.waitForURL(`**${path}`);
    expect(await page.title()).toMatch(link);
    await inspect(page, `site${path.replace('/', '-')}`);
  }
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
  await inspect(page, 'not-found');
  await page.getByRole('link', { name: 'Return to Home Page' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, 'nobody@headroom.test', PASSWORD);
  await page.getByText('Login failed. Please check your credentials.').waitFor();
  await inspect(page, 'login-failed');
  await page.getByRole('link', { name: 'Get a link by mail' }).click();
  await button(page, 'Send link').waitFor();
  await inspect(page, 'forgot-password');
  await page.goto(`/reset-password#${'ab'.repeat(32)}`);
  await page.getByLabel('New password').fill('short');
  await button(page, 'Save new password').click();
  await page.getByText(/^Password must be at least 8 characters long/).waitFor();
  await inspect(page, 'reset-password-refused');
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: /trial/i }).first().click();
  await page.getByLabel('Email').fill('nobody@headroom.test');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await button(page, 'Create Account').click();
  await page.getByText(/^Password must be at least 8 characters long/).waitFor();
  await inspect(page, 'signup-refused');
  await page.goto('/display/nobody-knows-this');
  await page.getByText('This link is no longer valid.').waitFor();
  await inspect(page, 'display-gone');
}

const EVENT = 'Event options';
const STAGE = 'Options for Main Stage';

/** What menus open: the screen's name, the menu, its item, and what is refused there with which words. */
const DIALOGS: readonly (readonly [
  name: string,
  menu: string,
  item: string,
  refused?: { typed: string; press: string; words: string },
])[] = [
  ['switch-event', EVENT, 'Switch Event'],
  ['devices', EVENT, 'Devices'],
  ['display-link-none', EVENT, 'Public Display'],
  ['venue', EVENT, 'Venue and Alerts'],
  ['schedule', EVENT, 'Schedule'],
  ['rename-event', EVENT, 'Rename Event', { typed: '  ', press: 'Save', words: 'Event name cannot be empty.' }],
  ['duplicate-event', EVENT, 'Duplicate Event'],
  ['reset-all', EVENT, 'Reset All Areas'],
  ['delete-event', EVENT, 'Delete Event'],
  ['rename-area', STAGE, 'Rename Area', { typed: '  ', press: 'Save', words: 'Area name cannot be empty.' }],
  [
    'change-capacity',
    STAGE,
    'Change Capacity',
    { typed: '-1', press: 'Save', words: 'Please enter a valid, non-negative number.' },
  ],
  [
    'recount',
    STAGE,
    'Set Counted Number',
    { typed: '12', press: 'Set number', words: 'Please give a reason for the recount.' },
  ],
  ['reset-occupancy', STAGE, 'Reset Occupancy'],
  ['delete-area', STAGE, 'Delete Area'],
];

/** What the settings open: the screen's name, the entry, what is pressed there, and the words that follow. */
const SETTINGS = [
  ['security', 'Security', 'Change password', 'Every other device of this account is logged out.'],
  ['own-data', 'Your data', null, 'The file is JSON'],
  ['billing', 'Update Billing & Payment', 'Next', 'Please select a country to continue.'],
  ['delete-account', 'Delete Account', 'Delete My Account', 'Are you sure you want to delete your account?'],
] as const;

/** Makes an event whose Main Stage has an alert. Returns its code. */
export async function walkToEvent(page: Page): Promise<string> {
  await page.getByText('Please select an event to begin.').waitFor();
  await inspect(page, 'admin-no-event');
  await button(page, 'Select Event').click();
  await dialog(page, 'Switch Event').waitFor();
  await inspect(page, 'switch-event-none');
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

/** All that an organizer can open of that event. */
export async function walkThroughDialogs(page: Page): Promise<void> {
  for (const [name, menu, item, refused] of DIALOGS) {
    await choose(page, menu, item);
    if (refused) {
      await page.getByRole('dialog').locator('input').first().fill(refused.typed);
      await button(page, refused.press).click();
      await page.getByText(refused.words).waitFor();
    } else await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    await inspect(page, name);
    await closeAll(page);
  }
  await press(page, 'Share');
  await page.getByText('&key=').waitFor();
  await inspect(page, 'share-event');
  await button(page, 'Replace code').click();
  await inspect(page, 'replace-code');
  await closeAll(page);
  await press(page, 'Account settings');
  await button(page, 'Security').waitFor();
  await inspect(page, 'settings');
  await closeAll(page);
  for (const [name, entry, pressed, words] of SETTINGS) {
    await press(page, 'Account settings');
    await button(page, entry).click();
    if (pressed !== null) await button(page, pressed).click();
    await page.getByText(words).waitFor();
    await inspect(page, name);
    await closeAll(page);
  }
}

/** What an organizer reads of the event. */
export async function walkThroughReports(page: Page): Promise<void> {
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
}

/** All that a door sees of an event with an alert. */
export async function walkAsDoor(door: Page): Promise<void> {
  await area(door, 'Main Stage').waitFor();
  await button(door, 'Acknowledge').waitFor();
  await inspect(door, 'door-alert');
  await expectEdges(door, [
    area(door, 'Main Stage'),
    button(door, 'Add one to Main Stage'),
    button(door, 'Acknowledge'),
    door.locator('header [data-tone]'),
  ]);
  await button(door, 'Acknowledge').click();
  await openSheet(door);
  await door.getByText(/acknowledged at \d\d:\d\d/).waitFor();
  await inspect(door, 'door-sheet');
  await closeSheet(door);
  await press(door, 'This device');
  await inspect(door, 'device');
  await closeAll(door);
  await button(door, 'Main Stage on the whole screen').click();
  const more = door.getByRole('button', { name: /^±5 ±10/ });
  await more.or(button(door, 'Add 10 to Main Stage')).first().waitFor();
  if (await more.isVisible()) await more.click();
  await inspect(door, 'whole-screen');
  await button(door, 'Lock the screen').click();
  await door.getByRole('button', { name: 'Hold to unlock' }).waitFor();
  await inspect(door, 'pocket-lock');
}

/** Where a contrast theme drops backgrounds and shadows, each of these has an edge, and the bars of the areas are filled. */
async function expectEdges(page: Page, targets: readonly Locator[]): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const target of targets) {
    const edge = await target.first().evaluate((element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      return `${borderTopWidth} ${borderTopStyle}`;
    });
    expect(edge, String(target)).toBe('1px solid');
  }
  const [track, fill] = await page
    .locator('[data-level]')
    .first()
    .evaluate((bar) => [bar, bar.querySelector('div')].map((it) => it && getComputedStyle(it).backgroundColor));
  expect(fill).not.toBe(track);
  await page.emulateMedia({ forcedColors: 'none' });
}
