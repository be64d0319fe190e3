import { describe, expect, test } from 'vitest';
import { answersFor } from '../../../scripts/setup/answers';
import { basics } from '../../../scripts/setup/basics';
import { FEATURES, isOn } from '../../../scripts/setup/features';
import { wrongOptions } from '../../../scripts/setup/options';
import { changedLines, planned } from '../../../scripts/setup/plan';
import { quoted, setValue } from '../../../scripts/setup/toml';
import { untouchedToml } from '../../support/cloudflare/untouched';

const TOML = `# above
name = "headroom"

[a.vars] # header
ONE = "1" # why [one]
LIST = [
  "x",
]

# of the next table
[[a.items]]
binding = "X"
[[a.items]]
binding = "DB" # the database
id = "0"
`;

describe('lines of wrangler.toml', () => {
  test.each<[string, string, string, string, string]>([
    ['a value keeps its comment', 'a.vars', 'ONE', 'ONE = "1" # why [one]', 'ONE = "2 # no" # why [one]'],
    ['a new key follows the last of its table', 'a.items', 'NEW', 'binding = "X"', 'binding = "X"\nNEW = "2 # no"'],
    ['a key above all tables', '', 'name', 'name = "headroom"', 'name = "2 # no"'],
  ])('%s', (_what, table, key, before, after) => {
    expect(setValue(TOML, table, key, quoted('2 # no'))).toBe(TOML.replace(before, after));
  });

  test('one of several tables is chosen by a value', () => {
    const changed = setValue(TOML, 'a.items', 'id', '"7"', { key: 'binding', value: '"DB"' });
    expect(changed).toBe(TOML.replace('id = "0"', 'id = "7"'));
  });

  test.each([
    ['a value of several lines', 'a.vars', 'LIST', /spans several lines/],
    ['an unknown table', 'b', 'x', /no table \[b\]/],
  ])('%s is left to a person', (_what, table, key, sentence) => {
    expect(() => setValue(TOML, table, key, '1')).toThrow(sentence);
  });
});

test.each(['staging', 'production'])('settings of %s are written once, and nothing else changes', (environment) => {
  const toml = untouchedToml();
  const wanted = {
    databaseId: '3f2a0b1c-0000-4000-8000-000000000001',
    domain: 'headroom.test',
    variables: { SUPPORT_EMAIL: 'help@headroom.test', MAIL_FROM: 'Headroom "H" <no-reply@headroom.test>' },
    bucket: { name: 'copies', jurisdiction: 'eu' },
  };
  const once = planned(toml, environment, wanted);
  expect(changedLines(toml, once)).toEqual([
    '- SUPPORT_EMAIL = "support@headroom.example"',
    '- database_id = "00000000-0000-0000-0000-000000000000"',
    `+ [env.${environment}]`,
    '+ routes = [{ pattern = "headroom.test", custom_domain = true }]',
    '+ workers_dev = false',
    '+ preview_urls = false',
    '+ SUPPORT_EMAIL = "help@headroom.test"',
    String.raw`+ MAIL_FROM = "Headroom \"H\" <no-reply@headroom.test>"`,
    '+ PUBLIC_ORIGIN = "https://headroom.test"',
    '+ database_id = "3f2a0b1c-0000-4000-8000-000000000001"',
    `+ [[env.${environment}.r2_buckets]]`,
    '+ binding = "BACKUPS"',
    '+ bucket_name = "copies"',
    '+ jurisdiction = "eu"',
  ]);
  expect(planned(once, environment, wanted)).toBe(once);
  const all = FEATURES.flatMap(({ variables }) => variables.map(({ name }) => [name, 'x']));
  const full = planned(once, environment, { variables: Object.fromEntries(all) });
  expect(untouchedToml(full), 'the tests of this repository pass with these settings').toBe(toml);
  const other = planned(once, environment, { variables: {}, domain: 'other.test' });
  expect(changedLines(once, other).join('\n')).toMatch(/^- routes.*\n- PUBLIC_ORIGIN.*\n\+ routes.*\n\+ PUBLIC_ORIGIN/);
});

