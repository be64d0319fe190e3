import * as z from 'zod/mini';
import { AppError } from '../shared/errors';
import type { Message } from '../shared/messages/message';
import type { Checked } from '../shared/rules/checked';

/** Returns the checked value, or throws a 400 with the rule's message. */
export function orInvalidInput<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new AppError('invalid_input', checked.error);
  return checked.value;
}

/** Returns the value as the schema reads it, or throws a 400. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, detail?: Message): z.output<S> {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new AppError('invalid_input', detail);
  return result.data;
}
