import { type ErrorCode, errorMessage } from '../../shared/errors';
import { isSideArea } from '../../shared/evacuation/side-areas';
import type { Tap } from '../../shared/protocol/up';
import { DAY_MS, TAP_CHANGE_MAX } from '../../shared/limits';
import { wallClock } from '../../shared/rules/business-day';
import type { Delta, ItemAnswer, Notice, Source, SourceItem, Totals } from '../../rpc/source-batch';
import type { Actor } from '../../rpc/contract';
import type { Draft, Sender } from '../counting/draft';
import type { RoomState } from '../state';
import type { JournalEntry } from '../storage/room-store';
import { SCANS_TAKEN_BACK_MAX } from '../limits';
import { inOrder, readCallTimes, withOffset } from './source-clock';
import { isOpenIn } from './open-doubts';
import { sourceClientOf, sourceName, type SourceRows, type SourceState } from './source-rows';
import { addTotals, type Doubt, type TotalsState, withoutDoubts } from './totals';

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
  before: Pick<SourceState, 'nextSeq' | 'totals' | 'offsets' | 'heardAt'>;
  rows: Pick<SourceRows, 'hasKey'>;
  /** The room's, as they were before this call. */
  areas: RoomState['areas'];
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
  private totals: TotalsState;
  private offsets: readonly number[];
  private readonly notices: { notice: Notice; areaId: string | undefined }[] = [];
  private readonly sender: Sender;
  private readonly timeZone: string;

  constructor(private readonly deps: SourceItemsDeps) {
    this.nextSeq = deps.before.nextSeq;
    this.totals = withoutDoubts(deps.before.totals, (doubt) => !isOpenIn(deps.areas, doubt));
    this.offsets = deps.before.offsets;
    const client = sourceClientOf(deps.about.sourceId);
    this.sender = deps.draft.sender(client, client);
    this.timeZone = deps.about.timeZone ?? deps.timeZone;
  }

  get state(): Pick<SourceState, 'nextSeq' | 'totals' | 'offsets'> {
    return { nextSeq: this.nextSeq, totals: this.totals, offsets: this.offsets };
  }

  /** What the journal says about the totals. First ones are no news, because it has the source itself; nor are late ones. */
  entries(actor: Actor): JournalEntry[] {
    return this.notices
      .filter(({ notice }) => notice !== 'baseline' && notice !== 'late')
      .map(({ notice, areaId }) => ({
        actor,
        kind: 'source_restarted',
        ...(areaId !== undefined && { areaId }),
        before: notice,
        after: sourceName(this.deps.about),
      }));
  }

  /** Takes the items of a call: totals in the order in which they were read, everything else in its own. */
  takeAll(items: readonly SourceItem[], sentAt?: string | number): ItemAnswer[] {
    const ats = items.map(({ at }) => at);
    const { timeZone } = this;
    const { now } = this.deps.draft;
    const after = this.totals.readings.at(-1)?.at ?? -Infinity;
    const { times, offsetMs } = readCallTimes(ats, { sentAt, timeZone, now, after });
    this.offsets = withOffset(this.offsets, offsetMs);
    const answers = items.map((item, index) => {
      const time = times[index] ?? 'time_unreadable';
      if (!('inTotal' in item)) return this.take(item, time);
      return typeof time === 'string' ? refused(time) : { item, index, at: time };
    });
    const totals = answers.flatMap((one) =>
      'item' in one ? [{ ...one, ins: one.item.inTotal, outs: one.item.outTotal }] : [],
    );
    for (const { item, index, at } of inOrder(totals)) answers[index] = this.takeTotals(item, at);
    return answers.map((answer) => ('item' in answer ? refused('time_unreadable') : answer));
  }

  /** @param time when it occurred, epoch ms, or why it cannot be counted */
  take(item: Delta, time: number | ErrorCode): ItemAnswer {
    return 'seq' in item ? this.takeNumbered(item, time) : this.takeKeyed(item, time);
  }

  /** Counts people who were in doubt. Returns why they cannot be counted. */
  countDoubt({ areaId, ins, outs, at }: Doubt): ErrorCode | undefined {
    const outcome = this.count({ areaId, ins, outs, at });
    return outcome.ok ? undefined : outcome.code;
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
  private takeNumbered(item: Delta & { seq: number }, time: number | ErrorCode): ItemAnswer {
    if (item.seq < this.nextSeq) return DUPLICATE;
    if (item.seq > this.nextSeq) return refused('seq_gap');
    this.nextSeq += 1;
    this.isChanged = true;
    return this.takeDelta(item, time);
  }

  /** The key of a refused delta is not remembered: the item can be sent again. */
  private takeKeyed(item: Delta & { key: string }, time: number | ErrorCode): ItemAnswer {
    const { about, rows } = this.deps;
    if (this.keys.has(item.key) || rows.hasKey(about.sourceId, item.key)) return DUPLICATE;
    const answer = this.takeDelta(item, time);
    if (answer.status !== 'accepted') return answer;
    this.keys.add(item.key);
    this.isChanged = true;
    return answer;
  }

  private takeDelta({ areaId, in: ins = 0, out: outs = 0, category, at }: Delta, time: number | ErrorCode): ItemAnswer {
    if (typeof time === 'string') return refused(time);
    const outcome = this.count({ areaId, ins, outs, at: time, category });
    if (outcome.ok && at === undefined) this.countsOnArrival = true;
    return outcome.ok ? accepted(ins, outs, outcome.floored) : refused(outcome.code);
  }

  private takeTotals({ inTotal, outTotal, areaId = this.deps.about.areaId }: Totals, time: number): ItemAnswer {
    const { draft, before, about } = this.deps;
    const { counterBits: bits } = about;
    if (bits !== undefined && Math.max(inTotal, outTotal) >= 2 ** bits) return refused('totals_out_of_range');
    const counter = { bits, dayOf: (moment: number) => Math.floor(wallClock(this.timeZone)(moment) / DAY_MS) };
    const arrival = { areaId: areaId ?? '', counter, now: draft.now, heardAt: before.heardAt };
    const { state, passed, at } = addTotals(this.totals, { at: time, ins: inTotal, outs: outTotal }, arrival);
    if (passed === null) {
      this.setTotals(state);
      return DUPLICATE;
    }
    const { ins, outs, notice } = passed;
    const outcome = this.count({ areaId, ins, outs, at });
    // Totals for a wrong area count as soon as the area is right. People who may not be counted now never are.
    if (!outcome.ok && (outcome.code === 'unknown_area' || outcome.code === 'area_deleted'))
      return refused(outcome.code);
    this.setTotals(state);
    if (ins > 0 || outs > 0 || (notice !== null && notice !== 'late')) this.isChanged = true;
    if (notice !== null) this.notices.push({ notice, areaId });
    if (!outcome.ok) return refused(outcome.code);
    return { ...accepted(ins, outs, outcome.floored), ...(notice !== null && { notice }) };
  }

  /** What is in doubt or owed is stored at once. */
  private setTotals(state: TotalsState): void {
    const { doubts, lower, owed } = this.totals;
    if (
      doubts !== state.doubts ||
      lower !== state.lower ||
      owed.ins !== state.owed.ins ||
      owed.outs !== state.owed.outs
    )
      this.isChanged = true;
    this.totals = state;
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
