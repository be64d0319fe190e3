import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertLevel } from '../../../src/room/alert-level';
import { ALERT_DWELL_MS } from '../../../src/room/limits';
import {
  DANGER_ABOVE_PERCENT,
  DAY_MS,
  HOUR_MS,
  LATE_TAP_MS,
  MINUTE_MS,
  UNDO_WITHIN_MS,
  WARNING_ABOVE_PERCENT,
} from '../../../src/shared/limits';
import { DayBuilder } from '../../../src/shared/report/build-days';
import type { LedgerFact } from '../../../src/shared/report/facts';
import { NOTHING_YET } from '../../../src/shared/report/figures';
import { tapTimes } from '../../../src/shared/report/tap-times';
import { DEFAULT_DAY_CLOCK } from '../../../src/shared/rules/business-day';
import type { FlowMinute } from '../../../src/shared/schemas/flow';
import { type ModelAck, type ModelTap, RoomModel } from '../../support/room-model';
import { StraightCount } from '../../support/straight-count';
import { holdTimers } from '../support/alerts';
import { closings, valueOf } from '../support/closings';
import { FRIDAY_NIGHT, markedDays, nightOut } from '../support/days';
import { putDefinition } from '../support/definitions';
import { closeDevices, type Device } from '../support/device';
import { startAfresh } from '../support/fresh';
import { runs, seed, TIMEOUT_MS } from '../support/fuzz/run';
import { storedAndRebuilt } from '../support/rebuild';
import { ADMIN, clientIdOf, counts, definition, EVENT_ID, joinRoom, roomStub, visitOf } from '../support/room';

/**
 * One room and all that may happen to it: taps, undoes and transfers of three devices that send again what was lost, resets,
 * recounts, changes of its definition, connections that break, restarts and time. Whatever happens, in whatever order: it counts
 * each tap once, as the model does, and its numbers, days, flow, alerts and reports tell the same.
 */

let night: ReturnType<typeof nightOut>;
beforeEach(() => {
  night = nightOut();
  holdTimers();
  env.MAX_TAPS_PER_SECOND = '100000';
});
afterEach(() => night.end());

// An alarm that is overdue rings now: a clock that goes back is another matter.
const { figures, plan, ringUntil, stored } = closings((at) => night.at(Math.max(at, Date.now())));
const visit = visitOf(definition());

/**
 * Between two steps: no tap is of one moment with a reset, and D1 may be asked again. All waits are multiples of it, so that an alert
 * which is held back is never due within a second: such a timer is a real one, and keeps the room from being evicted.
 */
const STEP_MS = 2_000;

const AREAS = ['main', 'bar', 'tent'] as const;
const area = fc.constantFrom(...AREAS);
const client = fc.nat({ max: 2 });
const step = <Name extends string, T extends Record<string, fc.Arbitrary<unknown>>>(
  weight: number,
  name: Name,
  fields: T = {} as T,
) => ({ weight, arbitrary: fc.record({ ...fields, do: fc.constant(name) }) });

