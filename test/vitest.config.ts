import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import { ON_ITS_OWN } from '../scripts/variables.ts';
import type * as StripeServer from './support/stripe/server';
import { filesOf } from './tiers.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** No .dev.vars of this machine leads tests to a provider, nor says where the product is. */
const onItsOwn = {
  ...ON_ITS_OWN,
  MAIL_TO_CONSOLE: '',
  PUBLIC_ORIGIN: '',
  TRUSTED_PROXY: 'cloudflare',
  LOOKUP_MISSES_PER_SECOND: '1000000',
};

/** With it there are the operators' calls. */
const operator = { OPERATOR_TOKEN: 'the-operator-token-of-tests' };

/** Set by `npm run test:long`. */
const tier = process.env.TEST_TIER === 'nightly' ? 'nightly' : 'quick';

/** How much is fuzzed, and from which seed on: the same in each run unless asked (`npm run test:fuzz`). */
function fuzzing() {
  const { FUZZ_SEED = '20261121', FUZZ_RUNS = '0.1' } = process.env;
  return { FUZZ_SEED: FUZZ_SEED === 'random' ? String(Date.now() % 2 ** 31) : FUZZ_SEED, FUZZ_RUNS };
}

/** As one file: the client's hundreds of modules, loaded one by one, take each run 15 s more. */
const bundledStripe = { optimizer: { ssr: { enabled: true, include: ['stripe'] } } };

/** Hundreds of tests sign up: at the true cost hashes would be a third of their time. */
const cheapPasswords = {
  alias: [{ find: './password-cost', replacement: path('./support/cheap-password-cost.ts') }],
};

/** A Stripe of its own for each runtime, and the keys for it; on loopback, and gone with this process. */
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

/** Of a test's devices many have one session, and a room sees more of them in a second than doors in an hour. */
const manyOfOneSession = { MAX_SOCKETS_PER_SESSION: '1000', MAX_NEW_CLIENTS_PER_HOUR: '100000' };

/** The worker's runtime, with what wrangler.toml binds and these. */
const workerd = (bindings: () => Promise<Record<string, string>>) =>
  cloudflareTest(async () => ({
    wrangler: { configPath: path('../wrangler.toml') },
    miniflare: {
      bindings: {
        TEST_MIGRATIONS: await readD1Migrations(path('../migrations')),
        ...onItsOwn,
        ...manyOfOneSession,
        ...(await bindings()),
        ...operator,
        ...fuzzing(),
      },
    },
  }));

/** For all projects, so that one begins while the last files of another run; tests wait for a third of their time. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);

/** Screens in jsdom. */
const screens = (name: 'web' | 'web/window') => ({
  name,
  root: path('..'),
  environment: 'jsdom',
  ...filesOf(tier, name),
  setupFiles: [path('./web/setup.ts')],
  // Generous: a busy machine is no fault.
  testTimeout: 60_000,
  maxWorkers: WORKERS,
});

/**
 * Six projects: pure rules in Node, routes and rooms in workerd, the same with billing on, screens in jsdom, journeys in real
 * Chromium. `TEST_TIER` chooses which files of them run (tiers.ts).
 */
export default defineConfig({
  root: path('..'),
  test: {
    // A line for each call would bury what a test has to say.
    onConsoleLog: (log) => !log.startsWith('{"level":"info"'),
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          root: path('..'),
          ...filesOf(tier, 'unit'),
          // Generous: a busy machine is no fault.
          testTimeout: 60_000,
          maxWorkers: WORKERS,
        },
      },
      {
        plugins: [workerd(async () => ({}))],
        resolve: cheapPasswords,
        test: {
          name: 'worker',
          root: path('..'),
          ...filesOf(tier, 'worker'),
          deps: bundledStripe,
          setupFiles: [path('./worker/setup.ts')],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers: WORKERS,
        },
      },
      {
        plugins: [workerd(fakeStripe)],
        resolve: cheapPasswords,
        test: {
          name: 'billing',
          root: path('..'),
          maxWorkers: WORKERS,
          ...filesOf(tier, 'billing'),
          deps: bundledStripe,
          setupFiles: [path('./billing/setup.ts')],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          ...screens('web'),
          // The modules are evaluated once per worker, not once per file: half the time.
          pool: 'vmThreads',
        },
      },
      { plugins: [react()], test: screens('web/window') },
      {
        test: {
          name: 'e2e',
          isolate: false,
          root: path('..'),
          ...filesOf(tier, 'e2e'),
          globalSetup: [path('./e2e/support/global-setup.ts')],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
