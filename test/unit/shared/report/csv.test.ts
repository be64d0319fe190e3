import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../../src/shared/report/csv';
import type { LedgerFact } from '../../../../src/shared/report/facts';
import { intervalCsv } from '../../../../src/shared/report/interval-csv';
import { LEDGER_CSV_HEAD, ledgerCsv } from '../../../../src/shared/report/ledger-csv';
import { LedgerDays } from '../../../../src/shared/report/ledger-days';
import { GapWriter } from '../../../../src/shared/report/tap-times';
import { zonedTimes } from '../../../../src/shared/rules/zoned-time';
import type { Report, ReportSubject } from '../../../../src/shared/schemas/report';
import { ledgerFact } from '../../../support/ledger-fact';

describe('a line', () => {
  test.each([
    [['Bar', 5, -3, null], 'Bar,5,-3,\r\n'],
    [['Bar, Yard', 'the "Den"', 'a;b'], '"Bar, Yard","the ""Den""","a;b"\r\n'],
    [['two\nlines', 'two\r\nlines'], '"two\nlines","two\r\nlines"\r\n'],
    [['東京', 'Ελλάδα', '🎉'], '東京,Ελλάδα,🎉\r\n'],
    [['', ' '], ', \r\n'],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-Bar', "'-Bar"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://evil.test","x")', '"\'=HYPERLINK(""http://evil.test"",""x"")"'],
  ])('no formula is made of %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});

/** A quarter of an hour before the clocks of Berlin are set back, a running day that ends in the middle of an interval. */
const SUBJECT: ReportSubject = {
  capacity: 40,
  capacities: [],
  ins: 9,
  outs: 1,
  net: 8,
  movedIn: 0,
  movedOut: 0,
  floored: 0,
  opening: 0,
  closing: 8,
  peak: 9,
  peakAt: null,
  minutesAbove: { above75: 0, above90: 0, above100: 0 },
  minutesBelowZero: 0,
  overCapacity: [],
  intervals: {
    ins: [9, 0, 0],
    outs: [0, 1, 0],
    min: [0, 8, 8],
    max: [9, 9, 8],
    end: [9, 8, 8],
    capacity: [40, null, 0],
  },
};
const DAY = {
  revision: null,
  closedAt: null,
  isCompacted: false,
  isByMinute: false,
  ins: 0,
  outs: 0,
  peak: 0,
  peakAt: null,
  closing: 0,
};
const REPORT: Report = {
  eventId: 'event-1',
  eventName: 'Open Air',
  timeZone: 'Europe/Berlin',
  reportTime: '03:20',
  from: '2026-10-24',
  to: '2026-10-25',
  interval: 15,
  generatedAt: '2026-10-25T02:30:00.000Z',
  isFinal: false,
  venueSettings: null,
  days: [
    {
      ...DAY,
      day: '2026-10-24',
      startsAt: '2026-10-24T01:20:00.000Z',
      endsAt: '2026-10-25T02:20:00.000Z',
      firstInterval: 0,
    },
    {
      ...DAY,
      day: '2026-10-25',
      startsAt: '2026-10-25T02:20:00.000Z',
      endsAt: '2026-10-25T02:30:00.000Z',
      firstInterval: 2,
    },
  ],
  intervalStarts: ['2026-10-25T00:45:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:20:00.000Z'],
  venue: SUBJECT,
  areas: [{ ...SUBJECT, areaId: 'bar', areaName: '=Bar', deletedAt: null }],
  devices: [],
  journal: [],
  journalLeftOut: 0,
  alerts: [],
  alertsLeftOut: 0,
  quality: { taps: 0, ledgerRows: 0, late: { overMinute: 0, overTenMinutes: 0, overHour: 0 }, latestSeconds: 0 },
};

test('intervals: the venue’s, then each area’s, with the offset of their time, to the day’s end at the latest', () => {
  expect([...intervalCsv(REPORT)].join('')).toBe(
    [
      '\uFEFFbusiness_day,interval_start,interval_end,area_id,area_name,in,out,min,max,end,capacity,percent_of_capacity',
      '2026-10-24,2026-10-25T02:45:00.000+02:00,2026-10-25T02:00:00.000+01:00,,Whole venue,9,0,0,9,9,40,22.5',
      '2026-10-24,2026-10-25T02:00:00.000+01:00,2026-10-25T02:15:00.000+01:00,,Whole venue,0,1,8,9,8,,',
      '2026-10-25,2026-10-25T03:20:00.000+01:00,2026-10-25T03:30:00.000+01:00,,Whole venue,0,0,8,8,8,0,',
      "2026-10-24,2026-10-25T02:45:00.000+02:00,2026-10-25T02:00:00.000+01:00,bar,'=Bar,9,0,0,9,9,40,22.5",
      "2026-10-24,2026-10-25T02:00:00.000+01:00,2026-10-25T02:15:00.000+01:00,bar,'=Bar,0,1,8,9,8,,",
      "2026-10-25,2026-10-25T03:20:00.000+01:00,2026-10-25T03:30:00.000+01:00,bar,'=Bar,0,0,8,8,8,0,",
      '',
    ].join('\r\n'),
  );
});

const NIGHT = Date.parse('2026-10-24T21:00:00Z');
const HOUR = 3_600_000;
const days = [{ day: '2026-10-24', startsAt: NIGHT - 10 * HOUR, endsAt: NIGHT + 10 * HOUR }];

const fact = (changes: Partial<LedgerFact>): LedgerFact =>
  ledgerFact({
    id: NIGHT * 1000,
    clientId: 'client-1',
    areaId: 'bar',
    occurredAt: NIGHT,
    receivedAt: NIGHT + 1500,
    ...changes,
  });

function gapsOf(...gaps: number[]): string {
  const writer = new GapWriter();
  for (const ms of gaps) writer.add(ms);
  return writer.text;
}

test('the ledger: a line for each row of the days, with who counted it, where and when', () => {
  const rows = [
    fact({ firstSeq: 1, lastSeq: 3, ins: 3, occupancy: 3, gaps: gapsOf(1_000, -400) }),
    fact({ id: NIGHT * 1000 + 20, firstSeq: 4, lastSeq: 4, change: -5, ins: 0, outs: 5, floored: 2, occupancy: 0 }),
    fact({ id: NIGHT * 1000 + 21, clientId: 'client-2', otherAreaId: 'yard', occurredAt: NIGHT - 11 * HOUR }),
    fact({ id: NIGHT * 1000 + 22, clientId: 'client-2', firstSeq: 2, lastSeq: 2, otherAreaId: 'yard', adjusted: -1 }),
    fact({
      id: NIGHT * 1000 + 999,
      firstSeq: 5,
      lastSeq: 5,
      undoes: 3,
      change: -1,
      ins: -1,
      occurredAt: NIGHT + 11 * HOUR,
    }),
  ];
  const clients = [{ clientId: 'client-1', deviceId: 'tablet-1', deviceName: '@Gate, east', isAdmin: false }];
  const context = {
    dayOf: (row: LedgerFact) => found.dayOf(row),
    areaNames: new Map([
      ['bar', 'Bar'],
      ['yard', '東京'],
    ]),
    time: zonedTimes('Europe/Berlin'),
  };
  const found = new LedgerDays(days);
  const [night, received] = ['2026-10-24T23:00:00.000+02:00', '2026-10-24T23:00:01.500+02:00'];
  expect(LEDGER_CSV_HEAD + ledgerCsv({ rows, clients, next: null }, context)).toBe(
    [
      '\uFEFFid,business_day,area_id,area_name,change,taps,in,out,floored,adjusted,other_area_id,other_area_name,undoes,' +
        'client_id,device_id,device_name,first_seq,last_seq,device_time,server_time,occupancy,tap_offsets_ms',
      `${NIGHT}-000,2026-10-24,bar,Bar,1,3,3,0,0,0,,,,client-1,tablet-1,"'@Gate, east",1,3,${night},${received},3,0 1000 600`,
      `${NIGHT}-020,2026-10-24,bar,Bar,-5,1,0,5,2,0,,,,client-1,tablet-1,"'@Gate, east",4,4,${night},${received},0,`,
      `${NIGHT}-022,2026-10-24,bar,Bar,1,1,1,0,0,-1,yard,東京,,client-2,,,2,2,${night},${received},1,`,
      `${NIGHT}-999,2026-10-24,bar,Bar,-1,1,-1,0,0,0,,,3,client-1,tablet-1,"'@Gate, east",5,5,2026-10-25T09:00:00.000+01:00,${received},1,`,
      '',
    ].join('\r\n'),
  );
});

describe('the day of a row', () => {
  const next = { day: '2026-10-25', startsAt: NIGHT + 10 * HOUR, endsAt: NIGHT + 34 * HOUR };

  test('is that of its tap, and of an undo that of what it takes back', () => {
    const found = new LedgerDays([...days, next]);
    const rows = [
      fact({ firstSeq: 1, lastSeq: 4 }),
      fact({ firstSeq: 5, lastSeq: 6, occurredAt: next.startsAt - 1 }),
      fact({ firstSeq: 7, lastSeq: 7, occurredAt: next.startsAt }),
      fact({ firstSeq: 8, lastSeq: 8, occurredAt: next.startsAt + 1, undoes: 6 }),
      fact({ firstSeq: 9, lastSeq: 9, occurredAt: next.startsAt + 2, undoes: 7 }),
      fact({ firstSeq: 10, lastSeq: 10, occurredAt: next.endsAt }),
      fact({ firstSeq: 11, lastSeq: 11, occurredAt: next.endsAt + 1, undoes: 10 }),
      fact({ firstSeq: 12, lastSeq: 12, occurredAt: next.endsAt + 2, undoes: 1 }),
      fact({ clientId: 'client-2', undoes: 1 }),
    ];
    const [first, second] = ['2026-10-24', '2026-10-25'];
    expect(rows.map((row) => found.dayOf(row))).toEqual([first, first, second, first, second, null, null, first, null]);
  });
});
