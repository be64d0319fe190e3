import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { IDS_PER_MS, REPORT_CATEGORY_CELLS_MAX, REPORT_PERIODS_MAX } from '../../shared/reports/limits';
import type { EvacuationRecord } from '../../shared/evacuation/schemas';
import type { Letterhead, Report, ReportArea, ReportDay, ReportInterval } from '../../shared/schemas/report';
import type { DayFigures, QualityFigures } from '../figures';
import type { ReportPlan } from '../plan';
import { CategoryLimitTotals } from './category-limit-totals';
import { ColumnLimit } from './category-totals';
import { DeviceTotals } from './device-totals';
import { IntervalGrid } from './interval-grid';
import { ListLimit } from './over-list';
import { type RecountHistory, reportTrust } from './recount-history';
import { type ActorNames, areaNames, type JournalRecord, NO_NAMES, reportJournal } from './report-journal';
import { SubjectTotals } from './subject-totals';

export interface ReportOptions {
  eventId: string;
  plan: ReportPlan;
  interval: ReportInterval;
}

/** What a report has besides the figures of its days. */
export interface ReportRest {
  journal: JournalRecord;
  /** The people and keys that the journal can name; none without it. */
  actorNames?: ActorNames;
  /** The recounts of the report's days and before them. */
  recounts: RecountHistory;
  /** Area ids in the order in which the report lists the areas. Areas that are missing here follow at the end. */
  areaIds: readonly string[];
  letterhead: Letterhead;
  /** The evacuations and drills that began on the report's days, newest first. */
  evacuations?: readonly EvacuationRecord[];
}

type QualitySums = QualityFigures & { givenBack: number };

interface AreaTotals {
  areaName: string;
  deletedAt: number | null;
  totals: SubjectTotals;
}

/**
 * Makes the report of the plan's days. It takes the figures of one day after another and keeps only what the report
 * shows of them, so that a report over a year fits into the memory of a worker. A day that has no figures because it
 * has not begun is left out.
 */
export class ReportBuilder {
  private readonly grid: IntervalGrid;
  private readonly overLimit = new ListLimit(REPORT_PERIODS_MAX);
  private readonly venue = new SubjectTotals(this.overLimit, new ColumnLimit(Infinity));
  private readonly categoryLimit = new ColumnLimit(REPORT_CATEGORY_CELLS_MAX);
  private readonly areas = new Map<string, AreaTotals>();
  private readonly categoryLimits = new CategoryLimitTotals(this.overLimit);
  private readonly devices = new DeviceTotals();
  private readonly quality: QualitySums = { taps: 0, rows: 0, late: [0, 0, 0], latestMs: 0, givenBack: 0 };
  private readonly days: ReportDay[] = [];
  /** Ins plus outs of each day's areas. */
  private readonly crossings: number[][] = [];
  private readonly planned: ReadonlyMap<string, ReportPlan['days'][number]>;
  private last: Pick<DayFigures, 'startsAt' | 'closing'> | null = null;

  constructor(private readonly options: ReportOptions) {
    this.grid = new IntervalGrid(options.interval);
    this.planned = new Map(options.plan.days.map((planned) => [planned.day, planned]));
  }

  /** Adds the figures of a day, stored or newly built. Days must come in order; days outside the plan are ignored. */
  add(figures: DayFigures): void {
    const planned = this.planned.get(figures.day);
    if (planned === undefined) return;
    const place = this.grid.add(figures);
    const isFirst = this.last === null;
    this.venue.add(figures, figures.venue, place, isFirst);
    for (const area of figures.areas) {
      const { areaId, areaName, deletedAt } = area;
      const known = this.areas.get(areaId);
      const totals = known?.totals ?? new SubjectTotals(this.overLimit, this.categoryLimit);
      totals.add(figures, area, place, isFirst);
      this.areas.set(areaId, { areaName, deletedAt, totals });
    }
    this.categoryLimits.add(figures);
    this.devices.add(figures.devices);
    addQuality(this.quality, figures.quality);
    this.crossings.push(figures.areas.map(({ ins, outs }) => ins + outs));
    this.days.push(this.reportDay(figures, planned.stored, place.first));
    this.last = { startsAt: figures.startsAt, closing: figures.closing };
  }

