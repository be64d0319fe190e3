/**
 * What a passing `npm test` may say, line by line: the report, which is shown, and what other programs say about
 * faults that tests make on purpose, which is hidden. Anything else fails the run (quiet.ts).
 */

/** The first line of a message, and the lines that may follow it. */
interface Message {
  first: RegExp;
  more?: RegExp;
}

/** What varies in a text: a word, a list of addresses, and fields of JSON. */
const VARIABLES = { '{word}': String.raw`\S+`, '{stack}': String.raw`(?:\S+@[0-9a-f]+ ?)+`, '{fields}': '.*' };

/** Matches exactly the text, and anything for what varies. */
function exactly(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(`^${Object.entries(VARIABLES).reduce((all, [name, any]) => all.replaceAll(name, any), escaped)}$`);
}

/** What vitest prints about a run without a failure. */
const REPORT = [
  /^$/,
  /^ RUN {2}v\S+ /,
  // The project stands between spaces on its color, and between bars where there are no colors.
  /^ (?:✓|↓) [ |]\S+[ |] test\/\S+ \(\d+ tests?(?: \| \d+ skipped)?\)(?: \d+ms)?$/,
  /^ Test Files {2}(?:\d+ (?:passed|skipped)[ |]*)+\(\d+\)$/,
  /^ {6}Tests {2}(?:\d+ (?:passed|skipped)[ |]*)+\(\d+\)$/,
  /^ {3}Start at {2}[\d:]+$/,
  /^ {3}Duration {2}\S+ \([^()]*\)$/,
];

/** What else vitest, Vite, Node and the product say of any run. */
const OF_ANY_RUN = [
  'JSON report written to {word}',
  'Sourcemap for "{word}/standardwebhooks/dist/index.js" points to missing source files',
  '(node:{word}) ExperimentalWarning: SQLite is an experimental feature and might change at any time',
  '(Use `node --trace-warnings ...` to show where the warning was created)',
  '{"level":"info",{fields}}',
];

/** The end of a test deletes all rooms and tables, whatever they do. */
const OF_A_RESET = [
  '{"level":"error",{fields}"error":"Error: Application called deleteAllDurableObjects().",{fields}}',
  '{"level":"error","what":"after answer",{fields}"cause":"D1_ERROR: no such table: {word} SQLITE_ERROR",{fields}}',
  'failed to invoke drain() on IncomingRequest before destroying it; kj::getStackTrace() = {stack}',
];

/** Rooms of test/worker/room have no row in D1, and tests ring their alarms by hand. */
const OF_ROOMS = [
  '{"level":"error","what":"room.row_missing","eventId":"event-1",{fields}}',
  'NOSENTRY SQLite alarm overdue, running despite AlarmManager mismatch; scheduledTime = {word} localAlarmTime = {word} currentTime = {word} actorId = {word}',
  'NOSENTRY SQLite alarm handler canceled with requestScheduledAlarm.; scheduledTime = {word} localAlarmState.orDefault(kj::UNIX_EPOCH) = {word} actorId = {word}',
];

/** The fake Stripe drops connections, and nothing listens at a webhook's address. */
const LOST = 'uncaught exception; source = Uncaught (in promise); stack = Error: Network connection lost.';

/** Messages of workerd that a line with its own stack follows. */
const NATIVE = [
  'exception = workerd/api/unsafe.c++:{word} failed: jsg.Error: Application called deleteAllDurableObjects().',
  'exception = workerd/api/unsafe.c++:{word} failed: remote.jsg.Error: Application called deleteAllDurableObjects().',
  'exception = rust/worker/ffi.rs:{word} disconnected: client error (SendRequest)',
  // A test has stopped reading a stream or a download.
  'exception = workerd/api/streams/internal.c++:{word} disconnected: pump canceled',
  'exception = rust/worker/ffi.rs:{word} disconnected: Connection refused (os error 111)',
  'uncaught exception; exception = workerd/jsg/value.h:{word} disconnected: jsg.Error: Network connection lost.',
];

/** The faults that tests inject into rooms and hubs. workerd reports each call that such a fault ends. */
const INJECTED = [
  'gone',
  'lost',
  'not reachable',
  'Out of reach',
  'The answer is lost',
  'unreachable',
  'no: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)',
  'database or disk is full: SQLITE_FULL: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)',
];

const NATIVE_STACK = exactly('stack: {stack}');
const FRAME = /^ {4}at /;

const HIDDEN: Message[] = [
  ...[...OF_ANY_RUN, ...OF_A_RESET, ...OF_ROOMS, LOST].map((text) => ({ first: exactly(text) })),
  ...NATIVE.map((text) => ({ first: exactly(text), more: NATIVE_STACK })),
  ...INJECTED.flatMap((text) => [
    { first: exactly(`uncaught exception; source = Uncaught (in promise); stack = Error: ${text}`), more: FRAME },
    {
      first: exactly(`uncaught exception; exception = workerd/jsg/value.h:{word} failed: jsg.Error: ${text}`),
      more: NATIVE_STACK,
    },
  ]),
];

const isReport = (line: string) => REPORT.some((pattern) => pattern.test(line));

/** Returns a function that sorts the lines of one stream: lines of the report, known messages, and others. */
export function listen(): (line: string) => 'report' | 'hidden' | 'unknown' {
  let more: RegExp | undefined;
  return (line) => {
    if (more?.test(line)) return 'hidden';
    const known = HIDDEN.find(({ first }) => first.test(line));
    more = known?.more;
    if (known) return 'hidden';
    return isReport(line) ? 'report' : 'unknown';
  };
}

/** Whether a text that a test has logged consists of known messages. */
export function isKnown(text: string): boolean {
  const kindOf = listen();
  return text
    .trimEnd()
    .split('\n')
    .every((line) => kindOf(line) === 'hidden');
}
