import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { ENGLISH, factsOf, type Language } from '../../../src/shared/languages';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { EventSchema } from '../../../src/shared/schemas/event';
import { evacuationTexts } from '../../../web/src/features/evacuation/evacuation-texts';
import type { DESKTOP, withBrowser } from './browser';
import { inWordsOf } from './in-words-of';
import { button, call, closeSheet, enterWithCode, enterWithEvent, inspect, openSheet, tapIn } from './steps';

/** The venue of the walk over all screens, and the part of the walk in which something is in force. */

/** Pictures show a usual venue; elsewhere names are as long as they may be. */
const isPictured = process.env.SCREENSHOTS !== undefined;
export const EVENT_NAME = isPictured
  ? 'Open Air'
  : 'Open Air of the Volunteer Fire Department of Oberwiesenbrunn with Brass Band and Fireworks, 2nd nigh';
export const STAGE = isPictured
  ? 'Main Stage'
  : 'Main Stage in the Mehrzweckveranstaltungshalle beside the Old Brewery, East Wing, Upper Floor, Door';
export const BAR = 'Bar';

/** Areas with so many people that the venue has 1,234,567 with the nine of the Main Stage. */
const MASSES = { Meadow: 634_558, 'Motorway between the junctions': 600_000 };
const MASS_CAPACITY = 1_000_000;

/** Names, numbers and words in the texts that the walk looks for. */
const NAMES = [EVENT_NAME, STAGE, BAR, ''];
const NUMBERS = [1, 8, '1', '8', '10', '15', '40', '90%'];
const VALUES = [...NAMES, ...NUMBERS, 'Fire safety', 'Floor', 'm²', 'cm'];

export const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

/** Closes all dialogs, each of which another dialog may have opened. */
export async function closeAll(page: Page): Promise<void> {
  while ((await dialogs(page).count()) > 0) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}

/** Returns the path of the API for the page's only event. */
export async function eventPath(page: Page): Promise<{ eventId: string; path: string }> {
  const events: unknown = await (await page.request.get('/api/events')).json();
  const [event] = z.parse(z.array(EventSchema), events);
  const eventId = event?.eventId ?? '';
  return { eventId, path: `/api/events/${eventId}` };
}

/** Adds areas with huge numbers. */
export async function addMasses(page: Page): Promise<void> {
  const { path } = await eventPath(page);
  for (const areaName of Object.keys(MASSES))
    await call(page, 'POST', `${path}/areas`, { areaName, capacity: MASS_CAPACITY });
  const { areas } = z.parse(AreaListSchema, await (await page.request.get(`${path}/areas`)).json());
  for (const { areaId, areaName } of areas) {
    const occupancy = Object.entries(MASSES).find(([name]) => name === areaName)?.[1];
    if (occupancy !== undefined)
      await call(page, 'PUT', `/api/areas/${areaId}/recount`, { occupancy, reason: 'A count by hand' });
  }
}

/** Gives the device the same id in each run: a device without a name is shown, and sorted, by its id. */
export async function identify(device: Page, begins: string): Promise<void> {
  await device.addInitScript(
    ([key, settings]) => {
      if (location.protocol === 'http:' && localStorage.getItem(key) === null) localStorage.setItem(key, settings);
    },
    [
      'headroom.device',
      JSON.stringify({ deviceId: begins.padEnd(22, 'A'), deviceName: null, direction: 'both', hand: 'right' }),
    ] as const,
  );
}

/** The devices of a walk: how they open, their window's size, their language, and the mode that `inspect` begins with. */
export type Devices = readonly [
  openDevice: ReturnType<typeof withBrowser>['openDevice'],
  viewport: typeof DESKTOP,
  language?: Language,
  begins?: 'light' | 'dark',
];

/** Returns a function that opens such a device, and one that makes another page find its texts by their English words. */
export async function devicesIn(...[openDevice, viewport, language = ENGLISH, begins]: Devices) {
  const inWords = await inWordsOf(language, VALUES);
  const open = async () => inWords(await openDevice(viewport, undefined, factsOf(language).locale, undefined, begins));
  return { open, inWords };
}

const words = evacuationTexts.evacuation;

/** Walks through an order, a drill that becomes an evacuation, and its end, on a door's and on the organizer's page. */
export async function walkWhileInForce(...devices: Devices): Promise<void> {
  const { open } = await devicesIn(...devices);
  const page = await open();
  await identify(page, 'DESK');
  const { code } = await enterWithEvent(page, EVENT_NAME, { [STAGE]: 10, [BAR]: 80 });
  await addMasses(page);
  await tapIn(page, STAGE, 9);
  const { eventId, path } = await eventPath(page);
  const door = await open();
  await identify(door, 'DOOR');
  await enterWithCode(door, code);
  const onDoors = async () => {
    await page.goto(`/app/events/${eventId}/doors`);
    await page.getByRole('region', { name: 'Devices' }).getByRole('listitem').first().waitFor();
  };
  const onCount = async () => {
    await page.goto('/app');
    await page.getByRole('article').first().waitFor();
  };

  await door.getByRole('article').first().waitFor();
  const note = 'Until the support act is over and the aisle along the wall to the left of the stage is free again';
  await call(page, 'POST', `${path}/orders`, { kind: 'hold', target: { type: 'event' }, note });
  await door.locator('[data-kind="hold"]').waitFor();
  await inspect(door, 'door-order');
  await button(door, 'Got it').click();
  await page.getByText('Hold').first().waitFor();
  // For some seconds after a tap, a new order lies over the top bar.
  await page.locator('body > [data-orders]').waitFor({ state: 'detached' });
  await inspect(page, 'admin-order');

  await onDoors();
  await button(page, 'Evacuation').click();
  await dialogs(page).locator('textarea').fill('Car park of the Mehrzweckveranstaltungshalle beside the Old Brewery');
  await inspect(page, 'evacuation-start');
  await button(page, words.savePoints).click();
  await page.getByRole('button', { name: words.startDrill }).click();
  await button(page, words.makeReal).waitFor();
  await onDoors();
  await inspect(page, 'doors-drill');
  await onCount();
  await inspect(page, 'admin-drill');
  await door.getByRole('article', { name: 'DRILL' }).first().waitFor();
  await inspect(door, 'door-drill');

  await onDoors();
  await button(page, words.makeReal).click();
  await button(page, words.makeReal).waitFor({ state: 'detached' });
  await inspect(page, 'doors-evacuation');
  await door.locator('[data-evacuation="evacuation"]').waitFor();
  await inspect(door, 'door-evacuation');
  await openSheet(door);
  await inspect(door, 'door-sheet-evacuation');
  await closeSheet(door);
  await button(page, words.endEvacuation).click();
  const end = dialogs(page).getByRole('button').last();
  await end.click();
  await page.getByText(words.askedAgain).waitFor();
  await inspect(page, 'evacuation-end');
  await end.click();
  await page.getByText(words.reported).waitFor();
  await inspect(page, 'evacuation-ended');
  await closeAll(page);
  await onCount();
  await door.locator('[data-evacuation]').waitFor({ state: 'detached' });
}
