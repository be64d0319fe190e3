import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { stateDir, wranglerEnv } from './state.mjs';

/** Serves the built product on local workerd. PORT, HOST, STATE_DIR and BUILD_DIR move it; signals reach the server. */
const { PORT = '8787', HOST = 'localhost', BUILD_DIR = 'dist' } = process.env;
const config = resolve(BUILD_DIR, 'headroom/wrangler.json');
/** Variables of wrangler.toml that the environment may set. */
const VARIABLES = ['SUPPORT_EMAIL', 'MAX_FRAMES_PER_SECOND'];
const vars = VARIABLES.flatMap((name) => {
  const value = process.env[name];
  return value ? ['--var', `${name}:${value}`] : [];
});
const args = ['dev', '-c', config, '--persist-to', stateDir, '--port', PORT, '--ip', HOST];
const server = spawn('wrangler', [...args, ...vars, '--show-interactive-dev-session=false'], {
  env: wranglerEnv,
  stdio: 'inherit',
});

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of SIGNALS) process.on(signal, () => server.kill(signal));
server.on('error', (error) => {
  process.stderr.write(`The server could not start: ${error.message}\n`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
