import * as z from 'zod/mini';
import { errorCodes } from '../errors';

/** Body of every refused call. `requestId` is there on a 500, to quote to support. */
export const ErrorBodySchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes()),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
