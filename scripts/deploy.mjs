import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { versionOf } from '../src/observability/version.ts';
import { ENVIRONMENTS, fail, readCommandLine, requireEnvironment } from './command.ts';
import { ALONE, isNobodysMail, wrongAlone } from './deploy/alone.ts';
import { commitOf, isCommitted } from './deploy/commit.ts';
import { plainHttpTrouble, smokeTest } from './deploy/smoke-test.ts';
import { wrongSettings } from './deploy/settings.ts';
import { Stop } from './deploy/wrangler.ts';

/**
 * `npm run deploy -- --env staging|production`: runs checks and tests, build, remote migrations and wrangler deploy. If
 * the address is known, it then checks /api/health/ready and the answers to plain HTTP. Without `--env` it deploys the
 * top level of wrangler.toml, as the button "Deploy to Cloudflare" does, without checks and tests.
 */
const USAGE = `npm run deploy -- --env ${ENVIRONMENTS.join('|')}
  --env                    left out only in a copy that "Deploy to Cloudflare" has made
  --skip-checks            runs no checks and tests, for a commit that CI has passed
  --gradual 10             gives the release a part of the traffic, in percent; again with more, up to 100
  --url https://…          the address that is asked; without it PUBLIC_ORIGIN of wrangler.toml
  --dry-run                only builds: sends nothing, and skips checks and tests
`;

const {
  env: environment,
  'dry-run': isDryRun,
  'skip-checks': skipsChecks,
  gradual,
  url,
} = readCommandLine(
  {
    options: {
      env: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
      'skip-checks': { type: 'boolean', default: false },
      gradual: { type: 'string' },
      url: { type: 'string' },
    },
  },
  USAGE,
).values;
/** Whether the button has made this copy: it knows no environments. */
const isAlone = environment === '';
if (!isAlone) requireEnvironment(environment, USAGE);
else if (gradual !== undefined) fail(`--gradual needs an environment.\n${USAGE}`);
if (gradual !== undefined && !/^([1-9]\d?|100)$/.test(gradual)) fail(`--gradual wants 1 to 100, in percent.\n${USAGE}`);

/** @type {NodeJS.ProcessEnv} */
const variables = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
// Only the build may see this variable: wrangler would look for the environment in the built configuration and append
// its name to the worker's name.
delete variables.CLOUDFLARE_ENV;

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} more */
function run(command, args, more = {}) {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...variables, ...more } });
  if (status !== 0) fail(`${error ? `${error.message}\n` : ''}\nStopped at: ${command} ${args.join(' ')}`);
}

// wrangler is slow to load, so the arguments are checked first.
const { unstable_readConfig: readConfig } = await import('wrangler');
const config = readConfig({ config: 'wrangler.toml', env: environment });
const other = ENVIRONMENTS.find((name) => name !== environment);
const wrong = isAlone
  ? wrongAlone(config)
  : wrongSettings(environment, config, readConfig({ config: 'wrangler.toml', env: other }));
if (wrong.length > 0) {
  const list = wrong.map((sentence) => `- ${sentence}`).join('\n');
  const what = isAlone ? 'a deployment without an environment' : environment;
  if (!isDryRun) fail(`wrangler.toml is not ready for ${what}:\n${list}`);
  process.stdout.write(`Before ${what}, wrangler.toml needs:\n${list}\n`);
}
if (isAlone && isNobodysMail(config)) {
  process.stdout.write('Nobody reads SUPPORT_EMAIL: set it in wrangler.toml to an address that somebody reads.\n');
}

const version = versionOf(commitOf(process.cwd()));
if (gradual !== undefined && !isCommitted(version)) {
  fail(
    `Commit your changes first: ${version} is no commit (files differ from it, or git is missing), so nothing tells whether it can serve beside the deployed release.`,
  );
}
if (!isDryRun && !isCommitted(version)) {
  process.stdout.write(
    `${version} is no commit: files differ from it, or git is missing. A rollback cannot tell what this release changes. Commit first.\n`,
  );
}
const origin = url ?? config.vars.PUBLIC_ORIGIN;
const BUILT = ['-c', 'dist/headroom/wrangler.json'];
// Cloudflare lists the release with the version: a rollback and a gradual deployment find their commits by it.
const NAMED = ['--tag', version, '--message', `Headroom ${version}`];
// Cloudflare's build machines have no browser for the tests.
const isChecked = !skipsChecks && !isAlone;

function prepare() {
  if (isDryRun) process.stdout.write('\nA dry run skips the checks and tests.\n');
  else if (isChecked) run('npm', ['run', '--silent', 'check']);
  run('npm', ['run', '--silent', 'build'], isAlone ? {} : { CLOUDFLARE_ENV: environment });
  // The database is named by its binding, because the button lets people choose the database's name.
  if (!isDryRun) run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--env', environment]);
}

/** Gives this release `percent` of the traffic, and the deployed one the rest. @param {number} percent */
async function deployGradually(percent) {
  const { planSplit, uploadedId } = await import('./deploy/gradual.ts');
  const { oldId, newId } = await planSplit(environment, version, percent, origin && String(origin));
  if (newId === null) {
    prepare();
    run('wrangler', ['versions', 'upload', ...BUILT, ...NAMED, ...(isDryRun ? ['--dry-run'] : [])]);
  }
  if (isDryRun) return;
  const parts = [`${newId ?? uploadedId(environment, version)}@${percent}`];
  if (percent < 100) parts.push(`${oldId}@${100 - percent}`);
  // A later step builds nothing, and a fresh clone has no build.
  const named = ['-c', 'wrangler.toml', '--env', environment, '--message', `Headroom ${version}, ${percent} %`];
  run('wrangler', ['versions', 'deploy', ...parts, '-y', ...named]);
}

const isPart = gradual !== undefined && gradual !== '100';
if (gradual === undefined) {
  prepare();
  const more = isAlone ? Object.entries(ALONE).flatMap(([name, value]) => ['--var', `${name}:${value}`]) : [];
  run('wrangler', ['deploy', ...BUILT, ...NAMED, ...more, ...(isDryRun ? ['--dry-run'] : [])]);
} else {
  await deployGradually(Number(gradual)).catch((error) => {
    if (error instanceof Stop) fail(`\n${error.message}`);
    throw error;
  });
}

if (isDryRun) process.stdout.write('\nA dry run: nothing was sent.\n');
else if (isPart) {
  process.stdout.write(
    `\n${version} has ${gradual} % of the calls and rooms. Next: the same command with more, up to --gradual 100, or npm run rollback -- --env ${environment}\n`,
  );
} else if (origin) {
  process.stdout.write(`\nAsking ${String(origin)}/api/health/ready for ${version}\n`);
  const trouble = await smokeTest(String(origin), version);
  if (trouble !== null) {
    fail(
      `\nIt is deployed, but ${version} does not say that it is ready: ${trouble}\ndocs/incidents.md says what to look at, docs/upgrade.md how to roll back.`,
    );
  }
  const served = await plainHttpTrouble(String(origin));
  if (served !== null) fail(`\nIt is deployed and ready, but not over HTTPS alone: ${served}`);
  process.stdout.write(`\nDeployed, and ready: ${version} answers.\n`);
} else process.stdout.write('\nDeployed. Without --url or PUBLIC_ORIGIN nobody has asked whether it is ready.\n');
