import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { makeCopy } from './copy.ts';
import { tryGenerated } from './generated/main.ts';
import { MUTATIONS } from './list/index.ts';
import type { Mutation } from './mutation.ts';

/**
 * `npm run mutations [-- --only a,b --near]`: puts each fault of the list into a copy of the repository and runs tests
 * until one fails. It runs the files that the fault names first, then the whole quick tier, from the cheapest project
 * to the most expensive. With `--near` it runs only the named files. `--types` only checks that each fault compiles.
 * Prints which test noticed which fault, writes the results to .tmp/mutations.json, and exits 1 when a fault went
 * unnoticed. With `--generated` or `--list` it tries faults that a program makes (generated/main.ts).
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    near: { type: 'boolean' },
    types: { type: 'boolean' },
    generated: { type: 'string' },
    seed: { type: 'string' },
    list: { type: 'string' },
    results: { type: 'string' },
  },
});

if (values.generated !== undefined || values.list !== undefined) {
  await tryGenerated({
    count: Number(values.generated),
    seed: Number(values.seed ?? 1),
    list: values.list,
    results: values.results,
  });
  process.exit(0);
}

const COPY = resolve('.tmp/mutations');
const RESULTS = resolve('.tmp/mutations.json');
/** From the cheapest to the most expensive. */
const STAGES = [['unit', 'room'], ['web', 'web/window'], ['worker'], ['billing'], ['e2e']] as const;
const BUFFER = { encoding: 'utf8', maxBuffer: 256 * 1024 ** 2 } as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const inCopy = (args: readonly string[]) => spawnSync('node', args, { cwd: COPY, timeout: 15 * 60_000, ...BUFFER });

/** The first failure of a run; null when all tests passed. */
function failureOf(args: readonly string[]): string | null {
  const { status, stdout, stderr } = inCopy(['scripts/test.mjs', '--bail=1', ...args]);
  if (status === 0) return null;
  // oxlint-disable-next-line no-control-regex -- the colors of a terminal
  const [, test] = /^ FAIL +(.*)$/m.exec((stdout + stderr).replaceAll(/\u001B\[[\d;]*m/g, '')) ?? [];
  return test ?? `exit ${String(status)}`;
}

/** The first test that fails, if any. */
function firstFailure({ tests }: Mutation): string | null {
  // The stages run one by one: a run that ends early while another project starts does not report what failed.
  const near = tests.map((test) => [test]);
  const all = STAGES.map((projects) => projects.flatMap((project) => ['--project', project]));
  for (const args of values.near ? near : [...near, ...all]) {
    const failure = failureOf(args);
    if (failure !== null) return failure;
  }
  return null;
}

/** Returns the result of `work`, which runs while the fault is in the copy. */
function withFault<T>({ id, file, find, replace }: Mutation, work: () => T): T {
  const path = join(COPY, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(find).length !== 2) throw new Error(`${id}: its text is not exactly once in ${file}`);
  writeFileSync(
    path,
    before.replace(find, () => replace),
  );
  const result = work();
  writeFileSync(path, before);
  return result;
}

function compiles(mutation: Mutation): boolean {
  const { status, stdout } = withFault(mutation, () => inCopy(['scripts/check/types.mjs']));
  say(`${status === 0 ? 'compiles' : 'NO      '}  ${mutation.id}${status === 0 ? '' : `\n${stdout}`}`);
  return status === 0;
}

function tryOut(mutation: Mutation): { id: string; noticedBy: string | null; seconds: number } {
  const startedAt = performance.now();
  const noticedBy = withFault(mutation, () => firstFailure(mutation));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`${String(seconds).padStart(5)} s  ${mutation.id.padEnd(44)}${noticedBy ?? 'NOT NOTICED'}`);
  return { id: mutation.id, noticedBy, seconds };
}

const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !MUTATIONS.some((mutation) => mutation.id === id)) ?? [];
if (unknown.length > 0) throw new Error(`The list has no ${unknown.join(', ')}`);
const chosen = MUTATIONS.filter(({ id }) => wanted?.includes(id) ?? true);
makeCopy(COPY);

if (values.types) process.exit(chosen.map(compiles).includes(false) ? 1 : 0);

const control = failureOf([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (control !== null) throw new Error(`Without any fault a test fails: ${control}`);

const outcomes: ReturnType<typeof tryOut>[] = [];
for (const mutation of chosen) {
  outcomes.push(tryOut(mutation));
  writeFileSync(RESULTS, JSON.stringify(outcomes, null, 2));
}
const noticed = outcomes.filter(({ noticedBy }) => noticedBy !== null).length;
say(`\n${noticed} of ${outcomes.length} noticed`);
process.exit(noticed === outcomes.length ? 0 : 1);
