import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { SMALL, withBrowser } from './support/browser';
import { area, boxOf, call, enterAsAdmin, enterWithCode, inspect } from './support/steps';

/** Tests that the pads of eight categories stay reachable for a thumb. */

const { openDevice } = withBrowser();
const MadeSchema = z.object({ eventId: z.string(), accessCode: z.string() });
const AreaSchema = z.object({ areaId: z.string() });
const EIGHT = [
  'Adults with a weekend ticket',
  'Children under twelve',
  'Women',
  'Men',
  'First entry',
  'Re-entry through the garden',
  'Guests of the house',
  'Crew',
];

let admin: Page;
beforeAll(async () => {
  admin = await openDevice();
  await enterAsAdmin(admin);
});

/** Creates an event with these categories, and with somebody in the first of its areas, by API calls. */
async function openVenue(names: readonly string[], areOutsNamed: boolean, areas: number) {
  const made = z.parse(MadeSchema, await call(admin, 'POST', '/api/events', { eventName: 'Harbor Lights' }));
  const hall = await call(admin, 'POST', `/api/events/${made.eventId}/areas`, { areaName: 'Hall', capacity: 500 });
  const { areaId } = z.parse(AreaSchema, hall);
  await call(admin, 'PUT', `/api/areas/${areaId}/recount`, { occupancy: 3, reason: 'Counted by hand' });
  for (let i = 1; i < areas; i++) {
    await call(admin, 'POST', `/api/events/${made.eventId}/areas`, { areaName: `Bar ${i}`, capacity: 50 });
  }
  const categories = names.map((name) => ({ name }));
  await call(admin, 'PUT', `/api/events/${made.eventId}/categories`, { categories, areOutsNamed });
  return made;
}

async function openDoor(accessCode: string, size: { width: number; height: number }): Promise<Page> {
  const door = await openDevice(size, inject('baseUrl'), 'en-US', true);
  await enterWithCode(door, accessCode);
  await door.locator('.category-pad').first().waitFor();
  return door;
}

/** Whether the whole pad is in sight: its upper and its lower edge are covered by nothing. */
const isInSight = (pad: Locator): Promise<boolean> =>
  pad.evaluate((element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every(
      (y) => document.elementFromPoint(left + width / 2, y)?.closest('button') === element,
    );
  });

test.each([
  ['one exit', false, SMALL, 1, 8],
  ['exits by category', true, SMALL, 1, 16],
  ['exits by category in several areas', true, SMALL, 3, 16],
  ['exits by category, in landscape', true, { width: 844, height: 390 }, 1, 16],
])(
  'on a phone, all pads of eight categories with %s are in sight and high enough',
  async (_, named, size, areas, pads) => {
    const { accessCode } = await openVenue(EIGHT, named, areas);
    const door = await openDoor(accessCode, size);
    const all = await area(door, 'Hall').locator('.category-pad').all();
    expect(all).toHaveLength(pads);
    for (const pad of all) {
      const { width, height } = await boxOf(pad);
      const faults = [height < 48 && 'low', width < 60 && 'narrow', !(await isInSight(pad)) && 'hidden'].filter(
        Boolean,
      );
      expect(faults, (await pad.textContent()) ?? '').toEqual([]);
    }
    await inspect(door, `pads-${pads}-${areas}-${size.width}`);
  },
);
