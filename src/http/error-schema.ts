import * as z from 'zod/mini';
import { errorCodes } from '../shared/errors';
import { CODE_REPLACED } from '../shared/protocol/version';

/**
 * The body of every refused call. If `error` is not the text of `code`, `message` is that text as data, for
 * translations: its id, and the values that it contains, such as a field or a limit. A 500 has a `requestId`, to quote to
 * support. A 401 has a `reason` if the server knows why the session ended.
 */
export const ErrorBodySchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes()),
  message: z.optional(
    z.object({ id: z.string(), values: z.array(z.union([z.string(), z.number(), z.array(z.string())])) }),
  ),
  requestId: z.optional(z.string()),
  reason: z.optional(z.literal(CODE_REPLACED)),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
