import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { makeCopy } from '../copy.ts';
import { chooseFaults } from './choose.ts';
import { type Fault, FaultSchema, keyOf, withFault } from './faults.ts';
import { nearestTests } from './nearest.ts';
import { AnswerSchema, type Trial } from './runner.ts';

const COPY = '.tmp/generated';
/** Longer than any of these tests takes: a fault that makes the code run forever is noticed. */
const SILENCE_MS = 150_000;

const OutcomeSchema = z.object({ noticedBy: z.nullable(z.string()), seconds: z.number() });
type Outcome = z.infer<typeof OutcomeSchema>;
/** By the key of the fault; null when the tree no longer has its text. */
const ResultsSchema = z.record(z.string(), z.nullable(OutcomeSchema));
type Results = z.infer<typeof ResultsSchema>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function load<T>(file: string, schema: z.ZodType<T>): T | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

function store(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 1));
}

/** Starts the runner when there is none, and again after a fault that ended or stopped it. */
class Runner {
  private child: ChildProcess | null = null;

  async noticedBy(trial: Trial): Promise<string | null> {
    this.child ??= await this.start();
    const { child } = this;
    return new Promise((done) => {
      const lost = () => {
        this.end();
        done('the tests do not end');
      };
      let silence = setTimeout(lost, SILENCE_MS);
      child.removeAllListeners().once('exit', lost);
      child.on('message', (message) => {
        clearTimeout(silence);
        const answer = AnswerSchema.parse(message);
        if (answer === null) silence = setTimeout(lost, SILENCE_MS);
        else done(answer.noticedBy);
      });
      child.send(trial);
    });
  }

  /** Ends the runner with all processes that it started. */
  end(): void {
    if (this.child?.pid !== undefined && this.child.exitCode === null) process.kill(-this.child.pid, 'SIGKILL');
    this.child?.removeAllListeners();
    this.child = null;
  }

  private async start(): Promise<ChildProcess> {
    const child = fork(resolve('test/mutations/generated/runner.ts'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await new Promise((ready, failed) => {
      child.once('message', ready).once('exit', () => failed(new Error('The runner does not start')));
    });
    return child;
  }
}

const folderOf = (file: string): string => /^(?:web\/)?src\/(?:[^/]+(?=\/))?/.exec(file)?.[0] ?? file;

function printTable(faults: readonly Fault[], results: Results): void {
  const rows = [...Map.groupBy(faults, ({ file }) => folderOf(file)), ['all', faults] as const];
  say(`\n${'folder'.padEnd(28)}tried  noticed  share`);
  for (const [folder, inFolder] of rows.toSorted(([a], [b]) => a.localeCompare(b))) {
    const tried = inFolder.flatMap((fault) => results[keyOf(fault)] ?? []);
    const noticed = tried.filter(({ noticedBy }) => noticedBy !== null).length;
    const share = tried.length === 0 ? '' : `${((100 * noticed) / tried.length).toFixed(1)} %`;
    say(`${folder.padEnd(28)}${String(tried.length).padStart(5)}${String(noticed).padStart(9)}${share.padStart(9)}`);
  }
  const gone = faults.filter((fault) => results[keyOf(fault)] === null).length;
  if (gone > 0) say(`${gone} gone: the tree no longer has their text`);
}

async function tryAll(faults: readonly Fault[], results: Results, save: () => void): Promise<void> {
  const testsFor = nearestTests();
  const runner = new Runner();
  process.on('exit', () => runner.end());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (const fault of faults) {
    const key = keyOf(fault);
    if (results[key] !== undefined) continue;
    const code = withFault(fault);
    let outcome: Outcome | null = null;
    if (code !== null) {
      const before = readFileSync(fault.file, 'utf8');
      const startedAt = performance.now();
      const noticedBy = await runner.noticedBy({ file: fault.file, code, stages: testsFor(fault.file) });
      writeFileSync(fault.file, before);
      outcome = { noticedBy, seconds: Math.round((performance.now() - startedAt) / 1000) };
    }
    results[key] = outcome;
    save();
    const verdict = outcome === null ? 'gone' : (outcome.noticedBy ?? 'NOT NOTICED');
    say(
      `${String(outcome?.seconds ?? 0).padStart(5)} s  ${key.replaceAll(/\s+/g, ' ').slice(0, 110)}\n         ${verdict}`,
    );
  }
  runner.end();
}

/**
 * Tries faults that a program makes, and prints which share the tests notice. They are those of a list or, without one,
 * those of the seed, whose list is stored under .tmp. What is in the results is not tried again: another tree needs
 * another file for them.
 */
export async function tryGenerated(options: {
  count: number;
  seed: number;
  list: string | undefined;
  results: string | undefined;
}): Promise<void> {
  const listFile = resolve(options.list ?? `.tmp/generated-${options.count}-${options.seed}.json`);
  const resultsFile = resolve(options.results ?? '.tmp/generated-results.json');
  makeCopy(resolve(COPY));
  process.chdir(COPY);
  let faults = load(listFile, z.array(FaultSchema));
  if (faults === null) {
    if (options.list !== undefined) throw new Error(`There is no list ${listFile}`);
    faults = chooseFaults(options.seed, options.count);
    store(listFile, faults);
  }
  const results = load(resultsFile, ResultsSchema) ?? {};
  say(`${faults.length} faults of ${listFile}`);
  await tryAll(faults, results, () => store(resultsFile, results));
  printTable(faults, results);
}
