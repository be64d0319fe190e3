import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReportJournalEntry } from '../../../../src/shared/reports/entries';
import type { Report } from '../../../../src/shared/schemas/report';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { headLines } from '../../../../web/src/features/reports/tables/subject-tables';
import { intervalTimes } from '../../../../web/src/features/reports/interval-words';
import { journalSentence } from '../../../../web/src/features/reports/journal/journal-sentence';
import { clockOffsets } from '../../../../web/src/features/reports/report-clock';
import { ReportHead } from '../../../../web/src/features/reports/report-head';
import { zoneFormat } from '../../../../web/src/texts/zone-format';
import { closedReport } from '../../support/report';

const [friday, saturday] = closedReport.days;
if (!friday || !saturday) throw new Error('The sample has two days');

/** A report made in November about days that may be in another month. */
const ofDays = (startsAt: string, endsAt: string, rest: Partial<Report> = {}): Report => ({
  ...closedReport,
  from: startsAt.slice(0, 10),
  to: startsAt.slice(0, 10),
  days: [{ ...friday, startsAt, endsAt }],
  ...rest,
});

const JULY = ofDays('2026-07-31T04:00:00.000Z', '2026-08-01T04:00:00.000Z');
const OCTOBER = ofDays('2026-10-24T04:00:00.000Z', '2026-10-25T05:00:00.000Z');

test('the clock of a report is that of its days, whenever the report is made', () => {
  expect(clockOffsets(JULY)).toBe('GMT+2');
  expect(clockOffsets(closedReport)).toBe('GMT+1');
  expect(clockOffsets(OCTOBER)).toBe('GMT+2, from Oct 25 GMT+1');
  // In a year they go back and forward again.
  const year = [OCTOBER, ofDays('2027-03-27T05:00:00.000Z', '2027-03-28T04:00:00.000Z')].flatMap(({ days }) => days);
  expect(clockOffsets({ ...closedReport, days: year })).toBe('GMT+2, from Oct 25 GMT+1, from Mar 28 GMT+2');
  // The clocks go forward exactly at the end of the day, so no moment of it is on the new offset.
  expect(clockOffsets(ofDays('2026-03-28T01:00:00.000Z', '2026-03-29T01:00:00.000Z'))).toBe('GMT+1');
  const screenful = render(<ReportHead report={OCTOBER} isStale={false} />);
  screen.getByText(/^Times in Europe\/Berlin \(GMT\+2, from Oct 25 GMT\+1\)\./);
  screenful.unmount();
  render(<PaperReport report={JULY} />);
  screen.getByText(/^All times are local times of Europe\/Berlin \(GMT\+2\)\./);
});

test('paper and workbook name their revision, and the paper says whether a newer one exists', () => {
  const { from, to } = { from: '2026-11-20', to: '2026-11-20' };
  const report = { ...closedReport, from, to, days: [friday] };
  const first = render(<PaperReport report={report} newestRevision={3} />);
  screen.getByText('Revision 2, closed Nov 21, 2026 06:02. What arrived later is in revision 3.');
  screen.getByText(/Generated Sun, Nov 22, 2026, 10:30:00\.$/);
  first.unmount();
  const second = render(<PaperReport report={report} newestRevision={2} />);
  screen.getByText('Revision 2, closed Nov 21, 2026 06:02.');
  second.unmount();
  expect(headLines(report).find(({ label }) => label === 'Revision')?.value).toBe('2');
  // A report of several days has a revision for each day.
  render(<PaperReport report={closedReport} />);
  expect(screen.queryByText(/^Revision \d/)).toBeNull();
  expect(headLines(closedReport).some(({ label }) => label === 'Revision')).toBe(false);
});

test('a time within an hour that clocks show twice says which of the two it is', () => {
  const intervalStarts = ['00:45', '01:00', '01:45', '02:00'].map((time) => `2026-10-25T${time}:00.000Z`);
  const report = { ...OCTOBER, intervalStarts };
  expect(intervalStarts.map((_, at) => intervalTimes(report, at))).toEqual([
    '02:45 GMT+2–02:00 GMT+1',
    '02:00 GMT+1–02:15 GMT+1',
    '02:45 GMT+1–03:00',
    '03:00–03:15',
  ]);
  expect(zoneFormat('Europe/Berlin').moment('2026-10-25T00:30:00.000Z')).toBe('Oct 25 02:30 GMT+2');
  // Lord Howe Island sets its clocks back by half an hour.
  const { clearTime } = zoneFormat('Australia/Lord_Howe');
  expect(['14:29', '14:30', '15:29', '15:30'].map((time) => clearTime(`2026-04-04T${time}:00.000Z`))).toEqual([
    '01:29',
    '01:30 GMT+11',
    '01:59 GMT+10:30',
    '02:00',
  ]);
});

const entry = (fields: Partial<ReportJournalEntry>): ReportJournalEntry => ({
  at: '2026-11-20T20:00:00.000Z',
  actor: 'admin',
  kind: 'area_added',
  areaId: 'a1',
  areaName: '東京 Lounge',
  before: null,
  after: null,
  note: null,
  ...fields,
});

const ofVenue = { areaId: null, areaName: null };
const venue = { capacity: 1200, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 100] };

