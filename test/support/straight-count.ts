import type { JournalFact, LedgerFact } from '../../src/reports/facts';
import { businessDay, type DayClock } from '../../src/shared/rules/business-day';
import type { LimitKind } from '../../src/shared/schemas/venue-settings';

/**
 * Computes the same figures in another way: the number of people in an area is the last recounted number plus the taps
 * of later moments. It uses neither `adjusted` nor the occupancy before a recount. It is slow and meant for few rows.
 */

/** A moment at which something happened; moments of the same time are sorted by `order`. Times are epoch ms. */
interface Moment {
  at: number;
  order: number;
}

interface PlacedRow extends Moment {
  row: LedgerFact;
  /** The time of the tap, or for an undo the time of the tap that it takes back. */
  tapAt: number;
}

const isBefore = (a: Moment, b: Moment): boolean => a.at < b.at || (a.at === b.at && a.order <= b.order);

export class StraightCount {
  private readonly rows: PlacedRow[];

  constructor(
    private readonly ledger: readonly LedgerFact[],
    private readonly journal: readonly JournalFact[],
    private readonly clock: DayClock,
  ) {
    this.rows = ledger.map((row) => this.placed(row));
  }

  /** The moments of one area; with null, of all areas and therefore of the venue. */
  momentsOf(areaId: string | null): Moment[] {
    const rows = this.rows.filter(({ row }, index) => {
      // For the venue, the moment between the two rows of a transfer is left out: the person would be in neither area.
      const next = this.ledger[index + 1];
      const isHalf =
        row.otherAreaId !== null &&
        next?.otherAreaId === row.areaId &&
        next.clientId === row.clientId &&
        next.firstSeq === row.firstSeq;
      return areaId === null ? !isHalf : row.areaId === areaId;
    });
    const steps = this.journal.filter((fact) => fact.areaId !== null && (areaId ?? fact.areaId) === fact.areaId);
    return [...rows, ...steps.map(({ at }) => ({ at, order: Infinity }))].toSorted(
      (a, b) => a.at - b.at || a.order - b.order,
    );
  }

  /** The number of people after all that happened up to that moment. */
  peopleIn(areaId: string | null, moment: Moment): number {
    if (areaId === null) {
      const ids = new Set(this.ledger.map((row) => row.areaId));
      for (const { areaId: id } of this.journal) if (id !== null) ids.add(id);
      return [...ids].reduce((sum, id) => sum + this.peopleIn(id, moment), 0);
    }
    const facts = this.journal.filter(
      (fact) => fact.areaId === areaId && isBefore({ at: fact.at, order: Infinity }, moment),
    );
    if (facts.some(({ kind }) => kind === 'area_deleted')) return 0;
    const set = facts.findLast(({ kind }) => kind === 'occupancy_reset' || kind === 'occupancy_recounted');
    let people = typeof set?.after === 'number' ? set.after : 0;
    for (const placed of this.rows) {
      const { row, tapAt } = placed;
      if (row.areaId !== areaId || !isBefore(placed, moment) || tapAt < (set?.at ?? 0)) continue;
      people += row.ins - row.outs + row.floored;
    }
    return people;
  }

  /**
   * The people of a category after all that happened up to that moment; null if that is unknown. It begins with the last
   * reset or recount, or with the event's first categories, and adds up the taps of later moments.
   */
  peopleOf(areaId: string | null, category: string, moment: Moment): number | null {
    if (areaId === null) {
      const ids = new Set([...this.ledger, ...this.journal].flatMap(({ areaId: id }) => id ?? []));
      return [...ids].reduce<number | null>((sum, id) => {
        const people = this.peopleOf(id, category, moment);
        return sum === null || people === null ? null : sum + people;
      }, 0);
    }
    const occupancies = this.occupanciesOf(areaId, moment);
    return occupancies && (occupancies.get(category) ?? 0);
  }

  /**
   * The moment from which on categories are counted: of the event's first categories, or just before an earlier tap that
   * names one. Infinity if there is none.
   */
  get firstCategories(): Moment {
    const step = this.journal.find(({ kind }) => kind === 'categories_changed')?.at ?? Infinity;
    const named = this.rows.filter(({ row }) => row.category !== null);
    const before = named.map(({ at, order }) => ({ at, order: order - 0.5 }));
    return [{ at: step, order: Infinity }, ...before].reduce((a, b) => (isBefore(a, b) ? a : b));
  }

