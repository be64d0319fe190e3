import { expect } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../../src/shared/limits';
import { LEDGER_CSV_HEAD } from '../../../../src/shared/report/ledger-csv';
import { readTimeZone } from '../../../../src/shared/rules/time-zone';
import {
  type Report,
  ReportSchema,
  type ReportSubject,
  StoredReportListSchema,
} from '../../../../src/shared/schemas/report';
import { ScheduleSchema } from '../../../../src/shared/schemas/schedule';
import { type Effect, fieldsOf, ownEvent } from './effect';
import type { ModelEvent } from './world';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function expectSums({ ins, outs, net, intervals }: ReportSubject, { intervalStarts }: Report): void {
  expect([net, sum(intervals.ins), sum(intervals.outs)]).toEqual([ins - outs, ins, outs]);
  for (const column of Object.values(intervals)) expect(column).toHaveLength(intervalStarts.length);
}

/** Up to now, who is inside is as the room says; over all that was counted, so are in and out. */
export function expectCounts({ areas, room }: ModelEvent, report: Report, now: number): void {
  const isRunning = Date.parse(report.days.at(-1)?.endsAt ?? '') > now;
  const isAll = Date.parse(report.from) < now - 8 * DAY_MS && Date.parse(report.to) > now;
  for (const { areaId, closing, ins, outs } of report.areas) {
    const counts = room.counts[areaId];
    if (!areas.has(areaId) || counts === undefined) continue;
    if (isRunning) expect(closing).toBe(counts[0]);
    if (isAll) expect([ins, outs]).toEqual(counts.slice(1));
  }
}

/** As {@link EFFECTS}: of schedule and reports. */
export const REPORT_EFFECTS: Readonly<Record<string, Effect>> = {
  'GET /api/events/:eventId/schedule': (world, call, { body }) => {
    const event = ownEvent(world, call);
    const schedule = z.parse(ScheduleSchema, body);
    expect(schedule).toEqual(event.schedule ?? { ...schedule, reportTime: '06:00', startDate: null, endDate: null });
  },
  'PUT /api/events/:eventId/schedule': (world, call, { body }) => {
    const schedule = z.parse(ScheduleSchema, body);
    const { timeZone, reportTime, startDate, endDate } = fieldsOf(call);
    expect(schedule).toEqual({ timeZone: readTimeZone(timeZone), reportTime, startDate, endDate });
    expect((startDate === null) === (endDate === null)).toBe(true);
    expect(String(startDate) <= String(endDate)).toBe(true);
    ownEvent(world, call).schedule = schedule;
  },
  'GET /api/events/:eventId/report': (world, call, { body, text }) => {
    const event = ownEvent(world, call);
    const { searchParams } = call.url;
    if (searchParams.get('format') === 'csv') {
      expect(text).toMatch(/^business_day,/);
      return;
    }
    const report = z.parse(ReportSchema, body);
    expect([report.eventId, report.eventName]).toEqual([event.eventId, event.eventName]);
    for (const subject of [report.venue, ...report.areas]) expectSums(subject, report);
    expect(sum(report.areas.map((area) => area.ins - area.movedIn))).toBe(report.venue.ins);
    expectCounts(event, report, world.now);
  },
  'GET /api/events/:eventId/report/ledger': (world, call, { text }) => {
    ownEvent(world, call);
    expect(`\uFEFF${text}`.startsWith(LEDGER_CSV_HEAD)).toBe(true);
  },
  'GET /api/events/:eventId/reports': (world, call, { body }) => {
    ownEvent(world, call);
    z.parse(StoredReportListSchema, body);
  },
};
