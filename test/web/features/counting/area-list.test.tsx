import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/device/device';
import { area } from '../../support/areas';
import { countIn, minus, pad, plus, tapOn } from '../../support/counting-list';
import { asNew, BAR } from '../../support/dashboard';

const key = (name: string, target: Element = document.body, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: name, ...init });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const passAsync = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const changes = ({ onTap }: ReturnType<typeof countIn>) => onTap.mock.calls.map(([, change]) => change);

beforeEach(asNew);

test('the keys count in the focused card, and page-wide only if there is one area', () => {
  const two = countIn([area(), BAR]);
  key('+');
  expect(two.onTap).not.toHaveBeenCalled();
  key('+', plus('Bar'));
  key('-', plus('Bar'));
  expect(two.onTap.mock.calls).toEqual([
    ['a2', 1],
    ['a2', -1],
  ]);
  two.unmount();
  const one = countIn([area()]);
  key('+');
  key('-');
  key('-');
  expect(changes(one)).toEqual([1, -1]);
});

test.each([
  ['held down', { repeat: true }],
  ['zooming the page', { ctrlKey: true }],
  ['part of a shortcut', { metaKey: true }],
])('the keys do not count while %s', (_what, init) => {
  const { onTap } = countIn([area()]);
  key('+', document.body, init);
  expect(onTap).not.toHaveBeenCalled();
});

test('the keys do not count in fields, beside dialogs, or while counting is locked', () => {
  const { onTap, change } = countIn([area()]);
  const { unmount } = render(<input aria-label="field" />);
  key('+', screen.getByLabelText('field'));
  unmount();
  const dialog = render(<div role="dialog" aria-label="question" />);
  key('+');
  dialog.unmount();
  change({ locked: true });
  key('+');
  expect(onTap).not.toHaveBeenCalled();
});

test('the keys count only in the device’s direction', () => {
  changeDevice({ direction: 'in' });
  const list = countIn([area({ currentOccupancy: 2 })]);
  key('-');
  key('+');
  expect(changes(list)).toEqual([1]);
  act(() => changeDevice({ direction: 'out' }));
  key('+');
  key('-');
  expect(changes(list)).toEqual([1, -1]);
});

const pads = () =>
  [...document.querySelectorAll('.pads > button')].map((button) => button.getAttribute('aria-label')?.split(' ')[0]);
const groupPads = () =>
  screen
    .getAllByRole('button', { name: /^(Add|Take) (5|10) / })
    .map((button) => Number(button.textContent.replace('−', '-')));

test.each([
  ['both', 'right', ['Remove', 'Add'], [-10, -5, 5, 10]],
  ['both', 'left', ['Add', 'Remove'], [-10, -5, 5, 10]],
  ['in', 'right', ['Add'], [5, 10]],
  ['out', 'right', ['Remove'], [-10, -5]],
] as const)(
  'the pads of a device that counts %s with the %s hand are %j, and %j for groups',
  (direction, hand, expected, groups) => {
    changeDevice({ direction, hand });
    countIn([area({ currentOccupancy: 20 })]);
    expect([pads(), groupPads()]).toEqual([expected, groups]);
  },
);

test('a group is one tap of its size, and the next tap on + counts one person', () => {
  const list = countIn([area({ currentOccupancy: 20 })]);
  tapOn(pad('Add 10 to Main Stage'));
  tapOn(plus());
  tapOn(pad('Add 5 to Main Stage'));
  tapOn(pad('Take 5 from Main Stage'));
  tapOn(pad('Take 10 from Main Stage'));
  tapOn(minus());
  expect(changes(list)).toEqual([10, 1, 5, -5, -10, -1]);
});

test('the pads for groups remove nobody at 0 and count nothing while counting is locked', () => {
  const { onTap, change } = countIn([area()]);
  expect([pad('Take 5 from Main Stage').disabled, pad('Add 5 to Main Stage').disabled]).toEqual([true, false]);
  change({ locked: true });
  for (const button of document.querySelectorAll('.pads button, .more button')) tapOn(button);
  expect(onTap).not.toHaveBeenCalled();
});

test('screen readers announce once a second the result of own taps and nothing of other devices’ counts', () => {
  vi.useFakeTimers();
  // A number that is in doubt has an announcement of its own, which is empty here.
  const announced = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  const { setAreas } = countIn([area({ currentOccupancy: 410 })]);
  for (let tap = 0; tap < 3; tap += 1) tapOn(plus());
  pass(999);
  expect(announced()).toBe('');
  pass(1);
  expect(announced()).toBe('Main Stage 413');
  tapOn(plus());
  expect(announced()).toBe('Main Stage 413');
  pass(1_000);
  expect(announced()).toBe('Main Stage 414');
  act(() => setAreas([area({ currentOccupancy: 5 })]));
  pass(5_000);
  expect(announced()).toBe('Main Stage 414');
});

describe('the screen stays on while the device counts', () => {
  const release = vi.fn<() => Promise<void>>(async () => undefined);
  const request = vi.fn<(type: string) => Promise<{ released: boolean; release: typeof release }>>(async () => ({
    released: false,
    release,
  }));

  beforeEach(() => {
    vi.useFakeTimers();
    request.mockClear();
    release.mockClear();
    vi.stubGlobal('navigator', { wakeLock: { request } });
  });

  test('the screen stays on from the first tap until ten minutes after the last one', async () => {
    countIn([area()]);
    expect(request).not.toHaveBeenCalled();
    tapOn(plus());
    await passAsync(9 * 60_000);
    tapOn(plus());
    await passAsync(9 * 60_000);
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    expect(release).not.toHaveBeenCalled();
    await passAsync(60_000);
    expect(release).toHaveBeenCalledOnce();
  });
});

const some = (count: number) =>
  Array.from({ length: count }, (_, i) => area({ areaId: `a${i}`, areaName: `Area ${i}` }));
const shapes = () => [
  ...new Set(screen.getAllByRole('article').map((card) => card.querySelector<HTMLElement>('.area-card')?.dataset.size)),
];

test('the shape of the cards stays under a resting thumb and until five seconds after the last tap', () => {
  vi.useFakeTimers();
  const { onTap, setAreas } = countIn(some(8));
  fireEvent.pointerDown(plus('Area 2'), { pointerId: 901, clientX: 0, clientY: 0 });
  act(() => setAreas(some(9)));
  screen.getByRole('article', { name: 'Area 8' });
  pass(60_000);
  expect(shapes()).toEqual(['regular']);
  fireEvent.pointerUp(plus('Area 2'), { pointerId: 901, clientX: 0, clientY: 0 });
  expect(onTap).toHaveBeenCalledExactlyOnceWith('a2', 1);
  pass(4_000);
  tapOn(plus('Area 2'));
  pass(4_999);
  expect(shapes()).toEqual(['regular']);
  pass(1);
  expect(shapes()).toEqual(['dense']);
});
