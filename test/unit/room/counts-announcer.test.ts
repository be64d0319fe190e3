import { beforeEach, expect, test, vi } from 'vitest';
import { AlarmScheduler } from '../../../src/durable-object/alarm-scheduler';
import { firstState } from '../../../src/room/state/definition';
import { COUNTS_CHECK_MS } from '../../../src/room/webhooks/limits';
import { newArea, type RoomState } from '../../../src/room/state/room-state';
import { CountsAnnouncer } from '../../../src/room/webhooks/counts-announcer';
import type { AnnouncedCounts } from '../../../src/rpc/event-news';
import { evacuationState } from './states';
import { MINUTE_MS } from '../../../src/shared/durations';
import { COUNTS_INTERVAL_MS } from '../../../src/shared/notifications/limits';

/** Tests when a room tells the hub its counts, and when it sets its alarm for that. */

const START = Date.UTC(2040, 5, 15, 18);
beforeEach(() => void vi.useFakeTimers({ now: START }));

function room(wantsCounts?: true) {
  let isWanted = wantsCounts;
  const state: RoomState = {
    ...firstState(
      {
        eventId: 'e1',
        jurisdiction: null,
        ownerId: 'u1',
        revision: 3,
        account: { revision: 1, status: 'active', trialEndsAt: START },
        event: { eventId: 'e1', eventName: 'Friday', accessCode: 'ABCDEFGH' },
        displaySession: null,
        timeZone: 'UTC',
        reportTime: '06:00',
        generation: 0,
        areas: [],
      },
      'epoch',
    ),
  };
  let version = 0;
  let evacuation: RoomState['evacuation'] = null;
  let doubts: RoomState['doubts'] = [];
  const present = vi.fn<() => RoomState>(() => ({
    ...state,
    version,
    evacuation,
    doubts,
    areas: new Map([['main', newArea('main', 'Main', 9, 0)]]),
    event: { ...state.event, wantsCounts: isWanted },
  }));
  const tell = vi.fn<(ownerId: string, announced: AnnouncedCounts) => Promise<number | null>>(async () => null);
  let alarmAt: number | null = null;
  const setAlarm = vi.fn<(at: number) => Promise<void>>(async (at) => void (alarmAt = at));
  const storage = { getAlarm: async () => alarmAt, setAlarm, deleteAlarm: async () => void (alarmAt = null) };
  const alarms = new AlarmScheduler(
    storage,
    () => [announcer],
    () => ({}),
  );
  const announcer: CountsAnnouncer = new CountsAnnouncer({
    now: () => Date.now(),
    state: present,
    announce: tell,
    alarms,
  });
  return {
    announcer,
    alarms,
    /** For how many ms the alarm does not ring. */
    waitMs: () => (alarmAt ?? Infinity) - Date.now(),
    tell,
    setAlarm,
    want: (next?: true) => {
      isWanted = next;
      announcer.touch();
    },
    evacuate: () => {
      evacuation = evacuationState({ startedAt: START });
    },
    /** Since when people may be missing; null if nobody may be. */
    doubt: (noticedAt: number | null) => {
      doubts = noticedAt === null ? [] : [{ areaId: 'main', at: START, noticedAt, ins: 5, outs: 0 }];
      announcer.touch();
    },
    tap: () => {
      version += 1;
      announcer.touch();
    },
    /** The versions of the counts that the hub was told, in order. */
    told: () => tell.mock.calls.map(([, { counts }]) => counts.version),
  };
}

test('a room whose counts nobody wants sets no timer and no alarm', async () => {
  const { announcer, tap, tell, setAlarm } = room();
  tap();
  expect(vi.getTimerCount()).toBe(0);
  expect([announcer.dueAt(), setAlarm.mock.calls, tell.mock.calls]).toEqual([undefined, [], []]);
  await announcer.run();
  expect(tell).not.toHaveBeenCalled();
});

