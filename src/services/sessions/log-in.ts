import { and, eq, isNull } from 'drizzle-orm';
import { findLogin, isPassword, writePassword } from '../../db/people';
import { events } from '../../db/schema';
import { parse } from '../../http/input';
import type { ServiceContext, Session } from '../context';
import { hashPassword, isCheap, verifyPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { normalizeAccessCode } from '../../shared/rules/access-code';
import { normalizeEmail } from '../accounts/email';
import { LoginSchema } from '../../shared/schemas/inputs';
import { byAddress, checkAttempts, checkOften } from '../attempts/check';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_LOGINS_PER_IDENTIFIER, LOGINS_PER_IDENTIFIER } from '../attempts/limits';
import { enteredKey, loginKey, recordAttempt } from '../attempts/record';
import { hasLoggedInAs, rememberLogin } from '../trust/known-device';
import { isJoinKey } from '../trust/join-key';
import { type CodeLimits, enterSecondStep, storeEntered } from '../second-steps/enter';
import { endOwnSession } from './own-sessions';
import { type SessionOwner, type StartedSession, startSession } from './start';
import { logError } from '../../observability/log';
import type { SecondStepEntry } from '../../shared/schemas/second-step';
import type { LoginAnswer } from '../../shared/schemas/session';
import { requireEvent } from '../access/event';
import { listAreasAtLogin } from '../areas/list';
import { findEventByCode } from '../events/find-by-code';

const NO_IDENTIFIER = message(serviceTexts, 'identifier_missing');
const NO_PASSWORD = message(serviceTexts, 'password_missing');

/** The owner of a session that is about to start, with what is known of the person's second step. */
type Entrant =
  | Extract<SessionOwner, { type: 'code' }>
  | (MemberOwner & Pick<FoundLogin, 'hasSecondStep' | 'isSecondStepDemanded'>);
type MemberOwner = Extract<SessionOwner, { type: 'member' }>;
type FoundLogin = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

async function ownerOfEmail(ctx: ServiceContext, email: string, password: string): Promise<Entrant | null> {
  const login = await findLogin(ctx.db, email);
  const matches = await verifyPassword(password, login?.passwordHash);
  if (!login || !matches) return null;
  if (!isCheap(login.passwordHash) || (await raiseCost(ctx, login, password)))
    return { type: 'member', ...login, hasConfirmed: true };
  // Meanwhile another login has raised the hash's cost, or the password was changed: check again.
  return ownerOfEmail(ctx, email, password);
}

/**
 * Replaces a hash that was made at a lower cost. This is possible only at a login, when the password is at hand.
 * Returns false if the stored hash has changed.
 */
async function raiseCost(
  ctx: ServiceContext,
  login: { personId: string; passwordHash: string },
  password: string,
): Promise<boolean> {
  const { personId, passwordHash: before } = login;
  login.passwordHash = await hashPassword(password);
  const isSame = isPassword(ctx.db, personId, before);
  const [raised] = await ctx.db.batch(writePassword(ctx.db, personId, login.passwordHash, isSame));
  return raised.length > 0;
}

async function ownerOfCode(ctx: ServiceContext, accessCode: string): Promise<Entrant | null> {
  const event = await ctx.db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.accessCode, accessCode), isNull(events.deletedAt)))
    .get();
  return event ? { type: 'code', eventId: event.eventId, accessCode } : null;
}

/** Reads the credentials: an email with its password, or an access code (docs/product.md, S2) with a join key. */
function readAttempt(body: unknown) {
  const { username, password, joinKey, code: stepCode, secret } = parse(LoginSchema, body, NO_IDENTIFIER);
  const typed = username.trim();
  if (typed === '') throw new AppError('invalid_input', NO_IDENTIFIER);
  if (!typed.includes('@')) {
    const code = normalizeAccessCode(typed);
    return {
      identifier: code ?? typed,
      code,
      joinKey,
      step: {},
      find: async (ctx: ServiceContext) => code && ownerOfCode(ctx, code),
    };
  }
  if (typeof password !== 'string' || password === '') throw new AppError('invalid_input', NO_PASSWORD);
  const email = normalizeEmail(typed);
  const step = { code: stepCode, secret };
  return {
    identifier: email,
    code: null,
    joinKey,
    step,
    find: (ctx: ServiceContext) => ownerOfEmail(ctx, email, password),
  };
}

