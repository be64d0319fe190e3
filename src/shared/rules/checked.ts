import type { Message } from '../messages/message';

/** The result of checking an input: the value to store, or the error to show. */
export type Checked<T> = { ok: true; value: T } | { ok: false; error: Message };

/** An input that should be a `T`, but was not checked yet. */
export type Unchecked<T> = Partial<Record<keyof T, unknown>>;

export const valid = <T>(value: T): Checked<T> => ({ ok: true, value });
export const invalid = (error: Message): { ok: false; error: Message } => ({ ok: false, error });
