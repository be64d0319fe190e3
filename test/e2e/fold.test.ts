import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, noonZone, PHONE, SMALL, withBrowser } from './support/browser';
import { boxOf, button, call, enterWithEvent, inspect } from './support/steps';
import * as z from 'zod/mini';

/** Measures where the pads of an organizer begin while the venue has a limit, an alert is open and an order is in force. */

const { openDevice } = withBrowser({ timezoneId: noonZone() });

const LAPTOP = { width: 1024, height: 700 };

/** px from the top of the page; the pads of a phone only have to be in sight. */
const SIZES = [
  [DESKTOP, 400],
  [LAPTOP, 440],
  [PHONE, PHONE.height],
  [SMALL, SMALL.height],
] as const;

const EventsSchema = z.array(z.object({ eventId: z.string() }));
const AreasSchema = z.object({ areas: z.array(z.object({ areaId: z.string() })) });

/** Gives the only event of the page's account a limit, an alert and an order. */
async function makeBusy(page: Page): Promise<void> {
  const read = async (path: string): Promise<unknown> => await (await page.request.get(path)).json();
  const [event] = z.parse(EventsSchema, await read('/api/events'));
  const path = `/api/events/${event?.eventId}`;
  const [hall] = z.parse(AreasSchema, await read(`${path}/areas`)).areas;
  const limits = { capacity: 900, staffAllowance: 0, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };
  await call(page, 'PUT', `${path}/venue`, limits);
  await call(page, 'PUT', `/api/areas/${hall?.areaId}/recount`, { occupancy: 310, reason: 'A count by hand' });
  await call(page, 'POST', `${path}/orders`, { kind: 'stop', target: { type: 'event' }, note: null });
}

test('the pads of an organizer are in sight with a limit, an alert and an order in force', async () => {
  const page = await openDevice(DESKTOP);
  await enterWithEvent(page, 'Harbor Night', { Hall: 400, Terrace: 300, Cellar: 300 });
  await makeBusy(page);
  for (const [size, least] of SIZES) {
    await page.setViewportSize(size);
    await page.reload();
    const name = `${size.width} × ${size.height}`;
    await page.getByText(/^Stop/).first().waitFor();
    await page.locator('[data-tone]').first().waitFor();
    await page.getByTestId('venue-total').waitFor();
    const pad = button(page, 'Add one to Hall');
    const box = await boxOf(pad);
    expect(box.y, name).toBeLessThanOrEqual(least);
    expect(box.y + box.height, name).toBeLessThanOrEqual(size.height);
    // Nothing lies over any part of the pad.
    const isFree = await pad.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.2, 0.5, 0.8].every(
        (part) => document.elementFromPoint(left + width / 2, top + height * part)?.closest('button') === element,
      );
    });
    expect(isFree, `${name}: free`).toBe(true);
  }
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await page.getByTestId('venue-total').waitFor();
  await inspect(page, 'organizer-busy');
  // The venue's row lies over no item of the menu above it.
  await button(page, 'Event options').click();
  await page.getByRole('menuitem', { name: 'Switch Event' }).waitFor();
  for (const item of await page.getByRole('menuitem').all()) await item.click({ trial: true });
});
