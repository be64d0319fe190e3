import type { ErrorCode } from '../../shared/errors';
import type { Tap } from '../../shared/protocol/up';
import type { Principal } from '../../rpc/identity';
import { addEffect, tapEffect } from './counting';
import type { TapEffect } from '../../stored/tap-effect';
import { type AreaEffect, areaEffect, concernsFloors } from './late-outs';
import { UNDO_REACH_MS } from '../../shared/protocol/limits';
import { areaOfTwin, canMoveBetween, isSideArea, isTwin } from '../../shared/evacuation/side-areas';
import { undoReach } from './limits';
import { TapRunMerger } from '../ledger/tap-run-merger';
import { addToTally, type WorkingTally, workingTally } from '../state/tally';
import { type LatestTap, nextTapAt, type TapClock } from './tap-clock';
import type { ActiveDay } from '../state/active-day';
import { type AreaState, type ClientState, isUnlockedAt, type RoomState } from '../state/room-state';
import type { Writable } from '../../stored/columns';
import { isGivenBack, type LedgerRow } from '../../stored/ledger';
import { tapTimes } from '../../reports/tap-times';

/** Gives a draft the data that it reads from storage. */
export interface DraftSource {
  state(): RoomState;
  client(clientId: string): ClientState | undefined;
  /** The client's ledger rows that were received since `since` (epoch ms), at least the rows from its tap `seq` on. */
  ledgerOf(clientId: string, since: number, seq: number): LedgerRow[];
  /** The business day of `at`, YYYY-MM-DD. */
  dayOf: (at: number) => string;
  /** Taps that occur from this time on are billable; epoch ms. */
  billableFrom(): number;
  /** Whether the account's trial has no taps left. */
  isTrialSpent(): boolean;
  /** Whether what ran at `at` (epoch ms), or was the newest before it, is a drill that has become an evacuation. */
  becameReal(at: number): boolean;
}

const NO_ROWS: readonly LedgerRow[] = [];
/** A ledger row without what the tap does. */
type RowOfTap = Omit<LedgerRow, keyof TapEffect>;
type TapOutcome = { ok: true; floored: number } | { ok: false; code: ErrorCode };

/** The client whose batch is being counted. */
export interface Sender {
  client: ClientState;
  latest: LatestTap;
}

/**
 * Working copies by id. The taps of a frame have one client and mostly one area, so the copy that was used last is
 * found without a look-up.
 */
class Copies<T extends object> extends Map<string, Writable<T>> {
  private latestId: string | undefined;
  private latest: Writable<T> | undefined;

  override get(id: string): Writable<T> | undefined {
    if (id !== this.latestId) {
      this.latest = super.get(id);
      this.latestId = id;
    }
    return this.latest;
  }

  /** Returns the copy under this id. The first call for the id makes it. */
  copyOf(id: string, original: T): Writable<T> {
    const known = this.get(id);
    if (known !== undefined) return known;
    const copy = { ...original };
    this.set(id, copy);
    this.latest = copy;
    return copy;
  }
}

/** The working copy of one flush. No other code sees it before it is committed. */
export class Draft {
  /** Copies of the areas and clients that this flush changes. Every tap changes them further. */
  readonly areas = new Copies<AreaState>();
  readonly clients = new Copies<ClientState>();
  /** Contains only the days that became active or billable in this flush. */
  readonly days = new Map<string, ActiveDay>();
  /** When the earliest tap occurred that this flush counts or undoes on an area of the event; epoch ms. */
  earliest = Infinity;
  /** How many taps the draft has counted or refused. */
  taken = 0;
  private readonly runs = new TapRunMerger();
  readonly version: number;
  private readonly billableFrom: number;
  private readonly isTrialSpent: boolean;
  /** The categories that the event has or had; null if it never had one. */
  private readonly categories: ReadonlySet<string> | null;
  /** By area id: the tallies that this flush changes. */
  private readonly tallies = new Map<string, WorkingTally>();
  private readonly histories = new Map<string, { since: number; seq: number; rows: LedgerRow[] }>();

