import { users } from '../../db/schema';
import { isPresentAccount } from '../../db/present';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import {
  type NewSecondStep,
  NewSecondStepSchema,
  type RecoveryCodes,
  type SecondStep,
  type SecondStepCode,
  SecondStepCodeSchema,
} from '../../shared/schemas/second-step';
import { isoTimeOrNull } from '../../time/iso-time';
import type { ConfirmedMember } from '../access/session';
import { failedLogins } from '../attempts/record';
import { noteOfLogin } from '../audit/note';
import type { MemberSession, ServiceContext } from '../context';
import { isNotReplaced } from '../sessions/rotate-session';
import { mustBeRightCode } from './enter';
import { mailNews } from './mail-news';
import { checkNew, endSecondStep, findSecondStep, storeSecondStep } from './second-step';

const wrongCode = (): AppError => new AppError('invalid_input', message(serviceTexts, 'second_step_code_wrong'));

/** Whether the account demands a second step of its members. */
export async function isSecondStepDemanded({ db }: Pick<ServiceContext, 'db'>, userId: string): Promise<boolean> {
  const { isSecondStepDemanded: isDemanded } = users;
  const account = await db.select({ isDemanded }).from(users).where(isPresentAccount(userId)).get();
  return account?.isDemanded === true;
}

/** Returns what the caller sees of the own second step. The secret is never shown again. */
export async function readSecondStep(ctx: ServiceContext, { identity }: MemberSession): Promise<SecondStep> {
  const [step, isDemanded] = await Promise.all([
    findSecondStep(ctx, identity.personId),
    isSecondStepDemanded(ctx, identity.userId),
  ]);
  return {
    isSetUp: step !== undefined,
    recoveryCodesLeft: step?.recoveryCodes.length ?? 0,
    isDemanded,
    endsAt: isoTimeOrNull(step?.endsAt ?? null),
  };
}

/**
 * Sets a second step up for the caller. Throws a 409 if there is one: whoever has only a session and the password must not
 * replace it.
 */
export async function setSecondStep(
  ctx: ServiceContext,
  { sessionId, identity: { personId } }: ConfirmedMember,
  input: Unchecked<NewSecondStep>,
): Promise<RecoveryCodes> {
  const { secret, code } = parse(NewSecondStepSchema, input);
  const made = await checkNew(ctx, secret, code);
  if (made === null) throw wrongCode();
  const recoveryCodes = await storeSecondStep(ctx, personId, made, isNotReplaced(ctx, sessionId));
  if (recoveryCodes !== null) return { recoveryCodes };
  if (await findSecondStep(ctx, personId)) throw new AppError('conflict', message(serviceTexts, 'second_step_exists'));
  // Meanwhile the session has ended.
  throw new AppError('unauthenticated');
}

/** Ends the caller's second step with one of its codes. Throws a 404 without a second step, and a 400 for a wrong code. */
export async function endOwnSecondStep(
  ctx: ServiceContext,
  { identity: { personId, email } }: ConfirmedMember,
  input: Unchecked<SecondStepCode>,
): Promise<void> {
  const { code } = parse(SecondStepCodeSchema, input);
  const step = await findSecondStep(ctx, personId);
  if (!step) throw new AppError('not_found', message(serviceTexts, 'second_step_missing'));
  const counted = await failedLogins(ctx, email);
  await mustBeRightCode(ctx, step, { code, wrong: wrongCode() }, { checked: counted, counted });
  if (!(await endSecondStep(ctx, personId))) return;
  await noteOfLogin(ctx, personId, 'endSecondStep');
  mailNews(ctx, personId, 'ended');
}
