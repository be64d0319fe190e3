import { MINUTE_MS } from '../shared/durations';
import type { LedgerFact } from './facts';

/**
 * Encodes when each tap of a run was made in few characters (docs/decisions/0002): the gaps in ms from each tap to the
 * next, in order of seq. A gap of about a second takes two characters; successive gaps of 0 ms share one character. All
 * characters are printable ASCII without space, quote and backslash, so that they need no escaping in JSON.
 */

const ALPHABET = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index))
  .filter((character) => character !== '"' && character !== '\\')
  .join('');
const BASE = ALPHABET.length;

/** A leading character with digit n below this number stands alone and means n + 1 gaps of 0 ms. */
const ZEROS_MAX = 14;
/**
 * This many digits, from ZEROS_MAX on, are leading characters of a gap of two characters. All higher digits are leading
 * characters of a gap of three characters.
 */
const LEADS_OF_TWO = 64;
const LEADS_OF_THREE = ZEROS_MAX + LEADS_OF_TWO;
/** The longest gap that two characters can express, in ms. */
const SHORT_MAX = LEADS_OF_TWO * BASE;
/** The longest gap in ms, forward or backward: all taps of a run are within one minute. */
const GAP_MAX = MINUTE_MS - 1;

const DIGITS = new Map(Array.from(ALPHABET, (each, digit) => [each.charCodeAt(0), digit]));

/** A run has at most this many taps, so that a ledger row stays small. */
export const RUN_TAPS_MAX = 256;

const character = (digit: number): string => ALPHABET[digit] ?? '';

function digitAt(text: string, index: number): number {
  const digit = DIGITS.get(text.charCodeAt(index));
  if (digit === undefined) throw new Error('These are no gaps of a run');
  return digit;
}

/**
 * Encodes a run's next gap. The caller appends the text to the gaps before it.
 * @param ms from a tap to the next; negative when the device's clock was set back in between
 * @throws {RangeError} if the gap is longer than GAP_MAX
 */
function gapText(ms: number): string {
  if (!Number.isInteger(ms) || Math.abs(ms) > GAP_MAX) throw new RangeError(`A gap of ${ms} ms in a run`);
  if (ms === 0) return character(0);
  if (ms > 0 && ms <= SHORT_MAX) {
    return character(ZEROS_MAX + Math.floor((ms - 1) / BASE)) + character((ms - 1) % BASE);
  }
  const number = ms > 0 ? ms - SHORT_MAX - 1 : GAP_MAX - SHORT_MAX - ms - 1;
  const rest = number % (BASE * BASE);
  return (
    character(LEADS_OF_THREE + Math.floor(number / (BASE * BASE))) +
    character(Math.floor(rest / BASE)) +
    character(rest % BASE)
  );
}

/** Builds the text of a run's gaps while the run grows. */
export class GapWriter {
  /** The text without the gaps of 0 ms at its end, and the number of these. They share one character. */
  private head = '';
  private zeros = 0;

  get text(): string {
    return this.zeros === 0 ? this.head : this.head + character(this.zeros - 1);
  }

  /** Adds a gap in ms; see {@link gapText}. */
  add(ms: number): void {
    if (ms === 0 && this.zeros < ZEROS_MAX) this.zeros += 1;
    else {
      this.head = ms === 0 ? this.text : this.text + gapText(ms);
      this.zeros = ms === 0 ? 1 : 0;
    }
  }
}

/**
 * Decodes the gaps, in ms.
 * @throws {Error} if {@link GapWriter} cannot have written the text
 */
export function readGaps(text: string): number[] {
  const gaps: number[] = [];
  for (let index = 0; index < text.length;) {
    const lead = digitAt(text, index);
    if (lead < ZEROS_MAX) {
      for (let zeros = 0; zeros <= lead; zeros++) gaps.push(0);
      index += 1;
    } else if (lead < LEADS_OF_THREE) {
      gaps.push((lead - ZEROS_MAX) * BASE + digitAt(text, index + 1) + 1);
      index += 2;
    } else {
      const number =
        ((lead - LEADS_OF_THREE) * BASE + digitAt(text, index + 1)) * BASE + digitAt(text, index + 2) + SHORT_MAX + 1;
      gaps.push(number <= GAP_MAX ? number : GAP_MAX - number);
      index += 3;
    }
  }
  return gaps;
}

type Run = Pick<LedgerFact, 'firstSeq' | 'lastSeq' | 'occurredAt' | 'gaps'>;

/**
 * When each tap of a ledger row was made, in order of seq; epoch ms.
 * @throws {Error} if the number of gaps does not match: no figures are better than wrong ones
 */
export function tapTimes({ firstSeq, lastSeq, occurredAt, gaps }: Run): number[] {
  const taps = lastSeq - firstSeq + 1;
  if (taps === 1) return [occurredAt];
  if (taps > RUN_TAPS_MAX) throw new Error(`A run of ${taps} taps`);
  const times = [occurredAt];
  let at = occurredAt;
  for (const gap of readGaps(gaps ?? '')) times.push((at += gap));
  if (times.length !== taps) throw new Error(`A run of ${taps} taps with the times of ${times.length}`);
  return times;
}

/** When the row's latest tap was made, epoch ms. */
export const latestTapAt = (row: Run): number => tapTimes(row).reduce((a, b) => Math.max(a, b));