  constructor(
    private readonly source: DraftSource,
    readonly now: number,
    private readonly clock: TapClock,
  ) {
    this.version = source.state().version + 1;
    this.billableFrom = source.billableFrom();
    this.isTrialSpent = source.isTrialSpent();
    const { categories } = source.state().event.event;
    this.categories = categories === undefined ? null : new Set(categories.list.map(({ categoryId }) => categoryId));
  }

  get rows(): readonly LedgerRow[] {
    return this.runs.rows;
  }

  get isEmpty(): boolean {
    return this.clients.size === 0;
  }

  /** The state after this draft is committed. */
  appliedTo(state: RoomState): RoomState {
    const areas = new Map(state.areas);
    for (const [areaId, area] of this.areas) areas.set(areaId, area);
    const version = this.areas.size > 0 ? this.version : state.version;
    const days = this.days.size > 0 ? new Map([...state.days, ...this.days]) : state.days;
    return { ...state, version, areas, days };
  }

  /** The client as it is in this draft. A client that is new to the room belongs to `principal`. */
  sender(clientId: string, principal: Principal): Sender {
    const known = this.clients.get(clientId) ?? this.source.client(clientId);
    const client = known ?? { clientId, principal, lastSeq: 0, version: 0 };
    return { client, latest: this.clock.latestOf(clientId) };
  }

  /** Counts the sender's next tap or refuses it. Either way the tap uses up its seq, and `sender.client` has it. */
  countOrRefuse(sender: Sender, tap: Tap, sentAt: number, receivedAt: number): TapOutcome {
    const { clientId, lastSeq } = sender.client;
    const seq = lastSeq + 1;
    const occurred = nextTapAt(sender.latest, tap.at, sentAt, receivedAt);
    const outcome = this.count(clientId, seq, tap, occurred, receivedAt);
    const own = this.clients.copyOf(clientId, sender.client);
    own.lastSeq = seq;
    this.taken += 1;
    if (outcome.ok) own.version = this.version;
    sender.client = own;
    return outcome;
  }

  private count(clientId: string, seq: number, tap: Tap, occurred: number, receivedAt: number): TapOutcome {
    const { change, undoes } = tap;
    const areaId = this.countedNow(tap.areaId, occurred);
    const to = tap.to === undefined ? undefined : this.countedNow(tap.to, occurred);
    const area = this.countableArea(areaId);
    if (typeof area === 'string') return { ok: false, code: area };
    const other = to === undefined ? null : this.countableArea(to);
    if (typeof other === 'string') return { ok: false, code: other };
    if (to !== undefined && (to === areaId || !canMoveBetween(areaId, to))) return { ok: false, code: 'invalid_input' };
    const lock = this.lockOf(areaId, occurred);
    if (lock !== null) return { ok: false, code: lock };

    let undone: LedgerRow | undefined;
    let rows = NO_ROWS;
    if (undoes !== undefined) {
      // A tap that has not arrived cannot be undone, so the ledger is not read for it.
      if (undoes < seq) rows = this.ledgerOf(clientId, undoReach(occurred, this.now), undoes);
      undone =
        findUndoableRow(rows, areaId, undoes, change, to) ?? findUndoableRow(rows, tap.areaId, undoes, change, tap.to);
      if (undone === undefined) return { ok: false, code: 'nothing_to_undo' };
    }
    // The day has no such tap: what it did in the drill is in the number that became the day's.
    const ofDrill = undone !== undefined && undone.areaId !== areaId ? { ...undone, occurredAt: occurred } : undefined;
    const category = undone === undefined ? this.knownCategory(tap.category) : undone.category;
    const when = {
      occurredAt: occurred,
      receivedAt,
      now: this.now,
      undone: ofDrill === undefined ? undone : undefined,
    };
    const effect = tapEffect(area, change, when);
    // Nearly all taps end here: they share rows, and no floored exit has to do with them.
    const isPlain = undoes === undefined && other === null && !concernsFloors(area, effect, occurred);
    const does = isPlain ? null : areaEffect(area, change, { ...when, category, undoes, rows }, this.source.dayOf);
    const otherDoes = other && areaEffect(other, 0 - change, { ...when, category, undoes, rows }, this.source.dayOf);
    // A transfer is refused if its source has too few people. Otherwise people would appear in the other area whom
    // nobody counted in.
    const { floored } = does?.effect ?? effect;
    if (otherDoes !== null && (floored > 0 || otherDoes.effect.floored > 0)) {
      return { ok: false, code: 'not_enough_people' };
    }
    const isOfDay = !isSideArea(areaId);
    if (isOfDay) this.earliest = Math.min(this.earliest, occurred, undone?.occurredAt ?? Infinity);
    // The room's own text of the id is looked up faster than the frame's: the engine knows its hash.
    const taps = {
      clientId,
      areaId: area.areaId,
      firstSeq: seq,
      lastSeq: seq,
      change,
      occurredAt: occurred,
      receivedAt,
      category,
    };
    if (does === null) this.change(area, effect, category);
    if (does !== null || !this.runs.extend(taps, effect)) {
      const row = {
        ...taps,
        otherAreaId: to ?? null,
        undoes: undoes ?? null,
        undoneAt: (ofDrill ?? undone)?.occurredAt ?? null,
        gaps: null,
      };
      if (does === null) this.runs.add({ ...row, ...effect });
      else {
        const ends = [{ area, row, does }];
        if (other !== null && otherDoes !== null) {
          const end = { ...row, areaId: other.areaId, otherAreaId: areaId, change: 0 - change };
          ends.push({ area: other, row: end, does: otherDoes });
        }
        this.enter(ends);
      }
    }
    // An undo does not make a day active, because it only takes back a count.
    if (undone === undefined && isOfDay) this.markActiveDay(occurred);
    return { ok: true, floored };
  }

