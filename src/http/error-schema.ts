import * as z from 'zod/mini';
import { errorCodes } from '../shared/errors';
import { CODE_REPLACED } from '../shared/protocol/version';

/**
 * Body of every refused call. `requestId` is there on a 500, to quote to support; `reason` on a 401 whose session ended
 * for a known reason.
 */
export const ErrorBodySchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes()),
  requestId: z.optional(z.string()),
  reason: z.optional(z.literal(CODE_REPLACED)),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
