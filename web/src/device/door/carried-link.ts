import * as z from 'zod/mini';

const CarriedSchema = z.object({ joinLink: z.string() });

/** The query of a join link that a guard has removed from the address; null without one. */
export const joinLinkIn = (state: unknown): string | null => z.safeParse(CarriedSchema, state).data?.joinLink ?? null;
