import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Build, remote migrations, wrangler deploy. With --dry-run nothing leaves this machine. */
const isDryRun = process.argv.includes('--dry-run');

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    if (error) process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(status ?? 1);
  }
}

run('npm', ['run', '--silent', 'build']);
if (!isDryRun) run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote']);
run('wrangler', ['deploy', '-c', 'dist/headroom/wrangler.json', ...(isDryRun ? ['--dry-run'] : [])]);
