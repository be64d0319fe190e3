import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ENVIRONMENTS, fail, readCommandLine, requireEnvironment } from './command.ts';
import { rollbackOver } from './deploy/changes.ts';
import { smokeTest } from './deploy/smoke-test.ts';
import { Stop } from './deploy/wrangler.ts';

/**
 * `npm run rollback -- --env staging|production`: deploys the version before the present one again. It first says what
 * that undoes and what it cannot, and refuses where it would do harm.
 */
const USAGE = `npm run rollback -- --env ${ENVIRONMENTS.join('|')}
  --dry-run                shows what would go back, and what would not
  --anyway                 goes back over a change of rooms' storage; best before any room has woken
  --url https://…          the address that is asked; without it PUBLIC_ORIGIN of wrangler.toml
`;

const {
  env: environment,
  'dry-run': isDryRun,
  anyway: isAnyway,
  url,
} = readCommandLine(
  {
    options: {
      env: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
      anyway: { type: 'boolean', default: false },
      url: { type: 'string' },
    },
  },
  USAGE,
).values;
requireEnvironment(environment, USAGE);

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

/** Whether to roll back; says what that does. @param {string} from @param {string} to */
async function isAllowed(from, to) {
  const { differenceOf } = await import('./deploy/history.ts');
  const { changes, variables } = differenceOf(to, from, environment);
  const { isPossible, says } = rollbackOver(changes, variables);
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
  return say(`\nRolled back, and ready: ${release} answers.`);
}

try {
  const { readHistory, rollbackTarget } = await import('./deploy/history.ts');
  const { newest, target } = rollbackTarget(readHistory(environment), environment);
  say(`\nFrom ${newest} back to ${target.release}:`);
  if (target.isSecretChange) {
    say(
      `- Its version, ${target.id}, has no tag: a changed secret makes a new version of the same code, and this is the last one of that release.`,
    );
  }
  if (!(await isAllowed(newest, target.release))) {
    throw new Stop(
      'Refused. Correct the fault and deploy a newer version; docs/upgrade.md says when --anyway is right.',
    );
  }
  await rollBack(target.id, target.release);
} catch (error) {
  if (error instanceof Stop) fail(`\n${error.message}`);
  throw error;
}
