import { assertNever } from '../assert-never';
import type { ErrorCode } from '../errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations';
import { LANGUAGES } from '../languages';
import type { MachineTrouble } from './trouble';

/** The words for a machine that does not count, or not right: in lists, reports and messages alike. */
export interface TroubleWords {
  silent: string;
  refused: string;
  /** Of what is refused without words of its own. */
  other: (code: string) => string;
  reasons: Partial<Record<ErrorCode, string>>;
  fast: (duration: string) => string;
  slow: (duration: string) => string;
  duration: (count: number, unit: Unit) => string;
  doubt: (people: number) => string;
}

const UNITS = { day: DAY_MS, hour: HOUR_MS, minute: MINUTE_MS } as const;
type Unit = keyof typeof UNITS;

const COUNTS = new Intl.NumberFormat(LANGUAGES.en.locale);

export const troubleWords: TroubleWords = {
  silent: 'is silent',
  refused: 'does not count',
  other: (code) => `what it sends is refused (${code})`,
  reasons: {
    time_in_future: 'its clock is ahead',
    time_too_old: 'its clock is behind',
    time_unreadable: 'its times cannot be read',
    time_in_seconds: 'its times are seconds and not milliseconds',
    totals_out_of_range: 'its totals are beyond its counters',
    conflict: 'it uses numbers or keys twice',
    refused_before: 'it sends what was refused before',
    unknown_area: 'its area does not exist',
    area_deleted: 'its area was deleted',
    unknown_category: 'its category does not exist',
    counting_locked: 'the account is locked',
    trial_used_up: 'the free trial of this event is used up',
    seq_gap: 'items before those that it sends are missing',
    invalid_input: 'what it sends is not valid',
    nothing_to_undo: 'there is nothing that it could take back',
  },
  fast: (duration) => `its clock is ${duration} fast`,
  slow: (duration) => `its clock is ${duration} slow`,
  duration: (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`,
  doubt: (people) =>
    people === 1 ? 'one person may be missing' : `up to ${COUNTS.format(people)} people may be missing`,
};

/** Returns how wrong the clock is: in days from two days on, in hours from two hours on, otherwise in minutes, at least one. */
function clockText({ fast, slow, duration }: TroubleWords, offsetMs: number): string {
  const ms = Math.abs(offsetMs);
  const unit: Unit = ms >= 2 * DAY_MS ? 'day' : ms >= 2 * HOUR_MS ? 'hour' : 'minute';
  const text = duration(Math.max(1, Math.round(ms / UNITS[unit])), unit);
  return offsetMs < 0 ? fast(text) : slow(text);
}

/** Returns the reason alone, such as 'its clock is 10 minutes slow'. */
export function troubleReason(trouble: MachineTrouble, words: TroubleWords): string {
  switch (trouble.kind) {
    case 'silent':
      return words.silent;
    case 'clock':
      return clockText(words, trouble.clockOffsetMs);
    case 'doubt':
      return words.doubt(trouble.people);
    case 'refused': {
      const { code, clockOffsetMs } = trouble;
      if (clockOffsetMs !== undefined) return clockText(words, clockOffsetMs);
      const reasons: Readonly<Record<string, string | undefined>> = words.reasons;
      return reasons[code] ?? words.other(code);
    }
    default:
      return assertNever(trouble);
  }
}

/** Returns a sentence without a full stop, such as 'North door does not count: its clock is 10 minutes slow'. */
export function troubleSentence(machine: string, trouble: MachineTrouble, words: TroubleWords): string {
  const reason = troubleReason(trouble, words);
  if (trouble.kind === 'silent') return `${machine} ${reason}`;
  return trouble.kind === 'refused' ? `${machine} ${words.refused}: ${reason}` : `${machine}: ${reason}`;
}