const STEPS = fc.oneof(
  step(10, 'tap', {
    client,
    // D1 is asked for an area that the room does not know.
    areaId: fc.oneof({ weight: 30, arbitrary: area }, { weight: 1, arbitrary: fc.constant('nowhere') }),
    to: fc.option(area, { freq: 3, nil: undefined }),
    change: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(1, 1, 5, -1, -3) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
    ),
    // 3 ms more than what passes otherwise, so that nothing late is of the very moment of a recount.
    ageMs: fc.constantFrom(0, 0, 0, 0, 20 * MINUTE_MS + 3, 7 * HOUR_MS + 3, 30 * HOUR_MS + 3, 3 * DAY_MS + 3),
    times: fc.constantFrom(1, 1, 1, 2, 9),
    isSent: fc.constantFrom(true, true, false),
  }),
  step(5, 'undo', { client, back: fc.nat({ max: 8 }), isRight: fc.constantFrom(true, true, true, false) }),
  step(5, 'send', {
    client,
    // From a gap to what was sent and acknowledged long ago.
    back: fc.integer({ min: -2, max: 9 }),
    size: fc.integer({ min: 1, max: 7 }),
    way: fc.constantFrom('socket' as const, 'socket' as const, 'poll' as const),
  }),
  step(2, 'drop', { client }),
  step(2, 'restart'),
  step(2, 'crash', { client, size: fc.integer({ min: 1, max: 4 }), afterMs: fc.nat({ max: 4 }) }),
  step(1, 'reset', { areaId: fc.option(area) }),
  step(2, 'recount', { areaId: area, occupancy: fc.nat({ max: 400 }) }),
  step(1, 'define', {
    change: fc.constantFrom('capacity' as const, 'capacity' as const, 'venue' as const, 'delete' as const),
    capacity: fc.constantFrom(9, 60, 300),
  }),
  step(5, 'wait', {
    ms: fc.constantFrom(
      STEP_MS,
      3 * STEP_MS,
      20_000,
      MINUTE_MS,
      4 * MINUTE_MS,
      12 * MINUTE_MS,
      3 * HOUR_MS,
      9 * HOUR_MS,
      26 * HOUR_MS,
    ),
  }),
  step(1, 'look'),
);
type Step = typeof STEPS extends fc.Arbitrary<infer T> ? T : never;

/** A device that keeps its taps as the outbox does; what it sends, and from where on, is the network's doing. */
interface Sender {
  clientId: string;
  principal: typeof ADMIN | `code:${string}`;
  made: ModelTap[];
  device: Device | null;
}

class Venue {
  readonly model = new RoomModel();
  readonly senders: Sender[] = [ADMIN, `code:${EVENT_ID}` as const, ADMIN].map((principal, i) => ({
    ...{ clientId: clientIdOf(i + 1), principal, made: [], device: null },
  }));
  /** [occupancies] when a minute ended, by minute. */
  readonly ends = new Map<number, Record<string, number>>();
  private known = definition({
    revision: 2,
    account: { revision: 3, status: 'active', trialEndsAt: 0 },
    areas: AREAS.map((areaId) => ({ areaId, areaName: areaId, capacity: 100 })),
  });

  async open(): Promise<void> {
    for (const areaId of AREAS) this.model.addArea(areaId);
    await this.define({});
    night.at(FRIDAY_NIGHT);
    await this.play({
      do: 'tap',
      client: 2,
      areaId: 'main',
      to: undefined,
      change: 20,
      ageMs: 0,
      times: 1,
      isSent: true,
    });
  }

  private async define(changes: Partial<typeof this.known>): Promise<void> {
    this.known = { ...this.known, ...changes, revision: this.known.revision + 1 };
    await roomStub().follow(this.known, ADMIN);
    await putDefinition({ ...this.known, areas: [] });
  }

