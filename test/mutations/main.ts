import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MUTATIONS } from './list/index.ts';
import type { Mutation } from './mutation.ts';

/**
 * `npm run mutations [-- --only a,b --near]`: puts each fault of the list into a copy of the repository and runs tests until
 * one fails: the files that the fault names, then the whole quick tier, from the cheapest project to the dearest. With `--near` only
 * the files that it names. `--types` only checks that each fault compiles. Prints who noticed what, writes it to
 * .tmp/mutations.json, and exits 1 where a fault went unnoticed.
 */

const { values } = parseArgs({
  options: { only: { type: 'string' }, near: { type: 'boolean' }, types: { type: 'boolean' } },
});

const COPY = resolve('.tmp/mutations');
const RESULTS = resolve('.tmp/mutations.json');
/** From the cheapest to the dearest. */
const STAGES = [['unit'], ['web', 'web/window'], ['worker'], ['billing'], ['e2e']] as const;
const LIMIT_MS = 15 * 60_000;

interface Outcome {
  id: string;
  /** The first test that failed; null for none. */
  noticedBy: string | null;
  seconds: number;
}

function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true });
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(file)) continue;
    mkdirSync(dirname(join(COPY, file)), { recursive: true });
    cpSync(file, join(COPY, file));
  }
  symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'));
}

const inCopy = (args: readonly string[]) =>
  spawnSync('node', args, {
    cwd: COPY,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 256 * 1024 ** 2,
  });

/** The first failure of a run; null where all passed. */
function failureOf(args: readonly string[]): string | null {
  const { status, stdout, stderr } = inCopy(['scripts/test.mjs', '--bail=1', ...args]);
  if (status === 0) return null;
  // oxlint-disable-next-line no-control-regex -- the colors of a terminal
  const [, test] = /^ FAIL +(.*)$/m.exec((stdout + stderr).replaceAll(/\u001B\[[\d;]*m/g, '')) ?? [];
  return test ?? `exit ${String(status)}`;
}

function firstFailure({ tests }: Mutation): string | null {
  // One by one: a run that ends early while another project starts says nothing of what failed.
  for (const test of tests) {
    const failure = failureOf([test]);
    if (failure !== null) return failure;
  }
  if (values.near) return null;
  for (const projects of STAGES) {
    const failure = failureOf(projects.flatMap((project) => ['--project', project]));
    if (failure !== null) return failure;
  }
  return null;
}

function apply(mutation: Mutation): () => void {
  const path = join(COPY, mutation.file);
  const before = readFileSync(path, 'utf8');
  if (before.split(mutation.find).length !== 2)
    throw new Error(`${mutation.id}: its text is not exactly once in ${mutation.file}`);
  writeFileSync(
    path,
    before.replace(mutation.find, () => mutation.replace),
  );
  return () => writeFileSync(path, before);
}

function compiles(mutation: Mutation): boolean {
  const restore = apply(mutation);
  const { status, stdout } = inCopy(['scripts/check-types.mjs']);
  restore();
  process.stdout.write(`${status === 0 ? 'compiles' : 'NO      '}  ${mutation.id}\n${status === 0 ? '' : stdout}`);
  return status === 0;
}

function tryOut(mutation: Mutation): Outcome {
  const startedAt = performance.now();
  const restore = apply(mutation);
  const noticedBy = firstFailure(mutation);
  restore();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${mutation.id.padEnd(44)}${noticedBy ?? 'NOT NOTICED'}\n`);
  return { id: mutation.id, noticedBy, seconds };
}

const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !MUTATIONS.some((mutation) => mutation.id === id)) ?? [];
if (unknown.length > 0) throw new Error(`The list has no ${unknown.join(', ')}`);
const chosen = MUTATIONS.filter(({ id }) => wanted?.includes(id) ?? true);
makeCopy();

if (values.types) process.exit(chosen.map(compiles).includes(false) ? 1 : 0);

const control = failureOf([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (control !== null) throw new Error(`Without any fault a test fails: ${control}`);

const outcomes: Outcome[] = [];
for (const mutation of chosen) {
  outcomes.push(tryOut(mutation));
  writeFileSync(RESULTS, JSON.stringify(outcomes, null, 2));
}
const noticed = outcomes.filter(({ noticedBy }) => noticedBy !== null).length;
process.stdout.write(`\n${noticed} of ${outcomes.length} noticed\n`);
process.exit(noticed === outcomes.length ? 0 : 1);
