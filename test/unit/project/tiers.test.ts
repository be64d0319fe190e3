import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf, PROJECTS, type Tier } from '../../tiers';
import { ROOT } from './repository';

const find = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync([...patterns], { cwd: ROOT, exclude });

const filesIn = (tier: Tier) =>
  PROJECTS.flatMap((project) => {
    const { include, exclude } = filesOf(tier, project);
    return find(include, exclude);
  });

/** Deno runs its own tests: `npm run check:portable`. */
const DENO = 'test/deno/**';

test('every test file belongs to a tier', () => {
  const all = find(['test/**/*.test.*'], [DENO]);
  const quick = new Set(filesIn('quick'));
  const nightly = new Set(filesIn('nightly'));
  expect(quick.size).toBeGreaterThan(150);
  expect(nightly.size).toBeGreaterThan(5);
  expect(all.filter((file) => !quick.has(file) && !nightly.has(file))).toEqual([]);
  // Only tests with generated inputs run in both tiers, at different lengths.
  expect(all.filter((file) => quick.has(file) && nightly.has(file) && !file.includes('/fuzz-'))).toEqual([]);
});
