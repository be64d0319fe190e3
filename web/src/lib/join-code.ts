import * as z from 'zod/mini';
import { normaliseAccessCode } from '../../../src/shared/rules/access-code';

const CarriedSchema = z.object({ joinLink: z.string() });

/** The query of a join link that a guard has taken out of the address; null where there is none. */
export const joinLinkIn = (state: unknown): string | null => z.safeParse(CarriedSchema, state).data?.joinLink ?? null;

/** The access code of a join link's query (/login?code=…); null where there is none. */
export const readJoinCode = (search: string): string | null =>
  normaliseAccessCode(new URLSearchParams(search).get('code') ?? '');

/** The server's word for having made that link (/login?code=…&key=…); null where there is none. */
export const readJoinKey = (search: string): string | null => new URLSearchParams(search).get('key');
