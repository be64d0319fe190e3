import { expect, test } from 'vitest';
import { needed } from '../../../src/notifications/order-news';
import type { EventNews } from '../../../src/rpc/webhook-bodies';
import { iso, FRIDAY } from '../../support/moments';

/** Tests which of the news that wait for a webhook are still needed. */

const AT = iso(FRIDAY, '20:00');
const event = { eventId: 'e1', eventName: 'Summer Fest' };
const orderAt = (orderId: string, areaId: string) => ({
  orderId,
  kind: 'stop' as const,
  target: { type: 'area' as const, areaId, areaName: null },
  note: null,
  givenAt: AT,
  givenBy: null,
});
const given = (orderId: string, replacedOrderId: string | null = null, areaId = 'bar'): EventNews => ({
  type: 'order.given',
  data: { ...event, order: orderAt(orderId, areaId), replacedOrderId, devices: 1 },
});
const confirmed = (orderId: string, count: number): EventNews => ({
  type: 'order.confirmed',
  data: { ...event, order: orderAt(orderId, 'bar'), confirmed: count, confirmedAt: AT },
});
const ended = (orderId: string, areaId = 'bar'): EventNews => ({
  type: 'order.ended',
  data: { ...event, order: orderAt(orderId, areaId), reason: 'ended', confirmed: 0, endedAt: AT },
});
const unconfirmed = (orderId: string): EventNews => ({
  type: 'order.unconfirmed',
  data: { ...event, order: orderAt(orderId, 'bar'), minutes: 2, waiting: 1 },
});
const closed: EventNews = {
  type: 'day.closed',
  data: {
    ...event,
    day: FRIDAY,
    revision: 1,
    startsAt: AT,
    endsAt: AT,
    closedAt: AT,
    ins: 0,
    outs: 0,
    peak: 0,
    peakAt: null,
  },
};

test('an order leaves no need of earlier news about its target, and replaces what the recipient knows', () => {
  const last = given('c', 'b');
  const replacing = (replacedOrderId: string | null) => ({ ...last, data: { ...last.data, replacedOrderId } });
  const elsewhere = given('x', null, 'stage');
  expect(needed([given('b', 'a'), closed, elsewhere, confirmed('b', 1), last], 200)).toEqual([
    closed,
    elsewhere,
    replacing('a'),
  ]);
  expect(needed([ended('b'), given('c')], 200)).toEqual([replacing('b')]);
  expect(needed([given('b'), ended('b'), given('c')], 200)).toEqual([replacing(null)]);
});

test('who confirmed last counts, and what was given and ended is told while there is room', () => {
  const all = [given('b'), confirmed('b', 1), confirmed('b', 2), ended('b')];
  expect(needed(all, 3)).toEqual([given('b'), confirmed('b', 2), ended('b')]);
  expect(needed([...all, closed], 3)).toEqual([closed]);
});

test('what the recipient must know stays, however much there is', () => {
  const kept = [given('b', 'a'), ended('b'), given('x', null, 'stage'), ended('y', 'yard'), closed];
  expect(needed(kept, 0)).toEqual(kept);
});

test('an unconfirmed order stays with what says that it was given, and counts for no limit', () => {
  const first = [given('b', 'a'), unconfirmed('b')];
  expect(needed([...first, confirmed('b', 1), given('c', 'b')], 1)).toEqual([...first, given('c', 'b')]);
  expect(needed([given('b'), unconfirmed('b'), ended('b')], 0)).toHaveLength(3);
});
