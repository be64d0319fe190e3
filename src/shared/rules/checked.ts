/** The outcome of checking what a person typed: the value to store, or the text to show. */
export type Checked<T> = { ok: true; value: T } | { ok: false; error: string };

/** Something that should be a `T`, before it is checked. */
export type Unchecked<T> = Partial<Record<keyof T, unknown>>;

export const valid = <T>(value: T): Checked<T> => ({ ok: true, value });
export const invalid = (error: string): { ok: false; error: string } => ({ ok: false, error });
