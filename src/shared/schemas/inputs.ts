import * as z from 'zod/mini';
import { BILLING_MAX_LENGTHS, EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../accounts/limits';
import { NewFactsSchema } from './area-facts';
import { SecondStepEntrySchema } from './second-step';
import { CAPACITY_MAX, NAME_MAX_LENGTH } from './limits';

/**
 * The bodies of calls. Rules check their fields one by one, so that each error text says what is wrong. The rules trim
 * names before they check them.
 */

const NameSchema = z.string().check(z.minLength(1), z.maxLength(NAME_MAX_LENGTH));

const NewPasswordSchema = z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(PASSWORD_MAX_LENGTH));

/** The body of POST /api/auth/signup. The password needs each of A–Z, a–z, 0–9, !@#$%^&* (docs/product.md, S1). */
export const SignUpSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH)),
  password: NewPasswordSchema,
  /** The token of the operator's invitation; missing or empty without one (docs/product.md, S11). */
  invitation: z.optional(z.string()),
});
export type SignUp = z.infer<typeof SignUpSchema>;

/**
 * The body of POST /api/auth/login. A password is sent only with an email; otherwise it is null (docs/product.md, S2).
 * `joinKey` is the signature of a join link.
 */
export const LoginSchema = z.extend(SecondStepEntrySchema, {
  username: z.string(),
  password: z.optional(z.nullable(z.string())),
  joinKey: z.optional(z.string()),
});

/** The body of POST /api/users/password. */
export const PasswordChangeSchema = z.object({ currentPassword: z.string(), newPassword: NewPasswordSchema });
export type PasswordChange = z.infer<typeof PasswordChangeSchema>;

/** The body of POST /api/auth/confirm: the password of the admin's own account. */
export const ConfirmationSchema = z.object({ password: z.string() });
export type Confirmation = z.infer<typeof ConfirmationSchema>;

/** The body of POST /api/auth/forgot-password. */
export const ForgotPasswordSchema = z.object({ email: z.string() });
export type ForgotPassword = z.infer<typeof ForgotPasswordSchema>;

/** The body of POST /api/auth/reset-password: the token of the mailed link, and the new password. */
export const PasswordResetSchema = z.object({ token: z.string(), password: NewPasswordSchema });
export type PasswordReset = z.infer<typeof PasswordResetSchema>;

/** The body of DELETE /api/users: what the caller means. Without it, session and owners decide. */
export const DeletionSchema = z.object({
  /** The account; null for the one that the caller has signed up. */
  accountId: z.optional(z.nullable(z.string())),
  expect: z.optional(z.enum(['leave', 'delete'])),
});
export type Deletion = z.infer<typeof DeletionSchema>;

/** The body of POST /api/events and PATCH /api/events/{eventId}. */
export const EventNameSchema = z.object({ eventName: NameSchema });
export type EventName = z.infer<typeof EventNameSchema>;

/** The body of POST /api/events/{eventId}/areas. */
export const NewAreaSchema = z.object({
  areaName: NameSchema,
  /** The area's own number. */
  capacity: z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)),
  ...NewFactsSchema.shape,
});
export type NewArea = z.infer<typeof NewAreaSchema>;

/** The body of PATCH /api/areas/{areaId}: at least one of the fields. `capacity` is the area's own number. */
export const AreaChangeSchema = z.object({
  areaName: z.optional(NameSchema),
  capacity: z.optional(z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX))),
  ...NewFactsSchema.shape,
});
export type AreaChange = z.infer<typeof AreaChangeSchema>;

const billingText = (field: keyof typeof BILLING_MAX_LENGTHS) =>
  z.optional(z.nullable(z.string().check(z.maxLength(BILLING_MAX_LENGTHS[field]))));

/** The body of PUT /api/users/billing-details. A missing field is cleared. The country is ISO 3166-1 alpha-2. */
export const NewBillingDetailsSchema = z.object({
  billing_first_name: billingText('billing_first_name'),
  billing_last_name: billingText('billing_last_name'),
  billing_business_name: billingText('billing_business_name'),
  billing_address_line1: billingText('billing_address_line1'),
  billing_address_city: billingText('billing_address_city'),
  billing_address_postcode: billingText('billing_address_postcode'),
  billing_address_country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  billing_tax_id: billingText('billing_tax_id'),
});
export type NewBillingDetails = z.infer<typeof NewBillingDetailsSchema>;

/** More characters than any id of Stripe has. */
const PAYMENT_METHOD_ID_MAX_LENGTH = 100;

/** The body of POST /api/billing/attach-payment-method: the id of a confirmed card at Stripe. */
export const PaymentMethodSchema = z.object({
  payment_method_id: z.string().check(z.maxLength(PAYMENT_METHOD_ID_MAX_LENGTH), z.regex(/^pm_\w+$/)),
});
