import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { Front } from '../../support/front';
import { BUILD_DIR } from '../../support/product';

/** A front before the product that each test starts anew: it can be out of reach, and serve another build. */
export function withFront(): Front {
  const front = new Front(inject('baseUrl'), BUILD_DIR);
  beforeEach(() => front.start());
  afterEach(async () => {
    await front.stop();
    Object.assign(front, { next: false, shellLags: false, broken: null });
  });
  return front;
}

export const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

export const keptBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('headroom-')));

/** What becomes of the worker that the server has by now: in the place of the one in charge, or gone. */
const updateOnce = (page: Page): Promise<'activated' | 'redundant' | 'waiting' | 'stuck'> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    await registration.update();
    // It may have come to its end before anybody can listen.
    const isUnderWay = () =>
      Boolean(registration.installing ?? registration.waiting) || registration.active?.state !== 'activated';
    const patientUntil = performance.now() + 20_000;
    while (isUnderWay() && performance.now() < patientUntil) await new Promise((resolve) => setTimeout(resolve, 20));
    if (registration.waiting && !registration.installing) return 'waiting';
    if (isUnderWay()) return 'stuck';
    return registration.active === before ? 'redundant' : 'activated';
  });

/**
 * As {@link updateOnce}, without the browser's own patience: on a busy machine Chromium may hold an answer of the old worker
 * for open, and lets it be in charge for up to five minutes more.
 */
export async function updateWorker(page: Page): Promise<string> {
  const outcome = await updateOnce(page);
  if (outcome !== 'waiting') return outcome;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
  await expect.poll(isWaiting).toBe(false);
  return 'activated';
}
