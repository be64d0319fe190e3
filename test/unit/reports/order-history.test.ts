import { expect, test } from 'vitest';
import { OrderHistory } from '../../../src/reports/sealed/order-history';
import type { JournalFact } from '../../../src/reports/facts';
import type { JournalOrder } from '../../../src/shared/orders/schemas';
import { NOT_GIVEN } from './support';

type Entry = Pick<JournalFact, 'at' | 'kind'> & Partial<JournalFact>;

function historyOf(entries: readonly Entry[], most = 100): OrderHistory {
  const history = new OrderHistory(most);
  const none = { actor: 'admin:1', areaId: null, before: null, after: null, note: null, ...NOT_GIVEN };
  for (const [id, entry] of entries.entries()) history.add({ id, ...none, ...entry });
  return history;
}

const order = (orderId: string, devices: number): JournalOrder => ({
  orderId,
  kind: 'hold',
  target: { type: 'event' },
  deviceName: null,
  devices,
});
const given = (at: number, id: string, more: Partial<Entry> = {}) => ({
  at,
  kind: 'order_given',
  after: order(id, 3),
  ...more,
});
const confirmed = (at: number, id: string) => ({ at, kind: 'order_confirmed', actor: 'code:1', after: id });
const ended = (at: number, id: string, devices = 4) => ({ at, kind: 'order_ended', before: order(id, devices) });

test('an order is one record from when it was given to its end, with its confirmations', () => {
  const { records } = historyOf([
    given(1_000, 'a', { note: 'Wait' }),
    confirmed(3_000, 'a'),
    confirmed(43_000, 'a'),
    ended(60_000, 'a'),
  ]);
  expect(records).toEqual([
    {
      kind: 'hold',
      target: { type: 'event' },
      deviceName: null,
      devices: 4,
      note: 'Wait',
      givenAt: 1_000,
      givenBy: 'admin:1',
      endedAt: 60_000,
      endedBy: 'admin:1',
      isReplaced: false,
      confirmed: 2,
      lastConfirmedAt: 43_000,
    },
  ]);
});

test('an order that an evacuation has ended has its end like any other', () => {
  const { records } = historyOf([given(1, 'a'), { ...ended(5, 'a'), after: 'evacuation_started' }]);
  expect(records.map((one) => [one.givenAt, one.endedAt, one.isReplaced])).toEqual([[1, 5, false]]);
});

test('an order that replaces another one ends it, and one that is still in force has no end', () => {
  const { records } = historyOf([given(1, 'a'), given(5, 'b', { before: order('a', 2) }), confirmed(7, 'b')]);
  expect(records.map((one) => [one.givenAt, one.endedAt, one.isReplaced, one.devices, one.confirmed])).toEqual([
    [1, 5, true, 2, 0],
    [5, null, false, 3, 1],
  ]);
});

test('an order from before the first entry is known from its end, with the confirmations since', () => {
  const { records } = historyOf([confirmed(2, 'a'), confirmed(3, 'gone'), ended(9, 'a')]);
  expect(records).toMatchObject([{ givenAt: null, givenBy: null, endedAt: 9, confirmed: 1, lastConfirmedAt: 2 }]);
});

test('further orders than the limit are only counted', () => {
  const history = historyOf([given(1, 'a'), given(2, 'b'), ended(3, 'b'), confirmed(4, 'b')], 1);
  expect([history.records.length, history.leftOut]).toEqual([1, 1]);
});
