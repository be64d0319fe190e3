import { expect, test } from 'vitest';
import { isKnown } from '../../../scripts/check/known-output';
import { runQuietly } from '../../../scripts/check/quiet';

const REPORT = ' ✓  unit  test/unit/days.test.ts (3 tests) 12ms';
const LOST = 'exception = rust/worker/ffi.rs:110: disconnected: client error (SendRequest)';
const STACK = 'stack: /here/bin/workerd@26b6840 /here/bin/workerd@3739630';
const THROWN = 'uncaught exception; source = Uncaught (in promise); stack = Error: not reachable';
const FRAME = '    at /here/test/worker/services/source-keys.test.ts:164:83';

/** Runs a program that prints the lines and ends with the status. */
async function run(lines: readonly string[], output: 'stdout' | 'stderr' = 'stderr', status = 0) {
  const text = JSON.stringify(lines.map((line) => `${line}\n`).join(''));
  const program = `process.${output}.write(${text}); process.exitCode = ${status};`;
  const printed: string[] = [];
  const ended = await runQuietly(process.execPath, ['-e', program], process.env, (line) => printed.push(line));
  return { status: ended, printed };
}

test('known messages are hidden whatever their addresses, the report is printed, and the run passes', async () => {
  const lines = [
    '\u001B[32m ✓ \u001B[39m unit  test/unit/days.test.ts (3 tests) 12ms',
    // With NO_COLOR.
    ' ✓ |unit| test/unit/days.test.ts (3 tests) 12ms',
    LOST,
    STACK,
    THROWN,
    FRAME,
    FRAME,
  ];
  expect(await run(lines)).toEqual({ status: 0, printed: lines.slice(0, 2) });
});

test.each(['stdout', 'stderr'] as const)(
  'an unknown line on %s is printed and fails a run that passed',
  async (output) => {
    const { status, printed } = await run([REPORT, 'Segmentation fault', LOST, STACK], output);
    expect(status).toBe(1);
    expect(printed.slice(0, 2)).toEqual([REPORT, 'Segmentation fault']);
    expect(printed.slice(2).join('\n')).toMatch(/Failed: .* 1 unexpected line.*Segmentation fault/s);
  },
);

test('a run that fails keeps its status, and prints what it said once', async () => {
  expect(await run(['AssertionError', LOST, STACK], 'stderr', 3)).toEqual({ status: 3, printed: ['AssertionError'] });
});

test.each([
  ['with one more word', `${LOST} again`],
  ['with one word less', LOST.replace(' (SendRequest)', '')],
  ['of another place', LOST.replace('worker/ffi', 'worker/dns')],
  ['that is only a second line', STACK],
  ['that has frames of another message', `${LOST}\n${FRAME}`],
  ['whose frames are interrupted', `${THROWN}\n${LOST}\n${FRAME}`],
  ['of a fault that no test makes', THROWN.replace('not reachable', 'out of memory')],
  ['about a failed test', REPORT.replace('✓', '❯')],
  ['of a test', 'stderr | test/unit/days.test.ts > a day'],
  ['of the product about an error', '{"level":"error","what":"room.commit","error":"Error: disk full"}'],
  ['behind one of the product', '{"level":"info","what":"request"}\n{"level":"error","what":"room.commit"}'],
])('a message %s is unknown', (_what, text) => {
  expect(isKnown(text)).toBe(false);
});