  /** Adds what a tap does to its areas, with rows of their own. The two rows of a transfer follow each other. */
  private enter(ends: readonly { area: AreaState; row: RowOfTap; does: AreaEffect }[]): void {
    const add = (area: AreaState, row: LedgerRow): void => {
      this.change(area, row, row.category);
      this.runs.add(row);
    };
    for (const { area, row, does } of ends) for (const one of does.before) add(area, { ...row, ...one });
    for (const { area, row, does } of ends) add(area, { ...row, ...does.effect });
    for (const { area, row, does } of ends) {
      for (const one of does.after) add(area, { ...row, ...one });
      this.areas.copyOf(area.areaId, area).floors = does.floors;
    }
  }

  /** The area on which a tap counts: that of a twin whose drill has become an evacuation (docs/product.md, V11). */
  private countedNow(areaId: string, occurred: number): string {
    return isTwin(areaId) && this.source.becameReal(occurred) ? areaOfTwin(areaId) : areaId;
  }

  /** Why a lock refuses the tap; null if none does. */
  private lockOf(areaId: string, occurred: number): ErrorCode | null {
    const state = this.source.state();
    const { lockedAt } = state.account;
    const isLocked = lockedAt !== null && occurred >= lockedAt;
    if (!(isLocked || this.isTrialSpent) || isUnlockedAt(state, areaId, occurred)) return null;
    return isLocked ? 'counting_locked' : 'trial_used_up';
  }

  /** Why nothing that occurred at `at` (epoch ms) can be counted on the area; null if something can. Nothing is used up. */
  refusalOf(areaId: string, at: number): ErrorCode | null {
    const area = this.countableArea(areaId);
    return typeof area === 'string' ? area : this.lockOf(areaId, Math.min(at, this.now));
  }

  /**
   * The seq of the client's newest tap with this change on the area that an undo can take back now; undefined if none of its
   * last `among` taps is one.
   */
  newestUndoable(client: ClientState, areaId: string, change: number, among: number): number | undefined {
    const rows = this.ledgerOf(client.clientId, undoReach(this.now, this.now), client.lastSeq - among + 1);
    const undone = new Set(rows.map(({ undoes }) => undoes));
    const seqs = rows
      .filter(
        (row) => row.undoes === null && row.otherAreaId === null && row.areaId === areaId && row.change === change,
      )
      .flatMap(({ firstSeq, lastSeq }) =>
        Array.from({ length: lastSeq - firstSeq + 1 }, (_, index) => firstSeq + index),
      );
    return seqs.findLast((seq) => !undone.has(seq));
  }

