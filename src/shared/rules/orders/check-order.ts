import * as z from 'zod/mini';
import { ORDER_NOTE_MAX_LENGTH } from '../../limits';
import { message } from '../../messages/message';
import { type NewOrder, NewOrderSchema } from '../../orders/schemas';
import { UNUSABLE, VISIBLE } from '../../visible-text';
import { type Checked, invalid, type Unchecked, valid } from '../checked';

const { kind: KindSchema, target: TargetSchema, clientId: ClientSchema } = NewOrderSchema.shape;

export const orderTexts = {
  order_kind_invalid: () => 'Please choose what the doors should do.',
  order_target_invalid: () => 'Please choose which doors the order is for.',
  order_note_too_long: (max: number) => `The note must be at most ${max} characters long.`,
  order_note_unusable: () => 'The note contains characters that cannot be used.',
};

/** Checks an order before it is given. A note without visible characters is none. */
export function checkNewOrder(given: Unchecked<NewOrder>): Checked<NewOrder> {
  const kind = z.safeParse(KindSchema, given.kind);
  if (!kind.success) return invalid(message(orderTexts, 'order_kind_invalid'));
  const target = z.safeParse(TargetSchema, given.target);
  const clientId = z.safeParse(ClientSchema, given.clientId);
  if (!target.success || !clientId.success) return invalid(message(orderTexts, 'order_target_invalid'));
  const { note: text = null } = given;
  if (text !== null && typeof text !== 'string') return invalid(message(orderTexts, 'order_note_unusable'));
  const note = text?.trim() ?? '';
  if (note.length > ORDER_NOTE_MAX_LENGTH)
    return invalid(message(orderTexts, 'order_note_too_long', ORDER_NOTE_MAX_LENGTH));
  if (UNUSABLE.test(note)) return invalid(message(orderTexts, 'order_note_unusable'));
  return valid({
    kind: kind.data,
    target: target.data,
    note: VISIBLE.test(note) ? note : null,
    ...(clientId.data !== undefined && { clientId: clientId.data }),
  });
}
