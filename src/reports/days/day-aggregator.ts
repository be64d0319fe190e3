import { assertNever } from '../../shared/assert-never';
import { allowedGuests } from '../../shared/rules/venue-capacity';
import type { BusinessDay } from '../../shared/rules/business-day';
import type { VenueSettings } from '../../shared/schemas/venue-settings';
import { AreaTracks, type AreaTrack } from './areas';
import { capacitiesOf, CategorySweep } from './categories/category-sweep';
import { DeviceTally } from './device-tally';
import { inForce, type LimitInForce } from './limit-times';
import type { ClientFact } from '../facts';
import type { AreaOpening, CategoriesFigures, DayFigures, OpeningState, SubjectFigures } from '../figures';
import type { LedgerColumns } from './ledger-columns';
import type { Placement } from './placement';
import type { Build } from '../plan';
import type { Step } from '../steps';
import { SubjectTrack } from './subject';
import type { OrderedTap } from './tap-order';

const NOBODY: ReadonlyMap<string, number> = new Map();

/** The area as it is now, for the figures by category. */
const now = ({ areaId, subject: { occupancy } }: AreaTrack) => ({ areaId, occupancy });

const withCategories = <T extends SubjectFigures>(figures: T, categories: CategoriesFigures | undefined): T =>
  categories === undefined ? figures : { ...figures, categories };

const limitOf = (settings: VenueSettings | null): number | null => settings && allowedGuests(settings);
const limitsOf = (settings: VenueSettings | null): LimitInForce[] =>
  inForce(settings?.limits, settings?.staffAllowance ?? 0);

/**
 * Returns the capacity and the limits with which an area is added. Taps can come before the journal entry that says so:
 * the room asks D1 about an area that it does not know, while its taps wait.
 */
function firstLimits(steps: readonly Step[], areaId: string): Pick<AreaOpening, 'capacity' | 'limits'> {
  const ofArea = steps.filter((step) => 'areaId' in step && step.areaId === areaId);
  const addedAt = ofArea.find(({ type }) => type === 'area_added')?.at;
  const then = ofArea.filter(({ at }) => at === addedAt);
  const limits = then.find((step) => step.type === 'limits_changed')?.limits;
  return { capacity: then.find((step) => step.type === 'capacity_changed')?.capacity ?? 0, ...(limits && { limits }) };
}

/**
 * Goes once through all taps and journal entries in order of time, and builds the figures of each day. Times are epoch
 * ms.
 */
export class DayAggregator {
  private readonly areas: AreaTracks;
  private readonly venue: SubjectTrack;
  /** Null while the event has no categories. */
  private categories: CategorySweep | null;
  private openingCategories: OpeningState['categories'];
  private settings: VenueSettings | null;
  private nextStep = 0;
  private day: BusinessDay | null = null;
  private tally: DeviceTally;
  /** The first row of a transfer, until its second row comes. In between, the venue's occupancy must not change. */
  private half: { client: string; seq: number; at: number; rise: number } | null = null;

  /** @param steps in order of time */
  constructor(
    private readonly build: Build,
    private readonly steps: readonly Step[],
    private readonly placement: Placement,
    private readonly clients: ReadonlyMap<string, ClientFact>,
  ) {
    const { opening } = build;
    this.areas = new AreaTracks(opening);
    this.categories = CategorySweep.from(opening);
    this.openingCategories = opening.categories;
    // The venue's settings can be older than the room's journal. Then the first change contains the settings before it.
    const firstChange = steps.find((step) => step.type === 'venue_changed');
    this.settings = opening.venue ?? firstChange?.before ?? null;
    const people = opening.areas.reduce((sum, area) => sum + area.occupancy, 0);
    this.venue = new SubjectTrack(people, limitOf(this.settings), limitsOf(this.settings));
    this.tally = new DeviceTally(clients);
  }

  /** Begins the next day. Days must come in order of time. */
  begin(day: BusinessDay): void {
    const { startsAt } = day;
    this.changeUntil(startsAt);
    this.tally = new DeviceTally(this.clients);
    this.day = day;
    this.venue.begin(startsAt, startsAt);
    const present = [...this.areas].filter((area) => area.deletedAt === null);
    for (const area of present) area.subject.begin(startsAt, startsAt);
    this.categories?.begin(
      startsAt,
      present.map(({ areaId }) => areaId),
    );
  }

  /**
   * Adds one tap of the day. Taps must come in order of time. At the same ms, taps count before journal entries.
   */
  tapped(rows: LedgerColumns, tap: OrderedTap): void {
    const { row, index, at } = tap;
    this.changeUntil(at);
    const share = rows.length.at(row);
    const transfer = rows.transfer.at(row);
    const isMove = transfer !== 0;
    const counted = {
      ins: rows.ins.at(row) / share,
      outs: rows.outs.at(row) / share,
      floored: rows.floored.at(row) / share,
      isMove,
    };
    const area = this.areaOf(rows.areas.ids[rows.area.at(row)] ?? '', at);
    // A device clock that is far behind can date a tap after the area's deletion, when nobody is in the area any more.
    const isThere = area.deletedAt === null;
    const covered = isThere ? this.coveredOf(rows, tap, share) : 0;
    const rise = isThere ? counted.ins - counted.outs + counted.floored + covered : 0;
    if (!isMove) this.endMove();
    const category = rows.categoryOf(row);
    // The journal says when the first categories came, unless its entry is deleted.
    if (category !== null) this.categories ??= this.firstCategories(at);
    area.subject.happened(at, { rise, counted });
    this.categories?.tapped(now(area), { at, category, counted, rise, isCovered: !isThere || covered !== 0 });
    if (isMove) this.moved(rows, row, at, rise);
    else this.venue.happened(at, { rise, counted });
    if (rows.givenBack.has(row)) return this.tally.gaveBack(0 - counted.floored);
    this.tally.count(rows.clients.ids[rows.client.at(row)] ?? '', {
      at,
      taps: transfer === 2 ? 0 : 1,
      rows: index === 0 ? 1 : 0,
      ins: isMove ? 0 : counted.ins,
      outs: isMove ? 0 : counted.outs,
      moved: transfer === 2 ? counted.ins : 0,
      isUndo: rows.undoes.has(row),
      isAfterEnd: tap.occurredAt > at,
      // A run stores only when its first tap arrived. Its later taps did not arrive earlier.
      delayMs: Math.max(0, rows.occurredAt.at(row) + rows.delayMs.at(row) - tap.occurredAt),
    });
  }

