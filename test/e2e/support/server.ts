import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { EventSchema } from '../../../src/shared/schemas/event';

/** What the server has counted in the areas of the page's only event: people by the area's name. */
export async function countsOnServer(page: Page): Promise<Record<string, number>> {
  const read = async (path: string): Promise<unknown> => await (await page.request.get(path)).json();
  const [event] = z.parse(z.array(EventSchema), await read('/api/events'));
  const { areas } = z.parse(AreaListSchema, await read(`/api/events/${event?.eventId}/areas`));
  return Object.fromEntries(areas.map(({ areaName, currentOccupancy }) => [areaName, currentOccupancy]));
}

/** Taps of this device that are on disk, as whoever comes next would find them. */
export const storedTaps = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('headroom');
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('taps').objectStore('taps').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );
