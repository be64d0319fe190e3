import { describe, expect, test } from 'vitest';
import { buildReport } from '../../support/build-report';
import { csvLine } from '../../../src/reports/sealed/csv';
import type { LedgerFact } from '../../../src/reports/facts';
import { type ReportFile, reportFileName } from '../../../src/shared/rules/report-file-name';
import { intervalCsv } from '../../../src/reports/files/interval-csv';
import { LEDGER_CSV_HEAD, ledgerCsv } from '../../../src/reports/files/ledger-csv';
import { RowDayFinder } from '../../../src/reports/sealed/ledger-days';
import { GapWriter } from '../../../src/reports/tap-times';
import { HOUR_MS } from '../../../src/shared/durations';
import { zonedTimes } from '../../../src/shared/sealed/zoned-time';
import { ledgerFact } from '../../support/ledger-fact';
import { onDevice, roomWith } from './support';

describe('csvLine', () => {
  test.each([
    [['Bar', 5, -3, null], 'Bar,5,-3,\r\n'],
    [['Bar, Yard', 'the "Den"', 'a;b'], '"Bar, Yard","the ""Den""","a;b"\r\n'],
    [['two\nlines', 'two\r\nlines'], '"two\nlines","two\r\nlines"\r\n'],
  ])('a CSV line quotes a cell where necessary: %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://evil.test","x")', '"\'=HYPERLINK(""http://evil.test"",""x"")"'],
  ])('a CSV line neutralizes the formula %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});

const NIGHT = Date.parse('2026-10-24T21:00:00Z');

test("the interval file lists the venue, then each area, with the offset of local time, up to the day's end", () => {
  const room = roomWith();
  room.tap(NIGHT);
  const clock = { timeZone: 'Europe/Berlin', reportTime: '03:20' };
  const options = { eventId: 'event', eventName: 'Open Air', clock, interval: 15, clients: [] } as const;
  const report = buildReport(room.ledger, room.journal, {
    ...options,
    from: '2026-10-24',
    to: '2026-10-25',
    now: NIGHT + 8 * HOUR_MS,
  });
  const [day] = report.days;
  if (day === undefined) throw new Error('No day');
  const intervals = {
    ins: [9, 0, 0],
    outs: [0, 1, 0],
    min: [0, 8, 8],
    max: [9, 9, 8],
    end: [9, 8, 8],
    capacity: [40, null, 0],
  };
  const venue = { ...report.venue, intervals };
  // One day starts a quarter of an hour before Berlin sets its clocks back. The other is a running day that ends within
  // an interval.
  const lines = intervalCsv({
    ...report,
    days: [day, { ...day, day: '2026-10-25', endsAt: '2026-10-25T02:30:00.000Z', firstInterval: 2 }],
    intervalStarts: ['2026-10-25T00:45:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:20:00.000Z'],
    venue,
    areas: [{ ...venue, areaId: 'bar', areaName: '=Bar', deletedAt: null }],
  });
  const told = [
    ['2026-10-24,2026-10-25T02:45:00.000+02:00,2026-10-25T02:00:00.000+01:00', '9,0,0,9,9,40,22.5'],
    ['2026-10-24,2026-10-25T02:00:00.000+01:00,2026-10-25T02:15:00.000+01:00', '0,1,8,9,8,,'],
    ['2026-10-25,2026-10-25T03:20:00.000+01:00,2026-10-25T03:30:00.000+01:00', '0,0,8,8,8,0,'],
  ];
  expect([...lines].join('')).toBe(
    [
      '\uFEFFbusiness_day,interval_start,interval_end,area_id,area_name,in,out,min,max,end,capacity,percent_of_capacity',
      ...told.map(([times, counts]) => `${times},,Whole venue,${counts}`),
      ...told.map(([times, counts]) => `${times},bar,'=Bar,${counts}`),
      '',
    ].join('\r\n'),
  );
});

test('the interval file has three columns for each category at its end, empty where nothing is known', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.setCategories(NIGHT - HOUR_MS, 'adult', 'child');
  room.tap(NIGHT, { category: 'adult', change: 3 });
  room.tap(NIGHT + 1, { area: 'bar', category: 'child' });
  room.tap(NIGHT + HOUR_MS, { area: 'bar' });
  const report = buildReport(room.ledger, room.journal, {
    eventId: 'event',
    eventName: 'Open Air',
    clock: { timeZone: 'UTC', reportTime: '20:00' },
    interval: 60,
    clients: [],
    from: '2026-10-24',
    to: '2026-10-24',
    now: NIGHT + HOUR_MS + 1,
    categories: [
      { categoryId: 'child', name: '=Kids', capacity: null },
      { categoryId: 'adult', name: '=Kids', capacity: null, isRemoved: true },
    ],
  });
  const [head = '', ...lines] = [...intervalCsv(report)].map((line) => line.trimEnd());
  const shown = ['child', 'adult'].flatMap((id) => ['in', 'out', 'inside'].map((of) => `"${of} (=Kids, ${id})"`));
  expect(head.split('percent_of_capacity,')[1]).toBe(shown.join(','));
  expect(lines.map((line) => line.split(',').slice(12).join(','))).toEqual([
    // The venue: its last hour has a person in the bar of whom nobody said the category.
    '0,0,0,0,0,0',
    '1,0,1,3,0,3',
    '0,0,,0,0,',
    // The hall, which counted no children.
    ',,,0,0,0',
    ',,,3,0,3',
    ',,,0,0,3',
    // The bar.
    '0,0,0,,,',
    '1,0,1,,,',
    '0,0,,,,',
  ]);
});

