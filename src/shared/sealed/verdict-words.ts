import type { LimitKind } from '../schemas/venue-settings';

/** The words of the verdict, for screen, paper, workbook and the sealed report. */
export interface VerdictWords {
  where: (places: string) => string;
  places: (count: number) => string;
  /** The name of a limit, with its number. */
  limits: Readonly<Record<LimitKind, (capacity: string) => string>>;
  /** @param people how many there were, and when */
  limitOver: (limit: string, time: string, people: string, excess: string) => string;
  people: (people: string, when: string) => string;
  peopleWithStaff: (people: string, staff: string, when: string) => string;
  moreLimits: (count: number) => string;
  /** Nothing was exceeded: neither a limit nor a capacity. */
  none: string;
  noneYet: string;
  held: (limits: string) => string;
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

export const verdictWords: VerdictWords = {
  where: (places) => ` (${places})`,
  places: (count) => `${count} places`,
  limits: {
    license: (capacity) => `License limit of ${capacity}`,
    fire: (capacity) => `Fire safety limit of ${capacity}`,
  },
  limitOver: (limit, time, people, excess) => `${limit} exceeded for ${time}: up to ${people}, ${excess} too many.`,
  people: (people, when) => `${people} people ${when}`,
  peopleWithStaff: (people, staff, when) => `${people} people with ${staff} staff ${when}`,
  moreLimits: (count) => `${count} more ${count === 1 ? 'limit was' : 'limits were'} exceeded.`,
  none: 'No limit was exceeded.',
  noneYet: 'No limit was exceeded so far.',
  held: (limits) => `Held: ${limits}.`,
  heldLimits: (count) => `${count} limits`,
  overOnce: (where, time, share) => `Over capacity${where}: 1 period of ${time}, at most ${share} of the capacity.`,
  overOften: (where, periods, longest, share) =>
    `Over capacity${where}: ${periods} periods, the longest ${longest}, at most ${share} of the capacity.`,
  overFor: (where, time, share) => `Over capacity${where} for ${time} in all, at most ${share} of the capacity.`,
  never: (peak) => `Never over capacity${peak}.`,
  notYet: (peak) => `Not over capacity so far${peak}.`,
  peakShare: (share, when, where) => `: at most ${share} of it ${when}${where}`,
  noCapacity: 'No capacity was set, so none could be exceeded.',
  peak: (people, when) => `At most ${people} inside ${when}.`,
  unlimited: (areas) => `Without a capacity: ${areas}.`,
};
