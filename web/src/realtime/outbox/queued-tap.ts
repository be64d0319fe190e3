import type { Tap } from '../../../../src/shared/protocol/up';

/** A tap without its number. `undoes` is the seq of another tap of the same client. */
export type NewTap = Readonly<Tap>;
export type QueuedTap = NewTap & { readonly seq: number };
