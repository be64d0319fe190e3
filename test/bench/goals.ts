import { type Figures, table } from './figures.ts';
import { percentile } from './measure.ts';

/** Goals of design section 7. Those without a number of devices are measured at 20 (test/bench/rows.ts). */
const GOALS = {
  ofEchoAtOne: new Map([
    [10, 0.6],
    [200, 0.5],
    [1000, 0.4],
  ]),
  ofEchoAtTen: new Map([
    [10, 4],
    [200, 4],
    [1000, 3],
  ]),
  ofNaive: new Map([
    [200, 40],
    [1000, 200],
  ]),
  otherP99Ms: new Map([
    [10, 25],
    [200, 40],
    [1000, 200],
  ]),
  ackP99OfEcho: new Map([[1000, 10]]),
  rowsAtOne: 3_000,
  rowsAtTen: 500,
} as const;

interface Goal {
  what: string;
  devices: number;
  reached: number;
  goal: number;
  isAtLeast: boolean;
}

function goalsOf({ throughput, latency, rows }: Figures): Goal[] {
  const goals: Goal[] = [];
  const add = (what: string, devices: number, reached: number, goal: number | undefined, isAtLeast: boolean): void => {
    if (goal !== undefined) goals.push({ what, devices, reached, goal, isAtLeast });
  };
  const p99Of = (subject: string, devices: number): number =>
    percentile(latency.find((row) => row.subject === subject && row.devices === devices)?.ackMs ?? [], 99);
  for (const { devices, subject, tapsPerFrame, ofEcho, ofNaive } of throughput) {
    if (subject !== 'room') continue;
    const size = tapsPerFrame === 1 ? 'one tap a frame' : `${tapsPerFrame} taps a frame`;
    const ofEchoGoals = tapsPerFrame === 1 ? GOALS.ofEchoAtOne : GOALS.ofEchoAtTen;
    add(`× echo, ${size}`, devices, ofEcho, ofEchoGoals.get(devices), true);
    add(`× naive, ${size}`, devices, ofNaive, GOALS.ofNaive.get(devices), true);
  }
  for (const { devices, subject, otherMs } of latency) {
    if (subject !== 'room') continue;
    add('tap → other p99, ms', devices, percentile(otherMs, 99), GOALS.otherP99Ms.get(devices), false);
    const ofEcho = p99Of('room', devices) / p99Of('echo', devices);
    add('tap → ack p99, × echo', devices, ofEcho, GOALS.ackP99OfEcho.get(devices), false);
  }
  add('rows per 1,000 taps, one a frame', rows.devices, rows.atOne, GOALS.rowsAtOne, false);
  add('rows per 1,000 taps, ten a frame', rows.devices, rows.atTen, GOALS.rowsAtTen, false);
  return goals;
}

export const goalTable = (figures: Figures): string =>
  table(
    ['devices', 'measure', 'reached', 'goal', 'holds'],
    goalsOf(figures).map(({ what, devices, reached, goal, isAtLeast }) => [
      devices,
      what,
      reached.toFixed(reached < 10 ? 2 : 0),
      `${isAtLeast ? '≥' : '≤'} ${goal}`,
      (isAtLeast ? reached >= goal : reached <= goal) ? 'yes' : '**no**',
    ]),
  );
