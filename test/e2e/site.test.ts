import { expect, inject, test } from 'vitest';
import { inspect } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

test('the landing page shows the product at work and leads to sign-up, login and the legal pages', async () => {
  const page = await openDevice();
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
  expect(pageErrors).toEqual([]);
});

test.each(['/', '/login'])('%s names all that its scripts import, which so loads at once', async (path) => {
  const read = async (file: string) => await (await fetch(new URL(file, inject('baseUrl')))).text();
  const html = await read(path);
  const entries = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, file = '']) => file);
  const code = (await Promise.all(entries.map(read))).join('\n');
  const imports = [...code.matchAll(/(?:from|import)\s*["`]\.\/([^"`]+\.js)["`]/g)];
  expect(imports).not.toEqual([]);
  expect(imports.filter(([, file]) => !html.includes(`"/assets/${file}"`))).toEqual([]);
});

test('an unknown path is a 404, with the page that says so and leads home', async () => {
  const page = await openDevice();
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
  await inspect(page, 'not-found');
  await page.getByRole('link', { name: 'Return to Home Page' }).click();
  await page.waitForURL(`${inject('baseUrl')}/`);
  expect(pageErrors).toEqual([]);
});