test('in the interval file only exactly the capacity is 100 percent', () => {
  const room = roomWith({ hall: 3_000 });
  room.tap(NIGHT, { change: 2_999 });
  room.tap(NIGHT + HOUR_MS, { change: 1 });
  room.tap(NIGHT + 2 * HOUR_MS, { change: 1 });
  const report = buildReport(room.ledger, room.journal, {
    eventId: 'event',
    eventName: 'Open Air',
    clock: { timeZone: 'UTC', reportTime: '06:00' },
    clients: [],
    from: '2026-10-24',
    to: '2026-10-24',
    interval: 60,
    now: NIGHT + 9 * HOUR_MS,
  });
  const lines = [...intervalCsv(report)].filter((line) => line.includes(',hall,hall,'));
  const shares = lines.map((line) => line.trim().split(',').slice(-1)[0]);
  expect([...new Set(shares)]).toEqual(['0', '99.9', '100', '100.1']);
});

const SATURDAY = { day: '2026-10-24', startsAt: NIGHT - 10 * HOUR_MS, endsAt: NIGHT + 10 * HOUR_MS };
const SUNDAY = { day: '2026-10-25', startsAt: NIGHT + 10 * HOUR_MS, endsAt: NIGHT + 34 * HOUR_MS };

const fact = (firstSeq: number, lastSeq: number, changes: Partial<LedgerFact> = {}): LedgerFact => {
  const when = { id: NIGHT * 1000, occurredAt: NIGHT, receivedAt: NIGHT + 1500 };
  return ledgerFact({ ...when, clientId: 'client-1', areaId: 'bar', firstSeq, lastSeq, ...changes });
};

