import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { Front } from '../../support/front';
import { countedAreas } from '../../support/counts';
import { BUILD_DIR } from '../../support/product';
import { openAccount, openEvent } from '../../support/venue';
import { openFirefox } from '../support/remote/firefox';
import { keptErrors, KEEPS_ERRORS, pressButton, type Remote } from '../support/remote/remote';
import { openWebKit } from '../support/remote/webkit';
import { newEmail } from '../support/steps';

/** The door's part of an evening, in browsers of the two other engines. */

/** WebKitGTK may take a picture of what was on its screen so long ago. */
const PAINTED_WITHIN_MS = 500;

let front: Front;
beforeEach(async () => {
  front = new Front(inject('baseUrl'), BUILD_DIR);
  front.preamble = KEEPS_ERRORS;
  await front.start();
});
afterEach(() => front.stop());

const textOf = (door: Remote, testId: string) =>
  door.read((id) => document.querySelector(`[data-testid=${id}]`)?.textContent ?? '', testId);
const shown = (door: Remote) => textOf(door, 'occupancy');
const words = (door: Remote, selector = 'body') =>
  door.read((place) => document.querySelector<HTMLElement>(place)?.innerText ?? '', selector);

/** Whether the device has stored the app, and the page can be loaded offline. */
const isStored = (door: Remote) => door.read(() => String(Boolean(navigator.serviceWorker.controller)));

test.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
])(
  'a door in %s counts by the link, offline and through a reload, undoes, and counts people out in an evacuation',
  async (browser, open) => {
    const url = new URL(inject('baseUrl'));
    const admin = await openAccount(url, newEmail());
    const venue = await openEvent(admin, 1, 100);
    const hall = async () => {
      const [area] = (await countedAreas(url, venue)).values();
      return [area?.currentOccupancy, area?.totalEntries, area?.totalExits];
    };
    const door = await open();
    onTestFinished(() => door.close());
    const photograph = async (name: string) => {
      if (!process.env.SCREENSHOTS) return;
      await sleep(PAINTED_WITHIN_MS);
      mkdirSync('.tmp/screenshots', { recursive: true });
      writeFileSync(`.tmp/screenshots/door-${browser}-${name}.png`, await door.screenshot());
    };

    await door.open(`${front.url}/login?code=${venue.accessCode}`);
    await photograph('link');
    await pressButton(door, 'Log in');
    for (let taps = 0; taps < 5; taps += 1) await pressButton(door, 'Add one to Area 0');
    await pressButton(door, 'Remove one from Area 0');
    await expect.poll(hall).toEqual([4, 5, 1]);
    expect(await shown(door)).toBe('4');
    await expect.poll(() => isStored(door)).toBe('true');
    await photograph('counting');

    await front.stop();
    await expect.poll(() => words(door)).toContain('Disconnected');
    for (let taps = 0; taps < 2; taps += 1) await pressButton(door, 'Add one to Area 0');
    expect(await shown(door)).toBe('6');
    await photograph('offline');
    expect(await keptErrors(door)).toBe('[]');
    await door.open(`${front.url}/app`);
    await expect.poll(() => shown(door)).toBe('6');
    await pressButton(door, 'Add one to Area 0');
    expect(await shown(door)).toBe('7');
    expect(await hall()).toEqual([4, 5, 1]);

    await front.start();
    await expect.poll(hall).toEqual([7, 8, 1]);
    await expect.poll(() => words(door)).toContain('Connected');

    await pressButton(door, 'Undo +1 Area 0');
    await expect.poll(hall).toEqual([6, 7, 1]);
    expect(await shown(door)).toBe('6');

    await admin.startEvacuation(venue.eventId);
    await expect.poll(() => words(door, '[data-evacuation]')).toContain('Count everybody who leaves.');
    expect(await textOf(door, 'remaining')).toBe('6');
    for (let taps = 0; taps < 2; taps += 1) await pressButton(door, 'Remove one from Area 0');
    await expect.poll(() => textOf(door, 'remaining')).toBe('4');
    await expect.poll(hall).toEqual([4, 7, 3]);
    await photograph('evacuation');
    expect(await keptErrors(door)).toBe('[]');
  },
);