test('taps tell nothing in their own turn, and then the newest counts once a second', async () => {
  const { tap, told, tell } = room(true);
  for (let i = 0; i < 5; i += 1) tap();
  expect(tell).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual([5]);
  for (let i = 0; i < 100; i += 1) {
    tap();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(5 * COUNTS_INTERVAL_MS);
  expect(told()).toEqual([5, 105]);
});

test('the alarm is set at most once a minute, however many taps there are', async () => {
  const { tap, setAlarm } = room(true);
  for (let i = 0; i < 600; i += 1) {
    tap();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(setAlarm.mock.calls.length).toBeLessThanOrEqual(11);
});

test('only one call is on its way, and what changes meanwhile follows it', async () => {
  const { tap, tell, told } = room(true);
  let answer: (at: number | null) => void = () => undefined;
  tell.mockImplementation(() => new Promise((resolve) => void (answer = resolve)));
  tap();
  await vi.advanceTimersByTimeAsync(0);
  tap();
  await vi.advanceTimersByTimeAsync(10 * COUNTS_INTERVAL_MS);
  expect(told()).toEqual([1]);
  answer(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual([1, 2]);
});

test('a hub that asks to come again is told by the alarm, and soon without an alarm', async () => {
  const { announcer, tap, tell, told, setAlarm } = room(true);
  tell.mockResolvedValueOnce(START + 10 * MINUTE_MS);
  tap();
  await vi.advanceTimersByTimeAsync(0);
  expect(announcer.dueAt()).toBe(START + 10 * MINUTE_MS);
  await vi.advanceTimersByTimeAsync(9 * MINUTE_MS);
  await announcer.run();
  expect(told()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  setAlarm.mockClear();
  tell.mockResolvedValueOnce(Date.now() + COUNTS_INTERVAL_MS);
  await announcer.run();
  expect(setAlarm.mock.calls.every(([at]) => at >= Date.now() + COUNTS_CHECK_MS)).toBe(true);
  await vi.advanceTimersByTimeAsync(COUNTS_INTERVAL_MS);
  expect(told()).toEqual([1, 1, 1]);
  expect(announcer.dueAt()).toBeUndefined();
});

test('a hub that does not answer is left alone for growing times, whatever is counted', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { alarms, announcer, tap, tell, told, waitMs } = room(true);
  tell.mockRejectedValue(new Error('Out of reach'));
  const waits: number[] = [];
  tap();
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 4; i += 1) {
    waits.push(waitMs());
    while (waitMs() > 0) {
      tap();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await alarms.ring();
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(told()).toHaveLength(5);
  tell.mockResolvedValue(null);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await alarms.ring();
  expect([told().length, announcer.dueAt()]).toEqual([6, undefined]);
});

test('while the hub is left alone, the alarm is not due again and again, however much is counted', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { alarms, tap, tell, waitMs } = room(true);
  tell.mockRejectedValue(new Error('Out of reach'));
  tap();
  await vi.advanceTimersByTimeAsync(0);
  let rings = 0;
  for (let second = 0; second < 20 * 60; second += 1) {
    tap();
    await vi.advanceTimersByTimeAsync(1_000);
    if (waitMs() > 0) continue;
    await alarms.ring();
    rings += 1;
    expect(waitMs()).toBeGreaterThan(0);
  }
  expect(tell.mock.calls.length).toBeGreaterThan(5);
  expect(rings).toBeLessThanOrEqual(tell.mock.calls.length);
});

test('a webhook that goes and comes back while the hub is left alone gets the counts when the wait is over', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { alarms, tap, tell, want, waitMs } = room(true);
  tell.mockRejectedValue(new Error('Out of reach'));
  tap();
  await vi.advanceTimersByTimeAsync(0);
  want();
  await alarms.arm();
  expect(waitMs()).toBe(Infinity);
  want(true);
  expect(waitMs()).toBe(5_000);
});

test('a room that has just started tells the hub once when its alarm rings, within a minute', async () => {
  const { announcer, told } = room(true);
  expect(announcer.dueAt()).toBe(START + COUNTS_CHECK_MS);
  await announcer.run();
  await announcer.run();
  expect([told(), announcer.dueAt()]).toEqual([[0], undefined]);
});

test('in an evacuation no number is told, and each tap has the same mark (docs/product.md, P7, N8)', async () => {
  const { announcer, tap, tell, evacuate } = room(true);
  evacuate();
  for (let n = 0; n < 2; n += 1) {
    tap();
    await announcer.run();
  }
  const [first, second] = tell.mock.calls.map(([, announced]) => announced);
  expect(first?.counts).toMatchObject({ shows: 'evacuation', occupancy: null, capacity: null, areas: [] });
  expect(second?.mark).toBe(first?.mark);
});

test('a number in doubt is not told, and a later doubt is a message of its own (docs/product.md, M17)', async () => {
  const { announcer, doubt, tell } = room(true);
  for (const noticedAt of [START, START, null, START + MINUTE_MS]) {
    doubt(noticedAt);
    await announcer.run();
  }
  const [first, again, calm, later] = tell.mock.calls.map(([, announced]) => announced);
  expect(first?.counts).toMatchObject({ shows: 'ask_staff', occupancy: null, capacity: null, areas: [] });
  expect(calm?.counts).toMatchObject({ occupancy: 0 });
  expect(again?.mark).toBe(first?.mark);
  expect(later?.mark).not.toBe(first?.mark);
});
