import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { EventSchema } from '../../src/shared/schemas/event';
import * as z from 'zod/mini';
import { withBrowser } from './support/browser';
import { enterWithEvent, inspect } from './support/steps';

const { openDevice } = withBrowser();

const NAMES = ['Hall', 'Bar', 'Main Stage', 'Roof Garden', 'Backstage Corridor North of the Old Brewery'];
const IdSchema = z.object({ areaId: z.string() });

/** Adds events with these numbers of areas to the account of the page, and counts in each area. */
async function addEvents(page: Page, counts: readonly number[]): Promise<void> {
  const { request } = page.context();
  const origin = new URL(page.url()).origin;
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await request.post(path, { data, headers: { origin } });
    expect(answer.ok(), path).toBe(true);
    return await answer.json();
  };
  for (const [i, areas] of counts.entries()) {
    const { eventId } = z.parse(EventSchema, await post('/api/events', { eventName: `Harbor Night ${i + 1}` }));
    const taps: object[] = [];
    for (let area = 0; area < areas; area++) {
      const made = await post(`/api/events/${eventId}/areas`, { areaName: NAMES[area % 5], capacity: 1_000 });
      taps.push({ areaId: z.parse(IdSchema, made).areaId, change: 100 * area + 60 * i + 37, at: Date.now() });
    }
    await post(`/api/events/${eventId}/occupancy?v=1`, {
      clientId: `wall-client-${i}-0000`,
      seq: 1,
      sentAt: Date.now(),
      taps,
    });
  }
}

/** Measures the wall: the smallest capitals in CSS pixels, and what is cut or must be scrolled. */
const measure = (wall: Page) =>
  wall.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const capOf = (element: Element): number => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      if (!pen) return 0;
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return pen.measureText('H').actualBoundingBoxAscent;
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const isOutside = (element: Element) => {
      const { top, left, right, bottom } = element.getBoundingClientRect();
      return top < 0 || left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    };
    const isCut = (number: Element) => {
      const box = number.getBoundingClientRect();
      const line = number.closest('.wall-line')?.getBoundingClientRect();
      return !line || box.left < line.left || box.right > line.right || number.scrollWidth > number.clientWidth + 1;
    };
    const page = document.documentElement;
    return {
      tiles: all('.wall-tile').length,
      lines: all('.wall-tile li').length,
      name: Math.min(...all('.wall-name').map(capOf)),
      number: Math.min(...all('.wall-number').map(capOf)),
      outside: all('.wall-tile, .wall-line, .wall-number, .wall-top').filter(isOutside).length,
      cut: all('.wall-number').filter(isCut).length,
      unnamed: all('.wall-name').filter((name) => name.clientWidth < 60 || !name.getAttribute('title')).length,
      scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth,
    };
  });

const NOTHING_LOST = { outside: 0, cut: 0, unnamed: 0, scrolls: false };

test('a wall shows 6 events with 21 areas at 1920 × 1080, and 12 with 60 at 3840 × 2160, large enough to be read from 3 m', async () => {
  const small = await openDevice({ width: 1920, height: 1080 });
  await enterWithEvent(small, 'Old Town Brewery', { Hall: 60, Bar: 1000, Foyer: 90 });
  await addEvents(small, [5, 4, 4, 3, 2]);
  await small.goto('/app/overview?wall');
  const lines = (page: Page) => page.locator('.wall-tile li').count();
  await expect.poll(() => lines(small)).toBe(21);
  const first = await measure(small);
  expect(first).toMatchObject({ tiles: 6, ...NOTHING_LOST });
  expect(first.name).toBeGreaterThanOrEqual(28);
  expect(first.number).toBeGreaterThanOrEqual(35);
  await inspect(small, 'wall');

  await addEvents(small, [7, 6, 6, 7, 7, 6]);
  await small.setViewportSize({ width: 3840, height: 2160 });
  await small.reload();
  await expect.poll(() => lines(small)).toBe(60);
  const second = await measure(small);
  expect(second).toMatchObject({ tiles: 12, ...NOTHING_LOST });
  expect(second.name).toBeGreaterThanOrEqual(56);
  expect(second.number).toBeGreaterThanOrEqual(70);
});
