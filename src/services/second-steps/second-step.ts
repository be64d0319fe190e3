import { and, eq, exists, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { randomBytes, toHex } from '../../crypto/bytes';
import { sha256Hex } from '../../crypto/ids';
import { stepOfCode } from '../../crypto/totp';
import { people, secondSteps } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { isSecret, normalizeCode } from '../../shared/rules/second-step';
import { noteOfLogin } from '../audit/note';
import { noteEnded } from '../backups/ended';
import type { ServiceContext } from '../context';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES } from './limits';
import { mailNews } from './mail-news';

/** This file alone knows what kinds of second steps there are, and how each is checked. */

/** A second step that is about to be stored. */
export interface CheckedSecondStep {
  secret: string;
  /** The step of the code that was entered with it. */
  usedStep: number;
}

const isOf = (personId: string) => eq(secondSteps.personId, personId);

/** Finds the person's second step, unless an owner's reset has ended it. */
const isInForce = ({ now }: Pick<ServiceContext, 'now'>, personId: string) =>
  and(isOf(personId), or(isNull(secondSteps.endsAt), gt(secondSteps.endsAt, now())));

/** Returns the person's second step; undefined without one. */
export const findSecondStep = async (ctx: Pick<ServiceContext, 'db' | 'now'>, personId: string) =>
  ctx.db.select().from(secondSteps).where(isInForce(ctx, personId)).get();

type SecondStepRow = typeof secondSteps.$inferSelect;

/** The name under which backups know that a second step has ended. */
export const secondStepKey = (personId: string, createdAt: number): string => `second-step ${personId} ${createdAt}`;

const hashOf = (personId: string, recoveryCode: string): Promise<string> => sha256Hex(`${personId} ${recoveryCode}`);

/** Returns a recovery code in its printed form: '1a2b-3c4d-5e6f'. */
const newRecoveryCode = (): string => toHex(randomBytes(RECOVERY_CODE_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-');

/**
 * Uses a code of the app or a recovery code up. Returns whether it was right: a code that was taken before is not. Whoever has
 * a right one needs no reset, so it cancels one that an owner has begun.
 */
export async function takeCode(
  ctx: Pick<ServiceContext, 'db' | 'now' | 'backups'>,
  step: SecondStepRow,
  typed: string,
): Promise<boolean> {
  const { db } = ctx;
  const { personId, secret } = step;
  const code = normalizeCode(typed);
  const usedStep = await stepOfCode(secret, code, ctx.now());
  if (usedStep !== null) {
    const taken = await db
      .update(secondSteps)
      .set({ lastUsedStep: usedStep, endsAt: null })
      .where(and(isInForce(ctx, personId), eq(secondSteps.secret, secret), lt(secondSteps.lastUsedStep, usedStep)))
      .returning({ personId: secondSteps.personId });
    return taken.length > 0;
  }
  const hash = await hashOf(personId, code);
  // The statement takes the hash out of the list as it is now: another code may be used up at the same moment.
  const hashes = sql`json_each(${secondSteps.recoveryCodes})`;
  const others = sql<string[]>`(SELECT json_group_array(value) FROM ${hashes} WHERE value <> ${hash})`;
  const taken = await db
    .update(secondSteps)
    .set({ recoveryCodes: others, endsAt: null })
    .where(and(isInForce(ctx, personId), exists(sql`(SELECT 1 FROM ${hashes} WHERE value = ${hash})`)))
    .returning({ personId: secondSteps.personId });
  if (taken.length > 0) await noteEnded(ctx, hash);
  return taken.length > 0;
}

const NO_SECRET = message(serviceTexts, 'second_step_secret_invalid');

/** Returns a second step with this secret, if the code belongs to it; null if it does not. Throws a 400 for a weak secret. */
export async function checkNew(
  { now }: Pick<ServiceContext, 'now'>,
  secret: string,
  code: string,
): Promise<CheckedSecondStep | null> {
  if (!isSecret(secret)) throw new AppError('invalid_input', NO_SECRET);
  const usedStep = await stepOfCode(secret, normalizeCode(code), now());
  return usedStep === null ? null : { secret, usedStep };
}

/**
 * Stores a second step under a condition and tells its person. Returns its recovery codes, of which only hashes are kept; null
 * if the person has one already, or if the condition does not hold.
 */
export async function storeSecondStep(
  ctx: ServiceContext,
  personId: string,
  { secret, usedStep }: CheckedSecondStep,
  onlyIf: SQL,
): Promise<string[] | null> {
  const { db, now } = ctx;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(personId, normalizeCode(code))));
  const row = selectedRow(secondSteps, {
    personId,
    kind: 'totp',
    secret,
    lastUsedStep: usedStep,
    recoveryCodes: hashes,
    createdAt: now(),
  });
  const [ended, stored] = await db.batch([
    db
      .delete(secondSteps)
      .where(and(isOf(personId), lte(secondSteps.endsAt, now())))
      .returning(),
    db
      .insert(secondSteps)
      .select(
        db
          .select(row)
          .from(people)
          .where(and(eq(people.personId, personId), onlyIf)),
      )
      .onConflictDoNothing()
      .returning({ personId: secondSteps.personId }),
  ]);
  await Promise.all(ended.map(({ createdAt }) => noteEnded(ctx, secondStepKey(personId, createdAt))));
  if (stored.length === 0) return null;
  await noteOfLogin(ctx, personId, 'setSecondStep');
  mailNews(ctx, personId, 'set');
  return codes;
}

/** Ends the person's second step at once. Returns whether there was one. */
export async function endSecondStep(ctx: ServiceContext, personId: string): Promise<boolean> {
  const [ended] = await ctx.db.delete(secondSteps).where(isOf(personId)).returning();
  if (ended) await noteEnded(ctx, secondStepKey(personId, ended.createdAt));
  return ended !== undefined;
}

/**
 * Has the person's second step end at this time, epoch ms, unless a code is taken before. Returns when it ends, which an
 * earlier reset may have set; null without a second step.
 */
export async function endSecondStepAt(ctx: ServiceContext, personId: string, endsAt: number): Promise<number | null> {
  const [reset] = await ctx.db
    .update(secondSteps)
    .set({ endsAt: sql`coalesce(${secondSteps.endsAt}, ${endsAt})` })
    .where(isInForce(ctx, personId))
    .returning({ endsAt: secondSteps.endsAt });
  return reset?.endsAt ?? null;
}
