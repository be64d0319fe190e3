import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, withBrowser } from './support/browser';
import { boxOf, enterWithEvent, openSettings } from './support/steps';

const { openDevice, pageErrors } = withBrowser();

/** The name of what has the focus, as a person reads it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
    return label?.trim() ?? '';
  });

/** Presses Tab until the thing with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach “${name}”`);
}

test('an organizer finds and changes a setting by keyboard alone, finds it again after a reload, and a second tab overwrites nothing', async () => {
  const page = await openDevice(DESKTOP);
  await enterWithEvent(page, 'Harbor Night', { Hall: 100 });
  await page.getByRole('button', { name: 'Event options' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Switch Event');
  await page.keyboard.type('Sett');
  await expect.poll(() => focused(page)).toBe('Settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();

  await tabTo(page, 'Find a setting');
  await page.keyboard.type('margin');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Safety margin in %');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5');
  await expect.poll(() => page.getByLabel('Safety margin in %').inputValue()).toBe('5');
  await page.keyboard.press('Enter');
  await page.getByText('Saved', { exact: true }).waitFor();
  const address = page.url();
  expect(address).toMatch(/\/app\/events\/[^/]+\/settings#margin$/);

  await page.reload();
  await expect.poll(() => focused(page)).toBe('Safety margin in %');
  await page.keyboard.type('1');
  await page.evaluate(() => history.go(-2));
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => page.getByLabel('Safety margin in %').inputValue()).toBe('5');

  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByLabel('Safety margin in %').fill('7');
  await page.getByLabel('Safety margin in %').fill('9');
  await other.keyboard.press('Enter');
  await page.getByText('Safety margin in %: 7').waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Keep mine');
  await page.keyboard.press('Enter');
  await page.getByText('Another window has changed this meanwhile:').waitFor({ state: 'detached' });
  expect(pageErrors).toEqual([]);
});

test('a field that takes the focus stands below the top bar of a phone, with its name', async () => {
  const page = await openDevice(PHONE);
  await enterWithEvent(page, 'Harbor Night', { Hall: 100 });
  await openSettings(page, 'Capacity');
  await page.goto(page.url().replace(/#.*/, '#margin'));
  await expect.poll(() => focused(page)).toBe('Safety margin in %');
  const field = page.getByLabel('Safety margin in %');
  await field.evaluate((element) => {
    element.blur();
    scrollBy(0, element.getBoundingClientRect().top - 10);
  });
  await field.focus();
  const bar = await boxOf(page.locator('header'));
  await expect
    .poll(async () => (await boxOf(page.getByText('Safety margin in %', { exact: true }))).y)
    .toBeGreaterThan(bar.height);
});
