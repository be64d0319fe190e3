import { isoTime } from '../rules/iso-time';
import type { ReportJournalEntry } from '../schemas/report';
import type { JournalFact } from './facts';
import type { DayFigures } from './figures';

import { readStep } from './steps';

const ACTORS = { admin: 'admin', code: 'accessCode', system: 'system', operator: 'operator' } as const;

/** Whose account or code it was is nobody's business: the kind of actor is told. */
function actorOf(actor: string): ReportJournalEntry['actor'] {
  const kind = actor.split(':')[0];
  return kind === 'admin' || kind === 'code' || kind === 'operator' ? ACTORS[kind] : ACTORS.system;
}

/** The journal as a report tells it, each area by its last name. */
export function reportJournal(journal: readonly JournalFact[], days: readonly DayFigures[]): ReportJournalEntry[] {
  const names = new Map<string, string>();
  for (const fact of journal) {
    if (fact.kind === 'area_deleted' && fact.areaId !== null && typeof fact.before === 'string') {
      names.set(fact.areaId, fact.before);
    }
    const step = readStep(fact);
    if (step?.type === 'area_added' || step?.type === 'area_renamed') names.set(step.areaId, step.areaName);
  }
  for (const { areaId, areaName } of days.at(-1)?.closing.areas ?? []) names.set(areaId, areaName);
  return journal.map(({ at, actor, kind, areaId, before, after, note }) => ({
    at: isoTime(at),
    actor: actorOf(actor),
    kind,
    areaId,
    areaName: areaId === null ? null : (names.get(areaId) ?? null),
    before,
    after,
    note,
  }));
}
