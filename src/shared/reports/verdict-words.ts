import type { LimitKind } from '../schemas/venue-settings';

/** A limit of an authority that was exceeded, with its numbers written in words. */
export interface ExceededLimit {
  kind: LimitKind;
  capacity: string;
  where: string;
  time: string;
  people: string;
  /** How many of the people are staff; null for none. */
  staff: string | null;
  /** As in 'at 22:15'. */
  when: string;
  excess: string;
}

/** The words of the verdict, for screen, paper, workbook and the sealed report. */
export interface VerdictWords {
  where: (places: string) => string;
  places: (count: number) => string;
  limitOver: (limit: ExceededLimit) => string;
  moreLimits: (count: number) => string;
  /** Nothing was exceeded: neither a limit nor a capacity. */
  none: string;
  noneYet: string;
  held: (limits: string) => string;
  heldLimit: (kind: LimitKind, capacity: string, where: string) => string;
  heldLimits: (count: number) => string;
  overOnce: (where: string, time: string, share: string) => string;
  overOften: (where: string, periods: string, longest: string, share: string) => string;
  /** For days whose periods are not all stored. */
  overFor: (where: string, time: string, share: string) => string;
  never: (peak: string) => string;
  notYet: (peak: string) => string;
  peakShare: (share: string, when: string, where: string) => string;
  noCapacity: string;
  peak: (people: string, when: string) => string;
  unlimited: (areas: string) => string;
}

const LIMITS = { licence: 'License limit', fire: 'Fire safety limit' } as const;

export const verdictWords: VerdictWords = {
  where: (places) => ` (${places})`,
  places: (count) => `${count} places`,
  limitOver: ({ kind, capacity, where, time, people, staff, when, excess }) =>
    `${LIMITS[kind]} of ${capacity}${where} exceeded for ${time}: up to ${people} people${staff === null ? '' : ` with ${staff} staff`} ${when}, ${excess} too many.`,
  moreLimits: (count) => `${count} more ${count === 1 ? 'limit was' : 'limits were'} exceeded.`,
  none: 'No limit was exceeded.',
  noneYet: 'No limit was exceeded so far.',
  held: (limits) => `Held: ${limits}.`,
  heldLimit: (kind, capacity, where) => `${LIMITS[kind]} of ${capacity}${where}`,
  heldLimits: (count) => `${count} limits`,
  overOnce: (where, time, share) => `Over capacity${where}: 1 period of ${time}, at most ${share} of the capacity.`,
  overOften: (where, periods, longest, share) =>
    `Over capacity${where}: ${periods} periods, the longest ${longest}, at most ${share} of the capacity.`,
  overFor: (where, time, share) => `Over capacity${where} for ${time} in all, at most ${share} of the capacity.`,
  never: (peak) => `Never over capacity${peak}.`,
  notYet: (peak) => `Not over capacity so far${peak}.`,
  peakShare: (share, when, where) => `: at most ${share} of it ${when}${where}`,
  noCapacity: 'No capacity was set, so none could be exceeded.',
  peak: (people, when) => `At most ${people} people ${when}.`,
  unlimited: (areas) => `Without a capacity: ${areas}.`,
};
