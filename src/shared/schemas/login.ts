import * as z from 'zod/mini';
import { AlertSchema } from './alert';
import { AreaSchema } from './area';
import { EventSchema } from './event';
import { SessionAnswerSchema } from './user';

/**
 * Answer of login. For an access code it also contains what the code opens, so that a device can count before any other
 * call is answered. Without these fields the device makes those calls.
 */
export const LoginAnswerSchema = z.extend(SessionAnswerSchema, {
  event: z.optional(EventSchema),
  areas: z.optional(z.array(AreaSchema)),
  alerts: z.optional(z.array(AlertSchema)),
});
export type LoginAnswer = z.infer<typeof LoginAnswerSchema>;
