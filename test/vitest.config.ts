import { generateKeyPairSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import { isKnown } from '../scripts/check/known-output.ts';
import { unstable_readConfig as readConfig } from 'wrangler';
import { ON_ITS_OWN } from '../scripts/variables.ts';
import type * as StripeServer from './support/stripe/server';
import { filesOf, type PROJECTS } from './tiers.ts';

/**
 * Tests run in one zone wherever the machine stands, with all that they start. A test that needs another one names it
 * itself; `TEST_TZ` shows that none needs this one (`npm run test:anywhen`).
 */
process.env.TZ = process.env.TEST_TZ ?? 'UTC';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Overrides this machine's .dev.vars, so that no test reaches a provider or uses its public address. */
const onItsOwn = {
  ...ON_ITS_OWN,
  MAIL_TO_CONSOLE: '',
  PUBLIC_ORIGIN: '',
  TRUSTED_PROXY: 'cloudflare',
  LOOKUP_MISSES_PER_SECOND: '1000000',
};

/** A webhook's host, behind which nothing listens: tests put their own `fetch` there. And a key for pushes. */
function outbound() {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    OUTBOUND_TEST_HOSTS: 'hook.test=http://127.0.0.1:9,push.test=http://127.0.0.1:9',
    PUSH_KEY: `${point.toString('base64url')}.${d}`,
  };
}

/** Enables the operators' calls. */
const operator = { OPERATOR_TOKEN: 'the-operator-token-of-tests' };

/** Set by `npm run test:long`. */
const tier = process.env.TEST_TIER === 'nightly' ? 'nightly' : 'quick';

/** The amount of fuzzing and its first seed: the same in each run unless set (`npm run test:fuzz`). */
const { FUZZ_SEED = '20261121', FUZZ_RUNS = '0.1' } = process.env;

/** The timeout of each test. It is long because a busy machine is not an error, and grows with the generated inputs. */
const TIMEOUT_MS = 240_000 * Math.max(1, Number(FUZZ_RUNS));

const fuzzing = {
  FUZZ_SEED: FUZZ_SEED === 'random' ? String(Date.now() % 2 ** 31) : FUZZ_SEED,
  FUZZ_RUNS,
  TEST_TIMEOUT_MS: String(TIMEOUT_MS),
};

/** Each is bundled into one file: loading their hundreds of modules one by one takes every runtime seconds more. */
const BUNDLED = ['stripe', 'zod', 'zod/mini', 'drizzle-orm', 'drizzle-orm/d1', 'drizzle-orm/sqlite-core', 'fast-check'];
const bundled = { optimizer: { ssr: { enabled: true, include: BUNDLED } } };

/** Hundreds of tests sign up: at the real cost, hashes would take a third of their time. */
const cheapPasswords = {
  alias: [{ find: './password-cost', replacement: path('./support/cheap-password-cost.ts') }],
};

/** Starts a separate fake Stripe for each runtime, with its keys. It listens on loopback and ends with this process. */
async function fakeStripe() {
  const { module } = await runnerImport<typeof StripeServer>(path('./support/stripe/server.ts'));
  const { keys, url } = await module.startFakeStripe();
  return {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: url,
  };
}

/** Many test devices share one session, and a room sees more new clients in a second than real doors do in an hour. */
const manyOfOneSession = { MAX_SOCKETS_PER_SESSION: '1000', MAX_NEW_CLIENTS_PER_HOUR: '100000' };

/** All projects share them, so that one begins while another ends. They exceed the CPUs: tests wait a third of their time. */
const WORKERS = availableParallelism() * 2;

const common = (name: (typeof PROJECTS)[number]) => ({
  name,
  root: path('..'),
  ...filesOf(tier, name),
  testTimeout: TIMEOUT_MS,
  maxWorkers: WORKERS,
});

const configPath = path('../wrangler.toml');

const testBindings = async () => ({
  TEST_MIGRATIONS: await readD1Migrations(path('../migrations')),
  ...onItsOwn,
  ...manyOfOneSession,
  ...operator,
  ...outbound(),
  ...fuzzing,
});

/** Runs a project in the worker's runtime, with the bindings of wrangler.toml and these. */
const inWorkerd = (name: 'worker' | 'billing', bindings: () => Promise<Record<string, string>>) => ({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath },
      miniflare: {
        r2Buckets: { BACKUPS: 'headroom-backups' },
        bindings: { ...(await testBindings()), ...(await bindings()) },
      },
    })),
  ],
  resolve: cheapPasswords,
  test: {
    ...common(name),
    deps: bundled,
    setupFiles: [path(`./${name}/setup.ts`)],
    isolate: false,
    // From this cache each file's run gets all modules that its runtime has already: 16 MB, and a tenth of the time.
    fsModuleCache: false,
  },
});

/** Runs rooms in plain Node: stand-ins take the place of the worker's runtime. */
const rooms = async () => ({
  resolve: {
    alias: {
      'cloudflare:workers': path('./support/host/workers.ts'),
      'cloudflare:test': path('./support/host/test.ts'),
    },
  },
  test: {
    ...common('room'),
    isolate: false,
    setupFiles: [path('./worker/setup.ts')],
    provide: { bindings: { ...readConfig({ config: configPath }).vars, ...(await testBindings()) } },
    // Node's SQLite calls itself experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});

/** Runs screens in jsdom. */
const screens = (name: 'web' | 'web/window') => ({
  ...common(name),
  environment: 'jsdom',
  setupFiles: [path('./web/setup.ts')],
});

/**
 * Seven projects: pure rules in Node, rooms in Node, routes and rooms in workerd, the same with billing on, screens in
 * jsdom, journeys in real browsers. `TEST_TIER` selects their files (tiers.ts).
 */
export default defineConfig({
  root: path('..'),
  test: {
    onConsoleLog: (log) => !isKnown(log),
    // A passing test has no line of its own, however long it takes.
    slowTestThreshold: TIMEOUT_MS,
    // Advice about times that depend on the machine.
    experimental: { diagnostics: false },
    projects: [
      { test: { ...common('unit'), isolate: false, setupFiles: [path('./unit/setup.ts')] } },
      await rooms(),
      inWorkerd('worker', async () => ({})),
      inWorkerd('billing', fakeStripe),
      {
        plugins: [react()],
        // Each worker evaluates the modules once instead of once per file, which halves the time.
        test: { ...screens('web'), pool: 'vmThreads' },
      },
      { plugins: [react()], test: screens('web/window') },
      {
        test: {
          ...common('e2e'),
          isolate: false,
          globalSetup: [path('./e2e/support/global-setup.ts')],
          setupFiles: [path('./e2e/setup.ts')],
          hookTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
