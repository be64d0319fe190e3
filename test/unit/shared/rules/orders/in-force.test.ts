import { expect, test } from 'vitest';
import { followedOrders, isFor } from '../../../../../src/shared/rules/orders/in-force';
import type { Order, OrderKind, OrderTarget } from '../../../../../src/shared/orders/schemas';

const order = (kind: OrderKind, target: OrderTarget, minute: number): Order => ({
  orderId: `${kind}-${minute}`,
  kind,
  target,
  note: null,
  givenAt: new Date(Date.UTC(2026, 5, 1, 22, minute)).toISOString(),
  givenBy: null,
});
const EVENT: OrderTarget = { type: 'event' };
const BAR: OrderTarget = { type: 'area', areaId: 'bar' };
const DOOR: OrderTarget = { type: 'device', deviceId: 'door-1' };
const at = (areaId: string | null, deviceId = 'door-1') => ({ deviceId, areaId });
const ids = (orders: readonly Order[]) => orders.map(({ orderId }) => orderId);

test('an order is for all doors, for those of its area and those of all areas, or for one door', () => {
  expect([at('bar'), at('main'), at(null)].map((device) => isFor(BAR, device))).toEqual([true, false, true]);
  expect([at('bar'), at(null, 'door-2')].map((device) => isFor(DOOR, device))).toEqual([true, false]);
  expect(isFor(EVENT, at('main', 'door-9'))).toBe(true);
});

test('the newest order for a door counts, so that no older one weakens it; of two at once, the stricter one', () => {
  const orders = [order('open', DOOR, 1), order('stop', EVENT, 2), order('hold', BAR, 3)];
  expect(ids(followedOrders(orders, ['bar']))).toEqual(['hold-3']);
  expect(ids(followedOrders(orders, ['main']))).toEqual(['stop-2']);
  expect(ids(followedOrders([order('open', DOOR, 4), order('stop', EVENT, 4)], ['bar']))).toEqual(['stop-4']);
});

test('a door follows one order in each of its areas, and the others are overruled', () => {
  const orders = [order('stop', EVENT, 1), order('open', BAR, 2)];
  expect(ids(followedOrders(orders, ['main', 'bar']))).toEqual(['open-2', 'stop-1']);
  expect(ids(followedOrders(orders, ['bar']))).toEqual(['open-2']);
  expect(ids(followedOrders(orders, []))).toEqual(['stop-1']);
  expect(followedOrders([], ['bar'])).toEqual([]);
});
