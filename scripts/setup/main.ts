import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { unstable_readConfig as readConfig } from 'wrangler';
import { NO_DATABASE, type Settings, wrongSettings } from '../deploy/settings.ts';
import { readAccount, secretNames, sendSecrets } from './account.ts';
import { answersFor, openTerminal, type Terminal } from './answers.ts';
import { basics, variableOf } from './basics.ts';
import { FEATURES, isOn } from './features.ts';
import { type SetupOptions, wrongOptions } from './options.ts';
import { changedLines, planned, type Wanted } from './plan.ts';
import { findOrCreateDatabase, hasBucket, LOCATIONS, type Place } from './resources.ts';
import { Stop } from '../deploy/wrangler.ts';

const FILE = 'wrangler.toml';

const say = (text: string) => void process.stdout.write(`${text}\n`);

interface Config extends Settings {
  name: string;
  routes?: readonly unknown[];
  r2_buckets: readonly { binding: string }[];
}

/** Reads a text as wrangler would read it from wrangler.toml. */
function configOf(toml: string, environment: string): Config {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-setup-'));
  try {
    const config = join(folder, FILE);
    writeFileSync(config, toml);
    return readConfig({ config, env: environment });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks where the database is to be created, unless an option says it. */
async function readPlace({ location, jurisdiction }: SetupOptions, terminal: Terminal | null): Promise<Place> {
  if (location || jurisdiction) return { location, jurisdiction };
  const question = `The database’s location, near most venues (${LOCATIONS.join(', ')})`;
  const answer = await terminal?.ask(question);
  if (answer && LOCATIONS.includes(answer)) return { location: answer };
  throw new Stop(`Where should the database be? Give --location ${LOCATIONS.join('|')}, or --jurisdiction eu.`);
}

function writeSettings(before: string, after: string, isDryRun: boolean): void {
  const changes = changedLines(before, after);
  if (changes.length === 0) say(`Settings   ${FILE} has them already`);
  else
    say(
      `Settings   ${FILE} ${isDryRun ? 'would change' : 'changed'}:\n${changes.map((line) => `  ${line}`).join('\n')}`,
    );
  if (!isDryRun && changes.length > 0) writeFileSync(FILE, after);
}

/** Sets the given secrets, and OPERATOR_TOKEN if there is none. A new token is shown once, as Cloudflare never shows it. */
function writeSecrets(
  options: SetupOptions,
  known: ReadonlySet<string>,
  given: Readonly<Record<string, string>>,
): void {
  const { environment, isDryRun } = options;
  const isNewToken = options.isNewOperatorToken || !known.has('OPERATOR_TOKEN');
  const token = randomBytes(32).toString('hex');
  const secrets = { ...given, ...(isNewToken && { OPERATOR_TOKEN: token }) };
  const names = Object.keys(secrets).join(', ');
  if (names === '') say('Secrets    nothing to set');
  else if (isDryRun) say(`Secrets    would be set: ${names}`);
  else {
    try {
      sendSecrets(environment, secrets);
    } catch (error) {
      if (!(error instanceof Stop) || !isNewToken) throw error;
      throw new Stop(
        `${error.message}\nCloudflare may have stored OPERATOR_TOKEN all the same. Run the same command again with --new-operator-token, which shows a new one.`,
      );
    }
    say(`Secrets    set: ${names}`);
    if (isNewToken) say(`\nOPERATOR_TOKEN, for your password manager; it is not shown again:\n\n  ${token}\n`);
  }
}

/** Says in one line each what is off, and how it is turned on. */
function sayWhatIsOff({ environment }: SetupOptions, config: Config, isSet: (name: string) => boolean): void {
  const off = FEATURES.filter((feature) => !isOn(feature, isSet)).map(
    ({ name, without }) => `- ${name}: ${without}. npm run setup -- --env ${environment} --with ${name}`,
  );
  if (!config.r2_buckets.some(({ binding }) => binding === 'BACKUPS')) {
    off.push(`- backups: only Cloudflare’s own 30 days. npm run setup -- --env ${environment} --backups`);
  }
  if (off.length > 0) say(`\nOff, which is fine; turn on now or later:\n${off.join('\n')}`);
}

function sayWhatIsNext({ environment, other, isDryRun, features }: SetupOptions, toml: string): void {
  const config = configOf(toml, environment);
  const wrong = wrongSettings(environment, config, configOf(toml, other));
  if (wrong.length > 0) say(`\nStill missing:\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}`);
  if (isDryRun) say('\nA dry run: nothing was changed or sent.');
  else if (wrong.length > 0) throw new Stop('\nGive what is missing, and run the same command again.');
  else {
    // A deployed version is known by its commit.
    say(`\nNext, if ${FILE} changed: git commit -m "Settings of ${environment}" ${FILE}`);
    const own = `--url https://${config.name}.<your subdomain>.workers.dev`;
    say(`Then: npm run deploy -- --env ${environment} --skip-checks${config.routes?.length ? '' : ` ${own}`}`);
    const origin = variableOf(config)('PUBLIC_ORIGIN');
    if (variableOf(config)('SIGN_UP') !== 'open')
      say(`Then: npm run invite -- ${origin ? `--url ${origin}` : own}, which prints the link for the first account`);
    if (features.includes('mail')) {
      say(
        `Then try mails: ask for one at ${origin}/forgot-password, and look at "mail" in ${origin}/api/health/ready, which says whether the provider accepted it.`,
      );
    }
  }
}

/** Prepares an environment for its deployment: finds what exists, and changes what is missing or newly given. */
export async function setUp(options: SetupOptions): Promise<void> {
  const { environment, isDryRun } = options;
  const toml = readFileSync(FILE, 'utf8');
  const config = configOf(toml, environment);
  const terminal = openTerminal();
  const account = readAccount();
  say(`Account    ${account}`);

  const { domain, variables } = await basics(options, config, terminal);
  const wrong = wrongOptions({ ...options, domain, supportEmail: variables.SUPPORT_EMAIL, signUp: variables.SIGN_UP });
  if (wrong.length > 0) throw new Stop(wrong.join('\n'));
  const database = config.d1_databases.find(({ binding }) => binding === 'DB');
  const id = database?.database_id ?? '';
  const databaseId = await findOrCreateDatabase({
    name: database?.database_name ?? config.name,
    id: NO_DATABASE.test(id) ? null : id,
    place: () => readPlace(options, terminal),
    jurisdiction: options.jurisdiction,
    isDryRun,
  });
  // They are written at once: whatever stops a later step, the database is known.
  const basic = planned(toml, environment, { databaseId, domain, variables });
  if (!isDryRun) writeFileSync(FILE, basic);

  const known = secretNames(environment);
  const chosen = FEATURES.filter(({ name }) => options.features.includes(name));
  const current = variableOf(configOf(basic, environment));
  const sources = {
    environment: process.env,
    terminal,
    variable: current,
    hasSecret: (name: string) => known.has(name),
  };
  const answers = await answersFor(chosen, sources);
  const name = `headroom-${environment}-backups`;
  const jurisdiction = current('JURISDICTION') || undefined;
  const bucket: Wanted['bucket'] =
    options.hasBackups && hasBucket(name, { location: options.location, jurisdiction }, isDryRun)
      ? { name, jurisdiction }
      : undefined;
  const after = planned(basic, environment, { variables: answers.variables, bucket });
  writeSettings(toml, after, isDryRun);
  writeSecrets(options, known, answers.secrets);
  const changed = configOf(after, environment);
  const isSet = (setting: string) =>
    known.has(setting) || setting in answers.secrets || variableOf(changed)(setting) !== '';
  sayWhatIsOff(options, changed, isSet);
  sayWhatIsNext(options, after);
}
