import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { EventDefinition } from '../../../../src/rpc/definition';
import { alertLevel } from '../../../../src/room/live/alerts';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { DANGER_ABOVE_PERCENT, LATE_TAP_MS, WARNING_ABOVE_PERCENT } from '../../../../src/shared/schemas/limits';
import { DayBuilder } from '../../../../src/reports/days/build-days';
import type { LedgerFact } from '../../../../src/reports/facts';
import { EMPTY_OPENING } from '../../../../src/reports/figures';
import { tapTimes } from '../../../../src/reports/tap-times';
import { DEFAULT_DAY_CLOCK } from '../../../../src/shared/rules/business-day';
import type { FlowMinute } from '../../../../src/shared/schemas/flow';
import type { RoomModel } from '../../../support/room-model';
import { StraightCount } from '../../../support/straight-count';
import { type closings, valueOf } from '../closings';
import { markedDays } from '../days';
import { storedAndRebuilt } from '../rebuild';
import { definition, roomStub, visitOf } from '../room';

/** Checks a room against its model. The checks hold after any sequence of steps. */
const visit = visitOf(definition());

export const expectSame = (said: unknown, expected: unknown) => expect(said).toEqual(expected);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const readLedger = () =>
  runInDurableObject(roomStub(), (room) => {
    const { ledgerReader: history } = room['parts'].dailyReports['deps'];
    const { rows, clients } = history.page(0, history.lastId, 100_000);
    return { rows, clients };
  });

/** Each tap is in the ledger once, as it was made, and the tables and the log agree with the counters. */
export async function expectLedger({ facts, days }: RoomModel): Promise<void> {
  const ledger = await readLedger();
  const taps = ledger.rows.flatMap((row) =>
    tapTimes(row).map((occurredAt, i) => {
      const { clientId, areaId, otherAreaId, change, undoes, receivedAt, category } = row;
      const people = change === 0 ? { floored: row.floored } : {};
      const tap = { clientId, areaId, otherAreaId, firstSeq: row.firstSeq + i, change, undoes, occurredAt, category };
      // All taps of a run arrived within a minute of its first.
      return i === 0 ? { ...tap, ...people, receivedAt } : tap;
    }),
  );
  expect(taps).toHaveLength(facts.length);
  // A tap can have further rows, for people whom it gives back, of any moment and category.
  const keyOf = (tap: Pick<LedgerFact, 'clientId' | 'areaId' | 'firstSeq' | 'change' | 'occurredAt' | 'category'>) => {
    const { clientId, areaId, firstSeq, change, occurredAt, category } = tap;
    return [clientId, areaId, firstSeq, ...(change === 0 ? [occurredAt, category] : [])].join(' ');
  };
  const made = new Map(facts.map((fact) => [keyOf(fact), fact]));
  for (const tap of taps) expect(made.get(keyOf(tap))).toMatchObject(tap);
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
  expect((await markedDays()).map(({ day }) => day)).toEqual([...days].toSorted());
  // The rows for reports are the same once the log is written into the tables.
  expect(await readLedger()).toEqual(ledger);
}

/**
 * Expects the model's flow minute by minute, from memory and from storage. The clock must not have been stopped during
 * a pending broadcast, which would keep the room from eviction.
 * @param ends by minute: the people in each area at its end, as far as it is known
 */
export async function expectFlow(model: RoomModel, ends: ReadonlyMap<number, Record<string, number>>): Promise<void> {
  const remembered = valueOf(await roomStub().readFlow(visit));
  await evictDurableObject(roomStub());
  const flow = valueOf(await roomStub().readFlow(visit));
  expect(remembered).toEqual(flow);
  const areaIds = Object.keys(model.counts);
  const last = Date.parse(flow.lastMinuteAt) / MINUTE_MS;
  const expectMinutes = (
    minutes: readonly FlowMinute[],
    isOf: (fact: LedgerFact) => boolean,
    peopleOf: (end: Record<string, number>) => number,
  ) => {
    for (const [index, { ins, outs, occupancy, late = { ins: 0, outs: 0 } }] of minutes.entries()) {
      const minute = last - minutes.length + 1 + index;
      const facts = model.facts.filter((fact) => Math.floor(fact.receivedAt / MINUTE_MS) === minute && isOf(fact));
      const lateFacts = facts.filter(({ receivedAt, occurredAt }) => receivedAt - occurredAt > LATE_TAP_MS);
      expect({ ins, outs, late }).toEqual({
        ins: sum(facts.map((fact) => fact.ins)),
        outs: sum(facts.map((fact) => fact.outs)),
        late: { ins: sum(lateFacts.map((fact) => fact.ins)), outs: sum(lateFacts.map((fact) => fact.outs)) },
      });
      const end = ends.get(minute);
      if (end !== undefined) expect(occupancy).toBe(peopleOf(end));
    }
  };
  for (const { areaId, minutes } of flow.areas) {
    const isOf = (fact: LedgerFact) => fact.areaId === areaId;
    expectMinutes(minutes, isOf, (end) => end[areaId] ?? 0);
  }
  const isOfVenue = (fact: LedgerFact) => fact.otherAreaId === null && areaIds.includes(fact.areaId);
  expectMinutes(flow.venue, isOfVenue, (end) => sum(areaIds.map((areaId) => end[areaId] ?? 0)));
}

