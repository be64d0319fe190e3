import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderTeller } from '../../../../src/room/orders/order-teller';
import type { Order } from '../../../../src/shared/orders/schemas';
import { balanceOf, mayLetIn, sharedBalance, unsentOf } from '../../../../web/src/features/orders/one-in-one-out';

const area = (areaId: string, ins: number, outs: number, occupancy = 50, capacity = 0) => ({
  areaId,
  totalEntries: ins,
  totalExits: outs,
  currentOccupancy: occupancy,
  capacity,
});
type Counted = ReturnType<typeof area>;
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

describe('orders that overlap', () => {
  const given = (fields: Partial<Order>): Order => ({
    orderId: 'o1',
    kind: 'one_in_one_out',
    target: { type: 'event' },
    note: null,
    givenAt: '2026-11-20T22:00:00.000Z',
    givenBy: null,
    baselines: [],
    doors: ['main-1', 'main-2'],
    ...fields,
  });
  const later = '2026-11-20T22:10:00.000Z';
  const began = ['main', 'bar'].map((areaId) => ({ areaId, ins: 0, outs: 0 }));
  const everywhere = given({ baselines: began });
  const inBar = given({ orderId: 'o2', target: BAR.target, givenAt: later, doors: ['bar-1'], baselines: began });
  const atDoor = given({
    orderId: 'o3',
    target: { type: 'device', deviceId: 'side' },
    givenAt: later,
    doors: ['side'],
    baselines: began,
  });
  /** What the room tells a door of the order. */
  const toldTo = (deviceId: string, { orderId }: Order, orders: readonly Order[]) =>
    orderTeller(orders, () => [{ deviceId, areaId: null }])({ principal: 'code:e1' }).find(
      (told) => told.orderId === orderId,
    );
  /** The balance that a door computes from what it is told, and its place among the doors. */
  const shareAt = (deviceId: string, order: Order, orders: readonly Order[], areas: readonly Counted[]) => {
    const { share } = toldTo(deviceId, order, orders) ?? {};
    if (share === undefined) throw new Error('The door has no share');
    return { ...share, balance: sharedBalance(order, share.kept, areas, null) };
  };
  const shared = (order: Order, orders: readonly Order[], areas: readonly Counted[]) => {
    const shares = (order.doors ?? []).map((deviceId) => shareAt(deviceId, order, orders, areas));
    return { balances: shares.map(({ balance }) => balance), places: shares.map(({ place }) => place) };
  };

  test('let in once for each one who leaves: who left an area is let in there, and who left elsewhere is not', () => {
    const orders = [everywhere, inBar];
    const afterBarExit = [area('main', 0, 0), area('bar', 0, 1)];
    expect(shared(inBar, orders, afterBarExit)).toEqual({ balances: [1], places: [0] });
    expect(shared(everywhere, orders, afterBarExit)).toEqual({ balances: [0, 0], places: [0, 1] });
    const afterMainExit = [area('main', 0, 1), area('bar', 0, 0)];
    expect([inBar, everywhere].map((order) => shared(order, orders, afterMainExit).balances[0])).toEqual([0, 1]);
  });

  test('share one balance if they are for all doors and for one', () => {
    const orders = [everywhere, atDoor];
    const areas = [area('main', 0, 1), area('bar', 0, 0)];
    expect(shared(everywhere, orders, areas)).toEqual({ balances: [1, 1], places: [0, 1] });
    expect(shareAt('side', atDoor, orders, areas)).toEqual({ balance: 1, place: 2, doors: 3, kept: [] });
    expect(toldTo('main-1', atDoor, orders)).toBeUndefined();
  });

  test('leave the whole balance to the others when the order to the area does not count there', () => {
    const areas = [area('main', 0, 0), area('bar', 0, 1)];
    const newest = given({ givenAt: '2026-11-20T22:20:00.000Z', baselines: began });
    expect(shared(newest, [inBar, newest], areas).balances).toEqual([1, 1]);
    expect(shared(everywhere, [everywhere, { ...inBar, kind: 'stop' }], areas).balances).toEqual([1, 1]);
    expect(shared(atDoor, [atDoor, inBar], areas).balances).toEqual([0]);
  });

  test('let in no more people together than have left, wherever they left', () => {
    const counts = fc.record({ ins: fc.nat(6), outs: fc.nat(6) });
    const tables = fc.record({ main: counts, bar: counts });
    fc.assert(
      fc.property(tables, tables, fc.boolean(), (before, now, hasDoorOrder) => {
        const areas = (['main', 'bar'] as const).map((id) =>
          area(id, before[id].ins + now[id].ins, before[id].outs + now[id].outs),
        );
        // The order to the bar and that to the door began with the counts of `before`.
        const baselines = [
          { areaId: 'main', ...before.main },
          { areaId: 'bar', ...before.bar },
        ];
        const own = { ...inBar, baselines };
        const orders = [everywhere, own, ...(hasDoorOrder ? [{ ...atDoor, baselines }] : [])];
        const numbers = orders.flatMap((order) =>
          (order.doors ?? []).map((id) => mayLetIn({ ...shareAt(id, order, orders, areas), unsent: 0 })),
        );
        const most = Math.max(0, ...orders.map((order) => balanceOf(order, areas, null)));
        expect(numbers.reduce((sum, number) => sum + number, 0)).toBeLessThanOrEqual(most);
      }),
    );
  });
});
