import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { AccountHub } from '../../../src/hub/account-hub';
import type { EventDefinition } from '../../../src/lib/contract';
import { ADMIN, clientIdOf, definition, EVENT_ID, roomStub, visitOf } from './room';

const DayRowSchema = z.object({
  day: z.string(),
  countedAt: z.number(),
  billableAt: z.nullable(z.number()),
});
const COLUMNS = 'day, counted_at AS countedAt, billable_at AS billableAt';

/** The room's own days, in order; those with `isDelivered` false D1 does not have yet, or not as they are. */
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

/** Friday night, in a year in which no test's alarm goes off by itself. */
export const FRIDAY_NIGHT = Date.parse('2040-06-15T22:00:00Z');
export const FRIDAY = '2040-06-15';
export const SATURDAY = '2040-06-16';

/** Billing is on, it is Friday night until the test says otherwise, and hubs only note what they are asked to settle. */
export function nightOut() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const night = {
    asked: [] as string[],
    /** The lines that were logged meanwhile. */
    get logged(): string[] {
      return log.mock.calls.map(([line]) => String(line));
    },
    at: (time: number) => vi.setSystemTime(time),
    /** For rooms that start after. */
    turnBilling: (state: 'on' | 'off') => {
      if (state === 'on') env.STRIPE_SECRET_KEY = 'sk_test_of_nobody';
      else delete env.STRIPE_SECRET_KEY;
    },
    /** From now on hubs cannot be reached; answers what puts an end to that. */
    cutHub: () => {
      const get = vi.spyOn(env.HUBS, 'get').mockImplementation(() => {
        throw new Error('The hub is out of reach');
      });
      return () => get.mockRestore();
    },
    end: () => {
      night.turnBilling('off');
      vi.useRealTimers();
      vi.restoreAllMocks();
    },
  };
  vi.spyOn(AccountHub.prototype, 'settle').mockImplementation(async (userId) => {
    night.asked.push(userId);
  });
  night.turnBilling('on');
  vi.useFakeTimers({ toFake: ['Date'], now: FRIDAY_NIGHT });
  return night;
}

let devices = 0;

/** A poll of a new device, with a tap of one person in at each of these times. */
export async function poll(times: readonly number[], changes: Partial<EventDefinition> = {}) {
  const taps = times.map((at) => ({ areaId: 'main', change: 1, at }));
  const body = { clientId: clientIdOf((devices += 1)), seq: 1, sentAt: Date.now(), taps };
  return await roomStub().poll(visitOf(definition(changes)), ADMIN, body);
}

/** As {@link poll}; answers once they are counted, and what that marked has been delivered or not. */
export async function count(times: readonly number[] = [Date.now()], changes: Partial<EventDefinition> = {}) {
  const answer = await poll(times, changes);
  if (!answer.ok) throw new Error(answer.code);
  await delivered();
  return answer.value.ack;
}

/** Once the room's delivery, if one is under way, has come to its end. */
const delivered = () =>
  runInDurableObject(roomStub(), async (room) => {
    await room['parts'].outbox['delivering'];
  });

/** When the room's alarm is set for; null when it is not. */
export const alarmAt = () => runInDurableObject(roomStub(), (_room, { storage }) => storage.getAlarm());

/** D1 is out of reach for days until it is called again with true. */
export const putD1InReach = (isInReach: boolean) =>
  env.DB.exec(
    isInReach
      ? 'ALTER TABLE activity_days_out_of_reach RENAME TO activity_days'
      : 'ALTER TABLE activity_days RENAME TO activity_days_out_of_reach',
  );

/** The statements that the room runs meanwhile and that write something. */
export async function writesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const spy = await runInDurableObject(roomStub(), (_room, { storage }) => vi.spyOn(storage.sql, 'exec'));
  await work();
  const queries = spy.mock.calls.map(([query]) => query.trim());
  spy.mockRestore();
  return queries
    .filter((query) => !query.startsWith('SELECT'))
    .map((query) => query.split(/\s+/).slice(0, 3).join(' '));
}