/** The open alerts are those that the counts require, when nothing is held back any more. */
export async function expectAlerts({ counts }: RoomModel, { event, areas }: EventDefinition): Promise<void> {
  const { alerts = [] } = valueOf(await roomStub().listAreas(visit));
  const open = new Map(alerts.map(({ areaId, threshold }) => [areaId, threshold]));
  const people = (areaId: string) => counts[areaId]?.[0] ?? 0;
  const subjects: { areaId: string | null; occupancy: number; capacity: number }[] = areas.map(
    ({ areaId, capacity }) => ({ areaId, occupancy: people(areaId), capacity }),
  );
  const { capacity = null, safetyMarginPercent = 0, alertThresholds = [75, 90, 100] } = event.venue ?? {};
  if (capacity !== null) {
    const usable = Math.floor((capacity * (100 - safetyMarginPercent)) / 100);
    const total = sum(areas.map(({ areaId }) => people(areaId)));
    subjects.push({ areaId: null, occupancy: total, capacity: usable });
  }
  for (const { areaId, ...subject } of subjects) {
    const level = open.get(areaId) ?? null;
    expect([areaId, level]).toEqual([areaId, alertLevel(subject, alertThresholds, level)]);
    open.delete(areaId);
  }
  expect([...open]).toEqual([]);
}

/** All days, built from everything that the room has stored, and its journal. */
const builtAtOnce = () =>
  runInDurableObject(roomStub(), (room, { storage }) => {
    const { core, store: ledger, dailyReports } = room['parts'];
    const { ledgerReader: history } = dailyReports['deps'];
    const calendar = core.flushNow()?.days;
    if (calendar === undefined) throw new Error('The event is gone');
    ledger.writeLogToTables();
    const days = storage.sql
      .exec('SELECT counted_at AS at FROM days ORDER BY day')
      .toArray()
      .map(({ at }) => calendar.businessDayOf(Number(at)));
    const upTo = history.lastId;
    const journal = history.steps(history.journalSpan(0));
    const builder = new DayBuilder({ opening: EMPTY_OPENING, days, now: Date.now(), after: 0, upTo, journal });
    builder.add(history.page(0, upTo, 100_000));
    return { days: builder.finish(), journal };
  });

/**
 * The stored figures of each day equal those built from all facts at once and from the acknowledged taps one by one.
 */
export async function expectReports({ facts }: RoomModel, room: ReturnType<typeof closings>): Promise<void> {
  const newest = new Map((await room.stored()).toReversed().map((name) => [name.slice(0, 10), Number(name.slice(11))]));
  const { days, journal } = await builtAtOnce();
  expect([...newest.keys()].toSorted()).toEqual(days.map(({ day }) => day));
  const straight = new StraightCount(facts, journal, DEFAULT_DAY_CLOCK);
  const shares = [WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT, 100];
  for (const day of days) {
    expect(await room.figures(day.day, newest.get(day.day) ?? 0)).toEqual(day);
    for (const of of [{ ...day.venue, areaId: null }, ...day.areas]) {
      const counted = straight.over(of.areaId, day.startsAt, day.endsAt, shares);
      const secondsAbove = counted.aboveMs.map((ms) => Math.round(ms / 1000));
      expect(of).toMatchObject({
        opening: counted.opening,
        closing: counted.closing,
        peak: counted.highest,
        secondsBelowZero: Math.round(counted.belowZeroMs / 1000),
        ...(of.areaId !== null && { secondsAbove }),
      });
      for (const { categoryId, ...figures } of of.categories?.list ?? []) {
        expect(figures).toMatchObject(straight.category(of.areaId, categoryId, day.startsAt, day.endsAt));
      }
    }
    for (const { deviceId, lastTapAt } of day.devices) {
      const own = facts.filter(({ clientId, change }) => clientId === deviceId && change !== 0);
      const made = own.filter(({ undoes, occurredAt: at }) => undoes === null && at >= day.startsAt && at < day.endsAt);
      expect([...own.map(({ occurredAt }) => occurredAt), day.startsAt, day.endsAt - 1]).toContain(lastTapAt);
      expect(lastTapAt).toBeGreaterThanOrEqual(Math.max(0, ...made.map(({ occurredAt }) => occurredAt)));
    }
  }
  if (days.length > 0) expect((await room.plan()).build).toBeNull();
}
