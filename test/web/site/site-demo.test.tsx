import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/limits';
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
function open(): void {
  document.body.innerHTML = renderPage('index.html', FACTS).body;
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
