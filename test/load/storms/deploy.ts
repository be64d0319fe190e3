import { setTimeout as sleep } from 'node:timers/promises';
import { comesTrue } from '../../support/eventually';
import { table } from '../../support/figures';
import { goal } from '../goals';
import { WITHIN_MS } from '../venues';
import { runStorm, seconds, type StormOptions, type StormResult, type StormRun } from './storm-run';

/** Each device must get acks again within this time after it has lost its connection. */
const BACK_GOAL_MS = 5_000;
const CALM_MS = 8_000;

const KINDS = {
  /** Cloudflare ends all instances when it replaces the worker; the process goes on. */
  'rooms end': async ({ server, crowds }: StormRun): Promise<void> => {
    await server.storm(
      'reset',
      crowds.map(({ venue }) => venue.eventId),
    );
  },
  /** The machine goes away. Nothing is written any more, and no socket is closed properly. */
  'kill -9': async ({ server }: StormRun): Promise<void> => server.kill(),
};

/** Replaces the running server while all devices count. */
export const runDeploy = (options: StormOptions): Promise<StormResult> =>
  runStorm(options, async (run) => {
    const { server, devices, outages } = run;
    const rows: string[][] = [];
    const wrong: string[] = [];
    let slowestMs = 0;
    for (let round = 1; round <= options.rounds; round++) {
      for (const [kind, strike] of Object.entries(KINDS)) {
        await sleep(CALM_MS);
        outages.begin();
        const from = performance.now();
        await strike(run);
        await server.answers();
        const awayMs = performance.now() - from;
        const isBack = await comesTrue(() => outages.waits.count >= devices.length && outages.waiting === 0, WITHIN_MS);
        const { waits } = outages;
        if (!isBack) wrong.push(`${kind}, round ${round}: ${waits.count} of ${devices.length} devices count again.`);
        slowestMs = Math.max(slowestMs, waits.max);
        const waited = [waits.percentile(50), waits.percentile(99), waits.max].map(seconds);
        rows.push([kind, String(round), seconds(awayMs), String(waits.count), ...waited]);
        options.report(rows.at(-1)?.join('  ') ?? '');
      }
    }
    wrong.push(...server.takeErrorLines());
    return {
      goals: [
        goal('errors', String(wrong.length), '0', wrong.length === 0),
        goal(
          'connection lost → taps acknowledged again, slowest device, s',
          seconds(slowestMs),
          `≤ ${seconds(BACK_GOAL_MS)}`,
          slowestMs <= BACK_GOAL_MS,
        ),
      ],
      figures: table(
        ['what ends', 'round', 'until the server answers, s', 'devices', 'half count again, s', '99 %', 'all'],
        rows,
      ),
      wrong,
    };
  });
