import type * as z from 'zod/mini';
import type { Poll, PollSchema, Tap } from './up';

type PollBody = z.infer<typeof PollSchema>;

/**
 * Writes the body of a polling call. A transfer has a field that releases before transfers do not accept, so such a
 * server refuses the entire call instead of counting the transfer wrongly.
 */
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
