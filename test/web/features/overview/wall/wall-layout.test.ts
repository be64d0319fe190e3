import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barHeight, baseUnit, layOut, WRAPPED } from '../../../../../web/src/features/overview/wall/wall-layout';

const partsOf = (tiles: readonly number[], width: number, height: number) => layOut(tiles, width, height).pages.flat(2);

describe('one screen', () => {
  test.each([
    ['6 events with 21 areas', [5, 4, 4, 3, 3, 2], 1920, 1080],
    ['6 uneven events with 21 areas', [16, 1, 1, 1, 1, 1], 1920, 1080],
    ['12 events with 60 areas', [5, 6, 4, 7, 5, 3, 5, 5, 6, 4, 5, 5], 3840, 2160],
    ['12 equal events with 60 areas', Array.from({ length: 12 }, () => 5), 3840, 2160],
    ['12 uneven events with 60 areas', [12, 10, 8, 6, 5, 4, 4, 3, 3, 2, 2, 1], 3840, 2160],
    ['one event', [3], 1920, 1080],
    ['an event without areas', [0], 1920, 1080],
  ])('%s fit without cuts', (_what, tiles, width, height) => {
    const { pages, unitPx } = layOut(tiles, width, height);
    expect(pages).toHaveLength(1);
    expect(unitPx).toBeGreaterThanOrEqual(width / 1920);
    expect(pages.flat(2)).toHaveLength(tiles.length);
  });

  test('few events are larger, and have room for everything', () => {
    expect(layOut([3], 1920, 1080)).toMatchObject({ unitPx: 2, isWide: true });
    expect(layOut([4, 3, 3], 1920, 1080)).toMatchObject({ unitPx: 1.4, isWide: true });
    expect(layOut([5, 4, 4, 3, 3, 2], 1920, 1080)).toMatchObject({ unitPx: 1, isWide: true });
  });

  test('lines are higher where the window has room for that', () => {
    const wraps = (tiles: readonly number[]) => layOut(tiles, 1920, 1080).wraps;
    expect(
      [
        [5, 4, 3, 3],
        [5, 4, 4, 3, 3, 2],
      ].map(wraps),
    ).toEqual([true, false]);
  });

  test('no column stays empty while tiles can fill it', () => {
    const [columns] = layOut([5, 4, 4, 0], 1920, 1080).pages;
    expect(columns?.map((parts) => parts.length)).toEqual([2, 2]);
  });
});

test('more events than fit have pages; a phone scrolls', () => {
  const many = Array.from({ length: 30 }, () => 5);
  expect(layOut(many, 1920, 1080).pages.length).toBeGreaterThan(1);
  expect(layOut(many, 390, 844)).toMatchObject({ scrolls: true, pages: { length: 1 } });
});

test('on every window, each line of each tile is shown once, and no column is higher than the window', () => {
  const tilesArb = fc.array(fc.nat(100), { minLength: 1, maxLength: 40 });
  const sizeArb = fc.record({
    width: fc.integer({ min: 320, max: 7680 }),
    height: fc.integer({ min: 400, max: 4320 }),
  });
  fc.assert(
    fc.property(tilesArb, sizeArb, (tiles, { width, height }) => {
      const { unitPx, scrolls, wraps, pages } = layOut(tiles, width, height);
      for (const [tile, rows] of tiles.entries()) {
        const parts = partsOf(tiles, width, height).filter((part) => part.tile === tile);
        const lines = parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
        expect(lines.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i));
        expect(parts.length).toBeGreaterThan(0);
      }
      if (scrolls) return;
      const base = baseUnit(width, height);
      const note = Math.max(28 * unitPx, 24);
      for (const column of pages.flat()) {
        const times = wraps ? WRAPPED : 1;
        const notes = (wraps ? 2 : 1) * note;
        const used = column.map(({ from, to }) => times * (52 + (to - from) * 45) * unitPx + notes);
        const gaps = Math.max(0, column.length - 1) * 8 * unitPx;
        const room = height - barHeight(base) - 2 * 8 * base;
        expect(used.reduce((sum, one) => sum + one, gaps)).toBeLessThanOrEqual(room + 1e-6);
      }
    }),
  );
});