const SENTENCES: readonly (readonly [Partial<ReportJournalEntry>, string])[] = [
  [{ kind: 'area_added', after: 'Balcony' }, 'Balcony was added.'],
  [{ kind: 'area_renamed', before: 'Bar', after: '東京 Lounge' }, 'Bar was renamed to 東京 Lounge.'],
  [{ kind: 'area_deleted', before: '東京 Lounge' }, '東京 Lounge was deleted.'],
  [{ kind: 'capacity_changed', after: 1500 }, 'Capacity of 東京 Lounge: 1,500.'],
  [{ kind: 'capacity_changed', before: 100, after: 0 }, 'Capacity of 東京 Lounge: no limit, before that 100.'],
  [{ kind: 'occupancy_reset', before: 4, after: 0 }, '東京 Lounge was reset to 0. It had shown 4.'],
  [
    { kind: 'occupancy_recounted', before: 151, after: 148, note: 'Missed taps' },
    '東京 Lounge recounted: 151 → 148. Reason: Missed taps',
  ],
  [
    { ...ofVenue, kind: 'venue_changed', after: venue },
    'Settings of the venue: capacity 1,200, 20 staff, safety margin 5%, alerts at 75%, 100%. Before that: no limit.',
  ],
  [
    { ...ofVenue, kind: 'venue_changed', after: { ...venue, followsExpectedError: true, alertThresholds: [90] } },
    'Settings of the venue: capacity 1,200, 20 staff, safety margin 5% (following the expected error), alerts at 90%. Before that: no limit.',
  ],
  [
    { ...ofVenue, kind: 'schedule_changed', before: 'UTC 06:00', after: 'Europe/Berlin 05:00' },
    'Time zone and report time: Europe/Berlin 05:00. Before that: UTC 06:00.',
  ],
  [
    {
      ...ofVenue,
      kind: 'categories_changed',
      after: {
        list: [
          { categoryId: 'c1', name: 'Adults', capacity: null },
          { categoryId: 'c2', name: 'Children', capacity: 50 },
          { categoryId: 'c3', name: 'Staff', capacity: null, isRemoved: true },
        ],
        areOutsNamed: true,
      },
    },
    'Categories: Adults, Children (capacity 50), taps out name one. Before that: none.',
  ],
  [
    { kind: 'categories_recounted', after: [{ categoryId: 'c1', name: 'Adults', occupancy: 1200 }] },
    '東京 Lounge recounted by category: Adults 1,200.',
  ],
  [{ ...ofVenue, kind: 'access_code_replaced' }, 'The access code was replaced.'],
  [{ ...ofVenue, kind: 'imported' }, 'The event was imported from a file.'],
  [{ ...ofVenue, kind: 'source_added', after: 'Gate' }, 'The machine Gate was added.'],
  [
    { ...ofVenue, kind: 'machine_alert_acknowledged', after: 'Gate', note: 'Control room' },
    'The alert about the machine Gate was acknowledged by Control room.',
  ],
  [
    { ...ofVenue, kind: 'machine_alert_acknowledged', after: 'Gate' },
    'The alert about the machine Gate was acknowledged.',
  ],
  [
    { ...ofVenue, kind: 'machine_alert_noted', after: 'Gate', note: 'Cable mended' },
    'About the machine Gate: Cable mended',
  ],
  [
    { ...ofVenue, kind: 'machine_alert_noted', before: 'Cable mended', after: 'Gate' },
    'The note about the machine Gate was deleted.',
  ],
  [
    { ...ofVenue, kind: 'source_troubled', before: { kind: 'refused', code: 'area_deleted' }, after: 'Gate' },
    'The machine Gate does not count: its area was deleted.',
  ],
  [
    { ...ofVenue, kind: 'source_recovered', before: { kind: 'clock', clockOffsetMs: 600_000 }, after: 'Gate' },
    'The alert about the machine Gate is over: its clock is 10 minutes slow.',
  ],
  [
    { ...ofVenue, kind: 'source_taken_over', before: 'apiKey', formerKeyName: 'Turnstile', after: 'Gate' },
    'The machine Gate was taken over. It belonged to: API key “Turnstile”.',
  ],
  [{ ...ofVenue, kind: 'source_deleted', after: 'Gate' }, 'The machine Gate was deleted. What it has counted stays.'],
  [
    { ...ofVenue, kind: 'source_restarted', before: 'midnight', after: 'Gate' },
    'The machine Gate began a new day from 0.',
  ],
  [
    { ...ofVenue, kind: 'source_conflict', after: 'Gate', times: 1_200 },
    'The machine Gate used a number or key again for other people. They were not counted. (1,200 times within the hour)',
  ],
  [
    { ...ofVenue, kind: 'inspection_created', after: 'Officer Huber' },
    'A link for inspectors was made for Officer Huber.',
  ],
  [
    { ...ofVenue, kind: 'inspection_opened', after: 'Officer Huber' },
    'The inspector’s link for Officer Huber was opened.',
  ],
  [
    { ...ofVenue, kind: 'inspection_revoked', after: 'Officer Huber' },
    'The inspector’s link for Officer Huber was revoked.',
  ],
  [
    { ...ofVenue, kind: 'restored', after: '2026-11-20T22:00:00.000Z' },
    'All counts were restored to those of 2026-11-20 22:00 UTC.',
  ],
  [{ ...ofVenue, kind: 'restored' }, 'All counts were restored to another moment.'],
  [{ ...ofVenue, kind: 'doors_painted' }, 'Other change: doors_painted.'],
];

test.each(SENTENCES)('the words for %o are: %s', (fields, sentence) => {
  expect(journalSentence(entry(fields))).toBe(sentence);
});
