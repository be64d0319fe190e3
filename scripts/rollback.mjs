import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { rollbackOver } from './deploy/changes.ts';
import { smokeTest } from './deploy/smoke-test.ts';
import { Stop } from './deploy/wrangler.ts';

/**
 * `npm run rollback -- --env staging|production [--dry-run] [--anyway] [--url https://…]`: deploys the version before
 * the present one again. It first says what that undoes and what it cannot, and refuses where it would do harm.
 */
const ENVIRONMENTS = ['staging', 'production'];
const USAGE = `npm run rollback -- --env ${ENVIRONMENTS.join('|')} [--dry-run] [--anyway] [--url https://…]`;

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
        anyway: { type: 'boolean', default: false },
        url: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { env: environment, 'dry-run': isDryRun, anyway: isAnyway, url } = readArguments();
if (!ENVIRONMENTS.includes(environment)) fail(`Which environment?\n${USAGE}`);

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

/** The newest release that serves, and the last one before it that served alone. */
async function findReleases() {
  const { readHistory } = await import('./deploy/history.ts');
  const { versions, deployments } = readHistory(environment);
  const [current = [], ...before] = deployments;
  const newest = versions.findLast(({ id }) => current.some((share) => share.id === id))?.release;
  const target = before
    .flatMap((shares) => shares.filter(({ percentage }) => percentage === 100))
    .find(({ release }) => release !== null && release !== newest);
  if (!newest || !target?.release) {
    const unknown = newest ? 'an earlier release' : 'the deployed release';
    throw new Stop(
      `\nCloudflare’s last versions do not name ${unknown}. Deploy the commit that you want, or go back without looking: \`npx wrangler rollback --env ${environment}\`.`,
    );
  }
  return { newest, target: { id: target.id, release: target.release } };
}

/** Whether to roll back; says what that does. @param {string} from @param {string} to */
async function isAllowed(from, to) {
  const { changesOf } = await import('./deploy/history.ts');
  const { isPossible, says } = rollbackOver(changesOf(to, from, environment));
  say(says.map((sentence) => `- ${sentence}`).join('\n'));
  if (isPossible === 'no') return false;
  if (isPossible === 'anyway') {
    say(
      `Rooms that have not woken since the deployment still start. \`npx wrangler tail headroom-${environment} --search newer\` shows a room that refuses.`,
    );
  }
  return isPossible === 'yes' || isAnyway;
}

/** @param {string} versionId @param {string} release */
async function rollBack(versionId, release) {
  const args = ['rollback', versionId, '--env', environment, '--message', `Back to ${release}`];
  say(`\n> wrangler ${args.join(' ')}`);
  if (isDryRun) return say('\nA dry run: nothing was changed.');
  const variables = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  const { status } = spawnSync('wrangler', args, { stdio: 'inherit', env: variables });
  if (status !== 0) throw new Stop('The rollback has not happened: wrangler says why.');
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const origin = url ?? readConfig({ config: 'wrangler.toml', env: environment }).vars.PUBLIC_ORIGIN;
  if (!origin) return say('\nRolled back. Without --url or PUBLIC_ORIGIN nobody has asked whether it is ready.');
  const trouble = await smokeTest(String(origin), release);
  if (trouble !== null) throw new Stop(`Rolled back, but ${release} does not say that it is ready: ${trouble}`);
  return say(`Rolled back, and ready: ${release} answers.`);
}

try {
  const { newest, target } = await findReleases();
  say(`\nFrom ${newest} back to ${target.release}:`);
  if (!(await isAllowed(newest, target.release))) {
    throw new Stop(
      '\nRefused. Correct the fault and deploy a newer version; docs/operations.md, “Going back”, says when --anyway is right.',
    );
  }
  await rollBack(target.id, target.release);
} catch (error) {
  if (error instanceof Stop) fail(error.message);
  throw error;
}
