import { and, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../db/one-of';
import { auditEntries } from '../../db/schema';
import type { ActorNames } from '../../reports/answer/report-journal';
import { BYTE_ORDER_MARK, csvLine } from '../../reports/sealed/csv';
import { AUDIT_TOPICS, AUDITED, type AuditEntry, type AuditTopic, isAuditAction } from '../../shared/audit/schemas';
import { AppError } from '../../shared/errors';
import type { ReportPerson } from '../../shared/reports/entries';
import { isoTime } from '../../time/iso-time';
import type { VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { cutPage, type Page, type PageQuery, rowsFor } from '../page';
import { loadAllNames } from '../reports/actor-names';

/** Which entries are asked for, unchecked; all of the account without any of these. */
export interface AuditFilter {
  topic?: string | undefined;
  /** The member who did it, or whom it concerns. */
  personId?: string | undefined;
}

const isTopic = (text: string): text is AuditTopic => AUDIT_TOPICS.some((topic) => topic === text);

/** The condition for the entries of a topic. Throws a 400 for an unknown one. */
function isAbout(topic: string | undefined): SQL | undefined {
  if (topic === undefined) return undefined;
  if (!isTopic(topic)) throw new AppError('invalid_input');
  const actions = Object.keys(AUDITED).filter((action) => isAuditAction(action) && AUDITED[action] === topic);
  return isOneOf(auditEntries.action, actions);
}

const isOf = (personId: string | undefined): SQL | undefined =>
  personId === undefined
    ? undefined
    : or(eq(auditEntries.personId, personId), eq(auditEntries.actor, `admin:${personId}`));

/** Reads a cursor, which is an entry's id. Throws a 400 for any other text. */
function isAfter(after: string | null): SQL | undefined {
  if (after === null) return undefined;
  if (!/^\d{1,15}$/.test(after)) throw new AppError('invalid_input');
  return lt(auditEntries.entryId, Number(after));
}

/** Somebody whom a restore has left without a number has no name. */
const personOf = ({ people }: ActorNames, personId: string): ReportPerson => people.get(personId) ?? { email: null };

function actorOf(kind: string, id: string, names: ActorNames): Pick<AuditEntry, 'person' | 'keyName' | 'isOperator'> {
  if (kind === 'operator') return { isOperator: true };
  return kind === 'key' ? { keyName: names.keys.get(id) ?? null } : { person: personOf(names, id) };
}

function entryOf(row: typeof auditEntries.$inferSelect, names: ActorNames): AuditEntry {
  const { actor, action, personId, eventId, eventName, detail } = row;
  const [kind = '', id = ''] = actor.split(':');
  return {
    entryId: row.entryId,
    at: isoTime(row.at),
    topic: isAuditAction(action) ? AUDITED[action] : 'settings',
    action,
    ...actorOf(kind, id, names),
    ...(personId !== null && { concerns: personOf(names, personId) }),
    eventId,
    eventName,
    detail,
  };
}

/** Returns a page of the account's audit log, newest first. Throws a 400 for an unknown topic. */
export async function listAudit(
  { db }: Pick<ServiceContext, 'db'>,
  { identity: { userId } }: VerbAccess<'members'>,
  { topic, personId }: AuditFilter,
  page: PageQuery,
): Promise<Page<AuditEntry>> {
  const [names, rows] = await Promise.all([
    loadAllNames(db, userId),
    db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.ownerId, userId), isAbout(topic), isOf(personId), isAfter(page.after)))
      .orderBy(desc(auditEntries.entryId))
      .limit(rowsFor(page)),
  ]);
  const { entries, next } = cutPage(rows, page, ({ entryId }) => String(entryId));
  return { entries: entries.map((row) => entryOf(row, names)), next };
}

const HEADS = ['time_utc', 'topic', 'action', 'by', 'api_key', 'concerns', 'event_id', 'event_name', 'detail'] as const;

const nameOf = (person: ReportPerson | undefined): string | null =>
  person === undefined ? null : (person.email ?? `former member ${person.formerMember ?? ''}`.trim());

/** How many entries are read at once for a file. */
const PIECE = 1_000;

/** Writes the entries as CSV with these columns, a page at a time. */
export async function* auditCsv(
  ctx: Pick<ServiceContext, 'db'>,
  access: VerbAccess<'members'>,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADS);
  let after: string | null = null;
  do {
    const { entries, next }: Page<AuditEntry> = await listAudit(ctx, access, filter, { limit: PIECE, after });
    yield entries
      .map((entry) => {
        const { at, topic, action, person, keyName, isOperator, concerns, eventId, eventName, detail } = entry;
        return csvLine([
          at,
          topic,
          action,
          isOperator ? 'operator' : nameOf(person),
          keyName ?? null,
          nameOf(concerns),
          eventId,
          eventName,
          detail,
        ]);
      })
      .join('');
    after = next;
  } while (after !== null);
}
