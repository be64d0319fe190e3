import { usableCapacity } from '../rules/venue-capacity';
import type { BusinessDay } from '../rules/business-day';
import type { VenueSettings } from '../schemas/venue-settings';
import { AreaTracks, type AreaTrack } from './areas';
import { DeviceTally } from './device-tally';
import type { ClientFact } from './facts';
import type { DayFigures, Standing } from './figures';
import type { LedgerColumns } from './ledger-columns';
import type { Build } from './plan';
import type { Step } from './steps';
import { type Happening, Subject } from './subject';
import type { Timeline } from './timeline';

const limitOf = (settings: VenueSettings | null): number | null => settings && usableCapacity(settings);

/** Goes over all that happened once, in order of time, and makes up the days on the way. */
export class Sweep {
  private readonly areas: AreaTracks;
  private readonly venue: Subject;
  private settings: VenueSettings | null;
  private nextStep = 0;
  private day: BusinessDay | null = null;
  private tally: DeviceTally;
  /** What the first row of a transfer did to the venue, until the second comes: nobody has left in between. */
  private moving = 0;

  constructor(
    private readonly build: Build,
    private readonly rows: LedgerColumns,
    private readonly clients: ReadonlyMap<string, ClientFact>,
    private readonly timeline: Timeline,
  ) {
    const { standing } = build;
    this.areas = new AreaTracks(standing);
    // A room may have learned of its event with the venue's limits set: then the first change says what they were.
    const firstChange = timeline.steps.find((step) => step.type === 'venue_changed');
    this.settings = standing.venue ?? firstChange?.before ?? null;
    const people = standing.areas.reduce((sum, area) => sum + area.occupancy, 0);
    this.venue = new Subject(people, limitOf(this.settings));
    this.tally = new DeviceTally(clients);
  }

  *days(): Generator<DayFigures, undefined> {
    for (const each of this.timeline.days) if (each.day.startsAt <= this.build.now) yield this.dayOf(each);
  }

  private dayOf({ day, keys }: Timeline['days'][number]): DayFigures {
    const { startsAt, endsAt } = day;
    this.changeUntil(startsAt);
    this.tally = new DeviceTally(this.clients);
    this.day = day;
    this.venue.begin(startsAt, startsAt);
    for (const area of this.areas) if (area.deletedAt === null) area.subject.begin(startsAt, startsAt);
    this.countAll(day, keys);
    this.changeUntil(endsAt);
    const until = Math.min(endsAt, this.build.now);
    const areas = [...this.areas].flatMap((area) => area.end(until) ?? []);
    const venue = this.venue.end(until);
    this.day = null;
    if (venue === null) throw new Error('The day was not begun');
    return { ...day, until, venue, areas, ...this.tally.end(), closing: this.standingAt(until) };
  }

  private standingAt(at: number): Standing {
    return { at, areas: [...this.areas].map((area) => area.standing), venue: this.settings };
  }

  /** Of the same moment, taps come before what the journal says. */
  private countAll(day: BusinessDay, keys: ArrayLike<number>): void {
    const { rowOf, timeOf } = this.timeline;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? 0;
      const at = timeOf(key, day);
      this.changeUntil(at);
      const next = keys[index + 1];
      this.tapped(rowOf(key), at, next === undefined ? undefined : rowOf(next));
    }
  }

  /** All that the journal says of before `end`. */
  private changeUntil(end: number): void {
    const { steps } = this.timeline;
    for (let step = steps[this.nextStep]; step !== undefined && step.at < end; step = steps[this.nextStep]) {
      this.nextStep += 1;
      this.changed(step);
    }
  }

  private tapped(row: number, at: number, next: number | undefined): void {
    const { rows } = this;
    const area = this.areaOf(rows.areas.ids[rows.area.at(row)] ?? '', at);
    const transfer = rows.transfer.at(row);
    const isMove = transfer !== 0;
    const counted = { ins: rows.ins.at(row), outs: rows.outs.at(row), floored: rows.floored.at(row), isMove };
    // A clock that went back far may have let taps come after the area's end; nobody is in it any more.
    const rise = area.deletedAt === null ? this.timeline.riseOf(row) : 0;
    area.subject.happened(at, { rise, counted });
    this.venue.happened(at, isMove ? this.moved(row, rise, next) : { rise, counted });
    this.tally.count(rows.clients.ids[rows.client.at(row)] ?? '', {
      at,
      taps: transfer === 2 ? 0 : rows.length.at(row),
      ins: isMove ? 0 : counted.ins,
      outs: isMove ? 0 : counted.outs,
      moved: transfer === 2 ? counted.ins : 0,
      isUndo: rows.undoes.has(row),
      isAfterEnd: rows.occurredAt.at(row) > at,
      delayMs: rows.delayMs.at(row),
    });
  }

  /** What a transfer does to the venue, once both of its ends are there: nothing, unless one was settled by a recount. */
  private moved(row: number, rise: number, next: number | undefined): Happening {
    const { rows } = this;
    const isFirst =
      next !== undefined &&
      rows.transfer.at(next) !== 0 &&
      rows.client.at(next) === rows.client.at(row) &&
      rows.firstSeq.at(next) === rows.firstSeq.at(row);
    const together = this.moving + rise;
    this.moving = isFirst ? together : 0;
    return { rise: isFirst ? 0 : together };
  }

  private changed(step: Step): void {
    if (step.type === 'venue_changed') {
      this.settings = step.venue;
      this.venue.limit(step.at, limitOf(step.venue));
      return;
    }
    const area = this.areaOf(step.areaId, step.at);
    switch (step.type) {
      case 'area_added':
      case 'area_renamed':
        area.areaName = step.areaName;
        return;
      case 'capacity_changed':
        area.subject.limit(step.at, step.capacity);
        return;
      case 'area_deleted':
        this.move(area, step.at, 0 - area.subject.occupancy);
        area.deletedAt = step.at;
        return;
      case 'occupancy_set':
        area.countsFrom = step.at;
        this.move(area, step.at, step.rise + (this.timeline.leftTo.get(step) ?? 0));
    }
  }

  private move(area: AreaTrack, at: number, rise: number): void {
    area.subject.happened(at, { rise });
    this.venue.happened(at, { rise });
  }

  private areaOf(areaId: string, at: number): AreaTrack {
    const known = this.areas.get(areaId);
    if (known !== undefined) return known;
    const area = this.areas.add(areaId);
    if (this.day !== null) area.subject.begin(this.day.startsAt, at);
    return area;
  }
}
