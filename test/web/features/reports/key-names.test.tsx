import { expect, test } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { journalRecords } from '../../../../web/src/features/reports/journal/journal-records';
import { journalTable } from '../../../../web/src/features/reports/tables/record-tables';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { closedReport } from '../../support/report';

const AT = closedReport.days[0]?.startsAt ?? '';
const entry = {
  at: AT,
  actor: 'apiKey',
  kind: 'source_added',
  areaId: null,
  areaName: null,
  before: null,
  after: 'North door',
  note: null,
} as const;
const report: Report = {
  ...closedReport,
  journal: [{ ...entry, keyName: 'Turnstiles' }, { ...entry, keyName: null }, entry],
  alerts: [],
  orders: [
    {
      kind: 'hold',
      target: 'event',
      areaId: null,
      areaName: null,
      deviceName: null,
      note: null,
      givenAt: AT,
      givenBy: 'apiKey',
      givenByKeyName: 'Ticketing',
      endedAt: null,
      endedBy: null,
      isReplaced: false,
      confirmed: 0,
      devices: 0,
      slowestSeconds: null,
    },
  ],
};
const actorsIn = ({ columns, rows }: ReturnType<typeof journalTable>) =>
  rows.map((row) => columns.find(({ head }) => head === 'By' || head === 'Von')?.value(row));

test('a report names the API key that did something, and says that it is deleted', () => {
  const named = ['API key “Turnstiles”', 'API key (deleted)', 'API key'];
  expect(actorsIn(journalTable(report))).toEqual(named);
  expect(journalRecords(report).map(({ who }) => who)).toEqual([...named, 'API key “Ticketing”']);
  speak(german);
  expect(actorsIn(journalTable(report))).toEqual([
    'API-Schlüssel „Turnstiles“',
    'API-Schlüssel (gelöscht)',
    'API-Schlüssel',
  ]);
});