  private occupanciesOf(areaId: string, moment: Moment): ReadonlyMap<string, number> | null {
    const isPast = ({ at }: JournalFact) => isBefore({ at, order: Infinity }, moment);
    const own = this.journal.filter((fact) => fact.areaId === areaId && isPast(fact));
    if (own.some(({ kind }) => kind === 'area_deleted')) return new Map();
    const set = own.findLast(({ kind }) => kind === 'occupancy_reset' || kind === 'occupancy_recounted');
    const first = this.firstCategories;
    const isSet = set !== undefined && isBefore(first, { at: set.at, order: Infinity });
    const base = isSet ? { at: set.at, order: Infinity } : first;
    const occupancies = new Map<string, number>();
    if (!isSet && this.peopleIn(areaId, base) !== 0) return null;
    if (isSet && set.after !== 0) {
      const counted = own.findLast(({ kind, at }) => kind === 'categories_recounted' && at === set.at)?.after;
      if (!Array.isArray(counted)) return null;
      for (const one of counted) if ('categoryId' in one) occupancies.set(one.categoryId, one.occupancy);
    }
    let [unnamedIns, unnamedOuts] = [0, 0];
    for (const placed of this.rows) {
      const { row, tapAt } = placed;
      if (row.areaId !== areaId || !isBefore(placed, moment) || isBefore(placed, base)) continue;
      if (set !== undefined && tapAt < set.at) continue;
      const people = row.ins - row.outs + row.floored;
      if (row.category !== null) occupancies.set(row.category, (occupancies.get(row.category) ?? 0) + people);
      else if (row.ins !== 0) unnamedIns += row.ins;
      else unnamedOuts += row.outs - row.floored;
    }
    const people = [...occupancies.values()];
    const isRight =
      people.every((one) => one >= 0) && people.reduce((sum, one) => sum + one, 0) === this.peopleIn(areaId, moment);
    return unnamedIns === 0 && unnamedOuts === 0 && isRight ? occupancies : null;
  }

  /** What one category comes to from `from` to before `to`. The venue's sums leave transfers out. */
  category(areaId: string | null, category: string, from: number, to: number) {
    const own = this.rows.filter(
      ({ row, at }) =>
        row.category === category &&
        at >= from &&
        at < to &&
        (areaId === null ? row.otherAreaId === null : row.areaId === areaId),
    );
    const sumOf = (of: (row: LedgerFact) => number) => own.reduce((sum, { row }) => sum + of(row), 0);
    return {
      ins: sumOf(({ ins }) => ins),
      outs: sumOf(({ outs }) => outs),
      floored: sumOf(({ floored }) => floored),
      opening: this.peopleOf(areaId, category, { at: from, order: -1 }),
      closing: this.peopleOf(areaId, category, { at: to, order: -1 }),
    };
  }

  /** What was in force at `at`. Before an area was added, that is what it was added with. */
  private inForce(kind: JournalFact['kind'], areaId: string | null, at: number): JournalFact['after'] | undefined {
    const facts = this.journal.filter((fact) => fact.areaId === areaId);
    const added = areaId === null ? undefined : facts.find((fact) => fact.kind === 'area_added');
    return facts.findLast((fact) => fact.kind === kind && fact.at <= Math.max(at, added?.at ?? at))?.after;
  }

  /** The limit in force at `at`; 0 for none. */
  limitOf(areaId: string | null, at: number): number {
    const after = this.inForce(areaId === null ? 'venue_changed' : 'capacity_changed', areaId, at);
    if (typeof after === 'number') return after;
    // The safety margin is not taken off.
    return typeof after === 'object' && after !== null && 'capacity' in after && after.capacity
      ? Math.max(0, after.capacity - after.staffAllowance)
      : 0;
  }

  /** The number of people above which an authority's limit is exceeded at `at`; without such a limit no number is. */
  authorityLimitOf(areaId: string | null, kind: LimitKind, at: number): number {
    const after = this.inForce(areaId === null ? 'venue_changed' : 'limits_changed', areaId, at);
    if (typeof after !== 'object' || after === null) return Infinity;
    const isVenue = 'alertThresholds' in after;
    const set = isVenue ? (after.limits ?? []) : Array.isArray(after) ? after : [];
    const staff = isVenue ? after.staffAllowance : 0;
    const limit = set.flatMap((one) => ('kind' in one && one.kind === kind ? [one] : []))[0];
    return limit === undefined ? Infinity : Math.max(0, limit.capacity - staff);
  }

