import * as z from 'zod/mini';
import { BillingDetailsSchema } from '../../shared/schemas/billing-details';
import { RoleSchema, UserSchema } from '../../shared/schemas/user';

/** The answer of GET /api/users/profile, and of a call that saves billing details. */
export const ProfileSchema = z.extend(BillingDetailsSchema, {
  username: UserSchema.shape.username,
  role: RoleSchema,
  subscriptionStatus: UserSchema.shape.subscriptionStatus,
});
export type Profile = z.infer<typeof ProfileSchema>;
