import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { commitOf } from '../../../scripts/deploy/commit';
import { type Settings, wrongSettings } from '../../../scripts/deploy/settings';
import { plainHttpTrouble, smokeTest } from '../../../scripts/deploy/smoke-test';
import { RELEASE, VERSION, versionOf } from '../../../src/lib/version';

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

describe('an environment', () => {
  test('is deployed where all is set and its database is its own', () => {
    const address = { PUBLIC_ORIGIN: 'https://headroom.test', JURISDICTION: 'eu' };
    const production = withDatabase({ database_name: 'headroom-production', database_id: `${DATABASE.database_id}2` });
    expect(wrongSettings('staging', READY)).toEqual([]);
    expect(wrongSettings('staging', withVars({ ...address, SENTRY_DSN: 'https://k@s.test/1' }))).toEqual([]);
    expect(wrongSettings('staging', READY, production)).toEqual([]);
  });

  test.each<[string, Settings, RegExp]>([
    ['a database of zeros', withDatabase(ZEROS), /There is no database yet[^]*d1 create headroom-staging/],
    ['no database at all', { ...READY, d1_databases: [] }, /d1 create headroom-staging/],
    ['nobody to write to', withVars({ SUPPORT_EMAIL: 'support@headroom.example' }), /SUPPORT_EMAIL/],
    ['an address with a path', withVars({ PUBLIC_ORIGIN: 'https://headroom.test/' }), /PUBLIC_ORIGIN/],
    ['an address without TLS', withVars({ PUBLIC_ORIGIN: 'http://headroom.test' }), /PUBLIC_ORIGIN/],
    ['an address that is none', withVars({ PUBLIC_ORIGIN: 'headroom.test' }), /PUBLIC_ORIGIN/],
    ['a jurisdiction that rooms do not know', withVars({ JURISDICTION: 'EU' }), /JURISDICTION.*eu/],
    ['addresses that anybody may name', withVars({ TRUSTED_PROXY: '' }), /TRUSTED_PROXY/],
    ['mails into the log', withVars({ MAIL_TO_CONSOLE: 'true' }), /MAIL_TO_CONSOLE/],
    ['a readable secret', withVars({ OPERATOR_TOKEN: 'planted' }), /secret put OPERATOR_TOKEN --env staging/],
  ])('is not deployed with %s', (_what, settings, sentence) => {
    // What both environments lack is said once, not as a database that they share.
    expect(wrongSettings('staging', settings, withDatabase({ database_name: 'x', ...ZEROS }))).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  test.each([['database_id'], ['database_name']] as const)('shares no database with another, by %s', (field) => {
    const other = { database_name: 'headroom-production', database_id: `${DATABASE.database_id}2` };
    const shared = withDatabase({ ...other, [field]: DATABASE[field] });
    expect(wrongSettings('staging', READY, shared)).toEqual([expect.stringMatching(/staging.*a database of its own/)]);
  });

  const Schema = z.looseObject({
    vars: z.record(z.string(), z.unknown()),
    d1_databases: z.array(
      z.looseObject({ binding: z.string(), database_name: z.string(), migrations_dir: z.string() }),
    ),
  });
  const configOf = (env?: string) => z.parse(Schema, readConfig({ config: 'wrangler.toml', ...(env && { env }) }));

  test.each(['staging', 'production'])('has all that the product has on this machine: %s', (environment) => {
    const { name: localName, ratelimits: _, targetEnvironment: __, ...local } = configOf();
    const { ratelimits, ...deployed } = configOf(environment);
    for (const kind of ['durable_objects', 'migrations', 'triggers', 'assets', 'observability']) {
      expect(local).toHaveProperty(kind);
    }
    expect(deployed).toEqual({
      ...local,
      vars: { ...local.vars, ENVIRONMENT: environment, TRUSTED_PROXY: 'cloudflare' },
      name: `${String(localName)}-${environment}`,
      targetEnvironment: environment,
      d1_databases: [{ ...local.d1_databases[0], database_name: `headroom-${environment}` }],
    });
    expect(ratelimits).toEqual([
      { name: 'LOOKUP_MISSES', namespace_id: expect.stringMatching(/^\d+$/), simple: { limit: 50, period: 10 } },
    ]);
  });
});

/** A server over plain HTTP that becomes ready by steps, each a status and a version; the last one stays. */
async function serve(answers: [status: number, version: string][], { login = 308, call = 403, to = 'https://x' } = {}) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const [status, version] = answers[Math.min(asked.length, answers.length - 1)] ?? [500, ''];
    asked.push(url);
    if (url === '/login') response.writeHead(login, { location: `${to}/login` }).end();
    else if (url === '/api/health') response.writeHead(call, { location: `${to}/api/health` }).end();
    else
      response.writeHead(status).end(version === 'foreign' ? '<h1>' : JSON.stringify({ ok: status === 200, version }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, origin: `http://127.0.0.1:${address.port}`, asked };
}

describe('npm run deploy', () => {
  /** Stands in for a command: notes how it was called, and fails where the call has `failsAt` in it. */
  function fake(command: string, failsAt: string): void {
    const path = join(folder, 'bin', command);
    const note = `printf '%s\\n' "${command} $* [$CLOUDFLARE_ENV]" >> ${join(folder, 'calls')}`;
    writeFileSync(path, `#!/bin/sh\n${note}\ncase "$*" in *'${failsAt}'*) exit 3;; esac\n`);
    chmodSync(path, 0o755);
  }

  /** Runs it with `npm` and `wrangler` faked, without git, and with a database that exists where `hasDatabase`. */
  function deploy(args: string[], { failsAt = 'never', hasDatabase = true, isShared = false } = {}) {
    mkdirSync(join(folder, 'bin'));
    for (const command of ['npm', 'wrangler']) fake(command, failsAt);
    const toml = readFileSync('wrangler.toml', 'utf8').replaceAll('support@headroom.example', 'help@headroom.test');
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

  test('checks, builds for the environment, migrates its database, deploys, and asks whether it is ready', async () => {
    const { origin, asked } = await serve([
      [200, 'before'],
      [200, versionOf('unknown')],
    ]);
    const { code, said, calls } = await deploy(['--env', 'staging', '--url', origin]);
    expect(said).toContain(`Deployed, and ready: ${versionOf('unknown')} answers.`);
    expect(code).toBe(0);
    expect(asked).toEqual(['/api/health/ready', '/api/health/ready', '/login', '/api/health']);
    expect(calls).toEqual([
      'npm run --silent check []',
      'npm run --silent build [staging]',
      'wrangler d1 migrations apply DB --remote --env staging []',
      'wrangler deploy -c dist/headroom/wrangler.json []',
    ]);
  });

  test('fails where pages are served over plain HTTP', async () => {
    const { origin } = await serve([[200, versionOf('unknown')]], { login: 200 });
    const { code, said } = await deploy(['--env', 'staging', '--skip-checks', '--url', origin]);
    expect(code).toBe(1);
    expect(said).toContain(`not over HTTPS alone: ${origin}/login answers 200, not a redirect to HTTPS`);
  });

  test('sends nothing in a dry run, and says what is missing', async () => {
    const { code, said, calls } = await deploy(['--env', 'production', '--dry-run'], { hasDatabase: false });
    expect(code).toBe(0);
    expect(said).toContain('npx wrangler d1 create headroom-production');
    expect(calls).toEqual([
      'npm run --silent check []',
      'npm run --silent build [production]',
      'wrangler deploy -c dist/headroom/wrangler.json --dry-run []',
    ]);
  });

  test.each([
    ['without a database', ['--env', 'production'], { hasDatabase: false }, 'd1 create headroom-production'],
    ['with a shared one', ['--env', 'production'], { isShared: true }, 'production needs a database of its own'],
    ['for no environment', [], {}, '--env staging|production'],
    ['for another environment', ['--env', 'prod'], {}, '--env staging|production'],
    ['with an unknown option', ['--env', 'staging', '--dryrun'], {}, '--env staging|production'],
  ])('begins nothing %s', async (_what, args, options, sentence) => {
    const { code, said, calls } = await deploy(args, options);
    expect(code).toBe(1);
    expect(said).toContain(sentence);
    expect(calls).toEqual([]);
  });

  test('deploys nothing where the database cannot be migrated', async () => {
    const { code, calls } = await deploy(['--env', 'staging', '--skip-checks'], { failsAt: 'migrations' });
    expect(code).toBe(1);
    expect(calls).toEqual([
      'npm run --silent build [staging]',
      'wrangler d1 migrations apply DB --remote --env staging []',
    ]);
  });
});

test.each([
  ['as the product answers it', {}, null],
  ['led to HTTPS altogether by the zone', { login: 301, call: 301 }, null],
  ['a page', { login: 200 }, '/login answers 200, not a redirect to HTTPS'],
  ['a way to plain HTTP', { to: 'http://x' }, '/login answers 308, not a redirect to HTTPS'],
  ['a call', { call: 200 }, '/api/health answers 200, not 403 or a redirect to HTTPS'],
])('plain HTTP: %s', async (_what, plain, trouble) => {
  const { origin } = await serve([], plain);
  expect(await plainHttpTrouble(origin)).toBe(trouble && `${origin}${trouble}`);
});

describe('the smoke test', () => {
  test('waits until all is ready, and until it is the new version that says so', async () => {
    const { origin, asked } = await serve([
      [404, 'new'],
      [503, 'new'],
      [200, 'old'],
      [200, 'new'],
    ]);
    expect(await smokeTest(origin, 'new', { retryMs: 1 })).toBeNull();
    expect(asked).toHaveLength(4);
  });

  test.each<[number, string, string]>([
    [503, 'new', '{"ok":false,"version":"new"}'],
    [200, 'old', '{"ok":true,"version":"old"}'],
    [200, 'foreign', '<h1>'],
  ])('says what is wrong when it does not get ready: %i from the %s one', async (status, version, said) => {
    const { origin } = await serve([[status, version]]);
    expect(await smokeTest(origin, 'new', { readyWithinMs: 0 })).toBe(`${status} ${said}`);
  });

  test('finds nobody, who serves no plain HTTP either', async () => {
    const { server, origin } = await serve([]);
    server.close();
    expect(await smokeTest(origin, 'new', { readyWithinMs: 0 })).toContain('ECONNREFUSED');
    expect(await plainHttpTrouble(origin.replace('http:', 'https:'))).toBeNull();
  });
});

test('a version is the release of package.json and the commit of the checkout, if any, and what differs from it', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: RELEASE });
  expect([VERSION, versionOf('abc')]).toEqual([RELEASE, `${RELEASE}+abc`]);
  expect(commitOf(folder)).toBe('unknown');
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@headroom.test'];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  };
  git('init', '--quiet');
  expect(commitOf(folder)).toBe('unknown');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(commitOf(folder)).toBe(commit);
  writeFileSync(join(folder, 'new'), '');
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
});
