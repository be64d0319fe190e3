import { expect, test } from 'vitest';
import {
  type ActorNames,
  hasNamed,
  type JournalRecord,
  NO_NAMES,
  reportJournal,
} from '../../../src/reports/answer/report-journal';
import type { AlertHistory } from '../../../src/reports/answer/alert-history';
import type { JournalFact } from '../../../src/reports/facts';
import type { ReportPerson } from '../../../src/shared/reports/entries';
import type { OrderRecord } from '../../../src/reports/sealed/order-history';
import { NOT_GIVEN } from './support';

const entry = (actor: string, more: Partial<JournalFact> = {}): JournalFact => ({
  id: 1,
  at: 1_000,
  actor,
  kind: 'area_renamed',
  areaId: null,
  before: null,
  after: null,
  note: null,
  ...NOT_GIVEN,
  ...more,
});
const alert: AlertHistory['records'][number] = {
  areaId: null,
  threshold: 90,
  raisedAt: 1_000,
  endedAt: null,
  acknowledgedAt: 2_000,
  actor: 'admin:ben',
  device: null,
  note: null,
};
const order: OrderRecord = {
  kind: 'hold',
  target: { type: 'event' },
  deviceName: null,
  note: null,
  givenAt: 1_000,
  givenBy: 'admin:ada',
  endedAt: 2_000,
  endedBy: 'admin:gone',
  isReplaced: false,
  confirmed: 0,
  devices: 0,
  lastConfirmedAt: null,
};
const record: JournalRecord = {
  acts: [
    entry('admin:ada'),
    entry('admin:gone'),
    entry('admin:of-another-account'),
    entry('key:door'),
    entry('code:event'),
    entry('key:door', { kind: 'source_taken_over', before: 'admin:ada' }),
  ],
  actsLeftOut: 0,
  alerts: { records: [alert], leftOut: 0 },
  orders: { records: [order], leftOut: 0 },
};
const ADA = { email: 'ada@headroom.test' };
const GONE = { email: null, formerMember: 3 };
const NAMES: ActorNames = {
  keys: new Map([['door', 'Door']]),
  people: new Map<string, ReportPerson>([
    ['ada', ADA],
    ['ben', { email: 'ben@headroom.test' }],
    ['gone', GONE],
  ]),
};

test('a report names the member who did something, by email or as a former one by number', () => {
  const { journal, alerts, orders } = reportJournal(record, new Map(), NAMES);
  const namesOf = ({ actor, keyName, person, formerOwner }: (typeof journal)[number]) => [
    actor,
    keyName,
    person,
    formerOwner,
  ];
  expect(journal.map(namesOf)).toEqual([
    ['admin', undefined, ADA, undefined],
    ['admin', undefined, GONE, undefined],
    ['admin', undefined, undefined, undefined],
    ['apiKey', 'Door', undefined, undefined],
    ['accessCode', undefined, undefined, undefined],
    ['apiKey', 'Door', undefined, ADA],
  ]);
  expect(alerts[0]).toMatchObject({ acknowledgedBy: 'admin', acknowledgedByPerson: { email: 'ben@headroom.test' } });
  expect(orders?.[0]).toMatchObject({ givenByPerson: ADA, endedByPerson: GONE });
});

test('without names a report has no field for members', () => {
  expect(JSON.stringify(reportJournal(record, new Map(), NO_NAMES))).not.toMatch(/person|formerOwner/i);
});

test('names are needed only for what a key or an organizer did', () => {
  const none = { ...record, alerts: { records: [], leftOut: 0 }, orders: { records: [], leftOut: 0 } };
  expect(hasNamed({ ...none, acts: [entry('code:event'), entry('system'), entry('admin')] })).toBe(false);
  expect(hasNamed({ ...none, acts: [entry('admin:ada')] })).toBe(true);
  expect(hasNamed({ ...none, acts: [], orders: record.orders })).toBe(true);
});
