import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { type Settings, wrongSettings } from '../../../scripts/deploy/settings';
import { askVersion, plainHttpTrouble } from '../../../scripts/deploy/smoke-test';
import { versionOf } from '../../../src/observability/version';
import { untouchedToml } from '../../support/cloudflare/untouched';
import { freePort } from '../../support/loopback';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DATABASE = {
  binding: 'DB',
  database_name: 'headroom-staging',
  database_id: '3f2a0b1c-0000-4000-8000-000000000001',
};
const READY: Settings = {
  vars: { SUPPORT_EMAIL: 'help@headroom.test', TRUSTED_PROXY: 'cloudflare' },
  d1_databases: [DATABASE],
};
const withVars = (vars: Record<string, string>): Settings => ({ ...READY, vars: { ...READY.vars, ...vars } });
const withDatabase = (changes: Partial<typeof DATABASE>): Settings => {
  return { ...READY, d1_databases: [{ ...DATABASE, ...changes }] };
};
const ZEROS = { database_id: '00000000-0000-0000-0000-000000000000' };

describe('environments', () => {
  test.each<[string, Settings, RegExp]>([
    ['a database of zeros', withDatabase(ZEROS), /There is no database yet.*setup -- --env staging/],
    ['no support address', withVars({ SUPPORT_EMAIL: 'support@headroom.example' }), /SUPPORT_EMAIL/],
    ['an address without TLS', withVars({ PUBLIC_ORIGIN: 'http://headroom.test' }), /PUBLIC_ORIGIN/],
    ['an unknown jurisdiction', withVars({ JURISDICTION: 'EU' }), /JURISDICTION.*eu/],
    ['client addresses that anybody can forge', withVars({ TRUSTED_PROXY: '' }), /TRUSTED_PROXY/],
    ['mails that go into the log', withVars({ MAIL_TO_CONSOLE: 'true' }), /MAIL_TO_CONSOLE/],
    [
      'messages that reach its own machine',
      withVars({ OUTBOUND_TEST_HOSTS: 'hook.test=http://127.0.0.1:1' }),
      /OUTBOUND_TEST_HOSTS/,
    ],
    ['an unknown word for who may sign up', withVars({ SIGN_UP: 'close' }), /SIGN_UP must be one of open, invited/],
    ['a readable secret', withVars({ OPERATOR_TOKEN: 'planted' }), /secret put OPERATOR_TOKEN --env staging/],
  ])('an environment is not deployed with %s', (_what, settings, sentence) => {
    // A fault of both environments is reported once, not as a shared database.
    expect(wrongSettings('staging', settings, withDatabase({ database_name: 'x', ...ZEROS }))).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  test.each(['database_id', 'database_name'] as const)(
    'an environment shares no database with another by %s',
    (field) => {
      const other = { database_name: 'headroom-production', database_id: `${DATABASE.database_id}2` };
      expect(wrongSettings('staging', READY, withDatabase(other))).toEqual([]);
      const shared = withDatabase({ ...other, [field]: DATABASE[field] });
      expect(wrongSettings('staging', READY, shared)).toEqual([
        expect.stringMatching(/staging.*a database of its own/),
      ]);
    },
  );

  test('an environment shares no bucket of backups with another', () => {
    const [own, other] = [READY, withDatabase({ database_name: 'x', database_id: 'y' })].map((settings) => ({
      ...settings,
      r2_buckets: [{ binding: 'BACKUPS', bucket_name: 'headroom-backups' }],
    }));
    expect(wrongSettings('staging', own ?? READY, other)).toEqual([expect.stringMatching(/a bucket of its own/)]);
  });

  test.each(['staging', 'production'])(
    'an environment has everything that the local configuration has: %s',
    (environment) => {
      const local = readConfig({ config: 'wrangler.toml' });
      const deployed = readConfig({ config: 'wrangler.toml', env: environment });
      for (const kind of ['durable_objects', 'migrations', 'triggers', 'assets', 'observability', 'limits'] as const) {
        expect(local).toHaveProperty(kind);
        expect(deployed[kind]).toEqual(local[kind]);
      }
      expect(Object.keys(deployed.vars)).toEqual(expect.arrayContaining(Object.keys(local.vars)));
      expect(deployed.vars).toMatchObject({ ENVIRONMENT: environment, TRUSTED_PROXY: 'cloudflare' });
      expect(deployed).toMatchObject({
        name: `${local.name}-${environment}`,
        d1_databases: [{ binding: 'DB', migrations_dir: local.d1_databases[0]?.migrations_dir }],
        ratelimits: [{ name: 'LOOKUP_MISSES' }],
      });
    },
  );
});

/** A server over plain HTTP that becomes ready in steps. Each step is a status and a version; the last step stays. */
async function serve(answers: [status: number, version: string][], login = 308) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const [status, version] = answers[Math.min(asked.length, answers.length - 1)] ?? [500, ''];
    asked.push(url);
    if (url === '/login') response.writeHead(login, { location: 'https://x/login' }).end();
    else if (url === '/api/health') response.writeHead(403).end();
    else response.writeHead(status).end(JSON.stringify({ ok: status === 200, version }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `http://127.0.0.1:${address.port}`, asked };
}

const NAMED = `--tag ${versionOf('unknown')} --message Headroom ${versionOf('unknown')}`;

describe('npm run deploy', () => {
  /** Replaces a command with one that records its calls and fails when the call contains `failsAt`. */
  function fake(command: string, failsAt: string): void {
    const path = join(folder, 'bin', command);
    const note = `printf '%s\\n' "${command} $* [$CLOUDFLARE_ENV]" >> ${join(folder, 'calls')}`;
    writeFileSync(path, `#!/bin/sh\n${note}\ncase "$*" in *'${failsAt}'*) exit 3;; esac\n`);
    chmodSync(path, 0o755);
  }

  /**
   * Runs the deployment with fake `npm` and `wrangler` commands, without git, and with an existing database if
   * `hasDatabase`.
   */
  function deploy(args: string[], { failsAt = 'never', hasDatabase = true, isShared = false } = {}) {
    mkdirSync(join(folder, 'bin'));
    for (const command of ['npm', 'wrangler']) fake(command, failsAt);
    const toml = untouchedToml().replaceAll('support@headroom.example', 'help@headroom.test');
    let databases = 0;
    const id = () => `"${DATABASE.database_id.slice(0, -1)}${isShared ? 1 : (databases += 1)}"`;
    writeFileSync(join(folder, 'wrangler.toml'), hasDatabase ? toml.replaceAll(/"0{8}-[0-]+"/g, id) : toml);
    const env = { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), CLOUDFLARE_ENV: 'of the shell' };
    const script = join(process.cwd(), 'scripts/deploy.mjs');
    return new Promise<{ code: number; said: string; calls: string[] }>((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
        const path = join(folder, 'calls');
        const calls = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr, calls });
      });
    });
  }

  test('the deployment checks, builds for the environment, migrates its database, deploys, and waits until the worker is ready', async () => {
    const { origin, asked } = await serve([
      [503, versionOf('unknown')],
      [200, 'before'],
      [200, versionOf('unknown')],
    ]);
    const { code, said, calls } = await deploy(['--env', 'staging', '--url', origin]);
    expect(said).toContain(`Deployed, and ready: ${versionOf('unknown')} answers.`);
    expect(code).toBe(0);
    const ready = '/api/health/ready';
    expect(asked).toEqual([ready, ready, ready, '/login', '/api/health']);
    expect(calls).toEqual([
      'npm run --silent check []',
      'npm run --silent build [staging]',
      'wrangler d1 migrations apply DB --remote --env staging []',
      `wrangler deploy -c dist/headroom/wrangler.json ${NAMED} []`,
    ]);
  });

  test('the deployment fails when pages are served over plain HTTP', async () => {
    const { origin } = await serve([[200, versionOf('unknown')]], 200);
    const { code, said } = await deploy(['--env', 'staging', '--skip-checks', '--url', origin]);
    expect(code).toBe(1);
    expect(said).toContain(`not over HTTPS alone: ${origin}/login answers 200, not a redirect to HTTPS`);
  });

  test('without an environment the top of wrangler.toml is deployed, behind Cloudflare', async () => {
    const { code, said, calls } = await deploy([]);
    expect(code, said).toBe(0);
    expect(calls).toEqual([
      'npm run --silent build []',
      'wrangler d1 migrations apply DB --remote --env  []',
      `wrangler deploy -c dist/headroom/wrangler.json ${NAMED} --var ENVIRONMENT:production --var TRUSTED_PROXY:cloudflare []`,
    ]);
  });

  test('a dry run of the deployment sends nothing', async () => {
    const { code, calls } = await deploy(['--env', 'production', '--dry-run']);
    expect(code).toBe(0);
    expect(calls[0]).toBe('npm run --silent build [production]');
    expect(calls.at(-1)).toBe(`wrangler deploy -c dist/headroom/wrangler.json ${NAMED} --dry-run []`);
    expect(calls.join()).not.toContain('migrations');
  });

  test.each([
    ['without a database', ['--env', 'production'], { hasDatabase: false }, 'setup -- --env production'],
    ['with a shared database', ['--env', 'production'], { isShared: true }, 'production needs a database of its own'],
    ['gradually without a commit', ['--env', 'staging', '--gradual', '10'], {}, 'Commit your changes first'],
    ['without an environment in a clone', [], { hasDatabase: false }, 'name one, --env staging or --env production'],
    ['gradually without an environment', ['--gradual', '10'], {}, '--gradual needs an environment'],
    ['into an unknown environment', ['--env', 'test'], {}, 'Which environment?'],
    ['with an unknown option', ['--env', 'staging', '--dryrun'], {}, '--env staging|production'],
  ])('the deployment starts nothing %s', async (_what, args, options, sentence) => {
    const { code, said, calls } = await deploy(args, options);
    expect(code).toBe(1);
    expect(said).toContain(sentence);
    expect(calls).toEqual([]);
  });

  test.each(['setup', 'deploy', 'rollback'])('%s --help has a line for each option', (name) => {
    const options = [...readFileSync(`scripts/${name}.mjs`, 'utf8').matchAll(/^ {8}'?([a-z-]+)'?: \{ type/gm)];
    const said = execFileSync(process.execPath, [`scripts/${name}.mjs`, '--help'], { encoding: 'utf8' });
    expect(options.filter(([, option]) => option !== 'help' && !said.includes(`--${option} `))).toEqual([]);
  });

  test('the deployment deploys nothing when the database cannot be migrated', async () => {
    const { code, calls } = await deploy(['--env', 'staging', '--skip-checks'], { failsAt: 'migrations' });
    expect(code).toBe(1);
    expect(calls.at(-1)).toBe('wrangler d1 migrations apply DB --remote --env staging []');
  });
});

test('whoever asks a release that does not answer is told why', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  expect(await askVersion(origin)).toMatchObject({ version: null, text: expect.stringContaining('ECONNREFUSED') });
  const said: string[] = [];
  expect(await plainHttpTrouble(origin, (line) => said.push(line))).toBeNull();
  expect(said).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('Nothing listens there.')));
});
