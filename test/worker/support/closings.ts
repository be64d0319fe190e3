import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import * as z from 'zod/mini';
import type { Result } from '../../../src/rpc/result';
import type { JournalFact } from '../../../src/reports/facts';
import { DayFiguresSchema } from '../../../src/reports/figures';
import type { JournalPart } from '../../../src/reports/journal-kinds';
import type { JournalPage, JournalSpan } from '../../../src/reports/plan';
import { IDS_PER_MS } from '../../../src/shared/reports/limits';
import { ledgerFact } from '../../support/ledger-fact';
import { alarmAt } from './days';
import { query, roomStub, VISIT } from './room';

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

/** Helpers for a room that stores daily reports. `setTime` sets the test's clock. */
export function closings(setTime: (at: number) => void) {
  const room = {
    plan: async (from?: string, to = from) =>
      valueOf(await roomStub().planReport(VISIT, from === undefined || to === undefined ? null : { from, to })),
    /** The journal's entries of one part in a span, and the number of pages in which they came. */
    journal: async (part: JournalPart, span: JournalSpan | null) => {
      const facts: JournalFact[] = [];
      const sizes: number[] = [];
      const of = span ?? { after: 0, upTo: 0, before: 0 };
      for (let after: number | null = of.after; after !== null;) {
        const page: JournalPage = valueOf(await roomStub().readJournal(VISIT, { part, ...of, after }));
        facts.push(...page.facts);
        sizes.push(page.facts.length);
        after = page.next;
      }
      return { facts, kinds: facts.map(({ kind }) => kind), sizes };
    },
    /** `day revision` of each report, newest first. */
    stored: async () =>
      valueOf(await roomStub().listReports(VISIT, { before: 'all', limit: -1 })).map(
        ({ day, revision }) => `${day} ${revision}`,
      ),
    figures: async (day: string, revision: number) =>
      z.parse(
        DayFiguresSchema,
        JSON.parse(
          valueOf(await roomStub().readFigures(VISIT, { days: [{ day, revision }], isByDay: false }))[0] ?? '',
        ),
      ),
    rowsOf: async (table: string) => Number((await query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']),
    /** Rings the alarm at its time, after the room has slept. */
    ring: async () => {
      setTime((await alarmAt()) ?? Number.NaN);
      await evictDurableObject(roomStub());
      await runDurableObjectAlarm(roomStub());
    },
    /** Rings the alarm as often as it is due until then. */
    ringUntil: async (until: number) => {
      let times = 0;
      for (let at = await alarmAt(); at !== null && at <= until; at = await alarmAt()) {
        await room.ring();
        times += 1;
        if (times > 50) throw new Error('It rings and rings');
      }
      setTime(until);
    },
  };
  return room;
}

/** Enters that many taps of one device into the ledger, each of one person in, a millisecond apart. */
export const enterRows = (rows: number, from: number) =>
  runInDurableObject(roomStub(), (room) => {
    const at = (n: number) => from + n + 1;
    const tap = (n: number) => ({ id: at(n) * IDS_PER_MS, firstSeq: n + 1, lastSeq: n + 1, occupancy: n + 1 });
    const row = (n: number) => ledgerFact({ ...tap(n), occurredAt: at(n), receivedAt: at(n) });
    const { store } = room['parts'];
    store.writeLogToTables();
    store.ledger.append(Array.from({ length: rows }, (_, n) => row(n)));
  });

/** Counts how often the room's report job pauses for taps until the room sleeps. `work` runs at that turn. */
export const turnsOf = (work?: () => Promise<unknown>, turn = 1) =>
  runInDurableObject(roomStub(), (room) => {
    const turns = { count: 0 };
    const deps = room['parts'].dailyReports['deps'];
    const { yieldTurn } = deps;
    deps.yieldTurn = async () => {
      turns.count += 1;
      if (turns.count === turn) await work?.();
      await yieldTurn();
    };
    return turns;
  });
