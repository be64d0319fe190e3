import { isPassword } from '../../db/people';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { SecondStepEntry } from '../../shared/schemas/second-step';
import { checkAttempts, type Counted } from '../attempts/check';
import { FAILED_CODES_PER_PERSON } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { checkNew, type CheckedSecondStep, findSecondStep, storeSecondStep, takeCode } from './second-step';

/** Somebody whose password was right, and what is known of the second step. */
interface Entering {
  personId: string;
  /** Whether the person has a row of a second step, which may have ended: see `findLogin`. */
  hasSecondStep: boolean | number;
  /** Whether the account that is entered demands one. */
  isDemanded: boolean;
}

/** The limits that a code is subject to. */
export interface CodeLimits {
  /** No limit of these may be reached. */
  checked: readonly Counted[];
  /** A wrong code counts for these. */
  counted: readonly Counted[];
}

/** Throws `wrong` if the code is not right. A wrong one counts as a failed login, and for its person from all addresses. */
export async function mustBeRightCode(
  ctx: ServiceContext,
  step: NonNullable<Awaited<ReturnType<typeof findSecondStep>>>,
  { code, wrong }: { code: string; wrong: AppError },
  { checked, counted }: CodeLimits,
): Promise<void> {
  const own = { key: `code:${step.personId}`, limit: FAILED_CODES_PER_PERSON };
  await checkAttempts(ctx, [...checked, own]);
  if (!(await takeCode(ctx, step, code))) {
    await recordAttempt(ctx, [...counted, own]);
    throw wrong;
  }
  // The limit is checked again: of many simultaneous guesses, the right one must not succeed after the limit.
  await checkAttempts(ctx, [...checked, own]);
}

/**
 * Does what a login needs after the right password: nothing for a person without a second step in an account that demands
 * none. Otherwise throws a 401 without a code or with a wrong one. Returns the second step that the login sets up, which
 * must be stored before its session starts; null if it sets none up.
 */
export async function enterSecondStep(
  ctx: ServiceContext,
  { personId, hasSecondStep, isDemanded }: Entering,
  { code = '', secret = '' }: SecondStepEntry,
  limits: CodeLimits,
): Promise<CheckedSecondStep | null> {
  const wrong = new AppError('second_step_wrong');
  const step = hasSecondStep ? await findSecondStep(ctx, personId) : undefined;
  if (step) {
    if (code.trim() === '') throw new AppError('second_step_needed');
    await mustBeRightCode(ctx, step, { code, wrong }, limits);
    return null;
  }
  if (!isDemanded) return null;
  if (code.trim() === '' || secret === '') throw new AppError('second_step_demanded');
  const made = await checkNew(ctx, secret, code);
  if (made === null) throw wrong;
  return made;
}

/**
 * Stores what {@link enterSecondStep} returned, if the password that was entered is still the person's. Returns what the answer
 * contains of it.
 */
export async function storeEntered(
  ctx: ServiceContext,
  { personId, passwordHash }: { personId: string; passwordHash: string },
  made: CheckedSecondStep | null,
): Promise<{ recoveryCodes?: string[] }> {
  if (made === null) return {};
  const recoveryCodes = await storeSecondStep(ctx, personId, made, isPassword(ctx.db, personId, passwordHash));
  if (recoveryCodes !== null) return { recoveryCodes };
  // Meanwhile another login has set one up, or the password was changed.
  throw new AppError((await findSecondStep(ctx, personId)) ? 'second_step_needed' : 'invalid_credentials');
}

const TO_SWITCH = message(serviceTexts, 'second_step_to_switch');

/** Throws a 403 for somebody who has no second step and enters an account that demands one without a password. */
export async function mustHaveSecondStep(ctx: ServiceContext, personId: string, isDemanded: boolean): Promise<void> {
  if (isDemanded && !(await findSecondStep(ctx, personId))) throw new AppError('forbidden', TO_SWITCH);
}
