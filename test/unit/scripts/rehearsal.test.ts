import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeCloudflare } from '../../support/cloudflare/server';

/** A clone without the tests, with a commit of its own: what an operator starts with. */
const FILES = 'src web scripts migrations package.json wrangler.toml tsconfig.json .gitignore'.split(' ');
const folder = mkdtempSync(join(tmpdir(), 'headroom-rehearsal-'));
let cloudflare: Awaited<ReturnType<typeof startFakeCloudflare>>;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@headroom.test', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const toml = () => readFileSync(join(folder, 'wrangler.toml'), 'utf8');

interface Run {
  code: number;
  said: string;
  /** The calls that changed something at Cloudflare. */
  sent: string[];
}

/** Runs one of the operator's commands with the real wrangler. */
function run(script: string, args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const before = cloudflare.requests.length;
  const bin = join(process.cwd(), 'node_modules/.bin');
  const { PATH = '', HOME = '' } = process.env;
  // wrangler is started thirty times: its compiled code is kept.
  const own = { PATH: [bin, PATH].join(delimiter), HOME, NODE_COMPILE_CACHE: join(folder, '.tmp') };
  const env = { ...own, ...cloudflare.environment, ...environment };
  return new Promise((resolve) => {
    const command = [join('scripts', script), '--env', 'production', ...args];
    execFile(process.execPath, command, { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const sent = cloudflare.requests.slice(before).filter((line) => !line.startsWith('GET '));
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr, sent });
    }).stdin?.end();
  });
}

const SETTINGS = '--domain headroom.test --support-email help@headroom.test --location weur --backups'.split(' ');
const KEY = 'key-of-the-mail-provider';
const NOT_YET: Run = { code: -1, said: '', sent: [] };
const runs = {
  dry: NOT_YET,
  setup: NOT_YET,
  deploy: NOT_YET,
  again: NOT_YET,
  mail: NOT_YET,
  gradual: NOT_YET,
  back: NOT_YET,
};
const tomls: string[] = [];

beforeAll(async () => {
  cloudflare = await startFakeCloudflare();
  for (const path of FILES) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  git('init', '-q');
  const commit = () => git('add', '-A') + git('commit', '-qm', 'a step');
  const deploy = ['--skip-checks', '--url', cloudflare.origin];
  commit();
  tomls.push(toml());
  runs.dry = await run('setup.mjs', [...SETTINGS.slice(0, -1), '--dry-run']);
  tomls.push(toml());
  runs.setup = await run('setup.mjs', SETTINGS);
  tomls.push(toml());
  commit();
  runs.deploy = await run('deploy.mjs', deploy);
  runs.again = await run('setup.mjs', SETTINGS);
  tomls.push(toml());
  const mail = { MAIL_API_URL: 'https://mail.test/send', MAIL_FROM: 'Headroom <x@headroom.test>', MAIL_API_KEY: KEY };
  runs.mail = await run('setup.mjs', ['--with', 'mail'], mail);
  commit();
  runs.gradual = await run('deploy.mjs', [...deploy, '--gradual', '10']);
  runs.back = await run('rollback.mjs', ['--url', cloudflare.origin]);
}, 120_000);

afterAll(async () => {
  await cloudflare.stop();
  rmSync(folder, { recursive: true });
});

describe('from a clone to production, with the real wrangler', () => {
  const script = () => cloudflare.account.script('headroom-production');
  const releases = () =>
    git('log', '--format=%h', '--abbrev=12')
      .trim()
      .split('\n')
      .map((commit) => `0.1.0+${commit}`);

  test('every command succeeds, and Cloudflare gets no call and no field that it does not know', () => {
    expect(cloudflare.unexpected).toEqual([]);
    for (const { code, said } of Object.values(runs)) expect(code, said).toBe(0);
  });

  test('a dry run of the setup changes and sends nothing, and says what would be done', () => {
    expect(tomls[1]).toBe(tomls[0]);
    expect(runs.dry.sent).toEqual([]);
    expect(runs.dry.said).toMatch(/would be created: wrangler d1 create headroom-production --location weur/);
  });

  test('the setup creates what is missing, and shows the operator’s token once', () => {
    const { databases, buckets } = cloudflare.account;
    expect(databases).toMatchObject([{ name: 'headroom-production', location: 'weur' }]);
    expect([...buckets.keys()]).toEqual(['headroom-production-backups']);
    expect(tomls[2]).toContain(`database_id = "${databases[0]?.uuid}"`);
    const token = script().secrets.OPERATOR_TOKEN ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(runs.setup.said.split(token)).toHaveLength(2);
    expect(Object.values(runs).filter(({ said }) => said.includes(token))).toEqual([runs.setup]);
    expect(toml()).not.toContain(token);
  });

  test('the first deployment is ready under its domain, with its crons and the secrets that were set before', () => {
    expect(runs.deploy.said).toContain(`Deployed, and ready: ${releases()[1]} answers.`);
    expect(script()).toMatchObject({
      domains: ['headroom.test'],
      subdomain: { enabled: false, previews_enabled: false },
    });
    expect(script().crons.length).toBeGreaterThan(0);
  });

  test('a second setup changes nothing', () => {
    expect(runs.again.sent).toEqual([]);
    expect(tomls[3]).toBe(tomls[2]);
  });

  test('a secret that is set later appears in no output and in no file', () => {
    expect(script().secrets.MAIL_API_KEY).toBe(KEY);
    expect(toml()).toContain('MAIL_FROM = "Headroom <x@headroom.test>"');
    expect(
      Object.values(runs)
        .map(({ said }) => said)
        .join('') + toml(),
    ).not.toContain(KEY);
  });

  test('a gradual deployment shares the traffic, and a rollback ends it', () => {
    const [back, part] = script().deployments;
    expect(part?.versions.map(({ percentage }) => percentage)).toEqual([10, 90]);
    expect(back?.versions).toEqual([{ version_id: part?.versions[1]?.version_id, percentage: 100 }]);
    expect(runs.back.said).toContain('Variables and bindings go back');
    expect(runs.back.said).toContain(`Rolled back, and ready: ${releases()[1]} answers.`);
  });
});
