import { spawnSync } from 'node:child_process';
import { openState, stateDir, wranglerEnv } from './state.mjs';

openState();
const result = spawnSync('wrangler', ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir], {
  env: wranglerEnv,
  encoding: 'utf8',
});
if (result.status !== 0) {
  process.stderr.write(`${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`);
  process.exit(result.status ?? 1);
}