  async play(action: Step): Promise<void> {
    const { model, senders } = this;
    night.at(Date.now() + STEP_MS);
    const now = Date.now();
    const sender = 'client' in action ? senders[action.client] : undefined;
    switch (action.do) {
      case 'tap': {
        const { areaId, to, change, ageMs, times, isSent } = action;
        for (let n = 0; n < times; n++) sender?.made.push({ areaId, to, change, at: now - ageMs });
        if (isSent && sender) await this.send(sender, model.lastSeq(sender.clientId) + 1, 200, 'poll');
        break;
      }
      case 'undo': {
        if (!sender) break;
        const undoes = Math.max(1, sender.made.length - action.back);
        const tap = sender.made[undoes - 1] ?? { areaId: 'main', change: 1, at: now };
        const reachedFor =
          UNDO_WITHIN_MS - (now - (model.clients.get(sender.clientId)?.taps[undoes - 1]?.receivedAt ?? now));
        // Taps of one minute share a row, with which they come out of reach.
        if (Math.abs(reachedFor) < 2 * MINUTE_MS) break;
        const change = action.isRight ? 0 - tap.change : tap.change + 1;
        sender.made.push({ areaId: tap.areaId, to: tap.to, change: change || 1, at: now, undoes });
        break;
      }
      case 'send':
        if (sender)
          await this.send(
            sender,
            Math.max(1, model.lastSeq(sender.clientId) + 1 - action.back),
            action.size,
            action.way,
          );
        break;
      case 'drop':
        sender?.device?.socket.close();
        if (sender) sender.device = null;
        break;
      case 'restart':
        await evictDurableObject(roomStub());
        model.wake();
        break;
      case 'crash':
        if (sender) await this.crash(sender, action.size, action.afterMs);
        break;
      case 'reset': {
        const { areaId } = action;
        const { ok } = await roomStub().resetArea(visit, areaId, ADMIN);
        expect(ok).toBe(areaId === null || areaId in model.counts);
        for (const each of areaId === null ? AREAS : [areaId]) model.reset(each, now);
        break;
      }
      case 'recount': {
        const { areaId, occupancy } = action;
        const before = model.counts[areaId]?.[0];
        const answer = await roomStub().recountArea(visit, areaId, { occupancy, reason: 'By eye' }, ADMIN);
        if (before === undefined) expect(answer).toMatchObject({ ok: false });
        else expect(valueOf(answer)).toEqual({ areaId, before, after: occupancy, drift: occupancy - before });
        model.recount(areaId, occupancy, now);
        break;
      }
      case 'define': {
        const { change, capacity } = action;
        const [main, ...others] = this.known.areas;
        if (change === 'capacity' && main) await this.define({ areas: [{ ...main, capacity }, ...others] });
        if (change === 'venue') {
          const venue = { capacity, staffAllowance: 0, safetyMarginPercent: 10, alertThresholds: [50, 75, 100] };
          await this.define({ event: { ...this.known.event, venue } });
        }
        if (change === 'delete') {
          await this.define({ areas: this.known.areas.filter(({ areaId }) => areaId !== 'tent') });
          model.deleteArea('tent');
        }
        break;
      }
      case 'wait':
        await ringUntil(now + action.ms);
        model.wake();
        break;
      case 'look':
        await roomStub().readFlow(visit);
    }
    await this.look();
  }

  private async look(): Promise<void> {
    expect(await counts()).toEqual(this.model.counts);
    const occupancies = Object.entries(this.model.counts).map(([areaId, [occupancy = 0]]) => [areaId, occupancy]);
    this.ends.set(Math.floor(Date.now() / MINUTE_MS), Object.fromEntries(occupancies));
  }

  /** The taps from `from` on in frames of `size`, as the room must answer them. */
  private frames({ clientId, principal, made }: Sender, from: number, size: number) {
    const sentAt = Date.now();
    const frames = [];
    for (let seq = from; seq <= made.length; seq += size) {
      const taps = made.slice(seq - 1, seq - 1 + size);
      frames.push({ clientId, principal, seq, sentAt, receivedAt: sentAt, taps });
    }
    return frames;
  }

  private async connected(sender: Sender): Promise<Device> {
    if (sender.device === null || sender.device.closed !== null) {
      const { clientId, principal } = sender;
      const { device, sync } = await joinRoom(clientId, { principal, sessionId: `session-of-${clientId}` });
      expect(sync.lastSeq).toBe(this.model.lastSeq(clientId));
      sender.device = device;
    }
    return sender.device;
  }