  /** Ends the current day and returns its figures. */
  end(): DayFigures {
    const { day } = this;
    if (day === null) throw new Error('The day was not begun');
    this.changeUntil(Math.min(day.endsAt, this.build.now + 1));
    this.endMove();
    const until = Math.min(day.endsAt, this.build.now);
    const categoryLimits = this.categories?.endLimits(until);
    const categoriesOf = this.categories?.end();
    const areas = [...this.areas]
      .flatMap((area) => area.end(until) ?? [])
      .map((area) => withCategories(area, categoriesOf?.(area.areaId)));
    const venue = this.venue.end(until);
    this.day = null;
    if (venue === null) throw new Error('The day was not begun');
    const figures = {
      venue: { ...withCategories(venue, categoriesOf?.(null)), ...(categoryLimits && { categoryLimits }) },
      areas,
    };
    return { ...day, until, ...figures, ...this.tally.end(), closing: this.openingAt(until) };
  }

  /** The part of a tap that does not change the area's occupancy at the tap's own time. */
  private coveredOf(rows: LedgerColumns, { row, occurredAt, at }: OrderedTap, share: number): number {
    const adjusted = rows.adjusted.get(row);
    return adjusted === undefined ? 0 : this.placement.adjustmentAt(rows.tapOf(row, occurredAt), at, adjusted / share);
  }

  private openingAt(at: number): OpeningState {
    const { categories, openingCategories } = this;
    const areas = [...this.areas].map(({ areaId, state }) =>
      categories === null ? state : { ...state, tally: categories.stateOf(areaId) },
    );
    return { at, areas, venue: this.settings, ...(openingCategories && { categories: openingCategories }) };
  }

  private firstCategories(at: number): CategorySweep {
    const { day, venue } = this;
    const isUntouched = (areaId: string | null): boolean =>
      (areaId === null ? venue : this.areas.get(areaId)?.subject)?.isUntouched ?? true;
    return CategorySweep.begun([...this.areas].map(now), day && { startsAt: day.startsAt, at, isUntouched });
  }

  /**
   * Applies all journal entries before `end`. Entries of the same ms change the venue together: when all areas are
   * reset, the venue's occupancy never contains only some of the resets.
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

  /**
   * Applies a transfer to the venue once both of its rows have come. The venue's occupancy changes only if a later
   * recount already contains one of the rows.
   */
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

  /** Applies a transfer of which only one row came, because the other row was deleted or never written. */
  private endMove(): void {
    if (this.half !== null) this.venue.happened(this.half.at, { rise: this.half.rise });
    this.half = null;
  }

  /** Applies one journal entry and returns by how much the venue's occupancy changes. */
  private changed(step: Step): number {
    if (step.type === 'venue_changed') {
      this.settings = step.venue;
      this.venue.limit(step.at, limitOf(step.venue));
      this.venue.limitedBy(step.at, limitsOf(step.venue));
      return 0;
    }
    if (step.type === 'categories_changed') {
      const { at, areFirst, categories } = step;
      if (areFirst) this.categories ??= this.firstCategories(at);
      this.categories?.limit(at, capacitiesOf(categories));
      this.openingCategories = categories.length === 0 ? undefined : categories;
      return 0;
    }
    const area = this.areaOf(step.areaId, step.at);
    switch (step.type) {
      case 'area_added':
        // A deleted area comes back if the database was restored.
        area.deletedAt = null;
        area.areaName = step.areaName;
        return 0;
      case 'area_renamed':
        area.areaName = step.areaName;
        return 0;
      case 'capacity_changed':
        area.subject.limit(step.at, step.capacity);
        return 0;
      case 'limits_changed':
        area.subject.limitedBy(step.at, inForce(step.limits, 0));
        return 0;
      case 'area_deleted': {
        const rise = 0 - area.subject.occupancy;
        area.subject.happened(step.at, { rise });
        area.deletedAt = step.at;
        this.categories?.set(step.at, now(area), NOBODY);
        return rise;
      }
      case 'occupancy_set': {
        const rise = step.rise + (this.placement.lateByReset.get(step) ?? 0);
        area.countsFrom = step.at;
        area.subject.happened(step.at, { rise });
        this.categories?.set(step.at, now(area), step.to === 0 ? NOBODY : null);
        return rise;
      }
      case 'categories_recounted': {
        const occupancies = new Map(step.counted.map(({ categoryId, occupancy }) => [categoryId, occupancy]));
        this.categories?.set(step.at, now(area), occupancies);
        return 0;
      }
      default:
        return assertNever(step);
    }
  }

  private areaOf(areaId: string, at: number): AreaTrack {
    const known = this.areas.get(areaId);
    if (known !== undefined) return known;
    const area = this.areas.add(areaId, firstLimits(this.steps.slice(this.nextStep), areaId));
    if (this.day !== null) area.subject.begin(this.day.startsAt, at);
    return area;
  }
}
