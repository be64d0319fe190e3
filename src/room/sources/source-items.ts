import { type ErrorCode, errorMessage, isErrorCode } from '../../shared/errors';
import { isSideArea } from '../../shared/evacuation/side-areas';
import type { Tap } from '../../shared/protocol/up';
import { DAY_MS } from '../../shared/durations';
import { wallClock } from '../../shared/sealed/zoned-time';
import type { Delta, ItemAnswer, Source, SourceItem, Totals, WrongItem } from '../../rpc/source-batch';
import type { Draft, Sender } from '../counting/draft';
import type { RoomState } from '../state/room-state';
import { SCANS_TAKEN_BACK_MAX } from './limits';
import { itemDigest, textDigest } from '../source-state/item-digest';
import { isOpenIn } from '../source-state/open-doubts';
import { inOrder, readCallTimes, withOffset } from '../source-state/source-clock';
import type { SourceEntries } from './source-entries';
import { SCAN_KEYS, sourceClientOf, type SourceRows, type SourceState, type UsedKey } from '../storage/source-rows';
import { addTotals } from './totals';
import { type Doubt, type TotalsState, withoutDoubts } from '../source-state/totals-state';
import { type UsedNumber, UsedNumbers } from '../source-state/used-numbers';

/** People who passed a source, where and when; `at` is epoch ms. */
interface CountedPassage {
  areaId: string | undefined;
  ins: number;
  outs: number;
  at: number;
  category?: string | undefined;
}

/** People who go from one area to another; undefined is outside. */
interface Move extends Pick<Tap, 'at' | 'category'> {
  from: string | undefined;
  to: string | undefined;
  people: number;
}

type Outcome = { ok: true; floored: number } | { ok: false; code: ErrorCode };

export interface SourceItemsDeps {
  draft: Draft;
  about: Source;
  before: Pick<SourceState, 'nextSeq' | 'numbers' | 'totals' | 'offsets' | 'heardAt'>;
  rows: Pick<SourceRows, 'digestOf'>;
  entries: SourceEntries;
  /** The room's, as they were before this call. */
  areas: RoomState['areas'];
  /** The event's, for a source that names none. */
  timeZone: string;
}

const NOBODY: Outcome = { ok: true, floored: 0 };
const DUPLICATE: ItemAnswer = { status: 'duplicate' };
const refused = (code: ErrorCode, text = errorMessage(code)): ItemAnswer => ({
  status: 'refused',
  code,
  message: text,
});

/**
 * Takes the items of one batch into a draft. What it knows of the source is a working copy, which is stored together with
 * the draft or not at all.
 */
export class SourceItems {
  /** The keys of items that this batch counted. */
  readonly keys: UsedKey[] = [];
  /** Whether the batch changes what is stored about the source. */
  isChanged = false;
  /** Whether it counted people who have no time but that of their arrival. */
  countsOnArrival = false;
  private readonly numbers: UsedNumbers;
  private totals: TotalsState;
  private offsets: readonly number[];
  private readonly sender: Sender;
  private readonly timeZone: string;

  constructor(private readonly deps: SourceItemsDeps) {
    this.numbers = new UsedNumbers(deps.before.nextSeq, deps.before.numbers);
    this.totals = withoutDoubts(deps.before.totals, (doubt) => !isOpenIn(deps.areas, doubt));
    this.offsets = deps.before.offsets;
    const client = sourceClientOf(deps.about.sourceId);
    this.sender = deps.draft.sender(client, client);
    this.timeZone = deps.about.timeZone ?? deps.timeZone;
  }

  get state(): Pick<SourceState, 'nextSeq' | 'numbers' | 'totals' | 'offsets'> {
    return { nextSeq: this.numbers.next, numbers: this.numbers.state, totals: this.totals, offsets: this.offsets };
  }

