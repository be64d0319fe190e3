import process from 'node:process';
import { parseArgs } from 'node:util';
import { seedOf } from '../support/random.ts';
import { startRoomServer } from '../support/room-server.ts';
import { runFlaky } from './flaky-run.ts';

/** `npm run test:flaky [-- --seconds 300 --devices 10 --pace 1 --seed 1]`: a bad network on loopback; docs/faults.md. */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    devices: { type: 'string', default: '10' },
    pace: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const seed = seedOf(values.seed);
const [seconds, devices, pace] = [Number(values.seconds), Number(values.devices), Number(values.pace)];
process.stdout.write(`Seed ${seed}, ${devices} devices, ${seconds} s\n`);
const server = await startRoomServer();
const { wrong, faults, clients, convergedAfterMs, shownWrongForMs, ...totals } = await runFlaky({
  server,
  seconds,
  extraSeconds: 0,
  devices,
  seed,
  pace,
});
await server.close();
console.table({
  ...faults,
  ...clients,
  ...totals,
  'own number wrong for at most, ms': shownWrongForMs.toFixed(0),
  'all equal after, ms': convergedAfterMs?.toFixed(0),
});
for (const line of wrong) process.stdout.write(`FAILED: ${line}\n`);
process.exit(wrong.length === 0 ? 0 : 1);