  /** How many ms more people than an authority's limit were inside, from `from` to `until`. */
  aboveLimitMs(areaId: string | null, kind: LimitKind, from: number, until: number): number {
    return this.msWhile(
      areaId,
      from,
      until,
      (at) => this.peopleIn(areaId, { at, order: Infinity }) > this.authorityLimitOf(areaId, kind, at),
    );
  }

  /** How many people of the category may be in the venue at `at`; 0 without a capacity. */
  categoryCapacityOf(category: string, at: number): number {
    const after = this.journal.findLast((fact) => fact.kind === 'categories_changed' && fact.at <= at)?.after;
    if (typeof after !== 'object' || after === null || !('list' in after)) return 0;
    return after.list.find(({ categoryId }) => categoryId === category)?.capacity ?? 0;
  }

  /** How many ms more people of a category than its capacity were in the venue, and for how many ms that is unknown. */
  aboveCategoryMs(category: string, from: number, until: number): { aboveMs: number; unknownMs: number } {
    const peopleAt = (at: number) => this.peopleOf(null, category, { at, order: Infinity });
    const isLimited = (at: number) => this.categoryCapacityOf(category, at) > 0;
    return {
      aboveMs: this.msWhile(
        null,
        from,
        until,
        (at) => isLimited(at) && (peopleAt(at) ?? 0) > this.categoryCapacityOf(category, at),
      ),
      unknownMs: this.msWhile(null, from, until, (at) => isLimited(at) && peopleAt(at) === null),
    };
  }

  /** How many ms something holds, from `from` to `until`, that changes only with a tap or a journal entry. */
  private msWhile(areaId: string | null, from: number, until: number, holds: (at: number) => boolean): number {
    const moments = [...this.momentsOf(areaId), ...this.journal].map(({ at }) => at);
    const times = [from, ...moments.filter((at) => at > from && at < until), until].toSorted((a, b) => a - b);
    let ms = 0;
    for (const [index, at] of times.slice(0, -1).entries()) {
      if (holds(at)) ms += (times[index + 1] ?? at) - at;
    }
    return ms;
  }

  /** Extremes, and ms above each share of the capacity and below zero, from `from` to before `to`; times up to `until`. */
  over(areaId: string | null, from: number, to: number, shares: readonly number[], until = to) {
    const moments = this.momentsOf(areaId).filter(({ at }) => at >= from && at < to);
    const opening = this.peopleIn(areaId, { at: from, order: -1 });
    const counts = [opening, ...moments.map((moment) => this.peopleIn(areaId, moment))];
    const changes = this.journal.map(({ at }) => at).filter((at) => at >= from && at < to);
    const times = [...new Set([from, ...moments.map(({ at }) => at), ...changes, to])].toSorted((a, b) => a - b);
    const aboveMs = shares.map(() => 0);
    let belowZeroMs = 0;
    for (const [index, at] of times.slice(0, -1).entries()) {
      const ms = Math.min(times[index + 1] ?? at, until) - at;
      const people = this.peopleIn(areaId, { at, order: Infinity });
      const limit = this.limitOf(areaId, at);
      if (people < 0) belowZeroMs += ms;
      for (const [share, percent] of shares.entries()) {
        if (limit > 0 && people > (limit * percent) / 100) aboveMs[share] = (aboveMs[share] ?? 0) + ms;
      }
    }
    return {
      opening,
      closing: counts.at(-1) ?? 0,
      highest: Math.max(...counts),
      /** When the highest was first reached. */
      highestAt: moments[counts.indexOf(Math.max(...counts)) - 1]?.at ?? from,
      lowest: Math.min(...counts),
      aboveMs,
      belowZeroMs,
    };
  }

  private placed(row: LedgerFact): PlacedRow {
    const undone = this.ledger.find(
      (one) =>
        row.undoes !== null &&
        one.clientId === row.clientId &&
        one.areaId === row.areaId &&
        one.firstSeq <= row.undoes &&
        row.undoes <= one.lastSeq,
    );
    const tapAt = (undone ?? row).occurredAt;
    const { startsAt, endsAt } = businessDay(tapAt, this.clock);
    const at = Math.min(Math.max(row.occurredAt, startsAt), endsAt - 1);
    return { row, tapAt, at, order: row.id };
  }
}
