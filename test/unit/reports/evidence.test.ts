import { expect, test } from 'vitest';
import { FileHash } from '../../../src/crypto/file-hash';
import { JournalFile } from '../../../src/reports/sealed/journal-file';
import { LedgerFile } from '../../../src/reports/sealed/ledger-file';
import { journalSpanOf, type SealedDay } from '../../../src/reports/sealed/sealed-day';
import { smallFiles } from '../../../src/reports/sealed/small-files';
import { dayReport } from '../../../src/reports/sealed/report-html';
import { wordsOf } from '../../../src/reports/sealed/report-languages';
import { GapWriter } from '../../../src/reports/tap-times';
import { HOUR_MS } from '../../../src/shared/durations';
import { ENGLISH } from '../../../src/shared/languages';
import { IDS_PER_MS } from '../../../src/shared/reports/limits';
import { hashOf } from '../../../src/shared/sealed/sealing';
import { readFingerprint, fingerprintText } from '../../../src/shared/sealed/fingerprint';
import type { DayFigures, Slot, SubjectFigures } from '../../../src/reports/figures';
import { entry, exampleEvents } from '../../support/evidence-events';
import { EXAMPLE_DAY, EXAMPLE_FIGURES, hashesOf, noEvents } from '../../support/evidence-example';
import { ledgerFact } from '../../support/ledger-fact';

const AT = EXAMPLE_DAY.startsAt + 17 * HOUR_MS;
const gaps = new GapWriter();
gaps.add(250);

const ROWS = [
  ledgerFact({
    id: AT * IDS_PER_MS,
    areaId: 'bar',
    occurredAt: AT,
    receivedAt: AT + 140,
    firstSeq: 1,
    lastSeq: 2,
    gaps: gaps.text,
  }),
  // This row counts on another day.
  ledgerFact({ id: AT * IDS_PER_MS + 1, areaId: 'bar', occurredAt: EXAMPLE_DAY.startsAt - 1, firstSeq: 3, lastSeq: 3 }),
  ledgerFact({
    id: AT * IDS_PER_MS + 2,
    areaId: 'bar',
    otherAreaId: 'yard',
    occurredAt: AT,
    receivedAt: AT,
    firstSeq: 4,
    lastSeq: 4,
    undoes: 2,
    change: -1,
  }),
];

const ledgerText = (sealed = EXAMPLE_DAY, rows = ROWS) => {
  const file = new LedgerFile(sealed, EXAMPLE_FIGURES);
  return file.head + file.lines(rows);
};

const journalText = () => {
  const span = journalSpanOf(EXAMPLE_DAY, AT * IDS_PER_MS + 9);
  const file = new JournalFile(EXAMPLE_DAY, span);
  const { text } = file.lines([
    entry(EXAMPLE_DAY.startsAt * IDS_PER_MS, EXAMPLE_DAY.startsAt - 1),
    entry(AT * IDS_PER_MS, AT),
    entry(AT * IDS_PER_MS + 1, AT, { actor: 'system', note: '=1+1', before: null }),
  ]);
  return file.head + text;
};

/** The frozen files in another language are in a test of that language. */
const IN_ENGLISH: SealedDay = { ...EXAMPLE_DAY, contents: { ...EXAMPLE_DAY.contents, languages: [ENGLISH] } };

test('the files of a sealed day are frozen', () => {
  const files = [
    ...smallFiles(IN_ENGLISH, EXAMPLE_FIGURES, '{"day":"2026-11-20"}', noEvents()),
    ['ledger.csv', ledgerText()] as const,
    ['journal.csv', journalText()] as const,
  ];
  expect(hashesOf(files)).toEqual({
    'README.txt': 'c02fdcfc858759b4c2625af0a3550483364932f361c5475ae52812dd85e58c5a',
    'report.en.html': '743d545b8b710caa5baab56f9f085721d61deaeb261fea752803d324884e4d70',
    'report.json': '4cf884ac5a01e10cab03358d7c8482354a13c0a4c09322a40ade904d1e0845ff',
    'ledger.csv': '75f713eaf85fbf5a6f8c6a376a6382d8a742fad5833c8192a3535305ef3cd518',
    'journal.csv': '9c557da7cb35467cdbc2304c1f6522383ba4cc933898e2a43ead60d43b5ac8af',
  });
});

