import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { SERVER_SETTINGS } from '../src/shared/settings.ts';
import { textOf } from './command.ts';
import { withEvidenceKey } from './keys/sealing-key.ts';
import { STAND_IN, standIn } from './local/backups/stand-in.ts';
import { isDue } from './local/crons.ts';
import { readProxies } from './local/door/client.ts';
import { createDoor } from './local/door/front-door.ts';
import { outboundService, trustedOrigins } from './local/outbound-service.ts';
import { serverLine } from './local/server-line.ts';
import { openState, stateDir, wranglerEnv } from './state.mjs';
import { addressesOf, localBindings, localOrigin, localSettings, undecidedSignUp } from './variables.ts';

/**
 * Serves the built product on local workerd, behind the front door. PORT, HOST, STATE_DIR and BUILD_DIR configure it.
 * wrangler reads the build's configuration and Miniflare runs it, because `wrangler dev` would add a proxy that prints
 * the URL of every call, with its codes and tokens. workerd gets its secrets in memory: everyone on the machine can see a
 * command line, and a file would stay on disk after the server has ended.
 */
const {
  PORT = SERVER_SETTINGS.PORT.default,
  HOST = SERVER_SETTINGS.HOST.default,
  BUILD_DIR = SERVER_SETTINGS.BUILD_DIR.default,
} = process.env;
const origin = localOrigin(HOST, PORT);
// wrangler reads these settings when it is loaded.
Object.assign(process.env, wranglerEnv);
const { unstable_getMiniflareWorkerOptions: workerOptionsOf, unstable_readConfig: readConfig } =
  await import('wrangler');

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
// This listener runs before Miniflare's own, which would report a failure. Child processes end with this process.
for (const signal of SIGNALS) process.prependListener(signal, () => process.exit(0));

/** @param {string} line */
const say = (line) => void process.stderr.write(`${line}\n`);

/** @param {unknown} failure @returns {never} */
function fail(failure) {
  say(`The server stopped: ${textOf(failure)}`);
  process.exit(1);
}

/** Miniflare restarts a crashed runtime; acknowledged taps are on disk. If the restart fails, this process ends. */
class ServerLog extends Log {
  /** @override @param {string} message */
  warn(message) {
    say(message);
  }

  /** @override @param {Error & { code?: string }} error */
  error(error) {
    if (error.code === 'ERR_RUNTIME_FAILURE') fail(error);
    say(error.message);
  }
}

/** @param {{ level: string, message: string }} printed */
function printLine(printed) {
  const line = serverLine(printed);
  if (line !== null) (printed.level === 'error' ? process.stderr : process.stdout).write(`${line}\n`);
}

const settings = localSettings();

/** Opens the state and the port before the runtime starts, so that two servers never share either. */
async function open() {
  const proxies = readProxies(settings, HOST);
  if (settings.PUBLIC_ORIGIN?.startsWith('https:') && proxies === null)
    say('PUBLIC_ORIGIN is HTTPS, but TRUSTED_PROXY is not set: no proxy is believed that it serves HTTPS.');
  openState();
  /** @type {PromiseWithResolvers<URL>} */
  const runtime = Promise.withResolvers();
  const door = createDoor({ runtime: runtime.promise, proxies }).listen(Number(PORT), HOST);
  await once(door, 'listening').catch((failure) => {
    throw failure.code === 'EADDRINUSE'
      ? new Error(`Something else is at ${origin}. PORT may name another port.`)
      : failure;
  });
  door.on('error', fail);
  const given = Object.fromEntries(Object.entries(localBindings(origin)).map(([name, { value }]) => [name, value]));
  return {
    runtime,
    bucket: await standIn(join(stateDir, 'backups')),
    variables: withEvidenceKey(given, stateDir),
  };
}

const { runtime, bucket, variables } = await open().catch(fail);
const config = readConfig({ config: resolve(BUILD_DIR, 'headroom/wrangler.json') });
const { main, workerOptions } = workerOptionsOf(config);
const send = outboundService({ trusted: trustedOrigins(variables) });
/** @satisfies {import('miniflare').V4WorkerOptions} */
const worker = {
  ...workerOptions,
  name: config.name,
  modules: [{ type: /** @type {const} */ ('ESModule'), path: main ?? fail('The build has no worker.') }],
  bindings: Object.fromEntries([
    ...Object.entries(workerOptions.bindings ?? {}),
    ...Object.entries(variables),
    // The door says who the client is, in the words of Cloudflare's proxy.
    ['TRUSTED_PROXY', 'door'],
  ]),
  // The nightly backups. An environment at Cloudflare has a bucket only if its operator wants one (npm run setup).
  serviceBindings: { BACKUPS: STAND_IN },
  // Calls to addresses that users have entered never reach this machine or its network.
  // A failure must not leave this function: Miniflare would answer with its stack.
  outboundService: /** @param {Request} request */ (request) =>
    send(request).catch(() => new Response(null, { status: 502 })),
};
/** @type {{ default: string }} The path of the program. */
const { default: workerd } = createRequire(import.meta.url)('workerd');
process.env.HEADROOM_WORKERD = workerd;
process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, 'local/runtime.sh');
const server = new Miniflare(
  convertV4MiniflareOptions({
    // Only the door can be reached from elsewhere. Miniflare takes a free port, and the same one after a crash.
    host: '127.0.0.1',
    port: 0,
    // Without this, Miniflare fetches the value of Request.cf from Cloudflare.
    cf: false,
    log: new ServerLog(LogLevel.WARN),
    logRequests: false,
    handleStructuredLogs: printLine,
    // wrangler stores its state in the same folder (`--persist-to`).
    resourcePersistencePath: join(stateDir, 'v3'),
    workers: [worker, bucket],
  }),
);
runtime.resolve(await server.ready.catch(fail));
process.stdout.write(`Headroom is at ${addressesOf(HOST, PORT, settings.PUBLIC_ORIGIN).join(', ')}\n`);
const undecided = undecidedSignUp(HOST, settings);
if (undecided !== null) say(undecided);

const MINUTE_MS = 60_000;

/**
 * Runs the worker's crons that are due at this time. A run that fails is only reported: while the runtime restarts, no
 * run succeeds, and the next one is a minute away.
 * @param {Date} at
 */
async function runCrons(at) {
  for (const cron of config.triggers.crons ?? []) {
    if (!isDue(cron, at)) continue;
    try {
      const fetcher = await server.getWorker();
      await fetcher.scheduled({ cron, scheduledTime: at });
    } catch (error) {
      say(`A scheduled run failed: ${textOf(error)}`);
    }
  }
}

/** Waits for the next full minute. The local runtime rings no crons by itself. */
function waitForMinute() {
  const at = new Date(Math.floor(Date.now() / MINUTE_MS + 1) * MINUTE_MS);
  setTimeout(
    () => {
      void runCrons(at);
      waitForMinute();
      // A timer can be early by a millisecond, and the same minute would come again.
    },
    at.getTime() - Date.now() + 10,
  );
}

waitForMinute();
