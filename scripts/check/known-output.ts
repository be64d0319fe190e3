/**
 * What a passing `npm test` may say, line by line: the report, which is shown, and what other programs say about
 * faults that tests make on purpose, which is hidden. `{n}` is one word that varies, `{stack}` a list of addresses.
 * Anything else fails the run (quiet.ts).
 */

/** A line, and the lines that may follow it in the same message. */
interface Message {
  first: RegExp;
  more?: RegExp;
}

const escape = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
const exactly = (text: string) =>
  new RegExp(
    `^${escape(text)
      .replaceAll('{n}', String.raw`\S+`)
      .replaceAll('{stack}', String.raw`(?:\S+@[0-9a-f]+ ?)+`)}$`,
  );

const NATIVE_STACK = exactly('stack: {stack}');
const STACK = /^ {4}at /;

/** What vitest prints about a run without a failure. */
const REPORT = [
  /^$/,
  /^ RUN {2}v\S+ /,
  /^ (?:✓|↓) {2}\S+ {2}test\/\S+ \(\d+ tests?(?: \| \d+ skipped)?\)(?: \d+ms)?$/,
  /^ Test Files {2}(?:\d+ (?:passed|skipped)[ |]*)+\(\d+\)$/,
  /^ {6}Tests {2}(?:\d+ (?:passed|skipped)[ |]*)+\(\d+\)$/,
  /^ {3}Start at {2}[\d:]+$/,
  /^ {3}Duration {2}\S+ \([^()]*\)$/,
];

/** The report also gives advice. */
const ADVICE = [
  /^ {4}Isolate {2}\d+ workers spawned/,
  /^ {13}at least ~\S+ faster with isolate: false/,
  exactly('JSON report written to {n}'),
];

/** The faults that tests inject into rooms and hubs. workerd reports each call that such a fault ends. */
const ON_PURPOSE = [
  'gone',
  'lost',
  'not reachable',
  'Out of reach',
  'The answer is lost',
  'unreachable',
  'no: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)',
  'database or disk is full: SQLITE_FULL: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)',
];

const HIDDEN: Message[] = [
  ...ADVICE.map((first) => ({ first })),
  // The product's log of what goes as expected: a line for each call.
  { first: /^\{"level":"info",.*\}$/ },
  // Work that a test has left to a room ends when the next test deletes all rooms.
  { first: /^\{"level":"error",.*"error":"Error: Application called deleteAllDurableObjects\(\)\.",.*\}$/ },
  {
    first: /^\{"level":"error","what":"after answer",.*"cause":"D1_ERROR: no such table: \w+: SQLITE_ERROR",.*\}$/,
  },
  ...['jsg.Error', 'remote.jsg.Error'].map((kind) => ({
    first: exactly(
      `exception = workerd/api/unsafe.c++:{n} failed: ${kind}: Application called deleteAllDurableObjects().`,
    ),
    more: NATIVE_STACK,
  })),
  {
    first: exactly('failed to invoke drain() on IncomingRequest before destroying it; kj::getStackTrace() = {stack}'),
  },
  // Rooms of test/worker/room have no row in D1.
  { first: /^\{"level":"error","what":"room.row_missing","eventId":"event-1",.*\}$/ },
  // Tests ring alarms by hand, while the room's own is set.
  {
    first: exactly(
      'NOSENTRY SQLite alarm overdue, running despite AlarmManager mismatch; scheduledTime = {n}; localAlarmTime = {n}; currentTime = {n}; actorId = {n}',
    ),
  },
  {
    first: exactly(
      'NOSENTRY SQLite alarm handler canceled with requestScheduledAlarm.; scheduledTime = {n}; localAlarmState.orDefault(kj::UNIX_EPOCH) = {n}; actorId = {n}',
    ),
  },
  // Node 22 says so of its own SQLite, and Vite of a package without its sources.
  { first: exactly('(node:{n}) ExperimentalWarning: SQLite is an experimental feature and might change at any time') },
  { first: exactly('(Use `node --trace-warnings ...` to show where the warning was created)') },
  { first: exactly('Sourcemap for "{n}/standardwebhooks/dist/index.js" points to missing source files') },
  // The fake Stripe drops connections, and nothing listens at a webhook's address.
  ...['client error (SendRequest)', 'Connection refused (os error 111)'].map((text) => ({
    first: exactly(`exception = rust/worker/ffi.rs:{n} disconnected: ${text}`),
    more: NATIVE_STACK,
  })),
  { first: exactly('uncaught exception; source = Uncaught (in promise); stack = Error: Network connection lost.') },
  {
    first: exactly(
      'uncaught exception; exception = workerd/jsg/value.h:{n} disconnected: jsg.Error: Network connection lost.',
    ),
    more: NATIVE_STACK,
  },
  ...ON_PURPOSE.flatMap((text) => [
    { first: exactly(`uncaught exception; source = Uncaught (in promise); stack = Error: ${text}`), more: STACK },
    {
      first: exactly(`uncaught exception; exception = workerd/jsg/value.h:{n} failed: jsg.Error: ${text}`),
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
