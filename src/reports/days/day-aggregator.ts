import { assertNever } from '../../shared/assert-never';
import { usableCapacity } from '../../shared/rules/venue-capacity';
import type { BusinessDay } from '../../shared/rules/business-day';
import type { VenueSettings } from '../../shared/schemas/venue-settings';
import { AreaTracks, type AreaTrack } from './areas';
import { DeviceTally } from './device-tally';
import type { ClientFact } from '../facts';
import type { DayFigures, OpeningState } from '../figures';
import type { LedgerColumns } from './ledger-columns';
import type { Placement } from './placement';
import type { Build } from '../plan';
import type { Step } from '../steps';
import { type Counted, Subject } from './subject';
import type { OrderedTap } from './tap-order';

const limitOf = (settings: VenueSettings | null): number | null => settings && usableCapacity(settings);

/** Goes through everything that happened once, in order of time, and builds the days on the way. Times are epoch ms. */
export class DayAggregator {
  private readonly areas: AreaTracks;
  private readonly venue: Subject;
  private settings: VenueSettings | null;
  private nextStep = 0;
  private day: BusinessDay | null = null;
  private tally: DeviceTally;
  /** The first row of a transfer, until its second row comes: in between, the venue's total must not change. */
  private half: { client: string; seq: number; at: number; rise: number } | null = null;
  /** Whether the day has runs of an earlier version without tap times: they count as a whole at their first tap. */
  private isByMinute = false;

  /** @param steps in order of time */
  constructor(
    private readonly build: Build,
    private readonly steps: readonly Step[],
    private readonly placement: Placement,
    private readonly clients: ReadonlyMap<string, ClientFact>,
  ) {
    const { standing } = build;
    this.areas = new AreaTracks(standing);
    // A room may have learned of its event when the venue's limits were set already: then the first change says what
    // they were.
    const firstChange = steps.find((step) => step.type === 'venue_changed');
    this.settings = standing.venue ?? firstChange?.before ?? null;
    const people = standing.areas.reduce((sum, area) => sum + area.occupancy, 0);
    this.venue = new Subject(people, limitOf(this.settings));
    this.tally = new DeviceTally(clients);
  }

  /** Begins a day, the next in order of time. */
  begin(day: BusinessDay): void {
    const { startsAt } = day;
    this.changeUntil(startsAt);
    this.tally = new DeviceTally(this.clients);
    this.day = day;
    this.isByMinute = false;
    this.venue.begin(startsAt, startsAt);
    for (const area of this.areas) if (area.deletedAt === null) area.subject.begin(startsAt, startsAt);
  }

  /**
   * Adds a tap of the day, or all taps of a run, in order of time. At the same moment, taps come before journal
   * entries.
   */
  tapped(rows: LedgerColumns, tap: OrderedTap): void {
    const { row, index, at } = tap;
    this.changeUntil(at);
    const isRun = index !== null && rows.length.at(row) > 1;
    const share = isRun ? rows.length.at(row) : 1;
    const transfer = rows.transfer.at(row);
    const isMove = transfer !== 0;
    const counted = {
      ins: rows.ins.at(row) / share,
      outs: rows.outs.at(row) / share,
      floored: rows.floored.at(row) / share,
      isMove,
    };
    const area = this.areaOf(rows.areas.ids[rows.area.at(row)] ?? '', at);
    // A device clock far behind can date a tap after the area's deletion: nobody is in the area any more.
    const rise = area.deletedAt === null ? this.riseOf(rows, tap, counted, share) : 0;
    if (!isMove) this.endMove();
    area.subject.happened(at, { rise, counted });
    if (isMove) this.moved(rows, row, at, rise);
    else this.venue.happened(at, { rise, counted });
    const isWhole = index === null && rows.length.at(row) > 1;
    if (isWhole) this.isByMinute = true;
    this.tally.count(rows.clients.ids[rows.client.at(row)] ?? '', {
      at,
      taps: transfer === 2 ? 0 : isWhole ? rows.length.at(row) : 1,
      rows: index === null || index === 0 ? 1 : 0,
      ins: isMove ? 0 : counted.ins,
      outs: isMove ? 0 : counted.outs,
      moved: transfer === 2 ? counted.ins : 0,
      isUndo: rows.undoes.has(row),
      isAfterEnd: tap.occurredAt > at,
      // A run stores only the arrival of its first tap; the later ones arrived no earlier.
      delayMs: Math.max(0, rows.occurredAt.at(row) + rows.delayMs.at(row) - tap.occurredAt),
    });
  }

