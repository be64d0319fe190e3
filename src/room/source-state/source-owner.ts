import * as z from 'zod/mini';
import type { SourceSender } from '../../rpc/source-batch';

export const SenderSchema = z.custom<SourceSender>(
  (value) => typeof value === 'string' && /^(key|admin):./.test(value),
);

/** A sender that was refused because the source belongs to another one: when last (epoch ms), and how often in a row. */
export const TriedSchema = z.object({
  by: SenderSchema,
  at: z.int(),
  times: z.int(),
});
export type Tried = z.infer<typeof TriedSchema>;

/** To whom a source belongs, and who else has tried to send for it. */
export interface Ownership {
  readonly owner: SourceSender;
  readonly tried?: Tried | undefined;
}

/** A call for a source. */
export interface Claim {
  sender: SourceSender;
  /** Whether the call says that the source is the sender's from now on. */
  takesOver: boolean;
  /** An owner of which D1 has just said that it is not in force any more. */
  endedOwner: SourceSender | undefined;
}

/**
 * Returns to whom the source belongs if the sender may send for it; null if it belongs to another one (docs/product.md, M14).
 * The organizer may send for every source, and gets it only by saying so.
 * @param owner undefined for a new source
 */
export function ownerAfter(owner: SourceSender | undefined, { sender, takesOver, endedOwner }: Claim) {
  const isOrganizer = sender.startsWith('admin:');
  if (owner === undefined || owner === sender || takesOver) return sender;
  if (isOrganizer) return owner;
  return owner === endedOwner ? sender : null;
}

/** Notes that `by` was refused. `isFirstOrTwiceAsOften` is true for the first time and whenever the number has doubled: only then is it stored. */
export function triedAgain(
  before: Tried | undefined,
  by: SourceSender,
  at: number,
): { tried: Tried; isFirstOrTwiceAsOften: boolean } {
  const times = before?.by === by ? before.times + 1 : 1;
  return { tried: { by, at, times }, isFirstOrTwiceAsOften: Number.isInteger(Math.log2(times)) };
}
