import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { auditEntries } from '../../db/schema';
import { AppError } from '../../shared/errors';
import {
  AUDIT_TOPICS,
  AUDITED,
  type AuditEntry,
  type AuditLog,
  type AuditTopic,
  isAuditAction,
} from '../../shared/audit/schemas';
import { isoTime } from '../../time/iso-time';
import type { VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { loadKeyNames } from '../keys/key-names';
import { cursorOf, cutPage, type PageQuery, readCursor, rowsFor } from '../page';

/** Which entries are asked for, unchecked; all of the account without any of these. */
export interface AuditFilter {
  topic: string | undefined;
  /** The member who did it. */
  personId: string | undefined;
}

const isTopic = (text: string): text is AuditTopic => AUDIT_TOPICS.some((topic) => topic === text);

/** The condition for the entries of a topic. Throws a 400 for an unknown one. */
function isAbout(topic: string | undefined) {
  if (topic === undefined) return undefined;
  if (!isTopic(topic)) throw new AppError('invalid_input');
  const actions = Object.keys(AUDITED).filter((action) => isAuditAction(action) && AUDITED[action] === topic);
  return sql`${auditEntries.action} IN (SELECT value FROM json_each(${JSON.stringify(actions)}))`;
}

/** Returns a page of the account's audit log, newest first. */
export async function listAudit(
  { db }: ServiceContext,
  { identity: { userId } }: VerbAccess<'members'>,
  { topic, personId }: AuditFilter,
  page: PageQuery,
): Promise<AuditLog> {
TODO
}