  /** Ends the day. */
  end(): DayFigures {
    const { day } = this;
    if (day === null) throw new Error('The day was not begun');
    this.changeUntil(day.endsAt);
    this.endMove();
    const until = Math.min(day.endsAt, this.build.now);
    const areas = [...this.areas].flatMap((area) => area.end(until) ?? []);
    const venue = this.venue.end(until);
    this.day = null;
    if (venue === null) throw new Error('The day was not begun');
    const precision = this.isByMinute ? 'minute' : 'tap';
    return { ...day, until, precision, venue, areas, ...this.tally.end(), closing: this.openingAt(until) };
  }

  /** The change of the area's occupancy by a tap at its own time. */
  private riseOf(rows: LedgerColumns, { row, occurredAt, at }: OrderedTap, counted: Counted, share: number): number {
    const adjusted = rows.adjusted.get(row);
    const settled =
      adjusted === undefined ? 0 : this.placement.settledAt(rows.tapOf(row, occurredAt), at, adjusted / share);
    return counted.ins - counted.outs + counted.floored + settled;
  }

  private openingAt(at: number): OpeningState {
    return { at, areas: [...this.areas].map((area) => area.standing), venue: this.settings };
  }

  /**
   * Applies all journal entries before `end`. Entries of the same moment change the venue at once: when all areas are
   * reset, the venue never shows the people of only some of them.
   */
  private changeUntil(end: number): void {
    const { steps } = this;
    for (let step = steps[this.nextStep]; step !== undefined && step.at < end; step = steps[this.nextStep]) {
      const { at } = step;
      this.endMove();
      let rise = 0;
      for (let each: Step | undefined = step; each?.at === at; each = steps[++this.nextStep])
        rise += this.changed(each);
      this.venue.happened(at, { rise });
    }
  }

  /** Applies a transfer to the venue after both of its rows: no change, unless a recount covers one of them. */
  private moved(rows: LedgerColumns, row: number, at: number, rise: number): void {
    const [client, seq] = [rows.clients.ids[rows.client.at(row)] ?? '', rows.firstSeq.at(row)];
    const { half } = this;
    if (half?.client === client && half.seq === seq && half.at === at) {
      this.half = null;
      this.venue.happened(at, { rise: half.rise + rise });
    } else {
      this.endMove();
      this.half = { client, seq, at, rise };
    }
  }

  /** Applies half a transfer whose other row was deleted or never came. */
  private endMove(): void {
    if (this.half !== null) this.venue.happened(this.half.at, { rise: this.half.rise });
    this.half = null;
  }

  /** Returns the change of the venue's occupancy. */
  private changed(step: Step): number {
    if (step.type === 'venue_changed') {
      this.settings = step.venue;
      this.venue.limit(step.at, limitOf(step.venue));
      return 0;
    }
    const area = this.areaOf(step.areaId, step.at);
    switch (step.type) {
      case 'area_added':
        // A deleted area comes back when the database was restored.
        area.deletedAt = null;
        area.areaName = step.areaName;
        return 0;
      case 'area_renamed':
        area.areaName = step.areaName;
        return 0;
      case 'capacity_changed':
        area.subject.limit(step.at, step.capacity);
        return 0;
      case 'area_deleted': {
        const rise = 0 - area.subject.occupancy;
        area.subject.happened(step.at, { rise });
        area.deletedAt = step.at;
        return rise;
      }
      case 'occupancy_set': {
        const rise = step.rise + (this.placement.leftTo.get(step) ?? 0);
        area.countsFrom = step.at;
        area.subject.happened(step.at, { rise });
        return rise;
      }
      default:
        return assertNever(step);
    }
  }

  private areaOf(areaId: string, at: number): AreaTrack {
    const known = this.areas.get(areaId);
    if (known !== undefined) return known;
    const area = this.areas.add(areaId);
    if (this.day !== null) area.subject.begin(this.day.startsAt, at);
    return area;
  }
}
