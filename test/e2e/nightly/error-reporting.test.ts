import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../support/product';
import { FakeSentry } from '../../support/sentry/fake';
import { addArea, area, button, createEvent, enterAsAdmin, openSheet, press, tapIn } from '../support/steps';
import { withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();
const TOKEN = 'ab'.repeat(32);
const EVENT = 'Harbor Night';
const AREA = 'Pier "Nine"';
const DEVICE = 'Bosun’s door';
/** The page waits before it loads the error reporter, and the reporter waits before it sends. */
const PATIENTLY = { timeout: 60_000 };

const sentry = new FakeSentry();
let product: Product;
beforeAll(async () => {
  await sentry.start();
  // Without an ENVIRONMENT the worker reports an error to Sentry, too.
  product = new Product({ SENTRY_DSN: sentry.dsn, ENVIRONMENT: '' });
  await product.start();
});
afterAll(async () => {
  await product.stop();
  sentry.stop();
});

/** Clicks elements whose labels are names that people have typed, and the elements around them. */
async function touchNames(page: Page): Promise<void> {
  await press(page, 'This device');
  await page.getByLabel('Name', { exact: true }).fill(DEVICE);
  await button(page, 'Save').click();
  await addArea(page, AREA, '500');
  await tapIn(page, AREA);
  await button(page, `Options for ${AREA}`).click();
  await page.keyboard.press('Escape');
  await area(page, AREA).getByRole('heading').click();
  await openSheet(page);
  await page.getByRole('link', { name: 'Doors', exact: true }).click();
  await page.getByRole('region', { name: 'Devices' }).getByText(DEVICE).click();
}

const itemTypes = () => sentry.envelopes.flatMap(({ items }) => items.map(({ type }) => type));
const reported = () => sentry.errors.map(({ message, exception }) => exception?.values.at(-1)?.value ?? message ?? '');

test('errors of the worker and of a page reach Sentry with the page masked and without secrets', async () => {
  await expect.poll(reported, PATIENTLY).toContain('SENTRY_DSN is set, but not ENVIRONMENT');
  expect(sentry.errors[0]).toMatchObject({ platform: 'javascript', tags: { what: 'configuration' } });

  const page = await openDevice(undefined, product.url);
  const email = await enterAsAdmin(page);
  const code = await createEvent(page, EVENT);
  await touchNames(page);

  await page.evaluate((name) => {
    console.warn(`Nobody reads of ${name} here`);
    void Promise.reject(new Error('forgotten'));
  }, AREA);
  await expect.poll(reported, PATIENTLY).toContain('forgotten');
  const types = ['event', 'replay_event', 'replay_recording', 'span'];
  await expect.poll(itemTypes, PATIENTLY).toEqual(expect.arrayContaining(types));

  const before = sentry.envelopes.length;
  await page.goto(`/display/${TOKEN}`);
  await expect.poll(() => sentry.envelopes.length, PATIENTLY).toBeGreaterThan(before);

  expect(sentry.refused).toEqual([]);
  for (const secret of [email, code, code.replace('-', ''), EVENT, AREA, 'Nine', DEVICE, TOKEN, 'cookie']) {
    expect(
      sentry.sent.some((text) => text.includes(secret)),
      secret,
    ).toBe(false);
  }
  expect(sentry.headers.filter(({ cookie, referer }) => cookie !== undefined || referer !== undefined)).toEqual([]);
  expect(pageErrors.splice(0)).toEqual(['forgotten']);
  await page.close();
});