  private async send(sender: Sender, from: number, size: number, way: 'socket' | 'poll'): Promise<void> {
    const { model } = this;
    const frames = this.frames(sender, from, size);
    if (frames.length === 0) return;
    if (way === 'poll') {
      for (const { principal, receivedAt: _, ...body } of frames) {
        const { ack, sync } = valueOf(await roomStub().poll(visit, principal, body));
        expect(merged([ack])).toEqual(model.receive({ ...body, principal, receivedAt: body.sentAt }));
        expect(sync.lastSeq).toBe(ack.seq);
      }
      return;
    }
    const device = await this.connected(sender);
    const heard = device.frames.length;
    for (const { clientId: _, principal: __, receivedAt: ___, ...frame } of frames) {
      device.send({ type: 'update_occupancy', eventId: EVENT_ID, ...frame });
    }
    const expected = merged(frames.map((frame) => model.receive(frame)));
    const acks = () => merged(device.frames.slice(heard).filter(({ type }) => type === 'ack') as ModelAck[]);
    await device.until(() => acks().seq >= expected.seq || undefined, `acks up to ${expected.seq}`);
    device.send({ type: 'request_sync' });
    const sync = await device.next('sync');
    expect(acks()).toEqual(expected);
    expect(sync.lastSeq).toBe(expected.seq);
    expect(device.closed).toBeNull();
  }

  /** Sends, and the room's process ends at once: what it has acknowledged and what it knows then is the same. */
  private async crash(sender: Sender, size: number, afterMs: number): Promise<void> {
    const { model } = this;
    const device = await this.connected(sender);
    const heard = device.frames.length;
    const frames = this.frames(sender, model.lastSeq(sender.clientId) + 1, size);
    for (const { clientId: _, principal: __, receivedAt: ___, ...frame } of frames) {
      device.send({ type: 'update_occupancy', eventId: EVENT_ID, ...frame });
    }
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await abortAllDurableObjects();
    const acked = device.frames.slice(heard).findLast((frame) => frame.type === 'ack')?.seq ?? 0;
    for (const each of this.senders) each.device = null;
    const { clientId, principal } = sender;
    const { device: back, sync } = await joinRoom(clientId, { principal, sessionId: `session-of-${clientId}` });
    sender.device = back;
    expect(sync.lastSeq).toBeGreaterThanOrEqual(acked);
    for (const frame of frames) if (frame.seq <= sync.lastSeq) model.receive(frame);
    expect(sync.lastSeq).toBe(model.lastSeq(clientId));
    model.wake();
  }

  /** Everybody comes back and sends what the room does not have. */
  async settle(): Promise<void> {
    for (const sender of this.senders) {
      await this.send(sender, this.model.lastSeq(sender.clientId) + 1, 7, 'socket');
      expect(this.model.lastSeq(sender.clientId)).toBe(sender.made.length);
    }
    await this.look();
  }

  /** The alerts that are open are those that the counts call for, once nothing is held back any more. */
  async expectAlerts(): Promise<void> {
    night.at(Date.now() + ALERT_DWELL_MS);
    await this.play({
      do: 'tap',
      client: 2,
      areaId: 'main',
      to: undefined,
      change: 1,
      ageMs: 0,
      times: 1,
      isSent: true,
    });
    const { event, areas } = this.known;
    const { alerts = [] } = valueOf(await roomStub().listAreas(visit));
    const open = new Map(alerts.map(({ areaId, threshold }) => [areaId, threshold]));
    const people = (areaId: string) => this.model.counts[areaId]?.[0] ?? 0;
    const total = areas.reduce((sum, { areaId }) => sum + people(areaId), 0);
    const venueCapacity = event.venue?.capacity ?? null;
    const subjects = areas.map(({ areaId, capacity }) => ({
      areaId: areaId as string | null,
      occupancy: people(areaId),
      capacity,
    }));
    if (venueCapacity !== null)
      subjects.push({ areaId: null, occupancy: total, capacity: Math.floor(venueCapacity * 0.9) });
    const thresholds = event.venue?.alertThresholds ?? [75, 90, 100];
    for (const { areaId, ...subject } of subjects) {
      const level = open.get(areaId) ?? null;
      expect([areaId, level]).toEqual([areaId, alertLevel(subject, thresholds, level)]);
      open.delete(areaId);
    }
    expect([...open]).toEqual([]);
  }

