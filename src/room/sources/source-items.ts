import { type ErrorCode, errorMessage } from '../../shared/errors';
import { isSideArea } from '../../shared/evacuation/side-areas';
import type { Tap } from '../../shared/protocol/up';
import { DAY_MS, SOURCE_AHEAD_MAX_MS, TAP_AGE_MAX_MS, TAP_CHANGE_MAX } from '../../shared/limits';
import { wallClock } from '../../shared/rules/business-day';
import { readItemTime } from './item-time';
import type { Delta, ItemAnswer, Notice, Source, SourceItem, Totals } from '../../rpc/source-batch';
import type { Actor } from '../../rpc/contract';
import type { Draft, Sender } from '../counting/draft';
import type { JournalEntry } from '../storage/room-store';
import { SCANS_TAKEN_BACK_MAX } from '../limits';
import { addReading, type Reading } from './readings';
import { sourceClientOf, sourceName, type SourceRows, type SourceState } from './source-rows';

/** People who passed a source, where and when; `at` is epoch ms. */
interface Passage {
  areaId: string | undefined;
  ins: number;
  outs: number;
  at: number;
  category?: string | undefined;
}

/** People who go from one area to another; undefined is outside. */
interface Pass extends Pick<Tap, 'at' | 'category'> {
  from: string | undefined;
  to: string | undefined;
  people: number;
}

type Outcome = { ok: true; floored: number } | { ok: false; code: ErrorCode };

export interface SourceItemsDeps {
  draft: Draft;
  about: Source;
  before: Pick<SourceState, 'nextSeq' | 'readings'>;
  rows: Pick<SourceRows, 'hasKey'>;
  /** The event's, for a source that names none. */
  timeZone: string;
}

const NOBODY: Outcome = { ok: true, floored: 0 };
const DUPLICATE: ItemAnswer = { status: 'duplicate' };
const refused = (code: ErrorCode): ItemAnswer => ({ status: 'refused', code, message: errorMessage(code) });

/**
 * Takes the items of one batch into a draft. What it knows of the source is a working copy, which is stored together with
 * the draft or not at all.
 */
export class SourceItems {
  /** The keys of items that this batch counted. */
  readonly keys = new Set<string>();
  /** Whether the batch changes what is stored about the source. */
  isChanged = false;
  /** Whether it counted people who have no time but that of their arrival. */
  countsOnArrival = false;
  private nextSeq: number;
  private readings: readonly Reading[];
  private readonly notices: { notice: Notice; areaId: string | undefined }[] = [];
  private readonly sender: Sender;
  private readonly timeZone: string;

  constructor(private readonly deps: SourceItemsDeps) {
    this.nextSeq = deps.before.nextSeq;
    this.readings = deps.before.readings;
    const client = sourceClientOf(deps.about.sourceId);
    this.sender = deps.draft.sender(client, client);
    this.timeZone = deps.about.timeZone ?? deps.timeZone;
  }

  get state(): Pick<SourceState, 'nextSeq' | 'readings'> {
    return { nextSeq: this.nextSeq, readings: this.readings };
  }

  /** What the journal says about the totals. First totals are no news: the journal has the source itself. */
  entries(actor: Actor): JournalEntry[] {
    return this.notices
      .filter(({ notice }) => notice !== 'baseline')
      .map(({ notice, areaId }) => ({
        actor,
        kind: 'source_restarted',
        ...(areaId !== undefined && { areaId }),
        before: notice,
        after: sourceName(this.deps.about),
      }));
  }

  take(item: SourceItem): ItemAnswer {
    if ('inTotal' in item) return this.takeTotals(item);
    return 'seq' in item ? this.takeNumbered(item) : this.takeKeyed(item);
  }

  /**
   * Takes back the newest entry of the source that an undo reaches, which need not be the one that is meant
   * (docs/decisions/0044). The key works as for an item.
   */
  takeBack(key: string): ItemAnswer {
    const { about, draft, rows } = this.deps;
    if (rows.hasKey(about.sourceId, key)) return DUPLICATE;
    const { areaId } = about;
    const undoes = areaId && draft.newestUndoable(this.sender.client, areaId, 1, SCANS_TAKEN_BACK_MAX);
    if (!areaId || !undoes) return refused('nothing_to_undo');
    const outcome = this.tap({ areaId, change: -1, undoes, at: draft.now });
    if (!outcome.ok) return refused(outcome.code);
    this.keys.add(key);
    this.isChanged = true;
    return { status: 'accepted' };
  }

  /** Like a tap, a refused delta uses up its seq. One that comes too early does not. */
  private takeNumbered(item: Delta & { seq: number }): ItemAnswer {
    if (item.seq < this.nextSeq) return DUPLICATE;
    if (item.seq > this.nextSeq) return refused('seq_gap');
    this.nextSeq += 1;
    this.isChanged = true;
    return this.takeDelta(item);
  }

