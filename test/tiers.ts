/**
 * The two tiers of tests. `npm test` runs what a change can break, in minutes; `npm run test:nightly` adds what takes long or
 * needs more than `npm ci` installs. A test belongs to the nightly tier when it stands in a folder `nightly`; generated inputs
 * (`fuzz-*`) belong to both, at different lengths.
 */
export type Tier = 'quick' | 'nightly';

/** Each project's folder below test/. */
export const PROJECTS = ['unit', 'worker', 'billing', 'web', 'e2e'] as const;
type Project = (typeof PROJECTS)[number];

/** Which files of a project a tier runs: globs from the repository's root. */
export const filesOf = (tier: Tier, project: Project): { include: string[]; exclude: string[] } =>
  tier === 'quick'
    ? { include: [`test/${project}/**/*.test.{ts,tsx}`], exclude: [`test/${project}/nightly/**`] }
    : { include: [`test/${project}/nightly/**/*.test.{ts,tsx}`, `test/${project}/**/fuzz-*.test.ts`], exclude: [] };

/** The commands of the nightly tier, in order, and what each of them does: the scripts of package.json. */
export const NIGHTLY_STAGES = [
  ['test:long', 'the tests of the nightly folders, and generated inputs at ten times the length'],
  ['test:kill', 'kill -9 in mid-count, 25 times'],
  ['test:flaky', 'ten devices behind a flaky network for five minutes'],
  ['load', 'a hundred rooms for ten minutes'],
  ['check:portable', 'the portable code under Deno'],
] as const;
