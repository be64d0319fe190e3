import process from 'node:process';
import * as z from 'zod/mini';
import { Audience } from './audience';

/**
 * Plays the viewers in a process of its own, so that the program that measures the doors does not wait for ten thousand
 * frames. It answers each message of {@link CommandSchema} with the audience's figures.
 */
const SeatSchema = z.object({ relay: z.int(), url: z.string() });
const CommandSchema = z.object({
  eventId: z.string(),
  seats: z.optional(z.array(SeatSchema)),
  /** How many viewers of this relay have been told at least this number of people is asked for. */
  people: z.int(),
  relay: z.int(),
});

let audience: Audience | undefined;

process.on('message', (message) => {
  void (async () => {
    const { eventId, seats, people, relay } = z.parse(CommandSchema, message);
    audience ??= new Audience(eventId);
    if (seats !== undefined) await audience.arrive(seats);
    const { size, frames, losses } = audience;
    process.send?.({ size, frames, losses, shown: audience.shows(people, relay) });
  })();
});
process.on('disconnect', () => process.exit(0));
