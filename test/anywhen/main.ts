import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../src/shared/durations';
import { prepareShift, shiftedBy } from './shift-clock';
import { type Row, ROWS } from './rows';

/**
 * `npm run test:anywhen [-- --only day-ends,journeys-midnight]`: runs tests under shifted wall clocks, in other zones
 * and languages (rows.ts), one row after the other. The output of each is in .tmp/anywhen. The exit code is 1 when a row
 * failed, or ended before the moment that it has to cross.
 */
const FOLDER = resolve('.tmp/anywhen');

/** How long before its moment a run begins that crosses one: at most this, and in the middle of what such a run took before. */
const LEAD_MAX_MS = 5 * MINUTE_MS;
/** The same where no such run came before: even the journeys take longer. */
const FIRST_LEAD_MS = 2 * MINUTE_MS;

interface Outcome {
  row: Row;
  seconds: number;
  passed: number;
  failed: number;
  /** What went wrong, one line each. */
  problems: string[];
}

/** What scripts/test.mjs leaves (vitest's JSON reporter). */
const ResultsSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
const NO_RESULTS: z.infer<typeof ResultsSchema> = { numPassedTests: 0, numFailedTests: 0, testResults: [] };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readResults(): z.infer<typeof ResultsSchema> {
  try {
    return z.parse(ResultsSchema, JSON.parse(readFileSync('.tmp/test-results.json', 'utf8')));
  } catch {
    return NO_RESULTS;
  }
}

/** @param leadMs how long before its moment a row begins that crosses one */
function run(row: Row, leadMs: number): Outcome {
  const begins = row.at(Date.now()) - (row.isCrossed ? leadMs : 0);
  const { timeZone, language } = row;
  const env = {
    ...process.env,
    ...shiftedBy(begins - Date.now()),
    ...(timeZone !== undefined && { TEST_TZ: timeZone }),
    ...(language !== undefined && { LANG: language, LC_ALL: language }),
  };
  const log = `${FOLDER}/${row.name}.log`;
  const output = openSync(log, 'w');
  const startedAt = performance.now();
  const args = row.projects.flatMap((project) => ['--project', project]);
  const { status } = spawnSync('node', ['scripts/test.mjs', ...args], { env, stdio: ['ignore', output, output] });
  const tookMs = performance.now() - startedAt;
  closeSync(output);
  const { numPassedTests, numFailedTests, testResults } = readResults();
  const problems = testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, assertionResults }) => [
      name,
      ...assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `  ${fullName}`),
    ]);
  if (status !== 0 && problems.length === 0) problems.push(`exit code ${String(status)}, see ${log}`);
  if (row.isCrossed && tookMs < leadMs) problems.push('It ended before the moment that it has to cross');
  return { row, seconds: tookMs / 1000, passed: numPassedTests, failed: numFailedTests, problems };
}

const report = ({ row, seconds, passed, failed, problems }: Outcome): string =>
  [
    row.name.padEnd(20),
    `${seconds.toFixed(0).padStart(5)} s`,
    `${String(passed).padStart(5)} passed`,
    `${String(failed).padStart(3)} failed`,
    problems.length > 0 ? ' FAILED' : '',
  ].join(' ');

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}`);

mkdirSync(FOLDER, { recursive: true });
prepareShift();

const outcomes: Outcome[] = [];
for (const row of ROWS.filter(({ name }) => wanted?.includes(name) ?? true)) {
  const before = outcomes.find((other) => other.row.projects === row.projects);
  const outcome = run(row, before ? Math.min(LEAD_MAX_MS, before.seconds * 500) : FIRST_LEAD_MS);
  outcomes.push(outcome);
  for (const line of [report(outcome), ...outcome.problems.map((problem) => `  ${problem}`)]) say(line);
}
say(['', ...outcomes.map(report)].join('\n'));
process.exit(outcomes.every(({ problems }) => problems.length === 0) ? 0 : 1);
