import { resolve } from 'node:path';
import { stateDir, wranglerEnv } from './state.mjs';
import { localBindings, localOrigin } from './variables.ts';

/**
 * Serves the built product on local workerd. PORT, HOST, STATE_DIR and BUILD_DIR move it; signals reach the server. Secrets
 * go to workerd through memory: wrangler's command line would show them to everyone on the machine, and a file would stay.
 */
const { PORT = '8787', HOST = 'localhost', BUILD_DIR = 'dist' } = process.env;
// wrangler reads its settings from there as it is loaded.
Object.assign(process.env, wranglerEnv);
const { unstable_DevEnv: DevEnv } = await import('wrangler');

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// Before wrangler's own listeners, which would call it a failure; what it started goes with this process.
for (const signal of SIGNALS) process.prependListener(signal, () => process.exit(0));

/** @param {unknown} failure */
function fail(failure) {
  const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
  process.stderr.write(`The server stopped: ${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exit(1);
}

const devEnv = new DevEnv();
devEnv.on('error', fail);
await devEnv
  .startWorker({
    config: resolve(BUILD_DIR, 'headroom/wrangler.json'),
    bindings: localBindings(localOrigin(HOST, PORT)),
    dev: { server: { hostname: HOST, port: Number(PORT) }, persist: stateDir, inspector: false },
  })
  .catch(fail);
