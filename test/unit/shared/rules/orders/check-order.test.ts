import { expect, test } from 'vitest';
import { ORDER_NOTE_MAX_LENGTH } from '../../../../../src/shared/orders/limits';
import { checkNewOrder } from '../../../../../src/shared/rules/orders/check-order';

const GOOD = { kind: 'hold', target: { type: 'area', areaId: 'bar' } };

test('a good order is taken, with its note trimmed, or without a note', () => {
  expect(checkNewOrder({ ...GOOD, note: ' Wait for the band ' })).toEqual({
    ok: true,
    value: { ...GOOD, note: 'Wait for the band' },
  });
  for (const note of [undefined, null, '', ' \u200b '])
    expect(checkNewOrder({ ...GOOD, note })).toEqual({ ok: true, value: { ...GOOD, note: null } });
  const clientId = 'door-phone-00000001';
  expect(checkNewOrder({ ...GOOD, clientId })).toMatchObject({ ok: true, value: { clientId } });
});

test.each([
  [{ ...GOOD, kind: 'close' }, 'order_kind_invalid'],
  [{ target: GOOD.target }, 'order_kind_invalid'],
  [{ ...GOOD, target: 'event' }, 'order_target_invalid'],
  [{ ...GOOD, target: { type: 'area' } }, 'order_target_invalid'],
  [{ ...GOOD, clientId: 'short' }, 'order_target_invalid'],
  [{ ...GOOD, note: 7 }, 'note_unusable'],
  [{ ...GOOD, note: 'a\u202eb' }, 'note_unusable'],
  [{ ...GOOD, note: 'x'.repeat(ORDER_NOTE_MAX_LENGTH + 1) }, 'note_too_long'],
])('%j is refused with %s', (given, id) => {
  expect(checkNewOrder(given)).toMatchObject({ ok: false, error: { id } });
});
