import type { NewTap } from './outbox';

/** The new number of the tap `seq`; null for a tap that is not among them. */
export type NewSeqOf = (seq: number) => number | null;

/** From 1, without those before `firstSeq`. */
export const fromOne =
  (firstSeq: number): NewSeqOf =>
  (seq) =>
    seq < firstSeq ? null : seq - firstSeq + 1;

/** For taps numbered from 1: those that stay move up. @param isGone by place, from 0 */
export const withoutGone =
  (isGone: (place: number) => boolean): NewSeqOf =>
  (seq) => {
    if (isGone(seq - 1)) return null;
    let gone = 0;
    for (let place = 0; place < seq - 1; place += 1) if (isGone(place)) gone += 1;
    return seq - gone;
  };

/**
 * An undo of a tap that the new client id does not have becomes an ordinary tap, which leaves the right number of
 * people.
 */
export function renumbered(tap: NewTap, newSeqOf: NewSeqOf): NewTap {
  if (tap.undoes === undefined) return tap;
  const { undoes, ...plain } = tap;
  const seq = newSeqOf(undoes);
  return seq === null ? plain : { ...plain, undoes: seq };
}
