import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { type Settings, wrongSettings } from '../../../scripts/deploy/settings';
import { plainHttpTrouble, smokeTest } from '../../../scripts/deploy/smoke-test';
import { versionOf } from '../../../src/lib/version';

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

describe('what keeps an environment from being deployed', () => {
  test('nothing where all is set', () => {
    const all = withVars({
      PUBLIC_ORIGIN: 'https://headroom.test',
      JURISDICTION: 'eu',
      SENTRY_DSN: 'https://k@s.test/1',
    });
    expect(wrongSettings('staging', READY)).toEqual([]);
    expect(wrongSettings('staging', all)).toEqual([]);
  });

  test.each<[string, Settings, RegExp]>([
    [
      'a database of zeros',
      { ...READY, d1_databases: [{ ...DATABASE, database_id: '00000000-0000-0000-0000-000000000000' }] },
      /d1 create headroom-staging/,
    ],
    ['no database at all', { ...READY, d1_databases: [] }, /d1 create headroom-staging/],
    ['nobody to write to', withVars({ SUPPORT_EMAIL: 'support@headroom.example' }), /SUPPORT_EMAIL/],
    ['an address with a path', withVars({ PUBLIC_ORIGIN: 'https://headroom.test/' }), /PUBLIC_ORIGIN/],
    ['an address without TLS', withVars({ PUBLIC_ORIGIN: 'http://headroom.test' }), /PUBLIC_ORIGIN/],
    ['an address that is none', withVars({ PUBLIC_ORIGIN: 'headroom.test' }), /PUBLIC_ORIGIN/],
    ['a jurisdiction that rooms do not know', withVars({ JURISDICTION: 'EU' }), /JURISDICTION.*eu/],
    ['addresses that anybody may name', withVars({ TRUSTED_PROXY: '' }), /TRUSTED_PROXY/],
    ['mails into the log', withVars({ MAIL_TO_CONSOLE: 'true' }), /MAIL_TO_CONSOLE/],
    [
      'a secret for everyone to read',
      withVars({ OPERATOR_TOKEN: 'planted' }),
      /secret put OPERATOR_TOKEN --env staging/,
    ],
  ])('%s', (_what, settings, sentence) => {
    expect(wrongSettings('staging', settings)).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('staging and production share no database', () => {
  const other = {
    binding: 'DB',
    database_name: 'headroom-production',
    database_id: '3f2a0b1c-0000-4000-8000-000000000002',
  };
  const check = (database: Settings['d1_databases'][number]) =>
    wrongSettings('staging', READY, { ...READY, d1_databases: [database] });

  test.each([
    ['id', { ...other, database_id: DATABASE.database_id }],
    ['name', { ...other, database_name: DATABASE.database_name }],
  ])('not by %s', (_what, database) => {
    expect(check(database)).toEqual([expect.stringMatching(/staging.*a database of its own/)]);
  });

  test('two are as it should be; zeros are none', () => {
    expect(check(other)).toEqual([]);
    const zeros = '00000000-0000-0000-0000-000000000000';
    const none = { ...READY, d1_databases: [{ ...DATABASE, database_id: zeros }] };
    expect(wrongSettings('staging', none, { ...none, d1_databases: [{ ...other, database_id: zeros }] })).toEqual([
      expect.stringContaining('There is no database yet'),
    ]);
  });
});

const ConfigSchema = z.looseObject({
  vars: z.record(z.string(), z.unknown()),
  durable_objects: z.unknown(),
  migrations: z.unknown(),
  triggers: z.unknown(),
  assets: z.unknown(),
  observability: z.unknown(),
  compatibility_date: z.unknown(),
  compatibility_flags: z.unknown(),
  d1_databases: z.array(z.looseObject({ binding: z.string(), database_name: z.string(), migrations_dir: z.string() })),
});
const configOf = (env?: string) => z.parse(ConfigSchema, readConfig({ config: 'wrangler.toml', ...(env && { env }) }));

test.each(['staging', 'production'])('%s has all that the product has on this machine', (environment) => {
  const { vars, d1_databases: databases, name, targetEnvironment, ratelimits, ...deployed } = configOf(environment);
  const {
    vars: localVars,
    d1_databases: localDatabases,
    name: localName,
    targetEnvironment: _,
    ratelimits: __,
    ...local
  } = configOf();
  expect(deployed).toEqual(local);
  expect(ratelimits).toEqual([
    { name: 'LOOKUP_MISSES', namespace_id: expect.stringMatching(/^\d+$/), simple: { limit: 50, period: 10 } },
  ]);
  expect(vars).toEqual({ ...localVars, ENVIRONMENT: environment, TRUSTED_PROXY: 'cloudflare' });
  expect(name).toBe(`${String(localName)}-${environment}`);
  expect(targetEnvironment).toBe(environment);
  expect(databases).toEqual([{ ...localDatabases[0], database_name: `headroom-${environment}` }]);
});

describe('npm run deploy', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-deploy-'));
    mkdirSync(join(folder, 'bin'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Stands in for a command: notes how it was called, and fails where the call has `failsAt` in it. */
  function fake(command: string, failsAt: string): void {
    const path = join(folder, 'bin', command);
    const note = `printf '%s\\n' "${command} $* [$CLOUDFLARE_ENV]" >> ${join(folder, 'calls')}`;
    writeFileSync(path, `#!/bin/sh\n${note}\ncase "$*" in *'${failsAt}'*) exit 3;; esac\n`);
    chmodSync(path, 0o755);
  }

  /** Runs it with `npm` and `wrangler` faked, and a database that exists where `hasDatabase`. */
  function deploy(args: string[], { failsAt = 'never', hasDatabase = true, isShared = false } = {}) {
    for (const command of ['npm', 'wrangler']) fake(command, failsAt);
    const toml = readFileSync('wrangler.toml', 'utf8').replaceAll('support@headroom.example', 'help@headroom.test');
    let databases = 0;
    const withDatabase = toml.replaceAll(
      /"0{8}-[0-]+"/g,
      () => `"${DATABASE.database_id.slice(0, -1)}${isShared ? 1 : (databases += 1)}"`,
    );
    writeFileSync(join(folder, 'wrangler.toml'), hasDatabase ? withDatabase : toml);
    const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
    const script = join(process.cwd(), 'scripts/deploy.mjs');
    return new Promise<{ code: number; said: string; calls: string[] }>((resolve) => {
      execFile(
        process.execPath,
        [script, ...args],
        { cwd: folder, env: { PATH, CLOUDFLARE_ENV: 'of the shell' } },
        (error, stdout, stderr) => {
          const calls = existsSync(join(folder, 'calls'))
            ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
            : [];
          resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr, calls });
        },
      );
    });
  }

  test('checks, builds for the environment, migrates its database, deploys, and asks whether it is ready', async () => {
    // Where it runs there is no git.
    const { server, origin, asked } = await serve([
      [200, 'before'],
      [200, versionOf('unknown')],
    ]);
    const { code, said, calls } = await deploy(['--env', 'staging', '--url', origin]);
    server.close();
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
    const { server, origin } = await serve([[200, versionOf('unknown')]], { login: 200 });
    const { code, said } = await deploy(['--env', 'staging', '--skip-checks', '--url', origin]);
    server.close();
    expect(code).toBe(1);
    expect(said).toContain(`not over HTTPS alone: ${origin}/login answers 200, not a redirect to HTTPS`);
  });

  test('a dry run sends nothing, and says what is missing', async () => {
    const { code, said, calls } = await deploy(['--env', 'production', '--dry-run'], { hasDatabase: false });
    expect(code).toBe(0);
    expect(said).toContain('npx wrangler d1 create headroom-production');
    expect(calls).toEqual([
      'npm run --silent check []',
      'npm run --silent build [production]',
      'wrangler deploy -c dist/headroom/wrangler.json --dry-run []',
    ]);
  });

  test('without a database nothing is begun', async () => {
    const { code, said, calls } = await deploy(['--env', 'production'], { hasDatabase: false });
    expect(code).toBe(1);
    expect(said).toContain('npx wrangler d1 create headroom-production');
    expect(calls).toEqual([]);
  });

  test('nor where staging and production share one', async () => {
    const { code, said, calls } = await deploy(['--env', 'production'], { isShared: true });
    expect(code).toBe(1);
    expect(said).toContain('production needs a database of its own');
    expect(calls).toEqual([]);
  });

  test('where the database cannot be migrated nothing is deployed', async () => {
    const { code, calls } = await deploy(['--env', 'staging', '--skip-checks'], { failsAt: 'migrations' });
    expect(code).toBe(1);
    expect(calls).toEqual([
      'npm run --silent build [staging]',
      'wrangler d1 migrations apply DB --remote --env staging []',
    ]);
  });

  test.each([[[]], [['--env', 'prod']], [['--env', 'staging', '--dryrun']]])(
    '%j is no way to call it',
    async (args) => {
      const { code, said, calls } = await deploy(args);
      expect(code).toBe(1);
      expect(said).toContain('--env staging|production');
      expect(calls).toEqual([]);
    },
  );
});

/**
 * Answers with one status and version after the other, then with the last again; over plain HTTP, which this is, as the product
 * does or with the statuses given.
 */
async function serve(answers: [status: number, version: string][], { login = 308, call = 403, to = 'https://x' } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const [status, version] = answers[Math.min(asked.length, answers.length - 1)] ?? [500, ''];
    asked.push(request.url ?? '');
    if (request.url === '/login') response.writeHead(login, { location: `${to}/login` }).end();
    else if (request.url === '/api/health') response.writeHead(call, { location: `${to}/api/health` }).end();
    else response.writeHead(status).end(JSON.stringify({ ok: status === 200, version }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, origin: `http://127.0.0.1:${address.port}`, asked };
}

describe('plain HTTP', () => {
  test.each([
    ['as the product answers it', {}, null],
    ['led to HTTPS altogether by the zone', { login: 301, call: 301 }, null],
    ['a page', { login: 200 }, '/login answers 200, not a redirect to HTTPS'],
    ['a way to plain HTTP', { to: 'http://x' }, '/login answers 308, not a redirect to HTTPS'],
    ['a call', { call: 200 }, '/api/health answers 200, not 403 or a redirect to HTTPS'],
  ])('%s', async (_what, plain, trouble) => {
    const { server, origin } = await serve([], plain);
    expect(await plainHttpTrouble(origin)).toBe(trouble && `${origin}${trouble}`);
    server.close();
  });

  test('nobody there is as it should be', async () => {
    const { server, origin } = await serve([]);
    server.close();
    expect(await plainHttpTrouble(origin.replace('http:', 'https:'))).toBeNull();
  });
});

describe('the smoke test', () => {
  test('waits until all is ready, and until it is the new version that says so', async () => {
    const { server, origin, asked } = await serve([
      [404, 'new'],
      [503, 'new'],
      [200, 'old'],
      [200, 'new'],
    ]);
    expect(await smokeTest(origin, 'new', { retryMs: 1 })).toBeNull();
    server.close();
    expect(asked).toHaveLength(4);
  });

  test.each<[number, string]>([
    [503, 'new'],
    [200, 'old'],
  ])('says what is wrong when it does not get ready: %i from the %s one', async (status, version) => {
    const { server, origin } = await serve([[status, version]]);
    expect(await smokeTest(origin, 'new', { readyWithinMs: 0 })).toBe(
      `${status} {"ok":${status === 200},"version":"${version}"}`,
    );
    server.close();
  });

  test('what is no answer of ours is not ready', async () => {
    const server = createServer((_request, response) => response.end('<h1>Welcome</h1>'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await smokeTest(`http://127.0.0.1:${port}`, 'new', { readyWithinMs: 0 })).toBe('200 <h1>Welcome</h1>');
    server.close();
  });

  test('nobody there is not ready', async () => {
    const { server, origin } = await serve([[200, 'new']]);
    server.close();
    expect(await smokeTest(origin, 'new', { readyWithinMs: 0 })).toContain('ECONNREFUSED');
  });
});