  /** The key of a refused delta is not remembered: the item can be sent again. */
  private takeKeyed(item: Delta & { key: string }): ItemAnswer {
    const { about, rows } = this.deps;
    if (this.keys.has(item.key) || rows.hasKey(about.sourceId, item.key)) return DUPLICATE;
    const answer = this.takeDelta(item);
    if (answer.status !== 'accepted') return answer;
    this.keys.add(item.key);
    this.isChanged = true;
    return answer;
  }

  private takeDelta({ areaId, in: ins = 0, out: outs = 0, category, at }: Delta): ItemAnswer {
    const time = this.timeOf(at);
    if (typeof time === 'string') return refused(time);
    const outcome = this.count({ areaId, ins, outs, at: time, category });
    if (outcome.ok && at === undefined) this.countsOnArrival = true;
    return outcome.ok ? accepted(ins, outs, outcome.floored) : refused(outcome.code);
  }

  private takeTotals({ inTotal, outTotal, areaId, at }: Totals): ItemAnswer {
    const time = this.timeOf(at);
    if (typeof time === 'string') return refused(time);
    const { counterBits: bits } = this.deps.about;
    const counter = { bits, dayOf: (moment: number) => Math.floor(wallClock(this.timeZone)(moment) / DAY_MS) };
    const added = addReading(this.readings, { at: time, ins: inTotal, outs: outTotal }, counter);
    if (added === null) return DUPLICATE;
    const { readings, passed } = added;
    const { ins, outs, notice } = passed;
    const outcome = this.count({ areaId, ins, outs, at: time });
    // Totals for a wrong area count as soon as the area is right. People who may not be counted now never are.
    if (!outcome.ok && (outcome.code === 'unknown_area' || outcome.code === 'area_deleted'))
      return refused(outcome.code);
    this.readings = readings;
    if (ins > 0 || outs > 0 || notice !== null) this.isChanged = true;
    if (notice !== null) this.notices.push({ notice, areaId: areaId ?? this.deps.about.areaId });
    if (!outcome.ok) return refused(outcome.code);
    return { ...accepted(ins, outs, outcome.floored), ...(notice !== null && { notice }) };
  }

  /** When an item occurred, epoch ms; or why it cannot be counted. */
  private timeOf(at: string | number | undefined): number | ErrorCode {
    const { now } = this.deps.draft;
    if (at === undefined) return now;
    const time = readItemTime(at, this.timeZone, now + SOURCE_AHEAD_MAX_MS);
    if (time === null) return 'time_unreadable';
    if (time > now + SOURCE_AHEAD_MAX_MS) return 'time_in_future';
    return time < now - TAP_AGE_MAX_MS ? 'time_too_old' : time;
  }

  /** Counts people as taps of the source's client, all or none: first those who went in. */
  private count({ areaId = this.deps.about.areaId, ins, outs, at, category }: Passage): Outcome {
    const { about, draft } = this.deps;
    if (areaId === undefined || isSideArea(areaId)) return { ok: false, code: 'unknown_area' };
    const other = about.otherAreaId === areaId ? undefined : about.otherAreaId;
    if (other !== undefined && isSideArea(other)) return { ok: false, code: 'unknown_area' };
    const refusal = draft.refusalOf(areaId) ?? (other === undefined ? null : draft.refusalOf(other));
    if (refusal !== null) return { ok: false, code: refusal };
    const when = { at, category };
    const steps: (() => Outcome)[] = [
      ...parts(ins).map((people) => () => this.pass({ from: other, to: areaId, people, ...when })),
      ...parts(outs).map((people) => () => this.pass({ from: areaId, to: other, people, ...when })),
    ];
    let floored = 0;
    for (const step of steps) {
      const outcome = step();
      // What refuses one of them (a locked account, a trial without taps) refuses all of them.
      if (!outcome.ok) return outcome;
      floored += outcome.floored;
    }
    return { ok: true, floored };
  }

  /**
   * Counts people who pass from one area to another, or in or out. If the area that they leave has fewer people by the
   * counts, they are counted out there and in here: the machine has seen them.
   */
  private pass({ from, to, people, ...tap }: Pass): Outcome {
    if (to === undefined) return from === undefined ? NOBODY : this.tap({ ...tap, areaId: from, change: 0 - people });
    if (from === undefined) return this.tap({ ...tap, areaId: to, change: people });
    const moved = this.tap({ ...tap, areaId: from, to, change: 0 - people });
    if (moved.ok || moved.code !== 'not_enough_people') return moved;
    this.tap({ ...tap, areaId: to, change: people });
    return this.tap({ ...tap, areaId: from, change: 0 - people });
  }

  private tap(tap: Tap): Outcome {
    const { draft } = this.deps;
    return draft.countOrRefuse(this.sender, tap, draft.now, draft.now);
  }
}

const accepted = (ins: number, outs: number, floored: number): ItemAnswer => ({
  status: 'accepted',
  in: ins,
  out: outs,
  ...(floored > 0 && { floored }),
});

/** Splits people into taps, which have at most TAP_CHANGE_MAX people. */
function parts(people: number): number[] {
  const changes: number[] = [];
  for (let left = people; left > 0; left -= TAP_CHANGE_MAX) changes.push(Math.min(left, TAP_CHANGE_MAX));
  return changes;
}
