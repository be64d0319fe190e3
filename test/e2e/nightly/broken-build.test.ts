import { expect, test } from 'vitest';
import { keptBuilds, untilKept, updateWorker, withFront } from '../support/service-worker';
import { withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser({ serviceWorkers: 'allow' });
const front = withFront();

test('a build that cannot be had as a whole leaves the one before in charge', async () => {
  const page = await openDevice(undefined, front.url);
  await page.goto('/login');
  await untilKept(page);
  const [present = ''] = await keptBuilds(page);

  front.next = true;
  front.shellLags = true;
  expect(await updateWorker(page)).toBe('redundant');
  front.shellLags = false;
  front.broken = '/assets/add-area-dialog';
  expect(await updateWorker(page)).toBe('redundant');
  await front.stop();
  await page.reload();
  await page.getByLabel('Email or Access Code').waitFor();
  expect(await page.locator('script[type=module]').first().getAttribute('src')).not.toMatch(/x\.js$/);

  // A server in trouble is not the page; its refusals are.
  await front.start();
  front.broken = '/login';
  await page.reload();
  await page.getByLabel('Email or Access Code').waitFor();
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);

  front.broken = null;
  expect(await updateWorker(page)).toBe('activated');
  await page.goto('/login');
  await expect.poll(() => keptBuilds(page)).toEqual([`${present}x`]);
  expect(pageErrors).toEqual([]);
});
