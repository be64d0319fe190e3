import { expect, test } from 'vitest';
import { goalsOf } from '../../load/load-figures';
import { Latencies } from '../../load/latencies';

const MIB = 2 ** 20;
const MINUTE_MS = 60_000;

function resultOf({ backMs = 4_000, growth = 0, minutes = 10, miscounted = 0, wrong = 0 }) {
  const back = new Latencies();
  back.record(backMs);
  const none = new Latencies();
  return {
    clients: { opened: 0, sockets: 0, polls: 0, pollsAnswered: 0 },
    taps: 7,
    steady: none,
    stormy: none,
    storms: [{ reset: 1, abandoned: 0, back, cpuSeconds: 0 }],
    reconnections: 0,
    memory: Array.from({ length: minutes + 1 }, (_, i) => ({
      atMs: i * MINUTE_MS,
      server: (100 + i * growth) * MIB,
      driver: MIB,
    })),
    cpuSeconds: { server: 0, driver: 0 },
    settledAfterMs: 0,
    miscounted: Array.from({ length: miscounted }, () => 'a tap'),
    wrong: Array.from({ length: wrong }, () => 'an error'),
  };
}

test.each([
  ['all is well', {}, [true, true, true, true]],
  ['it is too short for the memory', { minutes: 2, growth: 50 }, [true, true, true, null]],
  ['a tap is missing', { miscounted: 1 }, [false, true, true, true]],
  ['there was an error', { wrong: 1 }, [true, false, true, true]],
  ['somebody was back after 10.1 s', { backMs: 10_100 }, [true, true, false, true]],
  ['the memory grows', { growth: 3 }, [true, true, true, false]],
])('what holds when %s', (_when, run, holds) => {
  expect(goalsOf(resultOf(run)).map((goal) => goal.holds)).toEqual(holds);
});