/**
 * Whether this attempt is exempt from the limit of its address, which everybody in a venue shares: it comes from a join
 * link that this installation has signed, or from a device on which the same email or code has logged in before.
 * Neither helps to guess another code.
 */
async function isTrusted(ctx: ServiceContext, { identifier, code, joinKey }: ReturnType<typeof readAttempt>) {
  if (code !== null && joinKey !== undefined && (await isJoinKey(await ctx.signingKey(), code, joinKey))) return true;
  const device = await ctx.device();
  return device !== null && (await hasLoggedInAs(await ctx.signingKey(), device, identifier));
}

/** A new session with the values of its cookies. The session that the browser had before has ended. */
export interface LogIn extends StartedSession {
  /** The recovery codes of a second step that this login has set up. */
  recoveryCodes?: string[];
  /** The value of the device cookie. */
  device: string;
}

/**
 * Logs in. Open to everyone. Failures are limited, and so are successful logins, far above what a venue needs
 * (docs/product.md, S8).
 */
export async function logIn(ctx: ServiceContext, body: unknown): Promise<LogIn> {
  const attempt = readAttempt(body);
  const trusted = await isTrusted(ctx, attempt);
  const own = { key: await loginKey(ctx, attempt.identifier), limit: FAILED_LOGINS_PER_IDENTIFIER };
  const all = [own, ...byAddress(ctx, 'login', FAILED_LOGINS_PER_ADDRESS)];
  const logins = [{ key: await enteredKey(ctx, attempt.identifier), limit: LOGINS_PER_IDENTIFIER }];

  const checked = trusted ? [own] : all;
  await checkOften(ctx, [...checked, ...logins]);
  const owner = await attempt.find(ctx);
  if (!owner) {
    // A trusted code was right before, so this failure is no guess and does not count for the address.
    await recordAttempt(ctx, trusted && attempt.code !== null ? [own] : all);
    throw new AppError('invalid_credentials');
  }
  // The limit is checked again: of many simultaneous guesses, the right one must not succeed after the limit was
  // reached.
  await checkAttempts(ctx, checked);

  await recordAttempt(ctx, logins);
  const limits = { checked, counted: all };
  const { passed = null, ...entered } =
    owner.type === 'member' ? await enterMember(ctx, owner, attempt.step, limits) : {};
  const started = await startSession(ctx, owner);
  if (!started) throw new AppError('invalid_credentials');
  await endOwnSession(ctx);
  const proven = [attempt.identifier, ...(passed === null ? [] : [passed])];
  const device = await rememberLogin(await ctx.signingKey(), await ctx.device(), proven);
  return { ...started, device, ...entered };
}

async function enterMember(
  ctx: ServiceContext,
  owner: Extract<Entrant, { type: 'member' }>,
  step: SecondStepEntry,
  limits: CodeLimits,
): Promise<{ recoveryCodes?: string[]; passed: string | null }> {
  const { made, passed } = await enterSecondStep(
    ctx,
    { ...owner, isDemanded: owner.isSecondStepDemanded },
    step,
    limits,
  );
  return { passed, ...(await storeEntered(ctx, owner, made)) };
}

/** How long a login waits for the room, in ms. Afterwards the device asks for the areas itself. */
const PATIENCE_MS = 500;
type Opened = Pick<LoginAnswer, 'event' | 'areas' | 'alerts'>;

async function readCode(
  ctx: ServiceContext,
  session: Session,
  { eventId, accessCode }: { eventId: string; accessCode: string },
): Promise<Opened> {
  try {
    const [event, { areas, alerts }] = await Promise.all([
      findEventByCode(ctx, session, accessCode),
      requireEvent(ctx, eventId, 'watch').then((access) => listAreasAtLogin(ctx, access)),
    ]);
    return { event, areas, alerts };
  } catch (error) {
    if (!(error instanceof AppError)) logError('login.event', error, { requestId: ctx.requestId });
    return {};
  }
}

/**
 * Reads the event and areas for a new session of an access code. Returns nothing for a member, or if they are not read
 * within PATIENCE_MS.
 */
export async function readOpened(ctx: ServiceContext, session: Session): Promise<Opened> {
  const { identity } = session;
  if (identity.type !== 'code') return {};
  const opened = readCode({ ...ctx, session }, session, identity);
  const impatience = new Promise<Opened>((resolve) => setTimeout(() => resolve({}), PATIENCE_MS));
  return Promise.race([opened, impatience]);
}
