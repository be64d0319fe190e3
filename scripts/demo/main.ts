import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { appPaths } from '../../src/shared/paths';
import { beginDemo, type Demo, findDemo, saveDemo } from './demo';
import { EVENT_NAME } from './festival';
import { fillFestival } from './fill';
import { LiveFestival } from './live';
import { logInAsOrganizer } from './organizer';
import { planFestival } from './plan';
import { buildAs, type DemoServer, serve } from './server';

/**
 * `npm run demo [-- --fresh --seed 20261121 --size 1]`: fills its own local installation with a festival, serves it,
 * and keeps its crowd moving. `--fresh` starts over; `--size 0.1` has a tenth of the crowd. STATE_DIR, BUILD_DIR, HOST
 * and PORT work as for `npm start`.
 */

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    size: { type: 'string', default: '1' },
  },
});
const { STATE_DIR = '.wrangler/demo', BUILD_DIR = 'dist', HOST = 'localhost', PORT = '8787' } = process.env;
const stateDir = resolve(STATE_DIR);
const address = { stateDir, host: HOST, port: Number(PORT) };
/** The demo's password is public: a demo has no secrets. */
const ACCOUNT = { email: 'demo@headroom.example', password: 'Harbor-2026!' };

const GONE = `${EVENT_NAME} was deleted: \`npm run demo -- --fresh\` makes a new one.`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const dayName = (at: number) =>
  new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' });

let server: DemoServer | null = null;
let live: LiveFestival | null = null;
let isEnding = false;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  live?.stop();
  await server?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

async function fill(): Promise<Demo> {
  const size = Number(values.size);
  const startedAt = Date.now();
  const plan = planFestival({ now: startedAt, seed: Number(values.seed), size });
  const taps = plan.steps.filter(({ type }) => type === 'tap').length;
  say(`Filling ${stateDir} with a festival of ${taps.toLocaleString('en')} taps …`);
  beginDemo(stateDir);
  server = await serve({ ...address, buildDir: await buildAs('scripts/demo/worker/past.ts', BUILD_DIR) });
  const demo = await fillFestival({ url: server.url, plan, size, ...ACCOUNT, onDay: (at) => say(`  ${dayName(at)}`) });
  await server.stop();
  saveDemo(stateDir, demo);
  say(`Done in ${Math.round((Date.now() - startedAt) / 1_000)} s: every area has what was planned.`);
  return demo;
}

async function run(): Promise<void> {
  const found = findDemo(stateDir);
  const demo = found === null || values.fresh ? await fill() : found;
  server = await serve({ ...address, buildDir: BUILD_DIR });
  const { url, stopped } = server;
  void stopped.then(() => end(1));
  const organizer = await logInAsOrganizer(url, demo);
  if (organizer === null) throw new Error(GONE);
  const { accessCode } = organizer.event;
  const displayToken = await organizer.api.readDisplay(demo.eventId);
  const login = `${url}${appPaths.login}`;
  say(`
${EVENT_NAME} is open at ${url}

  Organizer   ${login}   ${demo.email}   ${demo.password}
  Overview    ${url}${appPaths.overview}
  Report      ${url}${appPaths.reports}?event=${demo.eventId}
  Door staff  ${login}?code=${accessCode}   or the code ${accessCode}
  Display     ${displayToken === null ? 'turned off' : `${url}${appPaths.display.replace(':token', displayToken)}`}

The crowd moves on until Ctrl-C. The next \`npm run demo\` goes on with it, \`npm run demo -- --fresh\` begins anew.`);
  live = new LiveFestival(url, demo, () => say(GONE));
  await live.run();
}

run().catch((failure: unknown) => {
  if (!isEnding) process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  void end(1);
});
