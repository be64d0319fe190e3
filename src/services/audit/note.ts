import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isPresentAccount } from '../../db/present';
import { auditEntries, members, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { tryAndLog } from '../../observability/log';
import type { UserPrincipal } from '../../rpc/identity';
import type { AuditAction } from '../../shared/audit/schemas';
import { principalOf, type ServiceContext, type Session } from '../context';

/** What somebody did. */
interface Act {
  actor: UserPrincipal | 'operator';
  action: AuditAction;
  /** The event that it concerns. */
  eventId?: string | null;
  /** The member whom it concerns. */
  personId?: string | null;
  /** A role or a name; see AuditEntrySchema. */
  detail?: string | SQL | null;
}

type Noting = Pick<ServiceContext, 'db' | 'now' | 'requestId'>;

/** Adds an entry to the audit logs of these accounts, as far as they exist. Never rejects: what was done holds without it. */
async function note({ db, now, requestId }: Noting, isIn: SQL | undefined, act: Act): Promise<void> {
  const { eventId = null, personId = null, detail = null } = act;
  const eventName = sql`(SELECT event_name FROM events WHERE event_id = ${eventId})`;
  const row = selectedRow(auditEntries, {
    ...act,
    ownerId: users.userId,
    at: now(),
    eventId,
    eventName,
    personId,
    detail,
  });
  await tryAndLog('audit', () => db.insert(auditEntries).select(db.select(row).from(users).where(isIn)), { requestId });
}

/** Notes what the holder of a session has just done in its account. What is done with an access code is not noted. */
export async function noteAct(
  ctx: Noting,
  session: Pick<Session, 'identity' | 'key'>,
  act: Omit<Act, 'actor'>,
): Promise<void> {
  const { identity } = session;
  if (identity.type !== 'code')
    await note(ctx, isPresentAccount(identity.userId), { ...act, actor: principalOf(session) });
}

/** Notes what a person, or the operator for the person, has just done with the login, in all accounts to which it belongs. */
export async function noteOfLogin(ctx: Noting, personId: string, action: AuditAction, by?: 'operator'): Promise<void> {
  const theirs = ctx.db.select({ ownerId: members.ownerId }).from(members).where(eq(members.personId, personId));
  const who = by === undefined ? { actor: `admin:${personId}` as const } : { actor: by, personId };
  await note(ctx, inArray(users.userId, theirs), { action, ...who });
}

/** The first of these fields of objects that is a text; null if none is. */
function textAmong(objects: readonly unknown[], names: readonly string[]): string | null {
  for (const fields of objects) {
    if (typeof fields !== 'object' || fields === null) continue;
    const found = names.map((name) => Reflect.get(fields, name)).find((value) => typeof value === 'string');
    if (typeof found === 'string') return found;
  }
  return null;
}

/** The parts of a call that say what it was about. Its body does not count: callers write into it what they like. */
interface CallMade {
  params: Readonly<Record<string, string>>;
  reply: unknown;
  access: unknown;
}

/** These are noted where they happen: the session of their call is not, or not alone, that of the account. */
const OWN_WAY: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'logIn',
  'switchAccount',
  'acceptInvitation',
  'changePassword',
  'resetPassword',
  'inviteMember',
  'changeMember',
  'removeMember',
  'setSecondStep',
  'endSecondStep',
  'demandSecondStep',
  'resetSecondStep',
]);

/** The name of what these parameters of an address mean. Rows of what has just ended are still there. */
const nameOf = ({ keyId, linkId, areaId, sourceId }: CallMade['params']): SQL | null => {
  if (keyId !== undefined) return sql`(SELECT name FROM api_keys WHERE key_id = ${keyId})`;
  if (linkId !== undefined) return sql`(SELECT label FROM inspector_links WHERE link_id = ${linkId})`;
  if (areaId !== undefined) return sql`(SELECT area_name FROM areas WHERE area_id = ${areaId})`;
  return sourceId === undefined ? null : sql`${sourceId}`;
};

/** Notes a call that the holder of a session has just made. */
export async function noteCall(ctx: ServiceContext, action: AuditAction, { params, reply, access }: CallMade) {
  const { session } = ctx;
  if (session === null || OWN_WAY.has(action)) return;
  const room = typeof access === 'object' && access !== null ? Reflect.get(access, 'roomContext') : null;
  await noteAct(ctx, session, {
    action,
    eventId: textAmong([reply, params, room], ['eventId']),
    detail: textAmong([reply], ['areaName', 'name', 'label']) ?? nameOf(params),
  });
}
