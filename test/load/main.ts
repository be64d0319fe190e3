import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine, writeFigures } from '../support/figures.ts';
import { seedOf } from '../support/random.ts';
import { callsTable, measureCalls } from './calls.ts';
import { goalsOf, loadTables } from './load-figures.ts';
import { type LoadResult, runLoad } from './load-run.ts';
import { startLoadServer } from './load-server.ts';
import { measureStartUp, startTable } from './start-up.ts';
import { measureWaking, wakeTable } from './wake.ts';

/**
 * `npm run load [-- --minutes 10 --rooms 100 --devices 20 --tap-every 4 --storms 10 --seed 1]`: many rooms at once,
 * a storm a minute unless said otherwise.
 * `npm run load -- --wake [--rounds 9]`: rooms that wake; `-- --start`: the server's start; `-- --calls`: what calls leave in its
 * memory. `--write` puts the figures into docs/performance.md.
 */

const DOC = 'docs/performance.md';
const WAKE_ROWS = [10_000, 100_000, 1_000_000];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rooms: { type: 'string', default: '100' },
    devices: { type: 'string', default: '20' },
    /** Of each device, on average; s. */
    'tap-every': { type: 'string', default: '4' },
    storms: { type: 'string' },
    seed: { type: 'string' },
    wake: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

function show(name: string, text: string): void {
  say(`\n${text}\n`);
  if (values.write) writeFigures(DOC, name, text);
}

async function load(): Promise<LoadResult> {
  const seed = seedOf(values.seed);
  const minutes = Number(values.minutes);
  const options = {
    rooms: Number(values.rooms),
    devicesPerRoom: Number(values.devices),
    seconds: minutes * 60,
    storms: Math.max(1, Number(values.storms ?? Math.round(minutes))),
    tapEveryMs: Number(values['tap-every']) * 1_000,
    seed,
  };
  const server = await startLoadServer(say);
  try {
    const result = await runLoad({ ...options, server, report: say });
    const { rooms, devicesPerRoom, storms } = options;
    const what = `${rooms} rooms of ${devicesPerRoom} devices, ${minutes} min, ${storms} storms, a tap every ${values['tap-every']} s and device, seed ${seed}`;
    show('load', `On ${machine()}: ${what}.\n\n${loadTables(options, result)}`);
    return result;
  } finally {
    await server.close();
  }
}

if (values.start) {
  const startUp = await measureStartUp(Number(values.rounds), say);
  show('start', `On ${machine()}; medians of ${values.rounds}.\n\n${startTable(startUp)}`);
  process.exit(0);
}
if (values.calls) {
  show('calls', `On ${machine()}.\n\n${callsTable(await measureCalls(say))}`);
  process.exit(0);
}
if (values.wake) {
  const wakings = await measureWaking(WAKE_ROWS, Number(values.rounds), say);
  show('wake', `On ${machine()}; medians of ${values.rounds}.\n\n${wakeTable(wakings)}`);
  process.exit(0);
}
const result = await load();
for (const line of [...result.miscounted, ...result.wrong]) say(`FAILED: ${line}`);
const missed = goalsOf(result).filter(({ holds }) => holds === false);
for (const { what, reached, goal } of missed) say(`FAILED: ${what}: ${reached}, which is not ${goal}`);
process.exit(missed.length === 0 ? 0 : 1);