  finish(rest: ReportRest): Report {
    const { journal, actorNames = NO_NAMES, recounts, areaIds, letterhead, evacuations = [] } = rest;
    const { eventId, plan, interval } = this.options;
    const { eventName, timeZone, reportTime, from, to, earlierDay, laterDay, now } = plan;
    const [lastDayAt, intervals] = [this.last?.startsAt ?? null, this.grid.starts.length];
    const { taps, rows, late, latestMs, givenBack } = this.quality;
    const venue = this.venue.finish(lastDayAt, intervals, plan.categories ?? []);
    const names = areaNames(journal.acts, this.last?.closing.areas ?? []);
    const since = plan.journal === null ? Infinity : (plan.journal.after + 1) / IDS_PER_MS;
    return {
      eventId,
      eventName,
      letterhead,
      timeZone,
      reportTime,
      from,
      to,
      interval,
      generatedAt: isoTime(now),
      isFinal: plan.days.every(({ stored }) => stored !== null) && plan.today > to,
      days: this.days,
      ...(earlierDay !== undefined && { earlierDay }),
      ...(laterDay !== undefined && { laterDay }),
      intervalStarts: this.grid.starts.map(isoTime),
      venue,
      venueSettings: this.last?.closing.venue ?? null,
      areas: this.reportAreas(areaIds, lastDayAt),
      ...this.categoryLimits.finish(plan.categories ?? []),
      overCapacityLeftOut: this.overLimit.leftOut,
      devices: this.devices.finish(),
      quietTimesLeftOut: this.devices.quietTimesLeftOut,
      ...reportJournal(journal, names, actorNames),
      ...(evacuations.length > 0 && { evacuations: evacuations.toReversed() }),
      quality: {
        taps,
        ledgerRows: rows,
        late: { overMinute: late[0], overTenMinutes: late[1], overHour: late[2] },
        latestSeconds: Math.round(latestMs / 1000),
        ...(givenBack > 0 && { givenBack }),
        ...reportTrust(recounts, { since, crossings: this.crossings, capacity: venue.capacity, names }),
      },
    };
  }

  private reportDay(
    { day, startsAt, endsAt, venue }: DayFigures,
    stored: ReportPlan['days'][number]['stored'],
    firstInterval: number,
  ): ReportDay {
    return {
      day,
      startsAt: isoTime(startsAt),
      endsAt: isoTime(endsAt),
      revision: stored?.revision ?? null,
      closedAt: isoTimeOrNull(stored?.closedAt ?? null),
      isCompacted: startsAt < this.options.plan.ledgerFrom,
      firstInterval,
      ins: venue.ins,
      outs: venue.outs,
      peak: venue.peak,
      peakAt: isoTimeOrNull(venue.peakAt),
      closing: venue.closing,
    };
  }

  /**
   * The areas that existed on any of the days, in the order of `areaIds`. The order within a day does not help: it is
   * the order in which areas first appear, and a phone with a slow clock can tap on an area before its creation.
   */
  private reportAreas(areaIds: readonly string[], lastDayAt: number | null): ReportArea[] {
    const places = new Map(areaIds.map((areaId, place) => [areaId, place]));
    const placeOf = ([areaId]: readonly [string, AreaTotals]): number => places.get(areaId) ?? places.size;
    return [...this.areas]
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map(([areaId, { areaName, deletedAt, totals }]) => ({
        areaId,
        areaName,
        deletedAt: isoTimeOrNull(deletedAt),
        ...totals.finish(lastDayAt, this.grid.starts.length, this.options.plan.categories ?? []),
      }));
  }
}

function addQuality(sums: QualitySums, figures: QualityFigures): void {
  const { taps, rows, late, latestMs, givenBack = 0 } = figures;
  sums.taps += taps;
  sums.rows += rows;
  for (const [level, count] of late.entries()) sums.late[level] = (sums.late[level] ?? 0) + count;
  sums.latestMs = Math.max(sums.latestMs, latestMs);
  sums.givenBack += givenBack;
}
