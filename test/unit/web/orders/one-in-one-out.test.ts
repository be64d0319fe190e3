import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOf, mayLetIn, unsentOf } from '../../../../web/src/features/orders/one-in-one-out';

const area = (areaId: string, ins: number, outs: number, occupancy = 50, capacity = 0) => ({
  areaId,
  totalEntries: ins,
  totalExits: outs,
  currentOccupancy: occupancy,
  capacity,
});
const EVENT = { target: { type: 'event' as const } };
const BAR = { target: { type: 'area' as const, areaId: 'bar' } };

describe('the balance', () => {
  const baselines = [
    { areaId: 'main', ins: 100, outs: 40 },
    { areaId: 'bar', ins: 30, outs: 10 },
  ];

  test('is who left minus who came since the order, in its area or in all; a new area counts from nothing', () => {
    const areas = [area('main', 103, 48), area('bar', 31, 12), area('tent', 2, 1)];
    expect(balanceOf({ ...EVENT, baselines }, areas, null)).toBe(8 - 3 + (2 - 1) + (1 - 2));
    expect(balanceOf({ ...BAR, baselines }, areas, null)).toBe(1);
    expect(balanceOf({ ...BAR, baselines: [] }, areas, null)).toBe(12 - 31);
  });

  test('of all areas ignores transfers between them, and that of an area counts them', () => {
    const areas = [area('main', 100, 45), area('bar', 35, 10)];
    expect(balanceOf({ ...EVENT, baselines }, areas, null)).toBe(0);
    expect(balanceOf({ ...BAR, baselines }, areas, null)).toBe(-5);
  });

  test('is never more than the free places of the venue, or of the area', () => {
    const areas = [area('main', 100, 60, 90, 100), area('bar', 30, 30, 79, 80)];
    expect(balanceOf({ ...EVENT, baselines }, areas, null)).toBe(40);
    expect(balanceOf({ ...EVENT, baselines }, areas, 4)).toBe(4);
    expect(balanceOf({ ...EVENT, baselines }, areas, -2)).toBe(-2);
    expect(balanceOf({ ...BAR, baselines }, areas, 4)).toBe(1);
    expect(balanceOf({ ...BAR, baselines }, [area('bar', 30, 30, 79, 0)], null)).toBe(20);
  });
});

test('unacknowledged taps are exits minus entries in the areas of the order', () => {
  const areas = [
    { areaId: 'main', unsent: { ins: 1, outs: 4 } },
    { areaId: 'bar', unsent: { ins: 3, outs: 1 } },
    { areaId: 'tent' },
  ];
  expect([unsentOf(EVENT, areas), unsentOf(BAR, areas)]).toEqual([1, -2]);
});

describe('what a door may let in', () => {
  test('is its part of the balance; the first doors get the rest, and doors without a place get nothing', () => {
    const parts = (balance: number) =>
      [0, 1, 2, -1, 3].map((place) => mayLetIn({ balance, doors: 3, place, unsent: 0 }));
    expect([7, 2, 0, -4].map(parts)).toEqual([
      [3, 2, 2, 0, 0],
      [1, 1, 0, 0, 0],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
  });

  test('shrinks with its own entries and grows with its own exits at once, and exits first make up for too many', () => {
    const of = (balance: number, unsent: number) => mayLetIn({ balance, doors: 2, place: 0, unsent });
    expect([of(3, -1), of(3, -2), of(3, -9), of(3, 1), of(-2, 2), of(-2, 3)]).toEqual([1, 0, 0, 2, 0, 1]);
  });

  test('never adds up to more than the balance with all unacknowledged taps, while no door exceeds its own number', () => {
    const doors = fc.array(fc.record({ outs: fc.nat(5), ins: fc.nat(5) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 30 }), doors, (balance, made) => {
        const of = (place: number, unsent: number) => mayLetIn({ balance, doors: made.length, place, unsent });
        // Each door first counts its exits. It lets in people only as far as its number allows.
        const unsent = made.map(({ outs, ins }, place) => outs - Math.min(ins, of(place, outs)));
        const all = made.reduce((sum, _door, place) => sum + of(place, unsent[place] ?? 0), 0);
        const truth = balance + unsent.reduce((sum, net) => sum + net, 0);
        expect(all).toBeLessThanOrEqual(Math.max(0, truth));
      }),
    );
  });

  test('is all of the balance together, so that no place stays empty', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 9 }), (balance, doors) => {
        const parts = Array.from({ length: doors }, (_, place) => mayLetIn({ balance, doors, place, unsent: 0 }));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(balance);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
