import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker.ts';
import { seedOf } from '../support/random.ts';
import { BUILT_WORKER } from '../support/room-server.ts';
import { type KillResult, runKills } from './kill-run.ts';

/** `npm run test:kill [-- --rounds 25 --control-rounds 5 --devices 12 --seed 1]`: kill -9 in mid-count; docs/faults.md. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    'control-rounds': { type: 'string', default: '5' },
    devices: { type: 'string', default: '12' },
    seed: { type: 'string' },
  },
});
const seed = seedOf(values.seed);
const devices = Number(values.devices);
const say = (line: string) => process.stdout.write(`${line}\n`);
const run = (script: string, rounds: string) =>
  runKills({ script, rounds: Number(rounds), devices, seed, report: say });
const row = (server: string, { kills, durable, lost, missing, doubled, rejected }: KillResult) => ({
  server,
  kills,
  'taps on disk': durable,
  'acknowledged but lost': lost,
  missing,
  'counted twice': doubled,
  rejected,
});

say(`Seed ${seed}, ${devices} devices`);
const product = await run(BUILT_WORKER, values.rounds);
say('\nThe control, which acknowledges first and writes later:');
const control = await run(await bundleWorker('test/workers/ack-first.ts'), values['control-rounds']);
console.table([row('the product', product), row('the control', control)]);

const isClean = product.lost + product.missing + product.doubled + product.rejected === 0;
if (!isClean) say('FAILED: the product lost or doubled taps.');
if (control.lost === 0) say('FAILED: the control lost nothing, so this run could not have seen a loss.');
process.exit(isClean && control.lost > 0 ? 0 : 1);
