import * as z from 'zod/mini';

/** What a login takes besides the password. Both are missing for a person without a second step. */
export const SecondStepEntrySchema = z.object({
  /** The code of an authenticator app, or one of the recovery codes. */
  code: z.optional(z.string()),
  /** The secret of a second step that this login sets up, in Base32, to which `code` belongs. */
  secret: z.optional(z.string()),
});
export type SecondStepEntry = z.infer<typeof SecondStepEntrySchema>;

/** The body of PUT /api/users/second-step: a secret of at least 160 bits in Base32, and a code of it. */
export const NewSecondStepSchema = z.object({ secret: z.string(), code: z.string() });
export type NewSecondStep = z.infer<typeof NewSecondStepSchema>;

/** The body of DELETE /api/users/second-step: a code of the app, or a recovery code. */
export const SecondStepCodeSchema = z.object({ code: z.string() });
export type SecondStepCode = z.infer<typeof SecondStepCodeSchema>;

/** The recovery codes of a second step that was just set up. Each replaces a code once. No other call returns them. */
export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodesSchema>;

/** The body of PUT /api/account/second-step. */
export const SecondStepDemandSchema = z.object({ isDemanded: z.boolean() });
export type SecondStepDemand = z.infer<typeof SecondStepDemandSchema>;

/** The answer of DELETE /api/members/{personId}/second-step: when the second step ends, as ISO 8601. */
export const SecondStepResetSchema = z.object({ endsAt: z.string() });
export type SecondStepReset = z.infer<typeof SecondStepResetSchema>;

/** The answer of GET /api/users/second-step. */
export const SecondStepSchema = z.object({
  isSetUp: z.boolean(),
  /** How many recovery codes were not used yet. */
  recoveryCodesLeft: z.int(),
  /** Whether the account demands a second step of its members. */
  isDemanded: z.boolean(),
  /** When it ends, because an owner has reset it; null if nobody has. A login with a code keeps it. */
  endsAt: z.nullable(z.string()),
});
export type SecondStep = z.infer<typeof SecondStepSchema>;
