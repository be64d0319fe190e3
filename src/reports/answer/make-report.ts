import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Report, ReportArea, ReportDay, ReportInterval } from '../../shared/schemas/report';
import type { AreaFigures, DayFigures } from '../figures';
import { IntervalGrid } from './interval-grid';
import { mergeDevices } from './merge-devices';
import { mergeSubject } from './merge-subject';
import type { ReportPlan } from '../plan';
import { type JournalRecord, reportJournal } from './report-journal';

export interface ReportOptions {
  eventId: string;
  plan: ReportPlan;
  /** The plan's days, stored or newly built. Figures of other days are ignored. */
  figures: Iterable<DayFigures>;
  journal: JournalRecord;
  interval: ReportInterval;
  /** Area ids in the order in which the report lists the areas. Areas that are missing here follow at the end. */
  areaIds: readonly string[];
}

/** Makes the report of the plan's days. A day that has no figures because it has not begun is left out. */
export function makeReport({ eventId, plan, figures, journal, interval, areaIds }: ReportOptions): Report {
  const { eventName, timeZone, reportTime, from, to, now } = plan;
  const byDay = new Map(Array.from(figures, (each) => [each.day, each]));
  const days = plan.days.flatMap(({ day }) => byDay.get(day) ?? []);
  const grid = new IntervalGrid(days, interval);
  return {
    eventId,
    eventName,
    timeZone,
    reportTime,
    from,
    to,
    interval,
    generatedAt: isoTime(now),
    isFinal: plan.days.every(({ stored }) => stored !== null) && plan.today > to,
    days: reportDays(plan, grid),
    intervalStarts: grid.starts.map(isoTime),
    venue: mergeSubject(days, ({ venue }) => venue, grid),
    venueSettings: days.at(-1)?.closing.venue ?? null,
    areas: mergeAreas(days, grid, areaIds),
    devices: mergeDevices(days),
    ...reportJournal(journal, days),
    quality: mergeQuality(days),
  };
}

function reportDays(plan: ReportPlan, grid: IntervalGrid): ReportDay[] {
  return grid.days.map(({ figures, first }) => {
    const { day, startsAt, endsAt, precision, venue } = figures;
    const stored = plan.days.find((planned) => planned.day === day)?.stored ?? null;
    return {
      day,
      startsAt: isoTime(startsAt),
      endsAt: isoTime(endsAt),
      revision: stored?.revision ?? null,
      closedAt: isoTimeOrNull(stored?.closedAt ?? null),
      isCompacted: startsAt < plan.ledgerFrom,
      isByMinute: precision === 'minute',
      firstInterval: first,
      ins: venue.ins,
      outs: venue.outs,
      peak: venue.peak,
      peakAt: isoTimeOrNull(venue.peakAt),
      closing: venue.closing,
    };
  });
}

/**
 * The areas that existed on any of the days, in the order of `areaIds`. The order within a day does not help: it is the
 * order in which areas first appear, and a phone with a slow clock can tap on an area before its creation.
 */
function mergeAreas(days: readonly DayFigures[], grid: IntervalGrid, areaIds: readonly string[]): ReportArea[] {
  const newest = new Map<string, AreaFigures>();
  const byDay = new Map(days.map((day) => [day, new Map(day.areas.map((area) => [area.areaId, area]))]));
  for (const area of days.flatMap(({ areas }) => areas)) newest.set(area.areaId, area);
  const places = new Map(areaIds.map((areaId, place) => [areaId, place]));
  const placeOf = ({ areaId }: AreaFigures): number => places.get(areaId) ?? places.size;
  const ordered = [...newest.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
  return ordered.map(({ areaId, areaName, deletedAt }) => ({
    areaId,
    areaName,
    deletedAt: isoTimeOrNull(deletedAt),
    ...mergeSubject(days, (day) => byDay.get(day)?.get(areaId), grid),
  }));
}

function mergeQuality(days: readonly DayFigures[]): Report['quality'] {
  const sums = { taps: 0, ledgerRows: 0, late: { overMinute: 0, overTenMinutes: 0, overHour: 0 }, latestMs: 0 };
  for (const { quality } of days) {
    sums.taps += quality.taps;
    sums.ledgerRows += quality.rows;
    sums.late.overMinute += quality.late[0];
    sums.late.overTenMinutes += quality.late[1];
    sums.late.overHour += quality.late[2];
    sums.latestMs = Math.max(sums.latestMs, quality.latestMs);
  }
  const { latestMs, ...quality } = sums;
  return { ...quality, latestSeconds: Math.round(latestMs / 1000) };
}
