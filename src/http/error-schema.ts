import * as z from 'zod/mini';
import { errorCodes } from '../shared/errors';
import { CODE_REPLACED } from '../shared/protocol/version';

/**
 * The body of every refused call. A 500 has a `requestId`, to quote to support. A 401 has a `reason` if the server
 * knows why the session ended.
 */
export const ErrorBodySchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes()),
  requestId: z.optional(z.string()),
  reason: z.optional(z.literal(CODE_REPLACED)),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
