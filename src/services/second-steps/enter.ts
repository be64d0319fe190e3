import { isPassword } from '../../db/people';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { SecondStepEntry } from '../../shared/schemas/second-step';
import { checkAttempts, type Counted } from '../attempts/check';
import { FAILED_CODES_PER_PERSON } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { mailWrongCodes } from './mail-news';
import { hasLoggedInAs } from '../trust/known-device';
import {
  checkNew,
  type CheckedSecondStep,
  findSecondStep,
  secondStepKey,
  storeSecondStep,
  takeCode,
} from './second-step';

/** Somebody whose password was right, and what is known of the second step. */
interface Entering {
  personId: string;
  /** Whether the person has a row of a second step, which may have ended: see `findLogin`. */
  hasSecondStep: boolean | number;
  /** Whether the account that is entered demands one. */
  isDemanded: boolean;
}

/** What somebody has entered after the password. */
interface Entered {
  /** The second step that is set up, which must be stored before the session starts; null if none is. */
  made: CheckedSecondStep | null;
  /** The name of the second step whose code was right, for the device cookie; null without one. */
  passed: string | null;
}

/** The limits that a code is subject to. */
export interface CodeLimits {
  /** No limit of these may be reached. */
  checked: readonly Counted[];
  /** A wrong code counts for these. */
  counted: readonly Counted[];
}

type Step = NonNullable<Awaited<ReturnType<typeof findSecondStep>>>;

const keyOf = ({ personId, createdAt }: Step): string => secondStepKey(personId, createdAt);

/**
 * Returns the limit of wrong codes, for all addresses together. A device on which this second step was entered has its
 * own one, so that somebody who guesses shuts no holder out.
 */
async function limitOf(ctx: ServiceContext, step: Step): Promise<Counted> {
  const device = await ctx.device();
  const isKnown = device !== null && (await hasLoggedInAs(await ctx.signingKey(), device, keyOf(step)));
  return { key: `code:${step.personId}${isKnown ? `:${device.id}` : ''}`, limit: FAILED_CODES_PER_PERSON };
}

/** Throws `wrong` if the code is not right. A wrong one counts as a failed login, and for its person or known device. */
export async function mustBeRightCode(
  ctx: ServiceContext,
  step: Step,
  { code, wrong }: { code: string; wrong: AppError },
  { checked, counted }: CodeLimits,
): Promise<void> {
  const own = await limitOf(ctx, step);
  await checkAttempts(ctx, [...checked, own]);
  if (!(await takeCode(ctx, step, code))) {
    await recordAttempt(ctx, [...counted, own]);
    mailWrongCodes(ctx, step.personId, own);
    throw wrong;
  }
  // The limit is checked again: of many simultaneous guesses, the right one must not succeed after the limit.
  await checkAttempts(ctx, [...checked, own]);
}

/**
 * Does what a login needs after the right password: nothing for a person without a second step in an account that demands
 * none. Otherwise throws a 401 without a code or with a wrong one.
 */
export async function enterSecondStep(
  ctx: ServiceContext,
  { personId, hasSecondStep, isDemanded }: Entering,
  { code = '', secret = '' }: SecondStepEntry,
  limits: CodeLimits,
): Promise<Entered> {
  const wrong = new AppError('second_step_wrong');
  const step = hasSecondStep ? await findSecondStep(ctx, personId) : undefined;
  if (step) {
    if (code.trim() === '') throw new AppError('second_step_needed');
    await mustBeRightCode(ctx, step, { code, wrong }, limits);
    return { made: null, passed: keyOf(step) };
  }
  if (!isDemanded) return { made: null, passed: null };
  if (code.trim() === '' || secret === '') throw new AppError('second_step_demanded');
  const made = await checkNew(ctx, secret, code);
  if (made === null) throw wrong;
  return { made, passed: null };
}

/**
 * Stores a second step that {@link enterSecondStep} returned, if the password that was entered is still the person's. Returns
 * what the answer contains of it.
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
