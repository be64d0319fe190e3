/**
 * The two tiers of tests. `npm test` runs what a change can break, in minutes; `npm run test:nightly` adds what takes long or
 * needs more than `npm ci` installs. A test belongs to the nightly tier when it stands in a folder `nightly`; generated inputs
 * (`fuzz-*`) belong to both, at different lengths.
 */
export type Tier = 'quick' | 'nightly';

/**
 * Each project's folder below test/. Screens run in `web`; those whose tests replace something of the window that a realm shared
 * by many tests does not give away (its location, its streams) run in `web/window`, each file in a process of its own.
 */
export const PROJECTS = ['unit', 'worker', 'billing', 'web', 'web/window', 'e2e'] as const;
type Project = (typeof PROJECTS)[number];

/** Which files of a project a tier runs: globs from the repository's root. */
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

/** What is checked without running anything; part of the quick tier (`npm run check:static`). */
export const STATIC_CHECKS = [
  'check:format',
  'check:lint',
  'check:types',
  'check:unused',
  'check:secrets',
  'check:budgets',
] as const;

/** The nightly tier's commands: the tests of the nightly folders, then programs that kill, disturb and load a server. */
export const NIGHTLY_STAGES = [
  'test:long',
  'test:kill',
  'test:flaky',
  'test:hostile',
  'load',
  'check:portable',
] as const;
