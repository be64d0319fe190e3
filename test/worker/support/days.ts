import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { AccountHub } from '../../../src/hub/account-hub';
import type { EventDefinition } from '../../../src/rpc/definition';
import { stopClock } from '../../support/clock';
import { FRIDAY_NIGHT } from '../../support/moments';
import { ADMIN, clientIdOf, definition, EVENT_ID, roomStub, visitOf } from './room';

const DayRowSchema = z.object({
  day: z.string(),
  countedAt: z.number(),
  billableAt: z.nullable(z.number()),
});
const COLUMNS = 'day, counted_at AS countedAt, billable_at AS billableAt';

/** The days in the room, in order. `isDelivered` is false when D1 lacks a day or its latest change. */
export const markedDays = (room = roomStub()) =>
  runInDurableObject(room, (_room, { storage }) =>
    z.parse(
      z.array(z.extend(DayRowSchema, { isDelivered: z.coerce.boolean() })),
      storage.sql.exec(`SELECT ${COLUMNS}, due_at IS NULL AS isDelivered FROM days ORDER BY day`).toArray(),
    ),
  );

/** D1's days of the event, in order. */
export async function recordedDays(eventId = EVENT_ID) {
  const rows = env.DB.prepare(`SELECT ${COLUMNS} FROM activity_days WHERE event_id = ? ORDER BY day`).bind(eventId);
  return z.parse(z.array(DayRowSchema), (await rows.all()).results);
}

/** Turns billing on, sets the clock to Friday night, and lets hubs only record the requests for their job. */
export function nightOut() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const night = {
    asked: [] as string[],
    /** The error lines that were logged since then. */
    get logged(): string[] {
      return log.mock.calls.map(([line]) => String(line));
    },
    at: (time: number) => vi.setSystemTime(time),
    /** Applies to rooms that start afterward. */
    turnBilling: (state: 'on' | 'off') => {
      if (state === 'on') env.STRIPE_SECRET_KEY = 'sk_test_of_nobody';
      else delete env.STRIPE_SECRET_KEY;
    },
    /** Makes hubs unreachable and returns a function that ends it. */
    cutHub: () => {
      const get = vi.spyOn(env.HUBS, 'get').mockImplementation(() => {
        throw new Error('The hub is out of reach');
      });
      return () => get.mockRestore();
    },
  };
  vi.spyOn(AccountHub.prototype, 'runBilling').mockImplementation(async (userId) => {
    night.asked.push(userId);
  });
  night.turnBilling('on');
  stopClock(FRIDAY_NIGHT);
  return night;
}

let devices = 0;

/** Polls as a new device with one entry at each of these times. */
export async function poll(times: readonly number[], changes: Partial<EventDefinition> = {}) {
  const taps = times.map((at) => ({ areaId: 'main', change: 1, at }));
  const body = { clientId: clientIdOf((devices += 1)), seq: 1, sentAt: Date.now(), taps };
  return await roomStub().poll(visitOf(definition(changes)), ADMIN, body, body.clientId);
}

/** Does the same as {@link poll}. Returns the ack after the attempt to deliver the active days. */
export async function count(times: readonly number[] = [Date.now()], changes: Partial<EventDefinition> = {}) {
  const answer = await poll(times, changes);
  if (!answer.ok) throw new Error(answer.code);
  await delivered();
  return answer.value.ack;
}

/** Waits for the end of a delivery in progress. */
const delivered = () =>
  runInDurableObject(roomStub(), async (room) => {
    await room['alarms']['attempts'].get(room['parts'].activeDays)?.flight.ended();
  });

/** The time of the room's alarm, or null. */
export const alarmAt = () => runInDurableObject(roomStub(), (_room, { storage }) => storage.getAlarm());

/** Takes D1's table of days out of reach or puts it back. */
export const putD1InReach = (isInReach: boolean) =>
  env.DB.exec(
    isInReach
      ? 'ALTER TABLE activity_days_out_of_reach RENAME TO activity_days'
      : 'ALTER TABLE activity_days RENAME TO activity_days_out_of_reach',
  );

/** The beginnings of the writing statements that the room runs during `work`. */
export async function writesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const spy = await runInDurableObject(roomStub(), (_room, { storage }) => vi.spyOn(storage.sql, 'exec'));
  await work();
  const queries = spy.mock.calls.map(([query]) => query.trim());
  spy.mockRestore();
  return queries
    .filter((query) => !query.startsWith('SELECT'))
    .map((query) => query.split(/\s+/).slice(0, 3).join(' '));
}
