import { expect, test } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { journalRecords } from '../../../../web/src/features/reports/journal/journal-records';
import { evacuationsTable } from '../../../../web/src/features/reports/evacuations/evacuations-table';
import { ordersTable } from '../../../../web/src/features/reports/orders/orders-table';
import { alertsTable } from '../../../../web/src/features/reports/tables/alerts-table';
import { journalTable, recountsTable } from '../../../../web/src/features/reports/tables/record-tables';
import type { Table } from '../../../../web/src/features/reports/tables/table';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { RECORD } from '../../support/evacuations';
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

const ADA = { email: 'ada@headroom.test' };
const GONE = { email: null, formerMember: 3 };
const told = { evacuationId: RECORD.evacuationId, isDrill: false, people: 9 };
const recount = { at: AT, areaId: 'a1', areaName: 'Yard', drift: 2, crossings: 90 };
/** What somebody did who is `person`. */
const reportBy = (person: typeof ADA | typeof GONE | undefined): Report => {
  const made = { ...entry, actor: 'admin', ...(person && { person }) } as const;
  const [order] = report.orders ?? [];
  return {
    ...report,
    journal: [
      { ...made, kind: 'occupancy_recounted', areaId: 'a1', after: 11 },
      { ...made, kind: 'evacuation_started', after: told },
      { ...made, kind: 'evacuation_ended', after: told },
    ],
    alerts: [
      {
        areaId: null,
        areaName: null,
        threshold: 90,
        raisedAt: AT,
        endedAt: null,
        acknowledgedAt: AT,
        acknowledgedBy: 'admin',
        ...(person && { acknowledgedByPerson: person }),
        acknowledgedOn: 'Office',
      },
    ],
    orders: order && [
      { ...order, givenBy: 'admin', ...(person && { givenByPerson: person, endedByPerson: person }), endedBy: 'admin' },
    ],
    quality: { ...report.quality, recounts: [recount] },
    evacuations: [RECORD],
  };
};
/** What the columns of a table say about who did something, after where only they do so. */
const shownIn = <Row,>({ columns, rows }: Table<Row>) =>
  rows.map((row) =>
    columns.flatMap(({ head, kind, only = 'all', value, below }) => {
      const under = below?.(row) ?? null;
      const isWho = kind === 'text' && /(by|von)$/i.test(head);
      return [...(under === null ? [] : [`below: ${under}`]), ...(isWho ? [`${only}: ${value(row)}`] : [])];
    }),
  );
const shownOf = (of: Report) => [
  ...shownIn(journalTable(of)),
  ...shownIn(recountsTable(of)),
  ...shownIn(alertsTable(of)),
  ...shownIn(ordersTable(of)),
  ...shownIn(evacuationsTable(of)),
];

test('each table names the member who did something; of an account of one it says what it said before', () => {
  const name = 'ada@headroom.test';
  const entries = (who: string) => [[`all: ${who}`], [`all: ${who}`], [`all: ${who}`]];
  expect(shownOf(reportBy(ADA))).toEqual([
    ...entries(name),
    [`all: ${name}`],
    [`all: Office (${name})`],
    [`below: ${name}`, `paper: ${name}`, `below: ${name}`, `paper: ${name}`],
    [`below: ${name}`, `files: ${name}`, `below: ${name}`, `files: ${name}`],
  ]);
  expect(shownOf(reportBy(GONE))).toContainEqual(['all: Office (former member 3)']);
  expect(shownOf(reportBy(undefined))).toEqual([
    ...entries('Organizer'),
    [],
    ['all: Office'],
    ['files: Organizer', 'files: Organizer'],
    [],
  ]);
  speak(german);
  expect(shownOf(reportBy(GONE))).toContainEqual(['all: Office (ehemaliges Mitglied 3)']);
});
