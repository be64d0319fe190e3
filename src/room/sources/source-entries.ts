import type { Actor } from '../../rpc/identity';
import type { Source } from '../../rpc/source-batch';
import { HOUR_MS } from '../../shared/durations';
import type { BusinessDay } from '../../shared/rules/business-day';
import type { JournalEntry } from '../state/journal-entry';
import { sourceName } from '../storage/source-rows';

export interface SourceEntry extends Pick<JournalEntry, 'kind' | 'before'> {
  areaId: string | undefined;
}

/**
 * The hour in which entries about a source are counted together. It does not reach into the business day before, whose journal
 * may be sealed.
 * @param now epoch ms
 */
export const hourOf = (
  sourceId: string,
  now: number,
  { startsAt }: BusinessDay,
): NonNullable<JournalEntry['within']> => ({
  sourceId,
  since: Math.max(now - (now % HOUR_MS), startsAt),
});

/** What the journal says about a batch: one entry for each kind of change, with how often it happened. */
export class SourceEntries {
  private readonly byKind = new Map<string, { entry: SourceEntry; times: number }>();

  add(entry: SourceEntry): void {
    const kind = JSON.stringify([entry.kind, entry.before]);
    const known = this.byKind.get(kind);
    if (known === undefined) this.byKind.set(kind, { entry, times: 1 });
    else known.times += 1;
  }

  get isEmpty(): boolean {
    return this.byKind.size === 0;
  }

  /** @param within the hour in which entries about the source are counted together */
  entries(about: Source, actor: Actor, within: NonNullable<JournalEntry['within']>): JournalEntry[] {
    return [...this.byKind.values()].map(({ entry: { areaId, ...entry }, times }) => ({
      actor,
      ...entry,
      ...(areaId !== undefined && { areaId }),
      after: sourceName(about),
      times,
      within,
    }));
  }
}
