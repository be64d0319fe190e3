import { fireEvent } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/limits';
import { AreaCard } from '../../../web/src/features/areas/area-card';
import { demoAreas, demoTotal } from '../../../web/src/site/demo-areas';
import { renderPage } from '../../../web/src/site/pages';
import { runDemo } from '../../../web/src/site/run-demo';

const FACTS = { supportEmail: 'a@b.test', origin: null, retentionMonths: '24' };
const NOW = Date.parse('2026-11-20T23:05:00Z');
const areas = demoAreas();
const [main, terrace] = areas;
const BEFORE = demoTotal(areas);

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`${selector} is not there`);
  return found;
};
const count = (place: 'phone' | 'dashboard', area = 'Main Stage') =>
  Number(find(`[data-demo-${place}] article[aria-label="${area}"] [data-testid="occupancy"]`).textContent);
/** On the phone, on the dashboard, and in all. */
const counts = () => [count('phone'), count('dashboard'), Number(find('[data-demo-total]').textContent)];
const button = (name: string) => find(`[data-demo-phone] button[aria-label="${name} Main Stage"]`);
const tap = (name: 'Add one to' | 'Take one from', times = 1) => {
  for (let i = 0; i < times; i += 1) fireEvent.click(button(name));
};
const isHidden = (selector: string, by: 'hidden' | 'inert') => find(selector).hasAttribute(by);

/** Opens the page, whose demo is a picture until its script runs. */
function open(file = 'index.html'): void {
  document.body.innerHTML = renderPage(file, FACTS).body;
  expect(isHidden('[data-demo-phone]', 'inert')).toBe(true);
  expect(isHidden('[data-demo-other]', 'hidden')).toBe(true);
  runDemo(find('[data-demo]'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

test('+ and − move the phone, the dashboard and the total, never below zero', () => {
  open();
  tap('Add one to', 3);
  expect(counts()).toEqual([377, 377, BEFORE + 3]);
  tap('Take one from');
  expect(counts()).toEqual([376, 376, BEFORE + 2]);
  expect(count('dashboard', 'Terrace')).toBe(terrace.currentOccupancy);
  expect(find('[data-demo-said]').textContent).toBe(`Main Stage: 376. On site: ${BEFORE + 2}.`);
  tap('Take one from', 376);
  expect(button('Take one from')).toHaveProperty('disabled', true);
  button('Take one from').removeAttribute('disabled');
  tap('Take one from', 2);
  expect(counts()).toEqual([0, 0, BEFORE - main.currentOccupancy]);
  tap('Add one to');
  expect(button('Take one from')).toHaveProperty('disabled', false);
});

/**
 * The page's markup has classes in the place of styles (style-classes.ts), which what a script has set since goes before; and
 * markup spells styles `width:75%`, a script `width: 75%;`. Both are brought to the script's spelling.
 */
function spellStylesAlike(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>('[class*="at-"], [style]')) {
    for (const name of [...element.classList].filter((text) => text.startsWith('at-'))) {
      const text = name.slice(3).replaceAll(/_([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
      element.style.cssText = `${text};${element.style.cssText}`;
      element.classList.remove(name);
    }
    element.style.setProperty('--touched', '1');
    element.style.removeProperty('--touched');
  }
}

test.each([
  ['normal', 1],
  ['warning', 376 - main.currentOccupancy],
  ['danger', 451 - main.currentOccupancy],
  ['full', 500 - main.currentOccupancy],
  ['over capacity', 503 - main.currentOccupancy],
])('at every level (%s) the cards are what the app shows', (_level, taps) => {
  open();
  tap('Add one to', taps);
  const area = {
    ...main,
    currentOccupancy: main.currentOccupancy + taps,
    totalEntries: main.totalEntries + taps,
    lastUpdatedAt: new Date(NOW).toISOString(),
  };
  const expected = document.createElement('div');
  expected.innerHTML = renderToStaticMarkup(<AreaCard area={area} locked={false} onTap={() => undefined} />);
  const shown = find('[data-demo-phone] article');
  for (const root of [shown, expected]) spellStylesAlike(root);
  expect(shown.outerHTML).toBe(expected.innerHTML);
});

test('the other door counts by itself until it is paused', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  open();
  const pause = find('[data-demo-pause]');
  expect(pause.textContent).toBe('Pause it');
  vi.advanceTimersByTime(MINUTE_MS);
  const counted = count('dashboard', 'Terrace');
  expect(counted).toBeGreaterThan(terrace.currentOccupancy);
  expect(counts()).toEqual([main.currentOccupancy, main.currentOccupancy, BEFORE + counted - terrace.currentOccupancy]);
  fireEvent.click(pause);
  expect(pause.textContent).toBe('Let it count');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(count('dashboard', 'Terrace')).toBe(counted);
});

test('where motion is unwanted nothing moves by itself, and the German page counts in its own words', () => {
  open('de/index.html');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(count('dashboard', 'Terrasse')).toBe(terrace.currentOccupancy);
  expect(isHidden('[data-demo-other]', 'hidden')).toBe(true);
  fireEvent.click(find('[data-demo-phone] button[aria-label="Hauptbühne: eine Person mehr"]'));
  expect(count('dashboard', 'Hauptbühne')).toBe(main.currentOccupancy + 1);
  expect(find('[data-demo-said]').textContent).toBe(
    `Hauptbühne: ${main.currentOccupancy + 1}. Vor Ort: ${BEFORE + 1}.`,
  );
});
