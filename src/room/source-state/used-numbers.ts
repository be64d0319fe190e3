import * as z from 'zod/mini';
import { SOURCE_NUMBERS_REMEMBERED, SOURCE_REFUSALS_REMEMBERED } from './limits';
import { DIGEST_LENGTH } from './item-digest';

/** What a source's row says about the numbers that its deltas have used. */
export const UsedNumbersSchema = z.object({
  /** The newest runs of refused numbers, in order: first and last number, and the code of them all. */
  refused: z.array(z.tuple([z.int(), z.int(), z.string()])),
  /** Refused numbers up to this one are not in the runs any more. */
  forgottenTo: z.int(),
  /** The digests of the newest items, without gaps up to the newest number; '' for none. */
  digests: z.string(),
});
export type UsedNumbersState = z.infer<typeof UsedNumbersSchema>;

const NONE: UsedNumbersState = { refused: [], forgottenTo: 0, digests: '' };

/** What a used number was for: `taken` is said of one that counted, and of one that nothing is known about. */
export type UsedNumber = 'taken' | 'conflict' | 'refused_before' | { refusedWith: string };

/**
 * The numbers that a source's deltas have used: which were refused, so that they are refused again, and what the newest ones
 * said, so that a second sender under the same id is told. It changes only itself until the caller stores its state.
 */
export class UsedNumbers {
  private readonly refused: UsedNumbersState['refused'];
  private forgottenTo: number;
  private digests: string;

  /** @param nextSeq the number that the source's next delta must have */
  constructor(
    private nextSeq: number,
    { refused, forgottenTo, digests }: UsedNumbersState = NONE,
  ) {
    this.refused = refused.map((run) => [...run]);
    this.forgottenTo = forgottenTo;
    this.digests = digests;
  }

  get next(): number {
    return this.nextSeq;
  }

  /** Undefined until a number is used. */
  get state(): UsedNumbersState | undefined {
    const { refused, forgottenTo, digests } = this;
    return digests === '' ? undefined : { refused, forgottenTo, digests };
  }

  /** What a number below {@link next} was used for, if an item with this digest has it again. */
  whatUsed(seq: number, digest: string): UsedNumber {
    const end = this.digests.length - (this.nextSeq - 1 - seq) * DIGEST_LENGTH;
    if (end >= DIGEST_LENGTH && this.digests.slice(end - DIGEST_LENGTH, end) !== digest) return 'conflict';
    const run = this.refused.find(([from, to]) => seq >= from && seq <= to);
    if (run !== undefined) return { refusedWith: run[2] };
    return seq <= this.forgottenTo ? 'refused_before' : 'taken';
  }

  /** Uses up the next number. @param refusal the code with which its item was refused; null if it counted */
  use(digest: string, refusal: string | null): void {
    const seq = this.nextSeq++;
    this.digests = (this.digests + digest).slice(-SOURCE_NUMBERS_REMEMBERED * DIGEST_LENGTH);
    if (refusal === null) return;
    const last = this.refused.at(-1);
    if (last !== undefined && last[1] === seq - 1 && last[2] === refusal) last[1] = seq;
    else this.refused.push([seq, seq, refusal]);
    if (this.refused.length > SOURCE_REFUSALS_REMEMBERED) this.forgottenTo = this.refused.shift()?.[1] ?? 0;
  }
}
