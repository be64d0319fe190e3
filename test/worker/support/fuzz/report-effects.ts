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

/** Over all that was counted, up to now: in, out and who is inside are the room's. */
function expectCounts({ areas, room }: ModelEvent, report: Report): void {
  for (const { areaId, closing, ins, outs } of report.areas) {
    if (areas.has(areaId)) expect([closing, ins, outs]).toEqual(room.counts[areaId]);
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
    const isAll =
      report.from < report.to && Date.parse(report.to) > world.now - DAY_MS && Date.parse(report.from) < world.now;
    const isRunning = Date.parse(report.days.at(-1)?.endsAt ?? '') > world.now;
    if (isAll && isRunning) expectCounts(event, report);
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
