import { afterEach, expect, test } from 'vitest';
import type { ReportJournalEntry } from '../../../../src/shared/schemas/report';
import { journalSentence } from '../../../../web/src/features/reports/journal-sentence';
import { german } from '../../../../web/src/lib/texts/german';
import { speak } from '../../../../web/src/lib/texts';

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

afterEach(() => speak(null));

const SENTENCES: readonly (readonly [Partial<ReportJournalEntry>, string])[] = [
  [{ kind: 'area_added', after: 'Balcony' }, 'Balcony was added.'],
  [{ kind: 'area_renamed', before: 'Bar', after: '東京 Lounge' }, 'Bar was renamed to 東京 Lounge.'],
  [{ kind: 'area_deleted', before: '東京 Lounge' }, '東京 Lounge was deleted.'],
  [{ kind: 'capacity_changed', after: 1500 }, 'Capacity of 東京 Lounge: 1,500.'],
  [{ kind: 'capacity_changed', before: 100, after: 0 }, 'Capacity of 東京 Lounge: no limit, before that 100.'],
  [{ kind: 'occupancy_reset', before: 4, after: 0 }, '東京 Lounge was reset to 0. It had shown 4.'],
  [
    { kind: 'occupancy_recounted', before: 151, after: 148, note: 'Missed taps' },
    '東京 Lounge was counted anew: 148. It had shown 151. Reason: Missed taps',
  ],
  [
    { ...ofVenue, kind: 'venue_changed', after: venue },
    'Settings of the venue: capacity 1,200, 20 staff, safety margin 5%, alerts at 75%, 100%. Before that: no limit.',
  ],
  [
    { ...ofVenue, kind: 'schedule_changed', before: 'UTC 06:00', after: 'Europe/Berlin 05:00' },
    'Time zone and report time: Europe/Berlin 05:00. Before that: UTC 06:00.',
  ],
  [{ ...ofVenue, kind: 'access_code_replaced' }, 'The access code was replaced.'],
  [{ ...ofVenue, kind: 'imported' }, 'The event was imported from a file.'],
  [
    { ...ofVenue, kind: 'restored', after: '2026-11-20T22:00:00.000Z' },
    'All counts were set back to those of 2026-11-20 22:00 UTC.',
  ],
  [{ ...ofVenue, kind: 'restored' }, 'All counts were set back to another moment.'],
  [{ ...ofVenue, kind: 'doors_painted' }, 'Other change: doors_painted.'],
];

test.each(SENTENCES)('%o reads: %s', (fields, sentence) => {
  expect(journalSentence(entry(fields))).toBe(sentence);
});

test('the journal is German where the page is', () => {
  speak(german);
  expect(journalSentence(entry({ kind: 'capacity_changed', before: 100, after: 1500 }))).toBe(
    'Kapazität von 東京 Lounge: 1.500, zuvor 100.',
  );
});
