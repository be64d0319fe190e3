import { resolve } from 'node:path';
import process from 'node:process';
import { buildAs } from '../../test/support/bundle-worker';
import { Product } from '../../test/support/product';
import { WITHOUT_LIMITS } from '../variables';
import { beginDemo, type Demo, findDemo, saveDemo } from './demo';
import { FESTIVAL } from './festival';
import { fillFestival } from './fill';
import { LiveEvent } from './live/live-event';
import { invitationTo, logInAsOrganizer } from './organizer';
import { type Plan, planFestival } from './plan';
import { planShows, type ShowPlan } from './shows/plan-shows';
import { THEATER } from './shows/theater';
import { WAREHOUSE } from './shows/warehouse';
import { ENGLISH_LOCALE } from '../../src/shared/languages.ts';

/** What every run of the demo needs. */
export interface Run {
  /** The seed of the crowd, and its size; 1 is the whole festival. */
  seed: number;
  size: number;
  /** Whether an earlier demo is replaced. */
  fresh: boolean;
  say: (text: string) => void;
  /** Adds what must be stopped when the command ends; what was added last is stopped first. */
  onEnd: (stop: () => void | Promise<void>) => void;
}

/** The demo's password is public: a local demo has no secrets. */
const ACCOUNT = { email: 'demo@headroom.example', password: 'Harbor-2026!' };
const GONE = `${FESTIVAL.eventName} was deleted: \`npm run demo -- --fresh\` makes a new one.`;

const { BUILD_DIR = 'dist' } = process.env;

const dayName = (at: number) =>
  new Date(at).toLocaleDateString(ENGLISH_LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });

interface Address {
  stateDir: string;
  host: string;
  port: number;
}

/** Serves a build, without limits: the demo sends a whole festival's taps within a minute. */
async function serve({ onEnd }: Run, address: Address, buildDir: string, variables = {}): Promise<Product> {
  const server = new Product({ ...WITHOUT_LIMITS, ...variables }, { ...address, buildDir });
  onEnd(() => server.stop());
  await server.start();
  return server;
}

/**
 * Empties the folder and fills it with the festival, and with the events beside it unless `alone` is set. Returns the
 * filled demo, and the server that still serves it.
 */
export async function fillFolder(
  run: Run,
  address: Address,
  alone = false,
  variables = {},
): Promise<{ demo: Demo; server: Product }> {
  const { seed, size, say } = run;
  const { stateDir } = address;
  const startedAt = Date.now();
  const plan = planFestival({ now: startedAt, seed, size });
  const shows = alone ? [] : planShows({ now: startedAt, seed, size });
  say(`Filling ${stateDir} with ${contentsOf(plan, shows)} …`);
  beginDemo(stateDir);
  const server = await serve(run, address, await buildAs('scripts/demo/worker/past.ts', BUILD_DIR), variables);
  const { url } = server;
  const demo = await fillFestival({ url, plan, shows, size, ...ACCOUNT, onDay: (at) => say(`  ${dayName(at)}`) });
  say(`Done in ${Math.round((Date.now() - startedAt) / 1_000)} s: every area has what was planned.`);
  return { demo, server };
}

function contentsOf(plan: Plan, shows: readonly ShowPlan[]): string {
  const taps = [plan, ...shows.map((one) => one.plan)].flatMap(({ steps }) =>
    steps.filter(({ type }) => type === 'tap'),
  );
  const names = shows.map(({ show }) => show.eventName);
  return [`a festival`, ...names].join(', ').concat(`: ${taps.length.toLocaleString(ENGLISH_LOCALE)} taps`);
}

async function fill(run: Run, address: Address): Promise<Demo> {
  const { demo, server } = await fillFolder(run, address);
  await server.stop();
  saveDemo(address.stateDir, demo);
  return demo;
}

/** Serves the demo on this machine until the command ends, with its crowd. Fills it first if there is none. */
export async function runHere(run: Run, onStopped: () => void): Promise<void> {
  const { STATE_DIR = '.wrangler/demo', HOST = 'localhost', PORT = '8787' } = process.env;
  const address = { stateDir: resolve(STATE_DIR), host: HOST, port: Number(PORT) };
  const found = findDemo(address.stateDir);
  const demo = found === null || run.fresh ? await fill(run, address) : found;
  const { url, stopped } = await serve(run, address, BUILD_DIR);
  void stopped.then(onStopped);
  const organizer = await logInAsOrganizer(url, demo);
  if (organizer === null) throw new Error(GONE);
  run.say(await invitationTo(url, organizer, `${demo.email}   ${demo.password}`));
  run.say(
    'The crowd keeps moving until you press Ctrl-C. The next `npm run demo` continues with it, and `npm run demo -- --fresh` starts over.',
  );
  const { shows } = demo;
  if (shows === undefined)
    run.say('This demo has the festival only: `npm run demo -- --fresh` makes one with all events.');
  const events = [new LiveEvent(url, demo, FESTIVAL, () => run.say(GONE)), ...liveShows(url, demo)];
  run.onEnd(() => events.forEach((live) => live.stop()));
  await Promise.all(events.map((live) => live.run()));
}

/** The events beside the festival. One that a visitor has deleted stays away. */
const liveShows = (url: string, demo: Demo): LiveEvent[] =>
  (demo.shows ?? []).flatMap(({ key, eventId, areaIds }) =>
    [WAREHOUSE, THEATER]
      .filter((show) => show.key === key)
      .map((show) => new LiveEvent(url, { ...demo, eventId, areaIds }, show, () => {})),
  );
