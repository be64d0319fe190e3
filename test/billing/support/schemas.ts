import * as z from 'zod/mini';

export const CardSetupSchema = z.object({ clientSecret: z.string() });