test('the ledger file has a line for each row of the days, with the person, the place and the time of the tap', () => {
  const gaps = new GapWriter();
  for (const ms of [1_000, -400]) gaps.add(ms);
  const [id, other] = [NIGHT * 1000, { clientId: 'client-2', otherAreaId: 'yard' }];
  const late = NIGHT + 11 * HOUR_MS;
  const rows = [
    fact(1, 3, { ins: 3, occupancy: 3, gaps: gaps.text }),
    fact(4, 4, { id: id + 20, change: -5, ins: 0, outs: 5, floored: 2, occupancy: 0, category: 'adult' }),
    fact(1, 1, { id: id + 21, ...other, occurredAt: NIGHT - 11 * HOUR_MS }),
    fact(2, 2, { id: id + 22, ...other, adjusted: -1 }),
    fact(5, 5, { id: id + 999, undoes: 3, change: -1, ins: -1, occurredAt: late }),
  ];
  const found = new RowDayFinder([SATURDAY]);
  const context = {
    dayOf: (row: LedgerFact) => found.dayOf(row),
    areaNames: new Map([
      ['bar', 'Bar'],
      ['yard', '東京'],
    ]),
    time: zonedTimes('Europe/Berlin'),
  };
  const clients = [onDevice('client-1', 'tablet-1', '@Gate, east')];
  const [night, received] = ['2026-10-24T23:00:00.000+02:00', '2026-10-24T23:00:01.500+02:00'];
  const east = `client-1,tablet-1,"'@Gate, east"`;
  expect(LEDGER_CSV_HEAD + ledgerCsv({ rows, clients, next: null }, context)).toBe(
    [
      '\uFEFFid,business_day,area_id,area_name,change,taps,in,out,floored,adjusted,other_area_id,other_area_name,undoes,' +
        'client_id,device_id,device_name,first_seq,last_seq,device_time,server_time,occupancy,tap_offsets_ms,category',
      `${NIGHT}-000,2026-10-24,bar,Bar,1,3,3,0,0,0,,,,${east},1,3,${night},${received},3,0 1000 600,`,
      `${NIGHT}-020,2026-10-24,bar,Bar,-5,1,0,5,2,0,,,,${east},4,4,${night},${received},0,,adult`,
      `${NIGHT}-022,2026-10-24,bar,Bar,1,1,1,0,0,-1,yard,東京,,client-2,,,2,2,${night},${received},1,,`,
      `${NIGHT}-999,2026-10-24,bar,Bar,-1,1,-1,0,0,0,,,3,${east},5,5,2026-10-25T09:00:00.000+01:00,${received},1,,`,
      '',
    ].join('\r\n'),
  );
});

test('a row belongs to the day of its tap, and an undo to the day of the tap that it takes back', () => {
  const found = new RowDayFinder([SATURDAY, SUNDAY]);
  const { startsAt, endsAt } = SUNDAY;
  const [first, second] = [SATURDAY.day, SUNDAY.day];
  for (const [row, day] of [
    [fact(1, 4), first],
    [fact(5, 6, { occurredAt: startsAt - 1 }), first],
    [fact(7, 7, { occurredAt: startsAt }), second],
    [fact(8, 8, { occurredAt: startsAt + 1, undoes: 6 }), first],
    [fact(9, 9, { occurredAt: endsAt }), null],
    [fact(10, 10, { occurredAt: endsAt + 2, undoes: 1 }), first],
    [fact(1, 1, { clientId: 'client-2', undoes: 1 }), null],
  ] as const) {
    expect(found.dayOf(row)).toBe(day);
  }
});

describe('file names', () => {
  const name = (changes: Partial<ReportFile>, ending: 'pdf' | 'csv' | 'xlsx' = 'csv') => {
    const [from, to] = ['2026-11-20', '2026-11-20'];
    return reportFileName({ eventName: 'Harbor Night', from, to, part: 'report', ...changes }, ending);
  };

  test('a file name contains the event, the days, the revision and the part', () => {
    expect(name({}, 'pdf')).toBe('Harbor Night 2026-11-20 report.pdf');
    expect(name({ to: '2026-11-22', part: 'intervals' })).toBe('Harbor Night 2026-11-20 to 2026-11-22 intervals.csv');
    expect(name({ revision: 1 }, 'pdf')).toBe('Harbor Night 2026-11-20 revision 1 report.pdf');
    // The name is shorter than the limit of file systems and is not cut within a character.
    const longest = name({ eventName: '🎡'.repeat(100), to: '2026-12-20', part: 'intervals' }, 'xlsx');
    expect(longest).toBe(`${'🎡'.repeat(37)} 2026-11-20 to 2026-12-20 intervals.xlsx`);
  });

  test.each([
    ['東京 / Ελλάδα', '東京 Ελλάδα'],
    ['..\\a:b*?"<c>|\u0000\u202efdp\n.', 'a b c fdp'],
    ['///', 'Event'],
    ['a\ud83d', 'a\ufffd'],
  ])(
    'a file name keeps the letters of any script and drops characters that change the path or the text direction: %j',
    (eventName, kept) => {
      expect(name({ eventName })).toBe(`${kept} 2026-11-20 report.csv`);
    },
  );
});
