import { beforeEach, expect, test, vi } from 'vitest';
import { type AlarmJob, AlarmScheduler, Interval } from '../../../src/durable-object/alarm-scheduler';

const NOW = 1_800_000_000_000;

/** An alarm like that of a Durable Object, and jobs whose next times a test sets. */
function scheduled(
  jobs: Record<string, { at?: number; overdueDelayMs?: number; run?: () => Promise<void> }>,
  setBefore: number | null = null,
) {
  let setFor = setBefore;
  const ran: string[] = [];
  const storage = {
    getAlarm: async () => setFor,
    setAlarm: async (at: number) => void (setFor = at),
    deleteAlarm: async () => void (setFor = null),
  };
  const list: AlarmJob[] = Object.entries(jobs).map(([name, job]) => ({
    name,
    overdueDelayMs: job.overdueDelayMs ?? 0,
    dueAt: () => job.at,
    run: async () => {
      ran.push(name);
      await job.run?.();
    },
  }));
  const alarms = new AlarmScheduler(
    storage,
    () => list,
    () => ({}),
  );
  return { alarms, jobs, ran, setFor: () => (setFor === null ? null : setFor - NOW) };
}

beforeEach(() => vi.useFakeTimers({ now: NOW }));

test('the alarm is set for the job that is due first, moves with it, and is deleted when nothing is due', async () => {
  const { alarms, jobs, setFor } = scheduled({ upkeep: { at: NOW + 60_000 }, delivery: { at: NOW + 5_000 }, idle: {} });
  await alarms.arm();
  expect(setFor()).toBe(5_000);
  delete jobs.delivery?.at;
  await alarms.arm();
  expect(setFor()).toBe(60_000);
  delete jobs.upkeep?.at;
  await alarms.arm();
  expect(setFor()).toBeNull();
});

test('a start sets an alarm that the runtime has lost, and an overdue job rings at once or after its delay', async () => {
  const { alarms, setFor } = scheduled({ reports: { at: NOW - 1_000 } });
  await alarms.arm();
  expect(setFor()).toBe(1);
  const patient = scheduled({ reports: { at: NOW - 1_000, overdueDelayMs: 5_000 } });
  await patient.alarms.arm();
  expect(patient.setFor()).toBe(5_000);
});

test('an alarm is set in the same turn and never later than the one before', async () => {
  const { alarms, setFor } = scheduled({ upkeep: { at: NOW + 60_000 } });
  await alarms.arm();
  alarms.wakeBy(NOW + 5_000);
  expect(setFor()).toBe(5_000);
  alarms.wakeBy(NOW + 30_000);
  expect(setFor()).toBe(5_000);
});

test('all jobs run in order even after a failure, and the failed job runs again a minute later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fails = { at: NOW, run: () => Promise.reject(new Error('lost')) };
  const { alarms, ran, setFor } = scheduled({ first: fails, second: { at: NOW + 90_000 } });
  await alarms.ring();
  expect(ran).toEqual(['first', 'second']);
  expect(setFor()).toBe(60_000);
});

test('an interval is over once its whole time has passed since the last run, and at the first run', () => {
  const interval = new Interval(60_000);
  expect(interval.isOver(NOW)).toBe(true);
  interval.restart(NOW);
  expect([NOW + 59_999, NOW + 60_000].map((now) => interval.isOver(now))).toEqual([false, true]);
  // Work that is due can always run, so that the alarm does not ring in vain.
  const idleUntil = NOW + 90_000;
  expect(interval.isOver(interval.dueAt(idleUntil))).toBe(true);
  expect(interval.isOver(NOW - 1)).toBe(true);
});
