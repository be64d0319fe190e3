import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { workbookOrder } from '../../../../web/src/features/reports/downloads/sheets';
import { EvacuationsSection } from '../../../../web/src/features/reports/evacuations/evacuations-section';
import { evacuationsTable } from '../../../../web/src/features/reports/evacuations/evacuations-table';
import { journalSentence } from '../../../../web/src/features/reports/journal/journal-sentence';
import { RECORD } from '../../support/evacuations';
import { closedReport } from '../../support/report';

/** Tests how a report shows evacuations and drills. */

const DRILL = { ...RECORD, evacuationId: 'v2', isDrill: true, endedAt: null };
const report = { ...closedReport, timeZone: 'UTC', evacuations: [RECORD, DRILL] };

test('the section lists each with its times, and since when each area was empty', () => {
  render(<EvacuationsSection report={report} />);
  const [all, areas] = screen.getAllByRole('table');
  expect(all?.textContent).toMatch(/Evacuation.*22:41:00.*22:53:05.*7.*0.*22:52:00.*Car park: 6/);
  expect(all?.textContent).toContain('still runs');
  expect(areas?.textContent).toMatch(/Main Stage3.*22:50:00/);
  expect(areas?.textContent).toContain('not empty');
  expect(screen.getAllByRole('img').map((curve) => curve.getAttribute('aria-label'))).toEqual([
    'People still inside over time, from 7 to 0.',
    'People still inside over time, from 7 to 0.',
  ]);
});

test('the time to empty stands against the target, and says when it was exceeded or nobody saw it empty', () => {
  const [first, ...others] = RECORD.timeline.areas;
  const emptied = { ...RECORD, timeline: { ...RECORD.timeline, areas: first ? [first] : [] } };
  const said = (record: typeof RECORD) => {
    const { columns } = evacuationsTable({ ...report, evacuations: [record] });
    return columns.find(({ head }) => head === 'Empty after (target)')?.value(record);
  };
  expect(others).toHaveLength(1);
  expect(said({ ...emptied, targetMinutes: 10 })).toBe('9:00 of 10:00');
  expect(said({ ...emptied, targetMinutes: 8 })).toBe('9:00 of 8:00, 1:00 over target');
  expect(said({ ...RECORD, targetMinutes: 8 })).toBe('not empty, 12:05 of 8:00, 4:05 over target');
  expect(said({ ...RECORD, targetMinutes: 8, endedAt: null })).toBeNull();
  expect(said(emptied)).toBeUndefined();
});

test('a report without any has no section and no sheets', () => {
  const { container } = render(<EvacuationsSection report={closedReport} />);
  expect(container.textContent).toBe('');
  expect(workbookOrder(closedReport).after.map(({ sheet }) => sheet)).not.toContain('Evacuations');
});

test('the workbook has all of them, their areas, and the people inside over time', () => {
  const sheets = new Map(workbookOrder(report).after.map(({ sheet, data }) => [sheet, data]));
  expect(sheets.get('Evacuations')).toHaveLength(3);
  expect(sheets.get('Evacuations by area')).toHaveLength(5);
  const course = sheets.get('Evacuations over time') ?? [];
  expect(course).toHaveLength(7);
  expect(JSON.stringify(course[1])).toContain('"value":7');
});

test('the journal says what began and ended, with how many inside', () => {
  const entry = {
    at: RECORD.startedAt,
    actor: 'admin',
    areaId: null,
    areaName: null,
    before: null,
    note: null,
  } as const;
  const value = { evacuationId: 'v1', isDrill: true, people: 1204 };
  const sentences = [
    { ...entry, kind: 'evacuation_started', after: value },
    { ...entry, kind: 'evacuation_ended', after: { ...value, isDrill: false } },
    { ...entry, kind: 'assembly_points_changed', after: 'Car park · Church' },
    { ...entry, kind: 'assembly_points_changed', after: '' },
  ].map(journalSentence);
  expect(sentences).toEqual([
    'Drill started. Inside: 1,204.',
    'Evacuation ended. Inside: 1,204.',
    'Assembly points: Car park · Church.',
    'Assembly points: none.',
  ]);
});
