import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { versionOf } from '../src/observability/version.ts';
import { commitOf } from './deploy/commit.ts';
import { plainHttpTrouble, smokeTest } from './deploy/smoke-test.ts';
import { wrongSettings } from './deploy/settings.ts';

/**
 * `npm run deploy -- --env staging|production [--dry-run] [--skip-checks] [--url https://…]`: runs checks and tests,
 * build, remote migrations and wrangler deploy. If the address is known, it then checks /api/health/ready and the
 * answers to plain HTTP. With --dry-run nothing leaves this machine. --skip-checks is for a commit that CI has passed.
 */
const ENVIRONMENTS = ['staging', 'production'];
const USAGE = `npm run deploy -- --env ${ENVIRONMENTS.join('|')} [--dry-run] [--skip-checks] [--url https://…]\n`;

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        env: { type: 'string', default: '' },
        'dry-run': { type: 'boolean', default: false },
        'skip-checks': { type: 'boolean', default: false },
        url: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { env: environment, 'dry-run': isDryRun, 'skip-checks': skipsChecks, url } = readArguments();
if (!ENVIRONMENTS.includes(environment)) fail(`Which environment?\n${USAGE}`);

/** @type {NodeJS.ProcessEnv} */
const variables = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
// Only the build may see this variable: wrangler would look for the environment in the built configuration and append
// its name to the worker's name.
delete variables.CLOUDFLARE_ENV;

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} more */
function run(command, args, more = {}) {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...variables, ...more } });
  if (status !== 0) fail(`${error ? `${error.message}\n` : ''}Stopped at: ${command} ${args.join(' ')}`);
}

// wrangler is slow to load, so the arguments are checked first.
const { unstable_readConfig: readConfig } = await import('wrangler');
const config = readConfig({ config: 'wrangler.toml', env: environment });
const other = ENVIRONMENTS.find((name) => name !== environment);
const wrong = wrongSettings(environment, config, readConfig({ config: 'wrangler.toml', env: other }));
if (wrong.length > 0) {
  const list = wrong.map((sentence) => `- ${sentence}`).join('\n');
  if (!isDryRun) fail(`wrangler.toml is not ready for ${environment}:\n${list}`);
  process.stdout.write(`Before ${environment} can be deployed, wrangler.toml needs:\n${list}\n`);
}

if (!skipsChecks) run('npm', ['run', '--silent', 'check']);
const version = versionOf(commitOf(process.cwd()));
run('npm', ['run', '--silent', 'build'], { CLOUDFLARE_ENV: environment });
if (!isDryRun) run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--env', environment]);
run('wrangler', ['deploy', '-c', 'dist/headroom/wrangler.json', ...(isDryRun ? ['--dry-run'] : [])]);

const origin = url ?? config.vars.PUBLIC_ORIGIN;
if (isDryRun) process.stdout.write('\nA dry run: nothing was sent.\n');
else if (origin) {
  process.stdout.write(`\nAsking ${String(origin)}/api/health/ready for ${version}\n`);
  const trouble = await smokeTest(String(origin), version);
  if (trouble !== null) {
    fail(
      `It is deployed, but ${version} does not say that it is ready: ${trouble}\ndocs/incidents.md says what to look at, docs/operations.md how to go back.`,
    );
  }
  const served = await plainHttpTrouble(String(origin));
  if (served !== null) fail(`It is deployed and ready, but not over HTTPS alone: ${served}`);
  process.stdout.write(`Deployed, and ready: ${version} answers.\n`);
} else process.stdout.write('\nDeployed. Without --url or PUBLIC_ORIGIN nobody has asked whether it is ready.\n');
