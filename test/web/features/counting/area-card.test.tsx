import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { AreaCard } from '../../../../web/src/features/counting/areas/area-card';
import { area } from '../../support/areas';

const onTap = vi.fn<(areaId: string, change: number) => void>();
const plus = () => screen.getByRole('button', { name: /^Add one to Main Stage/ });
const minus = () => screen.getByRole('button', { name: /^Remove one from Main Stage/ });
const show = (fields = {}, locked = false) => render(<AreaCard area={area(fields)} locked={locked} onTap={onTap} />);

beforeEach(() => onTap.mockClear());

test('the card shows name, count, capacity, total ins and the time of the last change, or N/A without one', () => {
  const lastUpdatedAt = new Date(2026, 10, 20, 18, 4, 59).toISOString();
  show({ currentOccupancy: 123_456, capacity: 500_000, totalEntries: 200_000, lastUpdatedAt });
  screen.getByRole('heading', { name: 'Main Stage' });
  expect(screen.getByTestId('occupancy').textContent).toBe('123,456');
  screen.getByText('of 500,000');
  screen.getByText('200,000');
  screen.getByText('Nov 20 18:04');
  show({ areaName: 'Bar' });
  within(screen.getByRole('article', { name: 'Bar' })).getByText('N/A');
});

test.each([
  [0, 100, 'normal', '0% full', 0],
  [75, 100, 'normal', '75% full', 75],
  [76, 100, 'warning', 'Filling up, 76%', 76],
  [90, 100, 'warning', 'Filling up, 90%', 90],
  [91, 100, 'danger', 'Nearly full, 91%', 91],
  [100, 100, 'danger', 'Full', 100],
  [1001, 1000, 'danger', 'Over by 1', 100],
  [2500, 1000, 'danger', 'Over by 1,500', 100],
  [0, 0, 'normal', 'No capacity set', 0],
  [5, 0, 'normal', 'No capacity set', 0],
] as const)(
  'the level for %i of %i is %s in words, in color and for screen readers',
  (currentOccupancy, capacity, level, words, percent) => {
    show({ currentOccupancy, capacity });
    const meter = screen.getByRole('meter');
    expect(meter.parentElement?.dataset.level).toBe(level);
    screen.getByText(words);
    expect(meter.getAttribute('value')).toBe(String(percent));
    const fill = meter.nextElementSibling;
    if (!(fill instanceof HTMLElement)) throw new Error('The bar has no fill');
    expect(fill.style.translate).toBe(`${percent - 100}%`);
    const color = { normal: 'bg-bar-normal', warning: 'bg-bar-warn', danger: 'bg-bar-bad' }[level];
    expect([...fill.classList].filter((name) => name.startsWith('bg-'))).toEqual([color]);
  },
);

test('a press counts once, whatever events the browser sends after it', async () => {
  show({ currentOccupancy: 1 });
  const user = userEvent.setup();
  await user.click(plus());
  await user.click(minus());
  expect(onTap.mock.calls).toEqual([
    ['a1', 1],
    ['a1', -1],
  ]);
});

test('a press counts on pointer-up, unless the finger has left the button', () => {
  show();
  plus().getBoundingClientRect = () => new DOMRect(0, 0, 200, 96);
  fireEvent.pointerDown(plus(), { pointerId: 1, clientX: 10, clientY: 10 });
  expect(onTap).not.toHaveBeenCalled();
  fireEvent.pointerUp(plus(), { pointerId: 1, clientX: 10, clientY: 300 });
  fireEvent.click(plus(), { detail: 1 });
  expect(onTap).not.toHaveBeenCalled();
  fireEvent.pointerDown(plus(), { pointerId: 2, clientX: 10, clientY: 10 });
  fireEvent.pointerUp(plus(), { pointerId: 2, clientX: 190, clientY: 90 });
  fireEvent.click(plus(), { detail: 1 });
  expect(onTap).toHaveBeenCalledOnce();
});

test('a pad that moves away under a resting thumb still counts', () => {
  show();
  plus().getBoundingClientRect = () => new DOMRect(0, 0, 200, 96);
  fireEvent.pointerDown(plus(), { pointerId: 1, clientX: 10, clientY: 10 });
  plus().getBoundingClientRect = () => new DOMRect(0, 400, 200, 68);
  fireEvent.pointerUp(plus(), { pointerId: 1, clientX: 12, clientY: 14 });
  expect(onTap).toHaveBeenCalledOnce();
});

test('two thumbs count separately, and a canceled touch does not count', () => {
  show();
  for (const pointerId of [1, 2, 3]) fireEvent.pointerDown(plus(), { pointerId, clientX: 0, clientY: 0 });
  fireEvent.pointerUp(plus(), { pointerId: 2, clientX: 0, clientY: 0 });
  fireEvent.pointerCancel(plus(), { pointerId: 3 });
  fireEvent.pointerUp(plus(), { pointerId: 1, clientX: 0, clientY: 0 });
  expect(onTap).toHaveBeenCalledTimes(2);
});

test('the Enter and Space keys count', async () => {
  show();
  const user = userEvent.setup();
  plus().focus();
  await user.keyboard('{Enter}');
  await user.keyboard(' ');
  expect(onTap).toHaveBeenCalledTimes(2);
});

test('a minus pad at 0 removes nobody', async () => {
  show();
  expect(minus()).toHaveProperty('disabled', true);
  expect(plus()).toHaveProperty('disabled', false);
  await userEvent.click(minus());
  expect(onTap).not.toHaveBeenCalled();
});

test('locked counting shows a lock instead of the signs and ignores presses', async () => {
  show({ currentOccupancy: 3 }, true);
  for (const button of [plus(), minus()]) {
    expect(button).toHaveProperty('disabled', true);
    expect(button.getAttribute('aria-label')).toContain('Counting is locked');
    expect(button.querySelector('.lucide-lock')).not.toBeNull();
    expect(button.querySelectorAll('svg')).toHaveLength(1);
    await userEvent.click(button);
  }
  expect(onTap).not.toHaveBeenCalled();
});
