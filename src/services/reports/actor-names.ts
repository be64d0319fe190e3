import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/client';
import { apiKeys, formerMembers, members, people } from '../../db/schema';
import type { ActorNames } from '../../reports/answer/report-journal';
import type { ReportPerson } from '../../shared/reports/entries';

const NO_NUMBER = sql<number | null>`NULL`.as('number');

/** Loads the names by which reports call whoever acts for an account: people only if it has had more than one member. */
export async function loadActorNames(db: Database, ownerId: string): Promise<ActorNames> {
  const { keys, people: all } = await loadAllNames(db, ownerId);
  return { keys, people: all.size > 1 ? all : new Map() };
}

/**
 * Loads the names of whoever acts for an account, in one query: those of its API keys, also of keys that have ended and
 * are still listed, the emails of its members, and the numbers of its former members.
 */
export async function loadAllNames(db: Database, ownerId: string): Promise<ActorNames> {
  const rows = await unionAll(
    db
      .select({ kind: sql<string>`'key'`.as('kind'), id: apiKeys.keyId, name: apiKeys.name, number: NO_NUMBER })
      .from(apiKeys)
      .where(eq(apiKeys.ownerId, ownerId)),
    db
      .select({ kind: sql<string>`'member'`.as('kind'), id: people.personId, name: people.email, number: NO_NUMBER })
      .from(members)
      .innerJoin(people, eq(people.personId, members.personId))
      .where(eq(members.ownerId, ownerId)),
    db
      .select({
        kind: sql<string>`'former'`.as('kind'),
        id: formerMembers.personId,
        name: sql<string>`''`.as('name'),
        number: sql<number | null>`${formerMembers.number}`.as('number'),
      })
      .from(formerMembers)
      .where(eq(formerMembers.ownerId, ownerId)),
  );
  const keys = new Map<string, string>();
  const present = new Map<string, ReportPerson>();
  const former = new Map<string, ReportPerson>();
  for (const { kind, id, name, number } of rows) {
    if (kind === 'key') keys.set(id, name);
    else if (number === null) present.set(id, { email: name });
    else former.set(id, { email: null, formerMember: number });
  }
  return { keys, people: new Map([...former, ...present]) };
}