  /** Each tap stands once in the ledger, as it was made; the tables and the log tell the same as the counters. */
  async expectLedger(): Promise<void> {
    const read = () =>
      runInDurableObject(roomStub(), (room) => {
        const { history } = room['parts'].closing['deps'];
        return history.page(0, history.lastId, 100_000);
      });
    const { rows, clients } = await read();
    const taps = rows.flatMap(({ clientId, areaId, otherAreaId, firstSeq, change, undoes, receivedAt, ...row }) =>
      (tapTimes({ firstSeq, ...row }) ?? []).map((occurredAt, i) =>
        // All taps of a run came within the minute of its first.
        ({
          clientId,
          areaId,
          otherAreaId,
          firstSeq: firstSeq + i,
          change,
          undoes,
          occurredAt,
          ...(i === 0 && { receivedAt }),
        }),
      ),
    );
    expect(taps).toHaveLength(this.model.facts.length);
    for (const { clientId, areaId, firstSeq, ...tap } of taps) {
      const isIt = (fact: LedgerFact) =>
        fact.clientId === clientId && fact.areaId === areaId && fact.firstSeq === firstSeq;
      expect(this.model.facts.find(isIt)).toMatchObject(tap);
    }
    const { stored: kept, rebuilt } = await storedAndRebuilt();
    expect(rebuilt).toEqual(kept);
    expect((await markedDays()).map(({ day }) => day)).toEqual([...this.model.days].toSorted());
    // What reports read is the same once the tables have followed the log.
    await runInDurableObject(roomStub(), (room) => room['parts'].ledger.makeTablesFollow());
    const { rows: rowsThen, clients: clientsThen } = await read();
    expect([rowsThen, clientsThen]).toEqual([rows, clients]);
  }

  /** Minute by minute what the model has counted, from memory and from storage. */
  async expectFlow(): Promise<void> {
    // What the last tap has called for is told later, and the room is not evicted before that.
    night.at(Date.now() + STEP_MS);
    const remembered = valueOf(await roomStub().readFlow(visit));
    await evictDurableObject(roomStub());
    const flow = valueOf(await roomStub().readFlow(visit));
    expect(remembered).toEqual(flow);
    const last = Date.parse(flow.lastMinuteAt) / MINUTE_MS;
    const expectMinutes = (areaId: string | null, minutes: readonly FlowMinute[]) => {
      for (const [index, { ins, outs, occupancy, late }] of minutes.entries()) {
        const minute = last - minutes.length + 1 + index;
        const facts = this.model.facts.filter(
          (fact) =>
            Math.floor(fact.receivedAt / MINUTE_MS) === minute &&
            (areaId === null ? fact.otherAreaId === null && fact.areaId in this.model.counts : fact.areaId === areaId),
        );
        const late_ = facts.filter(({ receivedAt, occurredAt }) => receivedAt - occurredAt > LATE_TAP_MS);
        const sum = (of: typeof facts, key: 'ins' | 'outs') => of.reduce((total, fact) => total + fact[key], 0);
        expect({ ins, outs, lateIns: late?.ins ?? 0, lateOuts: late?.outs ?? 0 }).toEqual({
          ...{ ins: sum(facts, 'ins'), outs: sum(facts, 'outs') },
          ...{ lateIns: sum(late_, 'ins'), lateOuts: sum(late_, 'outs') },
        });
        const end = this.ends.get(minute);
        if (end === undefined) continue;
        const live = Object.keys(this.model.counts).map((id) => end[id] ?? 0);
        expect(occupancy).toBe(areaId === null ? live.reduce((total, people) => total + people, 0) : end[areaId]);
      }
    };
    for (const { areaId, minutes } of flow.areas) expectMinutes(areaId, minutes);
    expectMinutes(null, flow.total);
  }