/** The rows of all tables of a report. */
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<\/t[hd]><td[^>]*>/g, ' | ').replace('</td>', ''),
  );

test('the report has what the control room did, what became of a drill, and what was started by mistake', () => {
  const html = dayReport(EXAMPLE_DAY, EXAMPLE_FIGURES, wordsOf(ENGLISH), exampleEvents());
  const rows = rowsOf(html);
  const at = (minute: number) => `2026-11-20 23:${String(minute).padStart(2, '0')}:00`;
  for (const row of [
    'Drill | before this day |  | 2026-11-20 23:00:00 | 4 | ',
    `Evacuation | ${at(20)} | 122 | ${at(32)} | 1 | 12 min`,
    `Evacuation, a drill until ${at(44)}, started by mistake | ${at(40)} | 90 | ${at(47)} | 3 | 7 min`,
    `Hold | All doors | ${at(1)} | ${at(5)}, replaced | 2 of 3 | 120 | Spill &lt;at&gt; the bar`,
    `One in, one out | All doors | ${at(5)} | not on this day | 0 of 3 |  | `,
    `Stop | Doors of Bar (deleted) | ${at(6)} | not on this day | 0 of 1 |  | `,
    `Open | Only a door without a name | ${at(7)} | ${at(8)} | 0 of 3 |  | `,
    `Hold | Doors of yard | before this day | ${at(9)} | 0 of 3 |  | `,
    `${at(10)} | Bar (deleted) | Recount | 44 | 40 | Organizer | By &lt;eye&gt;`,
    `${at(11)} | Bar (deleted) | Reset | 40 | 0 | Door staff | `,
  ])
    expect(rows).toContain(row);
  expect(html).not.toMatch(/<script|<link|\ssrc=|\shref=|url\(|\son\w+=/);
  const { 'report.en.html': frozen } = hashesOf(smallFiles(IN_ENGLISH, EXAMPLE_FIGURES, '{}', exampleEvents()));
  expect(frozen).toBe('ee123d4e0dbe80d8c70c63d00afef842b5e37ef14b72d1f0e464ea63a268fbcb');
});

test('what a later release adds is in no file of a day that was sealed without it', () => {
  const { contents } = EXAMPLE_DAY;
  const ledger = contents.tables['ledger.csv'] ?? [];
  const sealed: SealedDay = {
    ...EXAMPLE_DAY,
    contents: { ...contents, languages: [ENGLISH], tables: { ...contents.tables, 'ledger.csv': ledger.slice(0, -1) } },
  };
  const earlier = { ...contents, tables: { ...contents.tables, areas: ['area', 'ins'], categories: [] } };
  const html = dayReport({ ...EXAMPLE_DAY, contents: earlier }, EXAMPLE_FIGURES, wordsOf(ENGLISH), noEvents());
  expect(rowsOf(html)).toContain('Whole venue | 130');
  expect(html).not.toContain('Categories');
  expect([...smallFiles(sealed, EXAMPLE_FIGURES, '{}', noEvents())].map(([name]) => name)).toEqual([
    'README.txt',
    'report.en.html',
    'report.json',
  ]);
  // All columns but the names of categories: the ledger of a day that was sealed before there were any.
  expect(hashesOf([['ledger.csv', ledgerText(sealed)]])).toEqual({
    'ledger.csv': '0f5a42f7459292eeb5e401cd0fa3faa6af74329a83424e5d79c44454d820135d',
  });
  const named = ROWS.slice(0, 1).map((row) => ({ ...row, category: 'k2' }));
  expect(ledgerText(EXAMPLE_DAY, named)).toContain(',0 250,k2,Under <18>\r\n');
  const unknown = { ...EXAMPLE_DAY, contents: { ...contents, tables: { 'ledger.csv': ['id', 'person'] } } };
  expect(() => new LedgerFile(unknown, EXAMPLE_FIGURES)).toThrow('The table ledger.csv has no column person');
  expect(() => wordsOf('tlh')).toThrow('There is no report in the language tlh');
});

test('a file has the same hash in one piece and in many, and that of WebCrypto', async () => {
  const text = ledgerText();
  const [whole, parts] = [new FileHash('a'), new FileHash('a')];
  whole.add(text);
  for (const part of text.match(/[^]{1,7}/gu) ?? []) parts.add(part);
  const bytes = new TextEncoder().encode(text);
  expect(parts.finish()).toEqual({ name: 'a', bytes: bytes.byteLength, sha256: await hashOf(bytes) });
  expect(whole.finish().sha256).toBe(await hashOf(bytes));
});

/** The report of the example, or of another day like it. */
const htmlOf = (changes: Partial<DayFigures> = {}, day: Partial<SealedDay> = {}): string =>
  dayReport({ ...EXAMPLE_DAY, ...day }, { ...EXAMPLE_FIGURES, ...changes }, wordsOf(ENGLISH), noEvents());

test('the sealed report says first what an inspector asks, escapes names, and loads nothing', () => {
  const html = htmlOf();
  expect(html).toContain('<h1>Harbor &lt;Night&gt; &amp; &quot;Friends&quot;</h1>');
  // Each limit that was exceeded has a line before the capacity, by its name and number.
  expect(html).toContain(
    '<p class="big">License limit of 110 (Whole venue) exceeded for 1 h 1 min: up to 127 people with 5 staff at 2026-11-20 23:42:07, 17 too many.</p><p class="big">License limit of 110 (Bar',
  );
  expect(html).toContain('<p>Held: 4 limits.</p>');
  expect(htmlOf({ areas: [] })).toContain('<p>Held: Fire safety limit of 200; Fire safety limit of 120.</p>');
  // People were counted on two dates.
  expect(html).toContain('<p class="day">2026-11-20 – 2026-11-21 (06:00 to 06:00)</p>');
  const early = EXAMPLE_FIGURES.devices.map((device) => ({ ...device, lastTapAt: AT }));
  expect(htmlOf({ devices: early })).toContain('<p class="day">2026-11-20</p>');
  // Each was above its capacity for longer than above its limit: that is said, too.
  expect(html).toContain(
    'Over capacity (Whole venue, Bar (deleted)): 4 periods, the longest 2 h 11 min (Whole venue), at most 122 % (Whole venue) of the capacity.',
  );
  expect(html).toContain('<dd>2026-11-20 23:42:07</dd>');
  expect(html).toContain('Without a name (device-0)');
  expect(html).toContain('Condition: License condition 12: no more than &lt;110&gt; persons');
  expect(html).toContain('<dt>Most at once, with staff</dt><dd>127</dd>');
  expect(html).toContain('<p>Whole venue, License: 1 h 1 min above in all.</p>');
  expect(html).toContain('All times are by the clocks in Europe/Berlin.');
  expect(html).toContain('the page /verify says it');
  expect(html).not.toContain('at the same times');
  expect(html).toContain(
    String.raw`content: "Harbor \3c Night> & \22 Friends\22  · 2026-11-20 – 2026-11-21 (06:00 to 06:00)"`,
  );
  expect(html).toContain('content: "Page " counter(page) " of " counter(pages)');
  expect(html).not.toMatch(/<script|<link|\ssrc=|\shref=|url\(|\son\w+=/);
});

test('each version of a limit is set against the people and the staff of its own time', () => {
  const html = htmlOf();
  for (const line of [
    'Whole venue, License: at most 127 people with 5 staff, at 2026-11-20 23:42:07; 110 allowed. More than allowed for 1 h 1 min.',
    'Whole venue, Fire safety, from 2026-11-20 23:00:00 to 2026-11-21 05:00:00: at most 127 people with 5 staff, at 2026-11-20 23:42:07; 200 allowed. Never more than allowed.',
    'Whole venue, Fire safety, from 2026-11-21 05:00:00 to 2026-11-21 06:00:00: at most 110 people with 9 staff, at 2026-11-21 05:00:00; 120 allowed. Never more than allowed.',
    'The number of staff (5 from 2026-11-20 06:00:00, 9 from 2026-11-21 05:00:00) was declared by the event’s admin',
  ]) {
    expect(html).toContain(line);
  }
  // The capacity beside the most people is that of their time, not of the day's end.
  const capacities = [...EXAMPLE_FIGURES.venue.capacities, { at: EXAMPLE_DAY.endsAt - HOUR_MS, capacity: 80 }];
  const changed = htmlOf({ venue: { ...EXAMPLE_FIGURES.venue, capacities } });
  expect(changed).toContain('<dt>Capacity then</dt><dd>100</dd>');
  expect(changed).toContain('The capacity changed: 100 from 2026-11-20 23:00:00, 80 from 2026-11-21 05:00:00.');
});

test('the sealed report has the categories by name, and lines that add up', () => {
  const rows = rowsOf(htmlOf());
  for (const row of [
    'Whole venue | Adults | 90 | 20 | 75 % | 70',
    'Whole venue | Under &lt;18&gt; | 30 | 4 | 25 % | unknown',
    'Under &lt;18&gt; | 2026-11-20 23:00:00 | 20 | 11 min | 2 min',
    'Under &lt;18&gt; | 2026-11-20 23:00:00 | 2026-11-20 23:10:40 | 11 min | 25 | 20 | 125 %',
    // 0 + 130 - 30 + 1 + corrected = 101
    'Whole venue | 0 | 130 | 30 | 0 | 1 | 0 | 101 | 122 | 2026-11-20 23:42:07 | 100 | 2 h 11 min',
  ]) {
    expect(rows).toContain(row);
  }
  const [first] = EXAMPLE_FIGURES.areas;
  const areas = first === undefined ? [] : [{ ...first, opening: 46 }];
  expect(rowsOf(htmlOf({ areas })).find((row) => row.startsWith('Bar (deleted) | 46'))).toContain('| 1 | -46 | 101 |');
});

test('each area has its numbers every five minutes, unless that would be a book', () => {
  const [first] = EXAMPLE_FIGURES.areas;
  if (first === undefined) throw new Error('The example has no area');
  const yard = { ...first, areaId: 'yard', areaName: 'Yard', deletedAt: null, slots: first.slots.slice(0, 1) };
  const rows = rowsOf(htmlOf({ areas: [first, yard] }));
  expect(rows).toContain('2026-11-20 23:00:00 | 0–60 | 0–60');
  expect(rows).toContain('2026-11-20 23:30:00 | 60–122 | 60');
  expect(rows).not.toContain('2026-11-20 23:00:00 | 0–60');
  expect(rowsOf(htmlOf()).some((row) => row.includes('–'))).toBe(false);
  const slots = Array.from({ length: 288 }, (_, i): Slot => [i, 1, 0, i, i + 1, i + 1]);
  const many = Array.from({ length: 48 }, () => ({ ...yard, slots }));
  expect(htmlOf({ areas: many })).toContain('would fill too many pages');
});

test('only the hour that the clocks show twice has offsets', () => {
  const startsAt = Date.parse('2026-10-24T04:00:00Z');
  const peakAt = Date.parse('2026-10-25T01:08:00Z');
  const venue = { ...EXAMPLE_FIGURES.venue, peakAt };
  const html = htmlOf({ venue, startsAt }, { startsAt });
  expect(html).toContain('<dd>2026-10-25 02:08:00 +01:00</dd>');
  expect(htmlOf({ venue: { ...venue, peakAt: peakAt - HOUR_MS } })).toContain('<dd>2026-10-25 02:08:00 +02:00</dd>');
  expect(htmlOf({ venue: { ...venue, peakAt: peakAt - 2 * HOUR_MS } })).toContain('<dd>2026-10-25 01:08:00</dd>');
  expect(htmlOf({ venue: { ...venue, peakAt: peakAt + HOUR_MS } })).toContain('<dd>2026-10-25 03:08:00</dd>');
});

test.each<[what: string, changes: Partial<SubjectFigures>, verdict: string]>([
  [
    'no capacity',
    { capacities: [{ at: 0, capacity: null }], over: [], limits: [] },
    'No capacity was set, so none could be exceeded.</p><p>At most 122 inside at 2026-11-20 23:42:07.',
  ],
  [
    'a capacity that was kept',
    { over: [], secondsAbove: [9_000, 8_400, 0], peak: 90 },
    'Never over capacity: at most 90 % of it at 2026-11-20 23:42:07.',
  ],
  [
    'a capacity that was exceeded too often to store the periods',
    { over: [], limits: [] },
    'Over capacity for 2 h 11 min in all, at most 122 % of the capacity.',
  ],
])('the sealed report has a verdict about %s', (_what, changes, verdict) => {
  const venue: SubjectFigures = { ...EXAMPLE_FIGURES.venue, ...changes };
  expect(htmlOf({ venue, areas: [] })).toContain(verdict);
});

test('the sealed report says it if a day has more periods than it stores', () => {
  const { limits = [], ...figures } = EXAMPLE_FIGURES.venue;
  const note = 'The day has too many periods to list them all; the total times include all of them.';
  const withoutPeriods = (over: SubjectFigures['over']) => {
    const venue = { ...figures, over, limits: limits.map((limit) => ({ ...limit, over: [] })) };
    return htmlOf({ venue, areas: [] });
  };
  const html = withoutPeriods([]);
  expect(html.split(note)).toHaveLength(3);
  expect(html).not.toContain('<p>None.</p>');
  expect(html).toContain('More than allowed for 1 h 1 min.');
  expect(withoutPeriods(figures.over).split(note)).toHaveLength(2);
});

test('the sealed report says it if the capacity is a limit less staff, and of UTC no place', () => {
  const capacities = [{ at: EXAMPLE_DAY.startsAt, capacity: 105 }];
  const venue = { ...EXAMPLE_FIGURES.venue, capacities };
  const html = htmlOf({ venue }, { timeZone: 'UTC' });
  expect(html).toContain('The capacity of the venue, 105, is its limit (License) less 5 staff: both are exceeded');
  expect(html).toContain('All times are UTC.');
});

test('the sealed report never rounds a number above the capacity to 100 %', () => {
  const [first] = EXAMPLE_FIGURES.venue.over;
  if (first === undefined) throw new Error('The example has no period over capacity');
  const capacities = [{ at: EXAMPLE_DAY.startsAt, capacity: 1000 }];
  const over = [{ ...first, peak: 1001, capacity: 1000 }];
  const venue = { ...EXAMPLE_FIGURES.venue, peak: 1001, capacities, over, limits: [] };
  expect(htmlOf({ venue, areas: [] })).toContain('at most 101 % of');
});

test('sealed taps and entries are those of the day, with the kind of user alone, and no formula runs', () => {
  const taps = ledgerText().trimEnd().split('\r\n');
  expect(taps).toHaveLength(3);
  expect(taps[1]).toContain('2026-11-20T23:00:00.000+01:00');
  expect(taps[1]?.endsWith(',0 250,,')).toBe(true);
  const entries = journalText().trimEnd().split('\r\n');
  expect(entries).toHaveLength(3);
  expect(entries[1]).toContain(',admin,capacity_changed,bar,0,100,');
  expect(entries[2]).toContain("'=1+1");
  const span = journalSpanOf(EXAMPLE_DAY, AT * IDS_PER_MS);
  expect(new JournalFile(EXAMPLE_DAY, span).lines([entry(AT * IDS_PER_MS + 1, AT)])).toEqual({ text: '', isEnd: true });
});

const HASH = '3f2a91bc07de44a1'.repeat(4);
test.each([
  ['', ''],
  [fingerprintText(HASH), HASH],
  [HASH.toUpperCase(), HASH],
  [`${fingerprintText(HASH.slice(0, 32))}\n`, HASH.slice(0, 32)],
  [HASH.slice(0, 31), null],
  [`${HASH}0`, null],
  ['these are no hexadecimal digits at all', null],
])('a fingerprint is read as people type it: %j', (typed, read) => {
  expect(readFingerprint(typed)).toBe(read);
});
