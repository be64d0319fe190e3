import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine, writeFigures } from '../support/figures.ts';
import { seedOf } from '../support/random.ts';
import { startRoomServer } from '../support/room-server.ts';
import { goalsOf, loadTables } from './load-figures.ts';
import { runLoad } from './load-run.ts';

/**
 * `npm run load [-- --minutes 10 --rooms 100 --devices 20 --tap-every 4 --storms 10 --seed 1 --write]` runs many rooms
 * at once, by default with one storm a minute. `--write` writes the figures into docs/performance.md.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rooms: { type: 'string', default: '100' },
    devices: { type: 'string', default: '20' },
    /** Average seconds between taps of one device. */
    'tap-every': { type: 'string', default: '4' },
    storms: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const seed = seedOf(values.seed);
const [minutes, rooms, devices] = [Number(values.minutes), Number(values.rooms), Number(values.devices)];
const storms = Math.max(1, Number(values.storms ?? Math.round(minutes)));
const errorLines: string[] = [];
const server = await startRoomServer({
  onError: (line) => {
    errorLines.push(line);
    say(line);
  },
});
const result = await runLoad({
  url: server.url,
  errorLines,
  rooms,
  devicesPerRoom: devices,
  seconds: minutes * 60,
  storms,
  tapEveryMs: Number(values['tap-every']) * 1_000,
  seed,
  report: say,
});
await server.close();
const what = `${rooms} rooms of ${devices} devices, ${minutes} min, ${storms} storms, a tap every ${values['tap-every']} s and device, seed ${seed}`;
const text = `On ${machine()}: ${what}.\n\n${loadTables(minutes * 60, result)}`;
say(`\n${text}\n`);
if (values.write) writeFigures('docs/performance.md', 'load', text);
for (const line of [...result.miscounted, ...result.wrong]) say(`FAILED: ${line}`);
const missed = goalsOf(result).filter(({ holds }) => holds === false);
for (const { what: goal, reached, goal: bound } of missed) say(`FAILED: ${goal}: ${reached}, which is not ${bound}`);
process.exit(missed.length === 0 ? 0 : 1);
