import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import { ON_ITS_OWN } from '../scripts/variables.ts';
import type * as StripeServer from './support/stripe/server';
import { filesOf, type PROJECTS } from './tiers.ts';

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

/** For all projects, so that one begins while the last files of another run; tests wait for a third of their time. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);

const common = (name: (typeof PROJECTS)[number]) => ({
  name,
  root: path('..'),
  ...filesOf(tier, name),
  // Generous: a busy machine is no fault.
  testTimeout: 60_000,
  maxWorkers: WORKERS,
});

/** In the worker's runtime, with what wrangler.toml binds and these. */
const inWorkerd = (name: 'worker' | 'billing', bindings: () => Promise<Record<string, string>>) => ({
  plugins: [
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
    })),
  ],
  resolve: cheapPasswords,
  test: { ...common(name), deps: bundledStripe, setupFiles: [path(`./${name}/setup.ts`)], isolate: false },
});

/** Screens in jsdom. */
const screens = (name: 'web' | 'web/window') => ({
  ...common(name),
  environment: 'jsdom',
  setupFiles: [path('./web/setup.ts')],
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
      { test: { ...common('unit'), isolate: false } },
      inWorkerd('worker', async () => ({})),
      inWorkerd('billing', fakeStripe),
      {
        plugins: [react()],
        // The modules are evaluated once per worker, not once per file: half the time.
        test: { ...screens('web'), pool: 'vmThreads' },
      },
      { plugins: [react()], test: screens('web/window') },
      {
        test: {
          ...common('e2e'),
          isolate: false,
          globalSetup: [path('./e2e/support/global-setup.ts')],
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
