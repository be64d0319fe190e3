import { readFileSync } from 'node:fs';
import process from 'node:process';

/** `npm run bridge -- bridge.json`: polls cameras in a venue's network and tells Headroom what they count. */
const USAGE = `npm run bridge -- bridge.json
  The file says which cameras count where; HEADROOM_KEY is an API key with the scope “count”.
  docs/integrations.md has an example.
`;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(1);
}

// `npm ci` installs a Node that runs TypeScript without a flag; npm puts it into the PATH.
if (!process.features.typescript)
  fail(`Node ${process.versions.node} is too old for this. Run \`npm ci\`, then \`npm run bridge\`.`);

if (process.argv.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const [file] = process.argv.slice(2);
const { HEADROOM_KEY: key = '' } = process.env;
if (file === undefined) fail(USAGE);
if (key === '') fail(`HEADROOM_KEY is not set.\n${USAGE}`);

const { readConfig } = await import('./config.ts');
const { runBridge } = await import('./bridge.ts');

/** @returns {import('./config.ts').Config} */
function configOf() {
  try {
    return readConfig(readFileSync(file ?? '', 'utf8'));
  } catch (error) {
    return fail(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const config = configOf();
const end = new AbortController();
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(name, () => end.abort());
say(
  `${config.cameras.length === 1 ? '1 camera' : `${config.cameras.length} cameras`}, every ${config.everySeconds} s, to ${config.headroom.origin}. Ctrl-C ends this.`,
);
await runBridge({ config, key, signal: end.signal, say, now: Date.now, elapsed: () => performance.now() });
say('Ended.');