  /** The area as it is in this draft, or the reason why nothing can be counted on it. */
  private countableArea(areaId: string): AreaState | ErrorCode {
    const area = this.areas.get(areaId) ?? this.source.state().areas.get(areaId);
    if (area === undefined) return 'unknown_area';
    return area.deletedAt === null ? area : 'area_deleted';
  }

  /** The tap's category; null if it names none, or one that the event does not have. */
  private knownCategory(category: string | undefined): string | null {
    if (category === undefined || this.categories === null) return null;
    return this.categories.has(category) ? category : null;
  }

  private change(area: AreaState, effect: TapEffect, category: string | null): void {
    const copy = this.areas.copyOf(area.areaId, area);
    // Before the area's numbers change: a first tally begins with the people who are inside now.
    if (this.categories !== null || category !== null || copy.tally !== null) this.addToTallyOf(copy, effect, category);
    addEffect(copy, effect, this.now, this.version);
  }

  private addToTallyOf(area: Writable<AreaState>, effect: TapEffect, category: string | null): void {
    let tally = this.tallies.get(area.areaId);
    if (tally === undefined) {
      tally = workingTally(area.tally, area.occupancy);
      this.tallies.set(area.areaId, tally);
      area.tally = tally;
    }
    addToTally(tally, effect, category);
  }

  /**
   * Marks the tap's day as active. A day is free until a tap outside the trial makes it billable, and then stays
   * billable.
   */
  private markActiveDay(occurred: number): void {
    const day = this.source.dayOf(occurred);
    const isBillable = occurred >= this.billableFrom;
    const known = this.source.state().days.get(day);
    if (known !== undefined && (known.billableAt !== null || !isBillable)) return;
    const begun = this.days.get(day) ?? known;
    this.days.set(day, {
      day,
      countedAt: known?.countedAt ?? Math.min(begun?.countedAt ?? occurred, occurred),
      billableAt: isBillable ? Math.min(begun?.billableAt ?? occurred, occurred) : (begun?.billableAt ?? null),
    });
  }

  private ledgerOf(clientId: string, since: number, seq: number): LedgerRow[] {
    let history = this.histories.get(clientId);
    if (history === undefined || since < history.since || seq < history.seq) {
      // A device that was offline undoes its newest tap first. So the second look-up reads all that any undo can reach.
      const reach = history === undefined ? { since, seq } : { since: this.now - UNDO_REACH_MS, seq: 0 };
      history = { ...reach, rows: this.source.ledgerOf(clientId, reach.since, reach.seq) };
      this.histories.set(clientId, history);
    }
    return [...history.rows, ...this.rows.filter((row) => row.clientId === clientId)];
  }
}

/**
 * Finds the ledger row of the client's own tap `seq`, which an undo of `change` takes back; undefined if there is no
 * such tap, if it did something else, or if it was already undone. A row is a run of equal taps, so its seqs say
 * exactly what each tap did.
 * @param otherAreaId for an undo of a transfer: the transfer's other area. The function finds the transfer's row on
 * `areaId`
 */
export function findUndoableRow(
  rows: readonly LedgerRow[],
  areaId: string,
  seq: number,
  change: number,
  otherAreaId: string | null = null,
): LedgerRow | undefined {
  if (rows.some((row) => row.undoes === seq)) return undefined;
  const row = rows.find(
    (one) => one.firstSeq <= seq && seq <= one.lastSeq && one.areaId === areaId && !isGivenBack(one),
  );
  const isTap = row?.undoes === null && row.otherAreaId === otherAreaId && row.change === 0 - change;
  if (!isTap) return undefined;
  return { ...row, occurredAt: tapTimes(row)[seq - row.firstSeq] ?? row.occurredAt };
}
