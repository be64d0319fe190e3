import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createVitest, type TestModule, type TestSequencer, type TestSpecification } from 'vitest/node';
import { z } from 'zod';

/**
 * The process that runs the tests: one vitest for all faults, because a start takes longer than most tests. It works in
 * the copy, gets one trial at a time, and answers with the test that failed. Each result of a test is a sign of life.
 */

export const TrialSchema = z.object({
  file: z.string(),
  /** The text of the file with the fault. */
  code: z.string(),
  /** Paths of tests, by project, in the order in which they run. */
  stages: z.array(z.array(z.object({ project: z.string(), file: z.string() }))),
});
export type Trial = z.infer<typeof TrialSchema>;

/** Null as a sign of life. */
export const AnswerSchema = z.nullable(z.object({ noticedBy: z.nullable(z.string()) }));

/** Vitest runs the slowest file first; here the nearest is first. */
class AsGiven implements TestSequencer {
  sort(files: TestSpecification[]) {
    return files;
  }
  shard(files: TestSpecification[]) {
    return files;
  }
}

const answer = (message: z.infer<typeof AnswerSchema>): void => void process.send?.(message);

const vitest = await createVitest('test', {
  config: 'test/vitest.config.ts',
  watch: false,
  bail: 1,
  maxWorkers: 1,
  sequence: { sequencer: AsGiven },
  reporters: [{ onTestCaseResult: () => answer(null) }],
  project: ['unit', 'room', 'web', 'web/window', 'worker', 'billing'],
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

/** Files that fail without a fault notice nothing. */
const unsound = new Set<string>();
const sound = new Set<string>();

function failureIn(module: TestModule): string | null {
  if (module.state() !== 'failed') return null;
  const [first] = module.children.allTests('failed');
  return `${module.relativeModuleId}${first === undefined ? '' : ` > ${first.fullName}`}`;
}

async function run(stage: Trial['stages'][number]): Promise<{ file: string; test: string } | null> {
  const chosen = stage.flatMap(({ project, file }) =>
    specifications.filter((one) => one.project.name === project && one.moduleId === resolve(file)),
  );
  if (chosen.length === 0) return null;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  for (const module of testModules) {
    // Vitest also returns the modules of earlier runs, with their results of then.
    if (!chosen.some(({ moduleId }) => moduleId === module.moduleId)) continue;
    const test = failureIn(module);
    if (test !== null) return { file: module.relativeModuleId, test };
  }
  return unhandledErrors.length === 0 ? null : { file: stage[0]?.file ?? '', test: 'an unhandled error' };
}

function put(file: string, code: string): void {
  writeFileSync(file, code);
  vitest.invalidateFile(resolve(file));
}

/** The first test that fails with the fault and passes without it. */
async function firstFailure({ file, code, stages }: Trial): Promise<string | null> {
  const before = readFileSync(file, 'utf8');
  for (const stage of stages) {
    for (;;) {
      const trusted = stage.filter((test) => !unsound.has(test.file));
      put(file, code);
      const failure = await run(trusted);
      put(file, before);
      if (failure === null) break;
      const again = trusted.filter((test) => test.file === failure.file);
      if (!sound.has(failure.file) && (await run(again)) !== null) unsound.add(failure.file);
      else {
        sound.add(failure.file);
        return failure.test;
      }
    }
  }
  return null;
}

process.on('message', (message) => {
  void firstFailure(TrialSchema.parse(message)).then((noticedBy) => answer({ noticedBy }));
});
answer(null);
