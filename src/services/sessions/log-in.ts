import { and, eq, isNull } from 'drizzle-orm';
import { events, users } from '../../db/schema';
import { parse } from '../../lib/checked';
import type { ServiceContext } from '../context';
import { verifyPassword } from '../../lib/password';
import { AppError } from '../../shared/errors';
import { normaliseAccessCode } from '../../shared/rules/access-code';
import { normaliseEmail } from '../../shared/rules/email';
import { LoginSchema } from '../../shared/schemas/inputs';
import { checkAttempts } from '../attempts/check';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_LOGINS_PER_IDENTIFIER } from '../attempts/limits';
import { loginKey } from '../attempts/login-key';
import { recordAttempt } from '../attempts/record';
import { endOwnSession } from './end';
import { type SessionOwner, type StartedSession, startSession } from './start';

const NO_IDENTIFIER = 'Please enter your email or access code.';
const NO_PASSWORD = 'Please enter your password.';

async function ownerOfEmail(ctx: ServiceContext, email: string, password: string): Promise<SessionOwner | null> {
  const user = await ctx.db
    .select({ userId: users.userId, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
    .get();
  const matches = await verifyPassword(password, user?.passwordHash);
  return user && matches ? { type: 'admin', ...user } : null;
}

async function ownerOfCode(ctx: ServiceContext, accessCode: string): Promise<SessionOwner | null> {
  const event = await ctx.db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.accessCode, accessCode), isNull(events.deletedAt)))
    .get();
  return event ? { type: 'code', eventId: event.eventId, accessCode } : null;
}

/** What is tried: an email with its password, or an access code (spec section 5). */
function readAttempt(body: unknown) {
  const { username, password } = parse(LoginSchema, body, NO_IDENTIFIER);
  const typed = username.trim();
  if (typed === '') throw new AppError('invalid_input', NO_IDENTIFIER);
  if (!typed.includes('@')) {
    const code = normaliseAccessCode(typed);
    return { identifier: code ?? typed, find: async (ctx: ServiceContext) => code && ownerOfCode(ctx, code) };
  }
  if (typeof password !== 'string' || password === '') throw new AppError('invalid_input', NO_PASSWORD);
  const email = normaliseEmail(typed);
  return { identifier: email, find: (ctx: ServiceContext) => ownerOfEmail(ctx, email, password) };
}

/** A new session; the one that the browser held ends. Open to everyone; failures are limited (design section 5). */
export async function logIn(ctx: ServiceContext, body: unknown): Promise<StartedSession> {
  const attempt = readAttempt(body);
  const counted = [
    { key: await loginKey(ctx, attempt.identifier), limit: FAILED_LOGINS_PER_IDENTIFIER },
    { key: `login:${ctx.address}`, limit: FAILED_LOGINS_PER_ADDRESS },
  ];

  await checkAttempts(ctx, counted);
  const owner = await attempt.find(ctx);
  if (!owner) {
    await recordAttempt(ctx, counted);
    throw new AppError('invalid_credentials');
  }
  // Of many guesses made at once, one that is right must not be told after the limit was reached.
  await checkAttempts(ctx, counted);

  const started = await startSession(ctx, owner);
  if (!started) throw new AppError('invalid_credentials');
  await endOwnSession(ctx);
  return started;
}
