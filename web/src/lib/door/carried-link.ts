import * as z from 'zod/mini';

const CarriedSchema = z.object({ joinLink: z.string() });

/** The query of a join link that a guard has taken out of the address; null where there is none. */
export const joinLinkIn = (state: unknown): string | null => z.safeParse(CarriedSchema, state).data?.joinLink ?? null;
