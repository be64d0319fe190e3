import { beforeEach, expect, test, vi } from 'vitest';
import { type AlarmJob, AlarmScheduler, Interval } from '../../../src/durable-object/alarm-scheduler';

const NOW = 1_800_000_000_000;

/** An alarm like that of a Durable Object, and jobs whose next times a test sets. */
function scheduled(
  jobs: Record<string, Partial<Omit<AlarmJob, 'name' | 'dueAt'>> & { at?: number }>,
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
    ...job,
    name,
    dueAt: () => job.at,
    run: async () => {
      ran.push(name);
      await job.run?.();
    },
  }));
  const alarms = new AlarmScheduler(
    storage,
    () => list,
    () => ({ id: '1' }),
  );
  return { alarms, jobs, list, ran, setFor: () => (setFor === null ? null : setFor - NOW) };
}

const assertFails = (what: string): never => {
  throw new Error(what);
};

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

test('every failure is logged under the name of its job, and the job waits as it says, a minute unless it says so', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const fail = () => Promise.reject(new Error('lost'));
  const postpone = vi.fn<(failures: number) => number>((failures) => failures * 1_000);
  const { alarms, jobs, ran, setFor } = scheduled({
    plain: { at: NOW, run: fail },
    patient: { at: NOW, run: fail, logAs: 'room.patient', postpone },
    other: { at: NOW + 90_000 },
  });
  await alarms.ring();
  expect(ran).toEqual(['plain', 'patient', 'other']);
  const lines = logged.mock.calls.map(([line]) => String(line));
  expect(lines).toEqual(['job', 'room.patient'].map((what) => expect.stringContaining(`"what":"${what}","id":"1"`)));
  expect(lines).toEqual(['plain', 'patient'].map((job) => expect.stringContaining(`"job":"${job}"`)));
  expect(setFor()).toBe(1_000);
  // Nothing but the end of its wait makes a job run again.
  vi.setSystemTime(NOW + 999);
  await alarms.ring();
  expect(ran.slice(3)).toEqual(['other']);
  vi.setSystemTime(NOW + 1_000);
  await alarms.ring();
  expect(ran.slice(4)).toEqual(['patient', 'other']);
  expect([postpone.mock.calls, setFor()]).toEqual([[[1], [2]], 3_000]);
  // A success ends the row of failures.
  delete jobs.patient?.run;
  vi.setSystemTime(NOW + 3_000);
  await alarms.ring();
  if (jobs.patient) jobs.patient.run = fail;
  await alarms.ring();
  expect(postpone.mock.lastCall).toEqual([1]);
});

test('a job whose wait cannot be stored waits a minute, and one that has nothing to do any more stores and waits for nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const fail = () => Promise.reject(new Error('lost'));
  const full = { at: NOW, run: fail, postpone: () => assertFails('full') };
  const gone = { run: fail, postpone: () => assertFails('deleted') };
  const { alarms, setFor } = scheduled({ full, gone });
  await alarms.ring();
  expect(setFor()).toBe(60_000);
  const lines = logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('room.postpone'));
  expect(lines).toEqual([expect.stringContaining('full')]);
});

test('a job runs once at a time: who starts it meanwhile waits for it', async () => {
  let finish: () => void = () => undefined;
  const slow = { at: NOW, run: () => new Promise<void>((resolve) => void (finish = resolve)) };
  const { alarms, list, ran } = scheduled({ slow });
  const [job] = list;
  if (job === undefined) throw new Error('No job');
  const ring = alarms.ring();
  const direct = alarms.attempt(job);
  finish();
  await Promise.all([ring, direct]);
  expect(ran).toEqual(['slow']);
});

test('work that cannot wait is tried although its job waits, and what fails then is retried by the alarm', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { alarms, list, setFor } = scheduled({ news: { at: NOW, run: () => Promise.reject(new Error('lost')) } });
  const [job] = list;
  if (job === undefined) throw new Error('No job');
  await alarms.ring();
  expect(alarms.isWaiting(job)).toBe(true);
  vi.setSystemTime(NOW + 30_000);
  await alarms.attempt(job);
  await alarms.arm();
  expect(setFor()).toBe(90_000);
  await alarms.attempt(job, async () => undefined);
  expect(alarms.isWaiting(job)).toBe(false);
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