  /** Takes the items of a call: totals in the order in which they were read, everything else in its own. */
  takeAll(items: readonly (SourceItem | WrongItem)[], sentAt?: string | number): ItemAnswer[] {
    const ats = items.map((item) => ('wrong' in item ? undefined : item.at));
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
  private take(item: Delta | WrongItem, time: number | ErrorCode): ItemAnswer {
    if ('key' in item) return this.takeKeyed(item, time);
    const { seq } = item;
    return seq === undefined ? this.takeDelta(item, time) : this.takeNumbered(seq, item, time);
  }

  /** Counts people who were in doubt; nothing may refuse them. */
  countDoubt({ areaId, ins, outs, at }: Doubt): void {
    const outcome = this.count({ areaId, ins, outs, at });
    if (!outcome.ok) throw new Error(`People in doubt were refused: ${outcome.code}`);
  }

  /** Counts somebody whose ticket was scanned. Each scan counts once at the event, whichever webhooks tell it. */
  takeScan(key: string): ItemAnswer {
    const { now } = this.deps.draft;
    return this.takeOnce({ owner: SCAN_KEYS, key, digest: textDigest('in') }, () => this.takeDelta({ in: 1 }, now));
  }

  /**
   * Takes back the newest entry of the source that an undo reaches, which need not be the one that is meant
   * (docs/decisions/0044). The key works as for an item.
   */
  takeBack(key: string): ItemAnswer {
    return this.takeOnce({ owner: SCAN_KEYS, key, digest: textDigest('back') }, () => this.undoNewest());
  }

  private undoNewest(): ItemAnswer {
    const { about, draft } = this.deps;
    const { areaId } = about;
    const undoes = areaId && draft.newestUndoable(this.sender.client, areaId, 1, SCANS_TAKEN_BACK_MAX);
    if (!areaId || !undoes) return refused('nothing_to_undo');
    const outcome = this.tap({ areaId, change: -1, undoes, at: draft.now });
    return outcome.ok ? { status: 'accepted' } : refused(outcome.code);
  }

  /** Like a tap, a refused delta uses up its seq, and keeps its code. One that comes too early does not. */
  private takeNumbered(seq: number, item: Delta | WrongItem, time: number | ErrorCode): ItemAnswer {
    if (seq > this.numbers.next) return refused('seq_gap');
    const digest = itemDigest(item);
    if (seq < this.numbers.next) return this.answerAgain(this.numbers.whatUsed(seq, digest), item);
    const answer = this.takeDelta(item, time);
    this.numbers.use(digest, answer.code ?? null);
    this.isChanged = true;
    return answer;
  }

  /** The answer to an item whose number was used before. */
  private answerAgain(used: UsedNumber, item: Delta | WrongItem): ItemAnswer {
    if (used === 'taken') return DUPLICATE;
    if (used === 'conflict') return this.conflict('wrong' in item ? undefined : item.areaId);
    if (used === 'refused_before' || !isErrorCode(used.refusedWith)) return refused('refused_before');
    return 'wrong' in item ? refused('invalid_input', item.wrong) : refused(used.refusedWith);
  }

  private takeKeyed(item: Delta & { key: string }, time: number | ErrorCode): ItemAnswer {
    const { key, in: ins = 0, out: outs = 0 } = item;
    const used = { owner: this.deps.about.sourceId, key, digest: itemDigest(item) };
    return this.takeOnce(used, () => this.takeDelta(item, time), ins + outs > 0);
  }

  /**
   * The key of what is refused is not remembered, nor that of nobody: the item can be sent again.
   * @param isKept whether the key is remembered if the item is accepted
   */
  private takeOnce(used: UsedKey, take: () => ItemAnswer, isKept = true): ItemAnswer {
    const own = this.keys.find(({ owner, key }) => owner === used.owner && key === used.key);
    const digest = own === undefined ? this.deps.rows.digestOf(used.owner, used.key) : own.digest;
    if (digest !== undefined) return digest === used.digest ? DUPLICATE : this.conflict();
    const answer = take();
    if (answer.status !== 'accepted' || !isKept) return answer;
    this.keys.push(used);
    this.isChanged = true;
    return answer;
  }

  /** Two senders share one id, or a sender uses a number twice: people who do not count, and somebody must know. */
  private conflict(areaId = this.deps.about.areaId): ItemAnswer {
    this.deps.entries.add({ kind: 'source_conflict', areaId });
    this.isChanged = true;
    return refused('conflict');
  }

  private takeDelta(item: Omit<Delta, 'seq' | 'key'> | WrongItem, time: number | ErrorCode): ItemAnswer {
    if ('wrong' in item) return refused('invalid_input', item.wrong);
    const { areaId, in: ins = 0, out: outs = 0, category, at } = item;
    if (typeof time === 'string') return refused(time);
    const outcome = this.count({ areaId, ins, outs, at: time, category });
    if (outcome.ok && at === undefined && ins + outs > 0) this.countsOnArrival = true;
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
    // First totals make no entry, because the journal has the source itself; nor are late ones.
    if (notice !== null && notice !== 'baseline' && notice !== 'late')
      this.deps.entries.add({ kind: 'source_restarted', before: notice, areaId });
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
  private count({ areaId = this.deps.about.areaId, ins, outs, at, category }: CountedPassage): Outcome {
    const refusal = this.refusalOf({ areaId, at });
    if (areaId === undefined || refusal !== null) return { ok: false, code: refusal ?? 'unknown_area' };
    const other = this.otherAreaOf(areaId);
    const when = { at, category };
    // However many they are, they are one tap each way: what a machine costs depends on its items alone.
    const movedIn = ins === 0 ? NOBODY : this.move({ from: other, to: areaId, people: ins, ...when });
    // What refuses one of them (a locked account, a trial without taps) refuses both.
    if (!movedIn.ok || outs === 0) return movedIn;
    const movedOut = this.move({ from: areaId, to: other, people: outs, ...when });
    return movedOut.ok ? { ok: true, floored: movedIn.floored + movedOut.floored } : movedOut;
  }

  /** The area at the other side of the passage in which the source stands; undefined if that is outside. */
  private otherAreaOf(areaId: string): string | undefined {
    const { otherAreaId } = this.deps.about;
    return otherAreaId === areaId ? undefined : otherAreaId;
  }

  /** Why people cannot be counted where and when they passed; null if they can. It uses nothing up. */
  refusalOf({ areaId, at }: Pick<CountedPassage, 'areaId' | 'at'>): ErrorCode | null {
    const { draft } = this.deps;
    if (areaId === undefined) return 'unknown_area';
    const other = this.otherAreaOf(areaId);
    if (isSideArea(areaId) || (other !== undefined && isSideArea(other))) return 'unknown_area';
    return draft.refusalOf(areaId, at) ?? (other === undefined ? null : draft.refusalOf(other, at));
  }

  /**
   * Counts people who pass from one area to another, or in or out. If the area that they leave has fewer people by the
   * counts, they are counted out there and in here: the machine has seen them.
   */
  private move({ from, to, people, ...tap }: Move): Outcome {
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
