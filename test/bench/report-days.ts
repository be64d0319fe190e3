import process from 'node:process';
import { parseArgs } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { DayBuilder } from '../../src/shared/report/build-days';
import type { JournalFact, LedgerFact } from '../../src/shared/report/facts';
import { NOTHING_YET } from '../../src/shared/report/figures';
import { makeReport } from '../../src/shared/report/make-report';
import type { Build } from '../../src/shared/report/plan';
import { seededRandom, wholeBetween } from '../support/random';

/**
 * `npm run bench:reports [-- --rows 1000000 --areas 40 --days 30 --page 2000]`: what CPU time a report takes, and what it keeps in
 * memory, where each tap has a row of its own. No storage, no network.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    areas: { type: 'string', default: '40' },
    days: { type: 'string', default: '30' },
    page: { type: 'string', default: '2000' },
  },
});
const [rows, areas, days, pageRows] = [values.rows, values.areas, values.days, values.page].map(Number);
if (!rows || !areas || !days || !pageRows) throw new Error('Whole numbers above 0, please');

const START = Date.parse('2026-06-01T06:00:00Z');
const CLIENTS = 60;
/** Of a hundred taps, so many arrive late, move people, or take a tap back. */
const LATE = 2;
const MOVES = 10;
const UNDOS = 1;
const RECOUNTS_A_DAY = 5;

const random = seededRandom(1);
const areaId = (area: number): string => `area-${area}`;
const clientId = (client: number): string => `client-${client}`;

/** People come and go at all doors for twelve hours a day; late taps and undoes among them. */
function* ledger(count: number, areaCount: number, dayCount: number): Generator<LedgerFact> {
  const seqs = new Map<string, number>();
  const perDay = Math.ceil(count / dayCount);
  let id = 0;
  for (let made = 0; made < count;) {
    const day = Math.floor(made / perDay);
    const receivedAt = START + day * DAY_MS + 10 * HOUR_MS + Math.floor((((made % perDay) * 12) / perDay) * HOUR_MS);
    id = Math.max(id + 1, receivedAt * 1000);
    const client = clientId(wholeBetween(random, 0, CLIENTS - 1));
    const seq = (seqs.get(client) ?? 0) + 1;
    seqs.set(client, seq);
    const roll = wholeBetween(random, 0, 99);
    const change = wholeBetween(random, 0, 1) === 0 ? 1 : -1;
    const area = wholeBetween(random, 0, areaCount - 1);
    const row: LedgerFact = {
      id,
      clientId: client,
      areaId: areaId(area),
      otherAreaId: null,
      firstSeq: seq,
      lastSeq: seq,
      change,
      ins: Math.max(change, 0),
      outs: Math.max(0 - change, 0),
      floored: 0,
      adjusted: 0,
      undoes: null,
      undoneAt: null,
      gaps: null,
      occurredAt: receivedAt - (roll < LATE ? 20 * MINUTE_MS : 0),
      receivedAt,
      occupancy: 0,
    };
    made += 1;
    if (roll >= 100 - MOVES) {
      const other = areaId((area + 1) % areaCount);
      yield { ...row, otherAreaId: other };
      id += 1;
      made += 1;
      yield { ...row, id, areaId: other, otherAreaId: row.areaId, change: 0 - change, ins: row.outs, outs: row.ins };
    } else if (roll < LATE + UNDOS && roll >= LATE && seq > 1) {
      yield { ...row, undoes: seq - 1, undoneAt: receivedAt, ins: Math.min(change, 0), outs: Math.min(0 - change, 0) };
    } else yield row;
  }
}

function* pages(facts: Iterable<LedgerFact>, size: number): Generator<LedgerFact[]> {
  let page: LedgerFact[] = [];
  for (const fact of facts) {
    page.push(fact);
    if (page.length === size) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

const entry = (id: number, at: number, kind: string, area: number, after: string | number): JournalFact => ({
  id,
  at,
  actor: 'admin:1',
  kind,
  areaId: areaId(area),
  before: kind === 'occupancy_recounted' ? 0 : null,
  after,
  note: null,
});

function journal(areaCount: number, dayCount: number): JournalFact[] {
  const facts: JournalFact[] = [];
  for (let area = 0; area < areaCount; area++) {
    facts.push(entry(facts.length, START, 'area_added', area, `Area ${area}`));
    facts.push(entry(facts.length, START, 'capacity_changed', area, 20));
  }
  for (let day = 0; day < dayCount; day++) {
    for (let recount = 0; recount < RECOUNTS_A_DAY; recount++) {
      const at = START + day * DAY_MS + (12 + recount) * HOUR_MS;
      facts.push(entry(facts.length, at, 'occupancy_recounted', recount % areaCount, 2));
    }
  }
  return facts;
}

/** Of this process, in ms: what else the machine does, it does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What is held once the rest is collected, in MB. */
function heldMb(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

const build: Build = {
  standing: NOTHING_YET,
  days: Array.from({ length: days }, (_, day) => ({
    day: new Date(START + day * DAY_MS).toISOString().slice(0, 10),
    startsAt: START + day * DAY_MS,
    endsAt: START + (day + 1) * DAY_MS,
  })),
  now: START + days * DAY_MS,
  after: 0,
  upTo: Number.MAX_SAFE_INTEGER,
  journal: journal(areas, days),
};

const before = heldMb();
const builder = new DayBuilder(build);
let adding = 0;
let longestPage = 0;
for (const page of pages(ledger(rows, areas, days), pageRows)) {
  const from = cpuMs();
  builder.add({ rows: page, clients: [] });
  const ms = cpuMs() - from;
  adding += ms;
  longestPage = Math.max(longestPage, ms);
}
const held = heldMb() - before;
const finishedFrom = cpuMs();
const figures = builder.finish();
const finishing = cpuMs() - finishedFrom;
const made = heldMb() - before - held;
const reportFrom = cpuMs();
const report = makeReport({
  eventId: 'event',
  plan: {
    eventName: 'Event',
    timeZone: 'UTC',
    reportTime: '06:00',
    today: build.days.at(-1)?.day ?? '',
    from: build.days[0]?.day ?? '',
    to: build.days.at(-1)?.day ?? '',
    days: build.days.map((day) => ({ ...day, stored: null })),
    build: null,
    journal: null,
    ledgerFrom: 0,
    now: build.now,
  },
  figures,
  journal: { acts: build.journal, actsLeftOut: 0, alerts: { records: [], leftOut: 0 } },
  interval: 15,
  areaIds: [],
});
const reporting = cpuMs() - reportFrom;
const json = JSON.stringify(report).length / 2 ** 20;
const stored = Math.max(...figures.map((day) => JSON.stringify(day).length)) / 2 ** 10;

console.log(
  [
    `${report.quality.ledgerRows.toLocaleString('en-US')} rows, ${areas} areas, ${days} days`,
    `taking pages of ${pageRows.toLocaleString('en-US')}: ${adding.toFixed(0)} ms, the longest ${longestPage.toFixed(1)} ms`,
    `days: ${finishing.toFixed(0)} ms · report: ${reporting.toFixed(0)} ms`,
    `held: ${held.toFixed(1)} MB of rows, ${made.toFixed(1)} MB of figures`,
    `a stored day: ${stored.toFixed(0)} KB at most · the report: ${json.toFixed(1)} MB`,
  ].join('\n'),
);
