import type { NewTap } from './queued-tap';

/** Returns the new number of the tap `seq`; null if the tap is not among the renumbered ones. */
export type NewSeqOf = (seq: number) => number | null;

/** Numbers taps from 1, starting at `firstSeq`. Earlier taps are left out. */
export const fromOne =
  (firstSeq: number): NewSeqOf =>
  (seq) =>
    seq < firstSeq ? null : seq - firstSeq + 1;

/**
 * Closes gaps in taps that are numbered from 1: the remaining taps get lower numbers.
 * @param isGone whether the tap at this place, from 0, is gone
 */
export const withoutGone =
  (isGone: (place: number) => boolean): NewSeqOf =>
  (seq) => {
    if (isGone(seq - 1)) return null;
    let gone = 0;
    for (let place = 0; place < seq - 1; place += 1) if (isGone(place)) gone += 1;
    return seq - gone;
  };

/**
 * Gives a tap's `undoes` the new number. If the undone tap does not exist under the new client id, the undo becomes an
 * ordinary tap, which leaves the same number of people.
 */
export function renumbered(tap: NewTap, newSeqOf: NewSeqOf): NewTap {
  if (tap.undoes === undefined) return tap;
  const { undoes, ...plain } = tap;
  const seq = newSeqOf(undoes);
  return seq === null ? plain : { ...plain, undoes: seq };
}
