import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { button, enterAsAdmin, inspect } from './steps';
import { DESKTOP, launch, openDevice } from './support';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test('the landing page shows the product at work and leads to sign-up, login and the legal pages', async () => {
  const errors: string[] = [];
  const page = await openDevice(browser, errors);
  await page.goto('/');
  expect(await page.title()).toContain('Headroom');
  await inspect(page, 'landing');
  for (const card of await page.locator('summary').all()) await card.click();
  expect(await page.locator('details[open]').count()).toBe(4);
  await page.screenshot({ path: '.tmp/screenshots/landing-open-390.png', fullPage: true });
  await page.setViewportSize(DESKTOP);
  await page.screenshot({ path: '.tmp/screenshots/landing-open-1280.png', fullPage: true });

  for (const [link, path, title] of [
    ['Privacy', '/privacy-policy', /Privacy/],
    ['Terms', '/tos', /Terms/],
  ] as const) {
    await page.goto('/');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: new RegExp(link) })
      .click();
    await page.waitForURL(`**${path}`);
    expect(await page.title()).toMatch(title);
    await inspect(page, `site${path.replace('/', '-')}`);
  }
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: /trial/i }).first().click();
  await page.waitForURL('**/signup');
  expect(errors).toEqual([]);
});

test('an unknown path is a 404, with the page that says so and leads home', async () => {
  const errors: string[] = [];
  const page = await openDevice(browser, errors);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
  await inspect(page, 'not-found');
  await page.getByRole('link', { name: 'Return to Home Page' }).click();
  await page.waitForURL(`${inject('baseUrl')}/`);
  expect(errors).toEqual([]);
});

test('a role that does not fit is led to its own dashboard', async () => {
  const errors: string[] = [];
  const admin = await openDevice(browser, errors, DESKTOP);
  await enterAsAdmin(admin);
  await admin.goto('/user');
  await admin.waitForURL('**/admin');
  await button(admin, 'Select Event').waitFor();
  expect(errors).toEqual([]);
});
