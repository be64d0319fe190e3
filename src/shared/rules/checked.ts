/** The result of checking an input: the value to store, or the error text to show. */
export type Checked<T> = { ok: true; value: T } | { ok: false; error: string };

/** An input that should be a `T`, but was not checked yet. */
export type Unchecked<T> = Partial<Record<keyof T, unknown>>;

export const valid = <T>(value: T): Checked<T> => ({ ok: true, value });
export const invalid = (error: string): { ok: false; error: string } => ({ ok: false, error });
