import { fireEvent } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AreaCard } from '../../../web/src/features/areas/area-card';
import { demoAreas, demoTotal } from '../../../web/src/site/demo-areas';
import { renderPage } from '../../../web/src/site/pages';
import { runDemo } from '../../../web/src/site/run-demo';

const FACTS = { supportEmail: 'a@b.test', origin: null, retentionMonths: '24' };

const areas = demoAreas();
const [main, terrace] = areas;
const NOW = Date.parse('2026-11-20T23:05:00Z');
const A_MINUTE_MS = 60_000;

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`${selector} is not there`);
  return found;
};
const phone = () => find('[data-demo-phone]');
const dashboard = () => find('[data-demo-dashboard]');
const count = (root: ParentNode, area: string) =>
  root.querySelector(`article[aria-label="${area}"] [data-testid="occupancy"]`)?.textContent;
const total = () => find('[data-demo-total]').textContent;
const button = (name: string): HTMLButtonElement => {
  const found = find(`[data-demo-phone] button[aria-label="${name} Main Stage"]`);
  if (!(found instanceof HTMLButtonElement)) throw new Error(`${name} is no button`);
  return found;
};
const tap = (name: 'Add one to' | 'Take one from', times = 1) => {
  for (let i = 0; i < times; i += 1) fireEvent.click(button(name));
};

function stubMotion(reduced: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stubMotion(true);
  document.body.innerHTML = renderPage('index.html', FACTS).body;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** The page's markup has classes in the place of styles (style-classes.ts): what a script has set since goes before. */
function spellClassesAsStyles(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>('[class*="at-"]')) {
    const names = [...element.classList].filter((name) => name.startsWith('at-'));
    for (const name of names) {
      const text = name
        .slice('at-'.length)
        .replaceAll(/_([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
      const declared = document.createElement('i').style;
      declared.cssText = text;
      for (const property of declared) {
        if (element.style.getPropertyValue(property) !== '') continue;
        element.style.setProperty(property, declared.getPropertyValue(property));
      }
      element.classList.remove(name);
    }
  }
}

/** Markup says `width:75%`, a style that a script has set `width: 75%;`. */
function spellStylesAlike(root: Element): void {
  for (const styled of root.querySelectorAll<HTMLElement>('[style]')) {
    styled.style.setProperty('--touched', '1');
    styled.style.removeProperty('--touched');
  }
}

const run = () => runDemo(find('[data-demo]'));

test('without a script it is a picture that nobody can press', () => {
  expect(phone().hasAttribute('inert')).toBe(true);
  expect(find('[data-demo-other]').hasAttribute('hidden')).toBe(true);
});

test('+ and − move the phone, the dashboard and the total', () => {
  run();
  const before = demoTotal(areas);
  tap('Add one to', 3);
  expect([count(phone(), 'Main Stage'), count(dashboard(), 'Main Stage'), total()]).toEqual([
    '377',
    '377',
    String(before + 3),
  ]);
  tap('Take one from');
  expect([count(phone(), 'Main Stage'), count(dashboard(), 'Main Stage'), total()]).toEqual([
    '376',
    '376',
    String(before + 2),
  ]);
  expect(count(dashboard(), 'Terrace')).toBe(String(terrace.currentOccupancy));
  expect(find('[data-demo-said]').textContent).toBe(`Main Stage: 376. On site: ${before + 2}.`);
});

test('never below zero, where − is disabled', () => {
  run();
  tap('Take one from', main.currentOccupancy);
  expect(count(phone(), 'Main Stage')).toBe('0');
  expect(button('Take one from').disabled).toBe(true);
  button('Take one from').disabled = false;
  tap('Take one from', 2);
  expect([count(phone(), 'Main Stage'), count(dashboard(), 'Main Stage')]).toEqual(['0', '0']);
  expect(total()).toBe(String(demoTotal(areas) - main.currentOccupancy));
  tap('Add one to');
  expect(button('Take one from').disabled).toBe(false);
});

test.each([
  ['normal', 1],
  ['warning', 376 - main.currentOccupancy],
  ['danger', 451 - main.currentOccupancy],
  ['full', 500 - main.currentOccupancy],
  ['over capacity', 503 - main.currentOccupancy],
])('at every level (%s) the cards are what the app shows', (_level, taps) => {
  run();
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
  spellClassesAsStyles(shown);
  for (const root of [shown, expected]) spellStylesAlike(root);
  expect(shown.outerHTML).toBe(expected.innerHTML);
});

test('the other door counts by itself until it is paused', () => {
  stubMotion(false);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  run();
  const pause = find('[data-demo-pause]');
  expect(pause.textContent).toBe('Pause it');
  vi.advanceTimersByTime(A_MINUTE_MS);
  const counted = Number(count(dashboard(), 'Terrace'));
  expect(counted).toBeGreaterThan(terrace.currentOccupancy);
  expect(total()).toBe(String(demoTotal(areas) + counted - terrace.currentOccupancy));
  expect(count(phone(), 'Main Stage')).toBe(String(main.currentOccupancy));
  fireEvent.click(pause);
  expect(pause.textContent).toBe('Let it count');
  vi.advanceTimersByTime(A_MINUTE_MS);
  expect(count(dashboard(), 'Terrace')).toBe(String(counted));
});

test('where motion is unwanted, nothing moves by itself', () => {
  run();
  vi.advanceTimersByTime(A_MINUTE_MS);
  expect(count(dashboard(), 'Terrace')).toBe(String(terrace.currentOccupancy));
  expect(find('[data-demo-other]').hasAttribute('hidden')).toBe(true);
});

test('the German page counts too, in its own words', () => {
  document.body.innerHTML = renderPage('de/index.html', FACTS).body;
  runDemo(find('[data-demo]'));
  fireEvent.click(find('[data-demo-phone] button[aria-label="Hauptbühne: eine Person mehr"]'));
  expect(count(dashboard(), 'Hauptbühne')).toBe(String(main.currentOccupancy + 1));
  expect(find('[data-demo-said]').textContent).toBe(
    `Hauptbühne: ${main.currentOccupancy + 1}. Vor Ort: ${demoTotal(areas) + 1}.`,
  );
});
