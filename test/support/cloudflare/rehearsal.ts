import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { startFakeCloudflare } from './server';
import { untouchedToml } from './untouched';

/** A clone without the tests, with a commit of its own: what an operator starts with. */
const FILES = 'src web scripts migrations package.json wrangler.toml tsconfig.json .gitignore'.split(' ');

/** The options of the first setup. */
export const SETTINGS = '--domain headroom.test --support-email help@headroom.test --location weur --backups'.split(
  ' ',
);

export interface Run {
  code: number;
  said: string;
  /** The calls that changed something at Cloudflare. */
  sent: string[];
}

/** Starts the fake Cloudflare and makes a clone from which the operator's commands run with the real wrangler. */
export async function startRehearsal() {
  const cloudflare = await startFakeCloudflare();
  const folder = mkdtempSync(join(tmpdir(), 'headroom-rehearsal-'));
  for (const path of FILES) cpSync(path, join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'wrangler.toml'), untouchedToml());
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@headroom.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '-q');
  const commit = () => git('add', '-A') + git('commit', '-qm', 'a step');
  commit();
  /** The commands under way, by the process group of each, and when they are over. */
  const running = new Map<number, Promise<unknown>>();
  return {
    cloudflare,
    commit,
    /** The settings of the clone. */
    toml: () => readFileSync(join(folder, 'wrangler.toml'), 'utf8'),
    /** The versions of all commits, the newest first. */
    releases: () =>
      git('log', '--format=%h', '--abbrev=12')
        .trim()
        .split('\n')
        .map((hash) => `1.0.0+${hash}`),
    script: () => cloudflare.account.script('headroom-production'),
    /** Replaces the settings of the clone. */
    setToml: (settings: string) => writeFileSync(join(folder, 'wrangler.toml'), settings),
    /** Runs one of the operator's commands, for production unless `target` is another option, or none. */
    run: async (
      script: string,
      args: string[],
      environment: Record<string, string> = {},
      target = ['--env', 'production'],
    ): Promise<Run> => {
      const before = cloudflare.requests.length;
      const bin = join(process.cwd(), 'node_modules/.bin');
      const { PATH = '', HOME = '' } = process.env;
      // wrangler is started many times: its compiled code is kept.
      const own = { PATH: [bin, PATH].join(delimiter), HOME, NODE_COMPILE_CACHE: join(folder, '.tmp') };
      const env = { ...own, ...cloudflare.environment, ...environment };
      const command = [join('scripts', script), ...target, ...args];
      const child = spawn(process.execPath, command, { cwd: folder, env, detached: true });
      child.stdin.end();
      const closed = once(child, 'close');
      const group = child.pid ?? NaN;
      running.set(group, closed);
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      // Null after a signal.
      const [code] = z.parse(z.tuple([z.nullable(z.int())], z.unknown()), await closed);
      running.delete(group);
      const sent = cloudflare.requests.slice(before).filter((line) => !line.startsWith('GET '));
      return { code: code ?? NaN, said: stdout + stderr, sent };
    },
    /** Ends the commands under way, and wrangler with them. */
    stop: async () => {
      for (const group of running.keys()) process.kill(-group, 'SIGKILL');
      await Promise.all(running.values());
      await cloudflare.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
