/**
 * The two tiers of tests. `npm test` runs in minutes everything that a change can break; `npm run test:nightly` adds
 * tests that take long or need more than `npm ci` installs. A test belongs to the nightly tier when it is in a folder
 * `nightly`; generated inputs (`fuzz-*`) belong to both, at different lengths.
 */
export type Tier = 'quick' | 'nightly';

/**
 * Each project's folder below test/. Screens run in `web`. Some tests replace parts of the window that a realm shared
 * by many tests cannot give up (its location, its streams): they run in `web/window`, each file in its own process.
 */
export const PROJECTS = ['unit', 'room', 'worker', 'billing', 'web', 'web/window', 'e2e'] as const;
type Project = (typeof PROJECTS)[number];

/** The files of a project that a tier runs: globs from the repository's root. */
export const filesOf = (tier: Tier, project: Project): { include: string[]; exclude: string[] } =>
  tier === 'quick'
    ? {
        include: [`test/${project}/**/*.test.{ts,tsx}`],
        exclude: [
          `test/${project}/nightly/**`,
          ...PROJECTS.filter((other) => other.startsWith(`${project}/`)).map((inner) => `test/${inner}/**`),
        ],
      }
    : { include: [`test/${project}/nightly/**/*.test.{ts,tsx}`, `test/${project}/**/fuzz-*.test.ts`], exclude: [] };

/** Checks that run no product code, the longest first (`npm run check:static`). */
export const STATIC_CHECKS = [
  'check:types',
  'check:lint',
  'check:budgets',
  'check:unused',
  'check:format',
  'check:secrets',
] as const;

/** The nightly tier's commands: the tests in `nightly`, then programs that kill, disturb and load a server. */
export const NIGHTLY_STAGES = [
  'test:long',
  'test:anywhen',
  'test:kill',
  'test:flaky',
  'test:hostile',
  'drill',
  'load',
  'test:storms',
  'check:portable',
  'test:client',
  'test:languages',
] as const;
