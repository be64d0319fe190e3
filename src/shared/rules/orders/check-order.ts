import * as z from 'zod/mini';
import { ORDER_NOTE_MAX_LENGTH } from '../../orders/limits';
import { message } from '../../messages/message';
import { type NewOrder, NewOrderSchema } from '../../orders/schemas';
import { type Checked, invalid, type Unchecked, valid } from '../checked';
import { checkNote } from '../notes/check-note';

const { kind: KindSchema, target: TargetSchema, clientId: ClientSchema } = NewOrderSchema.shape;

export const orderTexts = {
  order_kind_invalid: () => 'Please choose what the doors should do.',
  order_target_invalid: () => 'Please choose which doors the order is for.',
};

/** Checks an order before it is given. */
export function checkNewOrder(given: Unchecked<NewOrder>): Checked<NewOrder> {
  const kind = z.safeParse(KindSchema, given.kind);
  if (!kind.success) return invalid(message(orderTexts, 'order_kind_invalid'));
  const target = z.safeParse(TargetSchema, given.target);
  const clientId = z.safeParse(ClientSchema, given.clientId);
  if (!target.success || !clientId.success) return invalid(message(orderTexts, 'order_target_invalid'));
  const note = checkNote(given.note, ORDER_NOTE_MAX_LENGTH);
  if (!note.ok) return note;
  return valid({
    kind: kind.data,
    target: target.data,
    note: note.value,
    ...(clientId.data !== undefined && { clientId: clientId.data }),
  });
}
