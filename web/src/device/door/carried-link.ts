import * as z from 'zod/mini';

const CarriedSchema = z.object({ joinLink: z.string() });

/** Returns the join link's query that a redirect has moved into the location's state; null without one. */
export const joinLinkIn = (state: unknown): string | null => z.safeParse(CarriedSchema, state).data?.joinLink ?? null;