  /** What is stored of each day is what comes of all facts at once, and what was acknowledged, tap by tap. */
  async expectReports(): Promise<void> {
    await ringUntil(Date.now() + 2 * DAY_MS);
    const newest = new Map((await stored()).toReversed().map((name) => [name.slice(0, 10), Number(name.slice(11))]));
    const { days, journal } = await builtAtOnce();
    expect([...newest.keys()].toSorted()).toEqual(days.map(({ day }) => day));
    const straight = new StraightCount(this.model.facts, journal, DEFAULT_DAY_CLOCK);
    const shares = [WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT, 100];
    for (const day of days) {
      expect(await figures(day.day, newest.get(day.day) ?? 0)).toEqual(day);
      for (const of of [{ ...day.venue, areaId: null }, ...day.areas]) {
        const counted = straight.over(of.areaId, day.startsAt, day.endsAt, shares);
        expect(of).toMatchObject({
          ...{ opening: counted.opening, closing: counted.closing, peak: counted.highest },
          secondsBelowZero: Math.round(counted.belowZeroMs / 1000),
          ...(of.areaId !== null && { secondsAbove: counted.aboveMs.map((ms) => Math.round(ms / 1000)) }),
        });
      }
      for (const { deviceId, lastTapAt } of day.devices) {
        const own = this.model.facts.filter(({ clientId }) => clientId === deviceId);
        const made = own.filter(
          ({ undoes, occurredAt: at }) => undoes === null && at >= day.startsAt && at < day.endsAt,
        );
        expect([...own.map(({ occurredAt }) => occurredAt), day.startsAt, day.endsAt - 1]).toContain(lastTapAt);
        expect(lastTapAt).toBeGreaterThanOrEqual(Math.max(0, ...made.map(({ occurredAt }) => occurredAt)));
      }
    }
    if (days.length > 0) expect((await plan()).build).toBeNull();
  }
}

const merged = (acks: readonly (Partial<ModelAck> | null)[]): ModelAck => ({
  seq: acks.at(-1)?.seq ?? 0,
  rejected: acks.flatMap((ack) => ack?.rejected ?? []).map(({ seq, code }) => ({ seq, code })),
  floored: acks.flatMap((ack) => ack?.floored ?? []),
});

/** All days from all that the room has written down, and its journal. */
const builtAtOnce = () =>
  runInDurableObject(roomStub(), (room, { storage }) => {
    const { history, ledger, settle } = room['parts'].closing['deps'];
    const calendar = settle()?.days;
    if (calendar === undefined) throw new Error('The event is gone');
    ledger.makeTablesFollow();
    const days = storage.sql
      .exec('SELECT counted_at AS at FROM days ORDER BY day')
      .toArray()
      .map(({ at }) => calendar.businessDayOf(Number(at)));
    const upTo = history.lastId;
    const journal = history.steps(history.journalSpan(0));
    const builder = new DayBuilder({ standing: NOTHING_YET, days, now: Date.now(), after: 0, upTo, journal });
    builder.add(history.page(0, upTo, 100_000));
    return { days: builder.finish(), journal };
  });

test(
  'whatever is sent, lost, sent again, taken back, counted anew or restarted: each tap counts once, and all figures tell so',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 10, maxLength: 40 }), async (steps) => {
        await closeDevices();
        await startAfresh();
        night.at(FRIDAY_NIGHT - 4 * DAY_MS);
        const venue = new Venue();
        await venue.open();
        for (const each of steps) await venue.play(each);
        await venue.settle();
        await venue.expectAlerts();
        await venue.expectLedger();
        await venue.expectFlow();
        await venue.expectReports();
      }),
      // So that a failure is told, as small as it has become by then.
      { seed, numRuns: runs(150), interruptAfterTimeLimit: 0.9 * TIMEOUT_MS, markInterruptAsFailure: true },
    );
  },
);
