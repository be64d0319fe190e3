import { expect, test } from 'vitest';
import { type ReportFile, reportFileName } from '../../../../src/shared/report/file-name';

const file = (changes: Partial<ReportFile>): ReportFile => ({
  eventName: 'Harbor Night',
  from: '2026-11-20',
  to: '2026-11-20',
  part: 'report',
  ...changes,
});

test('a file says event, days and part', () => {
  expect(reportFileName(file({}), 'pdf')).toBe('Harbor Night 2026-11-20 report.pdf');
  expect(reportFileName(file({ to: '2026-11-22', part: 'intervals' }), 'csv')).toBe(
    'Harbor Night 2026-11-20 to 2026-11-22 intervals.csv',
  );
  expect(reportFileName(file({ revision: 1 }), 'pdf')).toBe('Harbor Night 2026-11-20 revision 1 report.pdf');
});

test("any script's letters stay; what no file system takes, and what would turn the name around, does not", () => {
  expect(reportFileName(file({ eventName: '東京 / Ελλάδα' }), 'csv')).toBe('東京 Ελλάδα 2026-11-20 report.csv');
  expect(reportFileName(file({ eventName: '..\\a:b*?"<c>|\u0000\u202efdp\n.' }), 'csv')).toBe(
    'a b c fdp 2026-11-20 report.csv',
  );
  expect(reportFileName(file({ eventName: '///' }), 'csv')).toBe('Event 2026-11-20 report.csv');
  expect(reportFileName(file({ eventName: 'a\ud83d' }), 'csv')).toBe('a\ufffd 2026-11-20 report.csv');
});

test('the longest names stay below what file systems take, and are not cut within a character', () => {
  const name = reportFileName(file({ eventName: '🎡'.repeat(100), to: '2026-12-20', part: 'intervals' }), 'xlsx');
  expect(name).toBe(`${'🎡'.repeat(37)} 2026-11-20 to 2026-12-20 intervals.xlsx`);
  expect(new TextEncoder().encode(name).byteLength).toBeLessThan(255);
});
