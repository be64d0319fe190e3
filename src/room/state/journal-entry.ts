import type { JournalFact } from '../../reports/facts';
import type { JournalKind } from '../../reports/journal-kinds';
import type { Actor } from '../../rpc/identity';

type JournalValue = NonNullable<JournalFact['after']>;

/** One entry of the journal: what was changed, by whom, from what to what. */
export interface JournalEntry {
  actor: Actor;
  kind: JournalKind;
  areaId?: string;
  before?: JournalValue;
  after?: JournalValue;
  /** In words: the reason for a recount, the name of the device on which an alert was acknowledged, or an alert's note. */
  note?: string;
  /** A reset or recount has here the area's ins plus outs since the area was created. */
  crossings?: number;
  /** The machine that the entry is about, and since when (epoch ms) an equal entry about it is counted up instead. */
  within?: { sourceId: string; since: number };
  /** How often it happened, for an entry with `within`; once if it is missing. */
  times?: number;
}
