import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine, writeFigures } from '../support/figures.ts';
import { seedOf } from '../support/random.ts';
import { startRoomServer } from '../support/room-server.ts';
import { type Goal, goalTable } from './goals.ts';
import { goalsAndLatencies, goalsOf, loadDetails } from './load-figures.ts';
import { runLoad } from './load-run.ts';
import { runDatabase } from './storms/database.ts';
import { runDeploy } from './storms/deploy.ts';
import { runRestore } from './storms/restore.ts';

/**
 * `npm run load [-- --minutes 10 --rooms 300 --devices 20 --tap-every 15 --storms 10 --storm-rooms 60 --seed 1
 * --write]` runs many rooms at once, by default with one storm a minute. `npm run load -- --storm deploy,d1,restore [--rooms 25 --rounds 3
 * --outage 60]` replays these faults while they count. `--write` writes the figures into docs/evidence/performance.md
 * and docs/evidence/faults.md.
 */

const STORMS = { deploy: runDeploy, d1: runDatabase, restore: runRestore } as const;
const isStorm = (name: string): name is keyof typeof STORMS => Object.hasOwn(STORMS, name);

const { values } = parseArgs({
  options: {
    /** Faults, separated by commas. */
    storm: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    rooms: { type: 'string' },
    devices: { type: 'string', default: '20' },
    /** Average seconds between taps of one device. */
    'tap-every': { type: 'string' },
    storms: { type: 'string' },
    /** The number of rooms in a storm. All devices reconnect through one thread here. */
    'storm-rooms': { type: 'string', default: '60' },
    /** How often each fault of a deployment happens. */
    rounds: { type: 'string', default: '3' },
    /** Seconds for which D1 is out of reach. */
    outage: { type: 'string', default: '60' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const { storm } = values;
const rooms = Number(values.rooms ?? (storm === undefined ? 300 : 25));
const tapEveryS = Number(values['tap-every'] ?? (storm === undefined ? 15 : 4));
const [devicesPerRoom, seed] = [Number(values.devices), seedOf(values.seed)];
const crowd = { rooms, devicesPerRoom, tapEveryMs: tapEveryS * 1_000, seed };
const what = `${rooms} rooms of ${devicesPerRoom} devices, a tap every ${tapEveryS} s and device, seed ${seed}`;

interface Shown {
  goals: readonly Goal[];
  /** What was run, and the tables that the docs have. */
  text: string;
  wrong: readonly string[];
}

async function showLoad(): Promise<Shown> {
  const minutes = Number(values.minutes);
  const storms = Math.max(1, Number(values.storms ?? Math.round(minutes)));
  const errorLines: string[] = [];
  const onError = (line: string) => {
    errorLines.push(line);
    say(line);
  };
  const server = await startRoomServer({ onError, isInspected: true });
  const { url, heapBytes } = server;
  const stormRooms = Math.min(rooms, Number(values['storm-rooms']));
  const run = { url, errorLines, heapBytes, stormRooms, seconds: minutes * 60, storms, report: say };
  const result = await runLoad({ ...crowd, ...run });
  await server.close();
  say(`\n${loadDetails(minutes * 60, result)}`);
  const how = `${what}, ${minutes} min, ${storms} storms over ${stormRooms} rooms each.`;
  return {
    goals: goalsOf(result),
    text: [`On ${machine()}: ${how}`, '', goalsAndLatencies(result)].join('\n'),
    wrong: [...result.miscounted, ...result.wrong],
  };
}

async function showStorm(name: string): Promise<Shown> {
  if (!isStorm(name)) throw new Error(`--storm is one of ${Object.keys(STORMS).join(', ')}`);
  const options = { ...crowd, rounds: Number(values.rounds), outageMs: Number(values.outage) * 1_000, report: say };
  const { goals, figures, wrong } = await STORMS[name](options);
  return { goals, text: [`On ${machine()}: ${what}.`, '', ...goalTable(goals), '', ...figures].join('\n'), wrong };
}

/** Prints a run, and writes it into the docs if asked to. Returns whether all goals were reached. */
function report({ goals, text, wrong }: Shown, doc: string, mark: string): boolean {
  say(`\n${text}\n`);
  if (values.write) writeFigures(doc, mark, text);
  for (const line of wrong) say(`FAILED: ${line}`);
  const missed = goals.filter(({ holds }) => holds === false);
  for (const { what: measure, reached, bound } of missed) say(`FAILED: ${measure}: ${reached}, which is not ${bound}`);
  return missed.length === 0 && wrong.length === 0;
}

let isReached = true;
if (storm === undefined) isReached = report(await showLoad(), 'docs/evidence/performance.md', 'load');
// Each storm has a server of its own, one after the other.
for (const name of storm?.split(',') ?? []) {
  isReached = report(await showStorm(name), 'docs/evidence/faults.md', `storm ${name}`) && isReached;
}
process.exit(isReached ? 0 : 1);
