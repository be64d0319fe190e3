import type * as z from 'zod/mini';
import type { Poll, PollSchema, Tap } from './up';

type PollBody = z.infer<typeof PollSchema>;

/**
 * Writes the body of the polling call. Servers older than transfers reject the entire call if it contains one, because
 * a transfer has a field that they do not accept.
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
