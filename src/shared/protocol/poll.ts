import type * as z from 'zod/mini';
import type { Poll, PollSchema, Tap } from './up';

type PollBody = z.infer<typeof PollSchema>;

/** What a device sends of its taps: a server of before there were transfers refuses a call that has one, whole. */
export const writePoll = ({ taps, ...poll }: Poll): PollBody => ({
  ...poll,
  taps: taps.map(({ change, to, ...tap }) => (to === undefined ? { ...tap, change } : { ...tap, moves: change, to })),
});

export const readPoll = ({ taps, ...poll }: PollBody): Poll => ({
  ...poll,
  taps: taps.map((tap): Tap => {
    if (!('moves' in tap)) return tap;
    const { moves, ...transfer } = tap;
    return { ...transfer, change: moves };
  }),
});