test('settings of a feature come from the environment, and a missing one is named', async () => {
  const stripe = FEATURES.filter(({ name }) => name === 'stripe');
  const sources = {
    environment: { STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_SECRET_KEY: 'sk_live_1', MAIL_FROM: 'not asked for' },
    terminal: null,
    variable: (name: string) => (name === 'STRIPE_PRICE_LOOKUP_KEY' ? 'headroom_event_day' : ''),
    hasSecret: () => false,
  };
  await expect(answersFor(stripe, sources)).rejects.toThrow(/missing.*\n- STRIPE_WEBHOOK_SECRET: [^\n]*$/);
  const hasSecret = (name: string) => name === 'STRIPE_WEBHOOK_SECRET';
  expect(await answersFor(stripe, { ...sources, hasSecret })).toEqual({
    variables: { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    secrets: { STRIPE_SECRET_KEY: 'sk_live_1' },
  });
});

test('alarms need one of their settings, and a mail address needs the settings of mails', async () => {
  const alarms = FEATURES.filter(({ name }) => name === 'alarms');
  const collect = (environment: Record<string, string>) =>
    answersFor(alarms, { environment, terminal: null, variable: () => '', hasSecret: () => false });
  await expect(collect({})).rejects.toThrow(/missing.*ALARM_EMAIL.*ALARM_WEBHOOK_URL.*HEARTBEAT_URL/s);
  expect(await collect({ HEARTBEAT_URL: 'x' })).toMatchObject({ secrets: { HEARTBEAT_URL: 'x' } });
  await expect(collect({ ALARM_EMAIL: 'x@x.test' })).rejects.toThrow(/--with mail,alarms.*MAIL_API_KEY/s);
});

test('a feature is on when nothing that it needs is missing', () => {
  const on = (set: string[]) => FEATURES.filter((feature) => isOn(feature, (name) => set.includes(name)));
  expect(on(['MAIL_API_URL', 'MAIL_FROM', 'SENTRY_DSN', 'HEARTBEAT_URL']).map(({ name }) => name)).toEqual([
    'sentry',
    'alarms',
  ]);
});

const OPTIONS = {
  environment: 'staging',
  other: 'production',
  isDryRun: true,
  hasBackups: false,
  features: [],
  isNewOperatorToken: false,
};

const DECIDED = { SUPPORT_EMAIL: 'help@headroom.test' };
test.each<
  [what: string, typed: string | null, option: string | undefined, before: string, asks: boolean, then: string]
>([
  ['it proposes closed', '', undefined, '', true, 'closed'],
  ['it takes another answer', 'invited', undefined, '', true, 'invited'],
  ['an option answers it', '', 'open', '', false, 'open'],
  ['it is not asked again', '', undefined, 'open', false, 'open'],
  ['without a terminal it is closed', null, undefined, '', false, 'closed'],
])('setup asks who may sign up: %s', async (_what, typed, signUp, before, asks, then) => {
  const asked: string[] = [];
  const ask = async (question: string, otherwise = '') => {
    asked.push(question);
    return typed || otherwise;
  };
  const terminal = typed === null ? null : { ask, askHidden: ask };
  const { variables } = await basics({ ...OPTIONS, signUp }, { vars: { ...DECIDED, SIGN_UP: before } }, terminal);
  expect(asked).toEqual(
    asks ? [expect.stringContaining('open (everybody), invited (with your invitation), closed')] : [],
  );
  expect(variables['SIGN_UP'] ?? before).toBe(then);
});

test('options that cannot be meant are named', () => {
  expect(wrongOptions({ ...OPTIONS, features: ['mail'], domain: 'headroom.test', location: 'weur' })).toEqual([]);
  const wrong = {
    domain: 'https://x.test',
    supportEmail: 'x',
    retentionMonths: '0',
    signUp: 'close',
    location: 'mars',
    jurisdiction: 'EU',
  };
  const said = wrongOptions({ ...OPTIONS, ...wrong, features: ['fax'] });
  expect(said.map((sentence) => sentence.split(' ')[0])).toEqual(
    '--domain --support-email --retention-months --sign-up --location --jurisdiction Give --with'.split(' '),
  );
});
