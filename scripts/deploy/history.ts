import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as z from 'zod';
import { type Change, changedVariables, changesBetween, type Config } from './changes.ts';
import { askJson, Stop } from './wrangler.ts';

const annotations = z.record(z.string(), z.unknown()).optional();
const VersionsSchema = z.array(
  z.object({ id: z.string(), metadata: z.object({ created_on: z.string() }), annotations }),
);
const DeploymentsSchema = z.array(
  z.object({
    created_on: z.string(),
    versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
  }),
);

/** One version at Cloudflare, and the release that `npm run deploy` noted as its tag. */
interface Version {
  id: string;
  /** As `1.0.0+<commit>`; null if nothing tells it. */
  release: string | null;
  /** Whether it has the code of the version before it, and other secrets. */
  isSecretChange: boolean;
}

export interface Share extends Version {
  percentage: number;
}

export interface History {
  versions: readonly Version[];
  /** The shares of each deployment, the newest deployment first. */
  deployments: readonly (readonly Share[])[];
}

/**
 * Reads the last versions, the oldest first. A changed secret makes a new version of the same code without a tag: it
 * has the release of the version before it.
 */
export function readVersions(environment: string): Version[] {
  const listed = VersionsSchema.parse(askJson('versions', 'list', '--json', '--env', environment));
  let release: string | null = null;
  return listed
    .toSorted((a, b) => a.metadata.created_on.localeCompare(b.metadata.created_on))
    .map(({ id, annotations: notes }) => {
      const tag = notes?.['workers/tag'];
      if (typeof tag === 'string') release = tag;
      const isSecretChange = typeof tag !== 'string' && notes?.['workers/triggered_by'] === 'secret';
      if (typeof tag !== 'string' && !isSecretChange) release = null;
      return { id, release, isSecretChange };
    });
}

/** Reads what was deployed. */
export function readHistory(environment: string): History {
  const versions = readVersions(environment);
  const known = new Map(versions.map((version) => [version.id, version]));
  const deployments = DeploymentsSchema.parse(askJson('deployments', 'list', '--json', '--env', environment))
    .toSorted((a, b) => b.created_on.localeCompare(a.created_on))
    .map(({ versions: shares }) =>
      shares.map(({ version_id: id, percentage }) => {
        const { release = null, isSecretChange = false } = known.get(id) ?? {};
        return { id, percentage, release, isSecretChange };
      }),
    );
  return { versions, deployments };
}

/**
 * Returns the newest release that serves, and the last version of an older release that served alone before it. Throws
 * if there is none: versions without a release may be empty, because the first secret creates a worker without code. A
 * newer version that an earlier rollback left is no target.
 */
export function rollbackTarget({ versions, deployments }: History, environment: string) {
  const [current = [], ...before] = deployments;
  const serving = versions.findLastIndex(({ id }) => current.some((share) => share.id === id));
  const newest = versions[serving]?.release ?? null;
  const older = new Set(versions.slice(0, Math.max(0, serving)).map(({ id }) => id));
  for (const { id, release, isSecretChange, percentage } of before.flat()) {
    if (percentage !== 100 || release === null || release === newest || !older.has(id)) continue;
    if (newest !== null) return { newest, target: { id, release, isSecretChange } };
    throw new Stop(
      `Nothing tells which release is deployed, so nothing tells what going back undoes. Deploy the commit that you want; or go back to ${release} without looking: \`npx wrangler rollback ${id} --env ${environment}\`.`,
    );
  }
  throw new Stop(
    `Cloudflare lists no earlier release to go back to: older versions hold secrets at most, and no product. Correct the fault, commit, and deploy: npm run deploy -- --env ${environment} --skip-checks`,
  );
}

/** Runs git and returns its output. */
function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}

/** The commit of a release, if this repository has it. */
function commitOf(release: string): string {
  const commit = /\+([0-9a-f]{7,40})$/.exec(release)?.[1];
  if (commit === undefined) {
    throw new Stop(
      `${release} was deployed from files that no commit has, so nothing tells what it changes. Deploy the commit that you want whole, without --gradual.`,
    );
  }
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status !== 0) {
    throw new Stop(
      `This clone does not have the commit of ${release}. Run \`git fetch --all\`, in a shallow clone with --unshallow.`,
    );
  }
  return commit;
}

function configAt(commit: string, environment: string): Config {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-commit-'));
  try {
    const config = join(folder, 'wrangler.toml');
    writeFileSync(config, git('show', `${commit}:wrangler.toml`));
    return { ...readConfig({ config, env: environment }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Difference {
  changes: Change[];
  /** The names of changed variables. */
  variables: string[];
}

/** What changed between two releases. Throws if a release does not tell its commit. */
export function differenceOf(older: string, newer: string, environment: string): Difference {
  const [from, to] = [commitOf(older), commitOf(newer)];
  const paths = git('diff', '--name-only', '--no-renames', from, to).split('\n');
  const [before, after] = [configAt(from, environment), configAt(to, environment)];
  return { changes: changesBetween(paths, before, after), variables: changedVariables(before, after) };
}
