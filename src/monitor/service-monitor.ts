import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { within } from '../concurrency/within';
import { openDatabase } from '../db/client';
import { loadEventNames } from '../db/definitions';
import { type Env, freeTapLimits } from '../env';
import { mailFailureOf } from '../mail/mail';
import { logInfo } from '../observability/log';
import type { RoomRef } from '../rpc/identity';
import {
  type AnswerCount,
  AnswerCountSchema,
  type Failure,
  FAILURES,
  type KnownFailures,
  type MonitorApi,
  type SlowMinute,
  SlowMinuteSchema,
} from '../rpc/monitor-api';
import { getRoom } from '../rpc/objects';
import { MINUTE_MS } from '../shared/durations';
import { utcDay } from '../time/utc-day';
import type { Readiness } from '../shared/schemas/system';
import { Alarms, type AlarmChange } from './alarms';
import { conditionsOf, EVENTS_MAX } from './conditions';
import { sendHeartbeat, tellOperator } from './tell-operator';
import { FailingRooms } from './failing-rooms';
import { ERROR_WINDOW_MINUTES, NAMES_TIMEOUT_MS } from './thresholds';

const FreeTapsSchema = z.object({ day: z.int(), taps: z.int() });

/** The counts of the minutes that are in the window of the alarm for 5xx answers. */
const recent = (counts: readonly AnswerCount[], now: number): AnswerCount[] =>
  counts.filter(({ minute }) => minute > Math.floor(now / MINUTE_MS) - ERROR_WINDOW_MINUTES);

/**
 * Knows what is failing in this installation, and tells its operator. There is one. It has its own storage, because D1
 * may be what is broken (docs/decisions/0026-the-monitor.md). It is written to once a minute, and when something is wrong.
 */
export class ServiceMonitor extends DurableObject<Env> implements MonitorApi {
  private readonly failingRooms: FailingRooms;
  private readonly alarms: Alarms;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.failingRooms = new FailingRooms(ctx.storage.sql, (room) => getRoom(this.env, room).ping());
    this.alarms = new Alarms(ctx.storage.kv);
    // Crons that never run are late, too: they are waited for from the monitor's first moment on.
    if (ctx.storage.kv.get('checked_at') === undefined) ctx.storage.kv.put('checked_at', Date.now());
  }

  async noteRoom(room: RoomRef, failure: Failure): Promise<void> {
    this.failingRooms.note(room, failure, Date.now());
  }

  async noteMail(failure: Failure | null): Promise<void> {
    this.setMailFailure(failure);
  }

  async noteAnswers(counts: readonly AnswerCount[]): Promise<void> {
    const all = new Map(this.answers.map((count) => [count.minute, count]));
    for (const { minute, answers, errors } of counts) {
      const before = all.get(minute) ?? { answers: 0, errors: 0 };
      all.set(minute, { minute, answers: before.answers + answers, errors: before.errors + errors });
    }
    this.ctx.storage.kv.put('answers', recent([...all.values()], Date.now()));
  }

  async noteSlowRoom(minute: SlowMinute): Promise<void> {
    const others = this.slowRooms.filter(({ eventId }) => eventId !== minute.eventId);
    this.ctx.storage.kv.put('slow_rooms', [...others, minute]);
  }

  async noteFreeTaps(taps: number): Promise<void> {
    const now = Date.now();
    this.ctx.storage.kv.put('free_taps', { day: utcDay(now), taps: this.freeTaps(now) + taps });
  }

  async isSignUpPaused(): Promise<boolean> {
    return this.freeTaps(Date.now()) >= freeTapLimits(this.env).stop;
  }

  async readFailures(): Promise<KnownFailures> {
    await this.failingRooms.askAgain(Date.now());
    return { rooms: this.failingRooms.all().length, mail: this.mailFailure, checkedAt: this.checkedAt };
  }

  async check({ checks }: Readiness): Promise<void> {
    const now = Date.now();
    this.ctx.storage.kv.put('checked_at', now);
    const { slowRooms } = this;
    // The rooms tell again in each minute in which they are slow.
    if (slowRooms.length > 0) this.ctx.storage.kv.delete('slow_rooms');
    const failingRooms = this.failingRooms.all();
    const holding = conditionsOf({
      checks,
      failingRooms,
      names: await this.namesOf([...failingRooms, ...slowRooms]),
      answers: recent(this.answers, now),
      slowRooms,
      freeTaps: { taken: this.freeTaps(now), ...freeTapLimits(this.env) },
    });
    const changes = this.alarms.update(holding, now);
    // All at the same time: the next check is a minute away.
    await Promise.all(changes.map((one) => this.tell(one)));
    const broken = [...holding.keys(), ...this.alarms.all.flatMap(({ hasBegun, name }) => (hasBegun ? [name] : []))];
    // Many taps are no failure, and a failure on the same day must not be hidden by them.
    if (broken.every((name) => name === 'taps')) await sendHeartbeat(this.env);
  }

  /** The names only help to recognize the events, and the database may be what is broken. */
  private async namesOf(rooms: readonly { eventId: string }[]): Promise<ReadonlyMap<string, string>> {
    if (rooms.length === 0) return new Map();
    const eventIds = rooms.slice(0, 2 * EVENTS_MAX).map(({ eventId }) => eventId);
    try {
      return await within(NAMES_TIMEOUT_MS, loadEventNames(openDatabase(this.env.DB), eventIds));
    } catch {
      return new Map();
    }
  }

  private async tell(change: AlarmChange): Promise<void> {
    logInfo('alarm', { alarm: change.alarm.name, state: change.state, since: change.alarm.since });
    const isTold = await tellOperator(this.env, change, (error) => {
      const failure = mailFailureOf(error);
      if (failure !== undefined) this.setMailFailure(failure);
    });
    if (isTold) this.alarms.told(change);
  }

  /** The taps of this day (UTC) that nobody pays for. */
  private freeTaps(now: number): number {
    const noted = z.parse(z.optional(FreeTapsSchema), this.ctx.storage.kv.get('free_taps'));
    return noted?.day === utcDay(now) ? noted.taps : 0;
  }

  private get answers(): AnswerCount[] {
    return z.parse(z.array(AnswerCountSchema), this.ctx.storage.kv.get('answers') ?? []);
  }

  private get slowRooms(): SlowMinute[] {
    return z.parse(z.array(SlowMinuteSchema), this.ctx.storage.kv.get('slow_rooms') ?? []);
  }

  private get checkedAt(): number {
    return z.parse(z.int(), this.ctx.storage.kv.get('checked_at'));
  }

  private get mailFailure(): Failure | null {
    return z.parse(z.nullable(z.enum(FAILURES)), this.ctx.storage.kv.get('mail') ?? null);
  }

  private setMailFailure(failure: Failure | null): void {
    if (failure !== null) this.ctx.storage.kv.put('mail', failure);
    else if (this.mailFailure !== null) this.ctx.storage.kv.delete('mail');
  }
}
