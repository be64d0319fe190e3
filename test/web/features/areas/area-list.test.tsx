import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import { AreaList } from '../../../../web/src/features/areas/area-list';
import { area } from '../../support/areas';

const onTap = vi.fn<(areaId: string, change: number) => void>();
const BAR = area({ areaId: 'a2', areaName: 'Bar' });

/** A list that counts by itself, as a room does. */
function Counting({
  first,
  locked = false,
  live = true,
}: {
  first: readonly Area[];
  locked?: boolean;
  live?: boolean;
}) {
  const [areas, setAreas] = useState(first);
  function tap(areaId: string, change: number) {
    onTap(areaId, change);
    setAreas((now) =>
      now.map((held) =>
        held.areaId === areaId ? { ...held, currentOccupancy: held.currentOccupancy + change } : held,
      ),
    );
  }
  const [stableTap] = useState(() => tap);
  return (
    <AreaList
      areas={areas}
      loadFailed={false}
      locked={locked}
      live={live}
      onTap={stableTap}
      onRetry={() => undefined}
    />
  );
}

const plus = (name = 'Main Stage') => screen.getByRole('button', { name: `Add one to ${name}` });
const minus = (name = 'Main Stage') => screen.getByRole('button', { name: `Take one from ${name}` });
const press = (target: Element, pointerId = 1) => {
  fireEvent.pointerDown(target, { pointerId, clientX: 0, clientY: 0 });
  fireEvent.pointerUp(target, { pointerId, clientX: 0, clientY: 0 });
};

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => onTap.mockClear());
afterEach(() => {
  vi.useRealTimers();
});

describe('the keys + and −', () => {
  test('count in the card that has the focus', () => {
    render(<Counting first={[area(), BAR]} />);
    plus('Bar').focus();
    fireEvent.keyDown(plus('Bar'), { key: '+' });
    fireEvent.keyDown(plus('Bar'), { key: '-' });
    fireEvent.keyDown(plus('Bar'), { key: '-' });
    expect(onTap.mock.calls).toEqual([
      ['a2', 1],
      ['a2', -1],
    ]);
  });

  test('count page-wide only where there is one area', () => {
    const { unmount } = render(<Counting first={[area(), BAR]} />);
    fireEvent.keyDown(document.body, { key: '+' });
    expect(onTap).not.toHaveBeenCalled();
    unmount();
    render(<Counting first={[area()]} />);
    fireEvent.keyDown(document.body, { key: '+' });
    expect(onTap.mock.calls).toEqual([['a1', 1]]);
  });

  test.each([
    ['held down', { repeat: true }],
    ['that zoom', { ctrlKey: true }],
    ['of a shortcut', { metaKey: true }],
  ])('do not count when %s', (_what, init) => {
    render(<Counting first={[area()]} />);
    fireEvent.keyDown(document.body, { key: '+', ...init });
    expect(onTap).not.toHaveBeenCalled();
  });

  test('do not count in fields, beside dialogs, nor when counting is locked', () => {
    const { rerender } = render(
      <>
        <input aria-label="field" />
        <Counting first={[area()]} />
      </>,
    );
    fireEvent.keyDown(screen.getByLabelText('field'), { key: '+' });
    rerender(
      <>
        <div role="dialog" aria-label="question" />
        <Counting first={[area()]} />
      </>,
    );
    fireEvent.keyDown(document.body, { key: '+' });
    rerender(<Counting first={[area()]} locked />);
    fireEvent.keyDown(document.body, { key: '+' });
    expect(onTap).not.toHaveBeenCalled();
  });

  test('a − that gets disabled under the focus leaves it to its card, not to the +', () => {
    render(<Counting first={[area({ currentOccupancy: 1 })]} />);
    minus().focus();
    fireEvent.keyDown(minus(), { key: '-' });
    const card = screen.getByRole('article', { name: 'Main Stage' });
    expect(document.activeElement).toBe(card);
    fireEvent.keyDown(card, { key: '+' });
    expect(onTap).toHaveBeenLastCalledWith('a1', 1);
  });
});

describe('screen readers hear where own taps have led to', () => {
  const announced = () => screen.getByRole('status').textContent;

  test('once a second, the last of them', () => {
    vi.useFakeTimers();
    render(<Counting first={[area({ currentOccupancy: 410 })]} />);
    for (let tap = 0; tap < 3; tap += 1) press(plus());
    expect(announced()).toBe('');
    pass(999);
    expect(announced()).toBe('');
    pass(1);
    expect(announced()).toBe('Main Stage 413');
    press(plus());
    expect(announced()).toBe('Main Stage 413');
    pass(1_000);
    expect(announced()).toBe('Main Stage 414');
  });

  test('what others count is not read out', () => {
    vi.useFakeTimers();
    const list = (areas: readonly Area[]) => (
      <AreaList areas={areas} loadFailed={false} locked={false} live onTap={onTap} onRetry={() => undefined} />
    );
    const { rerender } = render(list([area()]));
    rerender(list([area({ currentOccupancy: 5 })]));
    pass(5_000);
    expect(announced()).toBe('');
  });
});

