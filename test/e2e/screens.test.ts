import { expect, inject, test } from 'vitest';
import { DESKTOP, noonZone, PHONE, withBrowser } from './support/browser';
import { button, enterWithEvent } from './support/steps';
import { walkOverAllScreens } from './support/walk';
import { walkWhileInForce } from './support/walk-control';

const { openDevice, pageErrors } = withBrowser({ timezoneId: noonZone() });

/** The same walk on a desktop: test/e2e/nightly/screens.test.ts. */
test('every screen of a guest, an organizer and a counting device opens on a phone, and axe finds no problem in light or dark mode', async () => {
  await walkOverAllScreens(openDevice, PHONE);
  expect(pageErrors).toEqual([]);
});

test('nothing is cut, small or covered on a phone while an order, a drill or an evacuation is in force', async () => {
  await walkWhileInForce(openDevice, PHONE);
  expect(pageErrors).toEqual([]);
});

test('licenses.txt has the notices of packages in the web, in its web worker and in the worker', async () => {
  const answer = await fetch(`${inject('baseUrl')}/licenses.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  for (const name of ['react', 'write-excel-file', 'hono', 'Lucide icons'])
    expect(text, name).toMatch(new RegExp(`\n${name}[^\n]*\n\n[^-]*Copyright \\(c\\) `));
});

declare global {
  interface Window {
    moves: Set<string>;
  }
}

/** Notes the buttons and links of the page that a later frame shows elsewhere than an earlier one. */
function watchMoves(): void {
  window.moves = new Set();
  const places = new Map<Element, DOMRect>();
  const look = () => {
    for (const pad of document.querySelectorAll('main button, nav a')) {
      if (!pad.checkVisibility()) continue;
      const place = pad.getBoundingClientRect();
      const { left, top } = places.get(pad) ?? place;
      if (Math.max(Math.abs(place.left - left), Math.abs(place.top - top)) > 1)
        window.moves.add(pad.textContent || (pad.ariaLabel ?? ''));
      places.set(pad, place);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test.each([
  ['a desk', DESKTOP, { Main: 100, Bar: 10 }],
  ['a desk, without areas', DESKTOP, {}],
  ['a phone', PHONE, { Main: 100, Bar: 10 }],
  ['a phone, without areas', PHONE, {}],
])('no button moves from under a press while an event’s page loads its parts: %s', async (_which, viewport, areas) => {
  const page = await openDevice(viewport);
  await page.addInitScript(watchMoves);
  await enterWithEvent(page, 'Night', areas);
  await page.getByText('+ Add New Area').waitFor();
  if (viewport === PHONE) await button(page, 'Event and device').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => [...window.moves])).toEqual([]);
});