describe('the screen stays on while someone counts', () => {
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

  test('from the first tap until ten minutes after the last', async () => {
    render(<Counting first={[area()]} />);
    expect(request).not.toHaveBeenCalled();
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(9 * 60_000));
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(9 * 60_000));
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    expect(release).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(release).toHaveBeenCalledOnce();
  });

  test('again when the page comes back, which lost it, but not when it is over', async () => {
    render(<Counting first={[area()]} />);
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(0));
    Object.assign(await request.mock.results[0]?.value, { released: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(request).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('silently not, where it cannot be had', async () => {
    vi.stubGlobal('navigator', { wakeLock: undefined });
    render(<Counting first={[area()]} />);
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(onTap).toHaveBeenCalledOnce();
  });

  test('also when a new area mounts the list afresh', async () => {
    const list = (listKey: number) => (
      <AreaList
        areas={[area()]}
        listKey={listKey}
        loadFailed={false}
        locked={false}
        live
        onTap={onTap}
        onRetry={() => undefined}
      />
    );
    const { rerender } = render(list(0));
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(0));
    const before = plus();
    rerender(list(1));
    expect(plus()).not.toBe(before);
    expect(release).not.toHaveBeenCalled();
  });

  test('not for a list that has gone', async () => {
    const { unmount } = render(<Counting first={[area()]} />);
    press(plus());
    await act(() => vi.advanceTimersByTimeAsync(0));
    unmount();
    expect(release).toHaveBeenCalledOnce();
  });
});

describe('presses', () => {
  test('two thumbs on two buttons at once count both', () => {
    render(<Counting first={[area(), BAR]} />);
    fireEvent.pointerDown(plus(), { pointerId: 1, clientX: 0, clientY: 0 });
    fireEvent.pointerDown(plus('Bar'), { pointerId: 2, clientX: 0, clientY: 0 });
    fireEvent.pointerUp(plus('Bar'), { pointerId: 2, clientX: 0, clientY: 0 });
    fireEvent.pointerUp(plus(), { pointerId: 1, clientX: 0, clientY: 0 });
    expect(onTap.mock.calls).toEqual([
      ['a2', 1],
      ['a1', 1],
    ]);
  });

  test('vibrate where there is a motor, and open no menu when long', () => {
    const vibrate = vi.fn<(ms: number) => boolean>(() => true);
    vi.stubGlobal('navigator', { vibrate });
    render(<Counting first={[area()]} />);
    press(plus());
    expect(vibrate).toHaveBeenCalledOnce();
    expect(fireEvent.contextMenu(plus())).toBe(false);
  });
});

test('a change renders its own card again, and no other', () => {
  const rendered: string[] = [];
  /** Says when a card reads its total ins: the names are read by all, since people can be moved to each area. */
  const watched = (fields: Partial<Area>): Area => {
    const held = area(fields);
    return Object.defineProperty({ ...held }, 'totalEntries', {
      get() {
        rendered.push(held.areaId);
        return held.totalEntries;
      },
    });
  };
  const list = (areas: readonly Area[]) => (
    <AreaList areas={areas} loadFailed={false} locked={false} live onTap={onTap} onRetry={() => undefined} />
  );
  const bar = watched(BAR);
  const { rerender } = render(list([watched({}), bar]));
  expect(new Set(rendered)).toEqual(new Set(['a1', 'a2']));
  rendered.length = 0;
  rerender(list([watched({ currentOccupancy: 1 }), bar]));
  expect(new Set(rendered)).toEqual(new Set(['a1']));
});

test('numbers out of reach are the last known ones', () => {
  render(<Counting first={[area()]} live={false} />);
  screen.getByText('Last synced');
  expect(screen.queryByText('Last updated')).toBeNull();
});

describe('the shape of the cards', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, i) => area({ areaId: `a${i}`, areaName: `Area ${i}` }));
  const list = (areas: readonly Area[], listKey = 0) => (
    <AreaList
      areas={areas}
      listKey={listKey}
      loadFailed={false}
      locked={false}
      live
      onTap={onTap}
      onRetry={() => undefined}
    />
  );
  const shapes = () => [
    ...new Set(
      screen.getAllByRole('article').map((card) => card.querySelector<HTMLElement>('.area-card')?.dataset.size),
    ),
  ];

  test.each([
    [1, 'large'],
    [8, 'regular'],
    [40, 'dense'],
  ])('of %i areas: %s', (count, shape) => {
    render(list(some(count)));
    expect(shapes()).toEqual([shape]);
  });

  test('follows their number at once where nobody counts', () => {
    const { rerender } = render(list(some(8)));
    rerender(list(some(9)));
    expect(shapes()).toEqual(['dense']);
  });

  test('stays under a resting thumb, and until five seconds after the last tap', () => {
    vi.useFakeTimers();
    const { rerender } = render(list(some(8)));
    fireEvent.pointerDown(plus('Area 2'), { pointerId: 1, clientX: 0, clientY: 0 });
    rerender(list(some(9)));
    screen.getByRole('article', { name: 'Area 8' });
    pass(60_000);
    expect(shapes()).toEqual(['regular']);
    fireEvent.pointerUp(plus('Area 2'), { pointerId: 1, clientX: 0, clientY: 0 });
    expect(onTap).toHaveBeenCalledExactlyOnceWith('a2', 1);
    pass(4_000);
    press(plus('Area 2'), 2);
    pass(4_999);
    expect(shapes()).toEqual(['regular']);
    pass(1);
    expect(shapes()).toEqual(['dense']);
  });

  test('is not kept by a press elsewhere, nor by one that the browser has never ended', () => {
    vi.useFakeTimers();
    const { rerender } = render(list(some(1)));
    fireEvent.pointerDown(plus('Area 0'), { pointerId: 1, isPrimary: true, clientX: 0, clientY: 0 });
    fireEvent.pointerDown(document.body, { pointerId: 2, isPrimary: true, clientX: 0, clientY: 0 });
    rerender(list(some(2)));
    expect(shapes()).toEqual(['large']);
    pass(5_000);
    expect(shapes()).toEqual(['regular']);
  });
});
